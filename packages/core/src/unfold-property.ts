/**
 * A property as it is meant: references inside the schema followed (never out of it, E-J-13), null taken out of unions.
 * Both are outside the dialect and are told; what leads out, nowhere or in circles is refused.
 */
import type { Json, JsonObject } from './json.js';
import type { ReadContext } from './read-form.js';
import { isRecord } from './record.js';
import { isRemote } from './remote-ref.js';

const MAX_HOPS = 8;

/** Follows references inside this schema and takes null out of unions. */
export function unfold(context: ReadContext, name: string, received: JsonObject): JsonObject {
  let schema = received;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const ref = schema.$ref;
    if (ref !== undefined && !isRecord(ref)) {
      if (typeof ref !== 'string' || isRemote(ref)) {
        context.refuse(name, typeof ref === 'string' ? 'remote-ref' : 'bad-ref');
        return {};
      }
      context.odd(name, 'local-ref');
      const target = pointed(context.root, ref);
      if (target === undefined) {
        context.refuse(name, 'bad-ref');
        return {};
      }
      schema = { ...target, ...without(schema, '$ref') };
      continue;
    }
    const branches = schema.anyOf ?? schema.oneOf;
    const rest = Array.isArray(branches) ? (branches as readonly Json[]).filter(branch => !isNullSchema(branch)) : undefined;
    if (rest === undefined || rest.length === (branches as readonly Json[]).length) return schema;
    context.odd(name, 'nullable');
    const outer = without(without(schema, 'anyOf'), 'oneOf');
    const only = rest.length === 1 ? rest[0] : undefined;
    schema = isRecord(only) ? { ...(only as JsonObject), ...outer } : { ...outer, anyOf: rest };
  }
  context.refuse(name, 'bad-ref');
  return {};
}

function isNullSchema(branch: Json): boolean {
  return isRecord(branch) && (branch.type === 'null' || ('const' in branch && branch.const === null));
}

/** A JSON pointer in a fragment. */
function pointed(root: JsonObject, ref: string): JsonObject | undefined {
  let at: unknown = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decoded(part);
    if (key === undefined || !isRecord(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return isRecord(at) && at !== root ? (at as JsonObject) : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}
