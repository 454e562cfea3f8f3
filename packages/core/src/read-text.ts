/** Text fields: lengths in code points, the four formats, patterns that can be checked in linear time. */
import { brokenRule, compileField } from './check-value.js';
import type { TextField, TextFormat } from './form.js';
import type { JsonObject } from './json.js';
import { linearPattern } from './linear-pattern.js';
import type { FieldHead } from './read-field.js';
import type { ReadContext } from './read-form.js';

const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** Reads a `type: "string"` without options. */
export function readText(context: ReadContext, head: FieldHead, schema: JsonObject): TextField {
  const { name } = head;
  const limits: { minLength?: number; maxLength?: number } = {};
  for (const keyword of ['minLength', 'maxLength'] as const) {
    const limit = schema[keyword];
    if (limit === undefined) continue;
    if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) limits[keyword] = limit;
    else context.odd(name, 'bad-bound');
  }
  if ((limits.minLength ?? 0) > (limits.maxLength ?? Number.POSITIVE_INFINITY)) context.odd(name, 'bounds-contradict');
  const field: TextField = { kind: 'text', ...head, ...limits, ...formatOf(context, name, schema), ...patternOf(context, name, schema) };
  const fallback = schema.default;
  if (fallback === undefined) return field;
  if (typeof fallback !== 'string') {
    context.odd(name, 'default-type');
    return field;
  }
  if (context.strict && context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  // Kept all the same: it is shown, and the person mends it.
  if (fallback !== '' && brokenRule(compileField(field), fallback) !== undefined) context.odd(name, 'default-invalid');
  return { ...field, default: fallback };
}

function formatOf(context: ReadContext, name: string, schema: JsonObject): { format?: TextFormat } {
  const { format } = schema;
  if (format === undefined) return {};
  if (FORMATS.has(format)) return { format: format as TextFormat };
  context.odd(name, 'unknown-format');
  return {};
}

function patternOf(context: ReadContext, name: string, schema: JsonObject): { pattern?: string } {
  const { pattern } = schema;
  if (pattern === undefined) return {};
  if (typeof pattern !== 'string') {
    context.odd(name, 'invalid-pattern');
    return {};
  }
  const { fault } = linearPattern(pattern);
  if (fault !== undefined) {
    context.odd(name, fault === 'invalid' ? 'invalid-pattern' : 'pattern-not-checked');
    return {};
  }
  if (context.strict) context.warn(name, 'not-portable');
  return { pattern };
}
