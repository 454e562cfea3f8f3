/** Numbers and whole numbers: limits that somebody can meet, a default that is one. */
import { brokenRule, compileField } from './check-value.js';
import { begin, type FieldHead, type Mutable } from './field-head.js';
import type { NumberField } from './form.js';
import type { Json, JsonObject } from './json.js';
import type { ReadContext } from './read-form.js';

/** Reads a `type: "number"` or `"integer"` without options. */
export function readNumber(context: ReadContext, head: FieldHead, schema: JsonObject, kind: 'number' | 'integer'): NumberField {
  const { name } = head;
  if (schema.format !== undefined) context.warn(name, 'format-ignored');
  const field: Mutable<NumberField> = begin(kind, head);
  const bound = (value: Json | undefined): value is number => {
    if (value === undefined) return false;
    if (typeof value === 'number' && Number.isFinite(value)) return true;
    context.odd(name, 'bad-bound');
    return false;
  };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (bound(minimum)) field.minimum = minimum;
  if (bound(maximum)) field.maximum = maximum;
  if (bound(exclusiveMinimum)) field.exclusiveMinimum = exclusiveMinimum;
  if (bound(exclusiveMaximum)) field.exclusiveMaximum = exclusiveMaximum;
  if (bound(multipleOf)) {
    if (multipleOf > 0) field.multipleOf = multipleOf;
    else context.odd(name, 'bad-bound');
  }
  const portable = exclusiveMinimum === undefined && exclusiveMaximum === undefined && multipleOf === undefined;
  if (!portable && context.strict) context.warn(name, 'not-portable');
  if (isEmptyRange(field)) context.odd(name, 'bounds-contradict');
  const fallback = schema.default;
  if (fallback === undefined) return field;
  if (typeof fallback !== 'number' || !Number.isFinite(fallback) || (kind === 'integer' && !Number.isInteger(fallback))) {
    context.odd(name, 'default-type');
    return field;
  }
  if (context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  if (brokenRule(compileField(field), fallback) !== undefined) context.odd(name, 'default-invalid');
  field.default = fallback;
  return field;
}

function isEmptyRange(field: NumberField): boolean {
  const low = Math.max(field.minimum ?? Number.NEGATIVE_INFINITY, field.exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(field.maximum ?? Number.POSITIVE_INFINITY, field.exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return low > high || (low === high && (field.exclusiveMinimum === low || field.exclusiveMaximum === high));
}
