/** Text fields: lengths in code points, the four formats, patterns that can be checked in linear time. */
import { brokenRule, compileField } from './check-value.js';
import { begin, type FieldHead, type Mutable } from './field-head.js';
import type { TextField, TextFormat } from './form.js';
import type { Json, JsonObject } from './json.js';
import { linearPattern } from './linear-pattern.js';
import type { ReadContext } from './read-form.js';

const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** Reads a `type: "string"` without options. */
export function readText(context: ReadContext, head: FieldHead, schema: JsonObject): TextField {
  const { name } = head;
  const field: Mutable<TextField> = begin('text', head);
  const format = formatOf(context, name, schema.format);
  if (format !== undefined) field.format = format;
  const minLength = countOf(context, name, schema.minLength);
  if (minLength !== undefined) field.minLength = minLength;
  const maxLength = countOf(context, name, schema.maxLength);
  if (maxLength !== undefined) field.maxLength = maxLength;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) context.odd(name, 'bounds-contradict');
  const pattern = patternOf(context, name, schema.pattern);
  if (pattern !== undefined) field.pattern = pattern;
  const fallback = schema.default;
  if (fallback === undefined) return field;
  if (typeof fallback !== 'string') {
    context.odd(name, 'default-type');
    return field;
  }
  if (context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  // Kept all the same: it is shown, and the person mends it.
  if (fallback !== '' && brokenRule(compileField(field), fallback) !== undefined) context.odd(name, 'default-invalid');
  field.default = fallback;
  return field;
}

/** A length or a number of items: whole and not negative. */
export function countOf(context: ReadContext, name: string, limit: Json | undefined): number | undefined {
  if (limit === undefined) return undefined;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit;
  context.odd(name, 'bad-bound');
  return undefined;
}

function formatOf(context: ReadContext, name: string, format: Json | undefined): TextFormat | undefined {
  if (format === undefined || FORMATS.has(format)) return format as TextFormat | undefined;
  context.odd(name, 'unknown-format');
  return undefined;
}

function patternOf(context: ReadContext, name: string, pattern: Json | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  const fault = typeof pattern === 'string' ? linearPattern(pattern).fault : 'invalid';
  if (fault !== undefined) {
    context.odd(name, fault === 'invalid' ? 'invalid-pattern' : 'pattern-not-checked');
    return undefined;
  }
  if (context.strict) context.warn(name, 'not-portable');
  return pattern as string;
}
