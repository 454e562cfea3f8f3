/**
 * Choices, in every spelling: plain `enum`, `enum` with `enumNames`, `oneOf` (and the superseded `anyOf`) of
 * `{const, title}`, and for several `items.enum`, `items.anyOf`, `items.oneOf` and a top-level `anyOf` (trap 22).
 */

import { begin, type FieldHead, type Mutable } from './field-head.js';
import type { ChoiceField, ChoicesField, Option } from './form.js';
import type { FormRule } from './form-rule.js';
import type { Json, JsonObject } from './json.js';
import { LIMITS } from './limits.js';
import { distinctTitles } from './option-titles.js';
import type { ReadContext } from './read-form.js';
import { countOf } from './read-text.js';
import { isRecord } from './record.js';

/** Reads one choice; undefined if the schema lists no options. */
export function readChoice(context: ReadContext, head: FieldHead, schema: JsonObject): ChoiceField | undefined {
  const listed = listedOptions(context, head.name, schema, 'oneOf');
  if (listed === undefined) return undefined;
  const { name } = head;
  if (schema.format !== undefined) context.warn(name, 'format-ignored');
  const field: Mutable<ChoiceField> = Object.assign(begin('choice', head), { options: settled(context, name, listed) });
  const fallback = schema.default;
  if (fallback === undefined) return field;
  const chosen = field.options.find(option => (option.number ?? option.value) === fallback);
  if (chosen === undefined) {
    const plain = typeof fallback === 'string' || typeof fallback === 'number';
    context.odd(name, plain ? 'default-not-in-enum' : 'default-type');
    return field;
  }
  if (context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  field.default = chosen.value;
  return field;
}

/** Reads several choices of an array; undefined if its items are not a list of options. */
export function readChoices(context: ReadContext, head: FieldHead, schema: JsonObject): ChoicesField | undefined {
  const { name } = head;
  const { items } = schema;
  const inside = isRecord(items) ? listedOptions(context, name, items as JsonObject, 'anyOf') : undefined;
  const listed = inside ?? (items === undefined ? listedOptions(context, name, schema, undefined) : undefined);
  if (listed === undefined || listed.some(option => option.number !== undefined)) return undefined;
  if (context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  if (isRecord(items) && items.enum !== undefined && items.type !== 'string') context.odd(name, 'type-missing');
  if (schema.uniqueItems !== undefined && context.strict) context.warn(name, 'not-portable');
  const minItems = countOf(context, name, schema.minItems);
  const maxItems = countOf(context, name, schema.maxItems);
  const options = settled(context, name, listed);
  const least = minItems ?? 0;
  if (least > (maxItems ?? Number.POSITIVE_INFINITY) || least > options.length) context.odd(name, 'bounds-contradict');
  const field: Mutable<ChoicesField> = Object.assign(begin('choices', head), { options });
  if (minItems !== undefined) field.minItems = minItems;
  if (maxItems !== undefined) field.maxItems = maxItems;
  const fallback = schema.default;
  if (fallback === undefined) return field;
  if (!Array.isArray(fallback) || !fallback.every(item => typeof item === 'string')) {
    context.odd(name, 'default-type');
    return field;
  }
  const known = new Set(options.map(option => option.value));
  const chosen = [...new Set(fallback as readonly string[])].filter(value => known.has(value));
  if (chosen.length < fallback.length) context.odd(name, 'default-not-in-enum');
  if (chosen.length > 0 || fallback.length === 0) field.default = chosen;
  return field;
}

interface Listed {
  readonly value: string;
  title?: string;
  readonly number?: number;
}

/** The options as listed; undefined if there is no list. `expected` is the keyword that this place should use. */
function listedOptions(
  context: ReadContext,
  name: string,
  schema: JsonObject,
  expected: 'oneOf' | 'anyOf' | undefined,
): readonly Listed[] | undefined {
  if (schema.enum !== undefined) return fromEnum(context, name, schema);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (branches === undefined) continue;
    const listed = fromBranches(branches);
    if (listed === undefined) {
      context.odd(name, 'bad-options');
      continue;
    }
    if (keyword !== expected) context.odd(name, 'list-shape');
    if (context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
    return listed;
  }
  const only = schema.const;
  if (only === undefined) return undefined;
  const option = optionOf(only);
  context.odd(name, option === undefined ? 'bad-options' : 'list-shape');
  return option === undefined ? undefined : [option];
}

function fromEnum(context: ReadContext, name: string, schema: JsonObject): readonly Listed[] | undefined {
  const members: unknown = schema.enum;
  if (!Array.isArray(members)) {
    context.odd(name, 'bad-options');
    return undefined;
  }
  const titles: unknown = schema.enumNames;
  const names = Array.isArray(titles) ? (titles as readonly unknown[]) : undefined;
  if (titles !== undefined) {
    if (names === undefined || names.length !== members.length || !names.every(title => typeof title === 'string'))
      context.odd(name, 'option-titles');
    else if (context.strict && context.revision !== '2025-06-18') context.warn(name, 'legacy-titles');
  }
  const listed: Listed[] = [];
  let odd: FormRule | undefined;
  for (const [index, member] of (members as readonly Json[]).entries()) {
    // A nullable choice says so here; null itself is never an answer (trap 14).
    if (member === null) {
      odd = 'nullable';
      continue;
    }
    const option = optionOf(member, schema.type === 'string');
    if (option === undefined) {
      odd = 'bad-options';
      continue;
    }
    if (typeof member === 'number') odd = 'number-options';
    const title = names?.[index];
    if (typeof title === 'string') option.title = title;
    listed.push(option);
  }
  if (odd !== undefined) context.odd(name, odd);
  return listed;
}

/** Undefined unless every branch is a constant. */
function fromBranches(branches: unknown): readonly Listed[] | undefined {
  if (!Array.isArray(branches)) return undefined;
  const listed: Listed[] = [];
  for (const branch of branches as readonly unknown[]) {
    const option = isRecord(branch) ? optionOf(branch.const as Json) : undefined;
    if (option === undefined) return undefined;
    const title = (branch as Record<string, unknown>).title;
    if (typeof title === 'string') option.title = title;
    listed.push(option);
  }
  return listed;
}

/** A text is sent as it is; a number is sent as a number unless the field says that it is text. */
function optionOf(member: Json | undefined, text = false): Listed | undefined {
  if (typeof member === 'string') return { value: member };
  if (typeof member !== 'number') return undefined;
  return text ? { value: String(member) } : { value: String(member), number: member };
}

function settled(context: ReadContext, name: string, listed: readonly Listed[]): readonly Option[] {
  if (listed.length === 0) context.odd(name, 'empty-options');
  if (listed.length > LIMITS.options) context.refuse(name, 'too-many-options');
  const values = new Set<string>();
  const once = listed.filter(option => values.size < values.add(option.value).size);
  if (once.length < listed.length) context.odd(name, 'duplicate-option');
  const { options, changed } = distinctTitles(once);
  if (changed) context.warn(name, 'duplicate-title');
  return options;
}
