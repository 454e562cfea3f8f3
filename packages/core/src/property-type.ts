/** The one type that a property has, or can only have. */
import type { Json, JsonObject } from './json.js';
import type { ReadContext } from './read-form.js';
import { isRecord } from './record.js';

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/** The one type a field has; undefined after telling why there is none. */
export function typeOf(context: ReadContext, name: string, schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') {
    if (TYPES.has(type)) return type;
    context.odd(name, 'unknown-type');
    return undefined;
  }
  if (Array.isArray(type)) {
    const types = (type as readonly Json[]).filter(item => item !== 'null');
    if (types.length < type.length) context.odd(name, 'nullable');
    // Every integer is a number: the wider of the two is what is meant.
    const only =
      types.length === 2 && types.includes('number') && types.includes('integer') ? 'number' : types.length === 1 ? types[0] : undefined;
    if (typeof only === 'string' && TYPES.has(only)) return only;
    context.odd(name, 'mixed-types');
    return undefined;
  }
  const implied = impliedType(schema);
  context.odd(name, implied === undefined ? 'unknown-type' : 'type-missing');
  return implied;
}

/** What a schema without `type` can only mean. */
function impliedType(schema: JsonObject): string | undefined {
  if (schema.properties !== undefined) return 'object';
  if (schema.items !== undefined) return 'array';
  const members = schema.enum;
  if (Array.isArray(members)) {
    if (members.length > 0 && members.every(member => typeof member === 'number')) return 'number';
    if (members.length > 0 && members.every(member => typeof member === 'boolean')) return 'boolean';
    return 'string';
  }
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (Array.isArray(branches) && branches.every(branch => isRecord(branch) && typeof branch.const === 'string')) return 'string';
  }
  if (typeof schema.const === 'string') return 'string';
  if (['minLength', 'maxLength', 'pattern', 'format'].some(keyword => schema[keyword] !== undefined)) return 'string';
  if (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].some(keyword => schema[keyword] !== undefined))
    return 'number';
  return undefined;
}
