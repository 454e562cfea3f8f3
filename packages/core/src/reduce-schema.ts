/**
 * What schema libraries write, brought down to the dialect where it means the same: nullable becomes optional, unions of
 * literals become choices, references are written out, bounds that only say "a safe integer" and patterns that only
 * restate a format go. Everything else stays, for the reader to accept or refuse with its path.
 */
import type { Json, JsonObject } from './json.js';
import { linearPattern } from './linear-pattern.js';
import { isRecord } from './record.js';

export interface ReducedSchema {
  readonly schema: JsonObject;
  /** Required properties that take null: blank is left out of the answer and given to the source schema as null. */
  readonly nullable: readonly string[];
}

/**
 * Reduces a root schema; the result is still read as strictly as any author's.
 * @param validated the source checks answers itself, so that a pattern which cannot be matched in linear time may go.
 */
export function reduceSchema(root: JsonObject, validated: boolean): ReducedSchema {
  const { properties } = root;
  if (!isRecord(properties)) return { schema: root, nullable: [] };
  const blank: string[] = [];
  const required = new Set(Array.isArray(root.required) ? (root.required as readonly Json[]) : []);
  const reduced = Object.entries(properties as JsonObject).map(([name, property]) => {
    if (!isRecord(property)) return [name, property] as const;
    const inline = written(root, property as JsonObject);
    const { schema, nullable } = withoutNull(inline);
    if (nullable && required.delete(name)) blank.push(name);
    return [name, simplified(validated ? withoutOwnPattern(schema) : schema)] as const;
  });
  const { $schema: _dialect, $defs: _definitions, definitions: _older, required: _required, additionalProperties: _open, ...rest } = root;
  const schema = {
    ...rest,
    properties: Object.fromEntries(reduced) as JsonObject,
    ...(required.size > 0 ? { required: [...required] as readonly Json[] } : {}),
  };
  return { schema, nullable: blank };
}

/** One hop is enough for what libraries write; a reference that leads on stays and is refused by the reader. */
function written(root: JsonObject, property: JsonObject): JsonObject {
  const { $ref: ref, ...rest } = property;
  const match = typeof ref === 'string' ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) : null;
  const definitions = match === null ? undefined : root[match[1] as string];
  const target = isRecord(definitions) && Object.hasOwn(definitions, match?.[2] as string) ? definitions[match?.[2] as string] : undefined;
  return isRecord(target) ? { ...(target as JsonObject), ...rest } : property;
}

function withoutNull(schema: JsonObject): { readonly schema: JsonObject; readonly nullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const types = (type as readonly Json[]).filter(item => item !== 'null');
    return { schema: { ...schema, type: types.length === 1 ? (types[0] as Json) : types }, nullable: true };
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const rest = (branches as readonly Json[]).filter(branch => !(isRecord(branch) && (branch.type === 'null' || branch.const === null)));
    if (rest.length === branches.length) continue;
    const { [keyword]: _union, ...outer } = schema;
    const [only] = rest;
    return {
      schema: rest.length === 1 && isRecord(only) ? { ...(only as JsonObject), ...outer } : { ...outer, [keyword]: rest },
      nullable: true,
    };
  }
  const members = schema.enum;
  if (Array.isArray(members) && members.includes(null)) {
    return { schema: { ...schema, enum: (members as readonly Json[]).filter(member => member !== null) }, nullable: true };
  }
  return { schema, nullable: false };
}

function simplified(schema: JsonObject): JsonObject {
  return withoutSafeBounds(withoutRestatedFormat(asChoice(schema)));
}

/** `anyOf` of literals and bare `enum` or `const`, as a choice of texts; the same inside `items`. */
function asChoice(schema: JsonObject): JsonObject {
  const { items } = schema;
  if (schema.type === 'array' && isRecord(items)) {
    const inner = asChoice(items as JsonObject);
    const { oneOf, type: _type, ...rest } = inner;
    return { ...schema, items: oneOf === undefined ? inner : { ...rest, anyOf: oneOf } };
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    if (!branches.every(branch => isRecord(branch) && typeof branch.const === 'string')) continue;
    const { [keyword]: _union, type: _type, ...rest } = schema;
    const literals = branches as readonly { readonly const: string; readonly title?: unknown }[];
    if (literals.every(literal => literal.title === undefined))
      return { type: 'string', ...rest, enum: literals.map(literal => literal.const) };
    return {
      type: 'string',
      ...rest,
      oneOf: literals.map(({ const: value, title }) => ({ const: value, title: typeof title === 'string' ? title : value })),
    };
  }
  const members = schema.enum;
  if (schema.type === undefined && Array.isArray(members) && members.every(member => typeof member === 'string'))
    return { type: 'string', ...schema };
  if (typeof schema.const === 'string') {
    const { const: only, ...rest } = schema;
    return { ...rest, type: 'string', enum: [only as string] };
  }
  return schema;
}

/** zod writes its own pattern beside a format; the format alone is checked as strictly. */
function withoutRestatedFormat(schema: JsonObject): JsonObject {
  if (schema.format === undefined || schema.pattern === undefined) return schema;
  const { pattern: _pattern, ...rest } = schema;
  return rest;
}

function withoutOwnPattern(schema: JsonObject): JsonObject {
  if (typeof schema.pattern !== 'string' || linearPattern(schema.pattern).fault === undefined) return schema;
  const { pattern: _pattern, ...rest } = schema;
  return rest;
}

function withoutSafeBounds(schema: JsonObject): JsonObject {
  if (schema.type !== 'integer') return schema;
  const kept: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) continue;
    if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) continue;
    // For whole numbers, above 4 is 5 or more: the dialect has only the latter.
    if (key === 'exclusiveMinimum' && Number.isInteger(value))
      kept.minimum = Math.max((value as number) + 1, Number(schema.minimum ?? Number.NEGATIVE_INFINITY));
    else if (key === 'exclusiveMaximum' && Number.isInteger(value))
      kept.maximum = Math.min((value as number) - 1, Number(schema.maximum ?? Number.POSITIVE_INFINITY));
    else if (kept[key] === undefined) kept[key] = value;
  }
  return kept;
}
