/** The arguments a tool takes, as JSON Schema properties: what a caller could pass instead of having the person asked. */
import type { JsonObject } from '@midcall/core';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

type Schemas = Readonly<Record<string, unknown>>;

/** Read on first use and kept as long as the schema is: converting is dear, and servers are made per request on HTTP. */
export function argumentSchemas(schema: StandardSchemaWithJSON | undefined): () => Schemas | undefined {
  return () => {
    if (schema === undefined) return undefined;
    let properties = known.get(schema);
    if (properties === undefined) {
      properties = read(schema) ?? null;
      known.set(schema, properties);
    }
    return properties ?? undefined;
  };
}

const known = new WeakMap<StandardSchemaWithJSON, Schemas | null>();

function read(schema: StandardSchemaWithJSON): Schemas | undefined {
  try {
    const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject;
    return typeof json.properties === 'object' && json.properties !== null ? (json.properties as Schemas) : undefined;
  } catch {
    // It has no JSON form; `tools/list` will say so.
    return undefined;
  }
}
