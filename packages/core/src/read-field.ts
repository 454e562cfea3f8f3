/** One property of a `requestedSchema` as a field. Unfolds references and nullable unions first, then reads by kind. */
import { brokenRule, compileField } from './check-value.js';
import type { BooleanField, Field, NumberField, OpaqueField } from './form.js';
import type { Json, JsonObject } from './json.js';
import type { ReadContext } from './read-form.js';
import { isRemote } from './read-form.js';
import { readChoice, readChoices } from './read-options.js';
import { readText } from './read-text.js';
import { readableName } from './readable-name.js';
import { isRecord } from './record.js';

/** What every field starts from. */
export interface FieldHead {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
}

/** A field under construction. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A field of one kind with nothing but its head. Written out, since a form is read at every question and spreads are dear. */
export function begin<Kind extends Field['kind']>(kind: Kind, head: FieldHead): { kind: Kind } & Mutable<FieldHead> {
  const field: { kind: Kind } & Mutable<FieldHead> = { kind, name: head.name, label: head.label, required: head.required };
  if (head.description !== undefined) field.description = head.description;
  return field;
}

/** Reads one property; always returns a field, with what is wrong told to the context. */
export function readField(context: ReadContext, name: string, received: unknown, required: boolean): Field {
  if (!isRecord(received)) {
    // `true` is a schema that allows anything; everything else here is not a schema at all.
    if (received === true) context.odd(name, 'unknown-type');
    else context.refuse(name, 'not-json-schema');
    return opaque({ name, label: readableName(name), required }, received as Json);
  }
  const schema = unfold(context, name, received as JsonObject);
  const head = headOf(context, name, schema, required);
  refuseComposition(context, name, schema);
  const type = typeOf(context, name, schema);
  if (context.strict && type !== undefined) warnOfUnknown(context, name, schema, type);
  switch (type) {
    case 'string':
      return readChoice(context, head, schema) ?? readText(context, head, schema);
    case 'number':
      return readChoice(context, head, schema) ?? readNumber(context, head, schema, 'number');
    case 'integer':
      return readChoice(context, head, schema) ?? readNumber(context, head, schema, 'integer');
    case 'boolean':
      return readBoolean(context, head, schema);
    case 'array': {
      const field = readChoices(context, head, schema);
      if (field !== undefined) return field;
      context.odd(name, 'free-list');
      return opaque(head, received as Json, schema);
    }
    case 'object':
      context.odd(name, 'nested-object');
      return opaque(head, received as Json, schema);
    default:
      return opaque(head, received as Json, schema);
  }
}

/** A field that cannot be drawn: kept as it came, so that nothing is lost (N12). */
export function opaque(head: FieldHead, received: Json, schema?: JsonObject): OpaqueField {
  const field: Mutable<OpaqueField> = { ...begin('opaque', head), schema: received };
  const fallback = schema?.default;
  if (fallback !== undefined && fallback !== null) field.default = fallback;
  return field;
}

const MAX_HOPS = 8;

/** Follows references inside this schema and takes null out of unions. */
function unfold(context: ReadContext, name: string, received: JsonObject): JsonObject {
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

function headOf(context: ReadContext, name: string, schema: JsonObject, required: boolean): FieldHead {
  const { title, description } = schema;
  if ((title !== undefined && typeof title !== 'string') || (description !== undefined && typeof description !== 'string')) {
    context.odd(name, 'bad-text');
  }
  const label = typeof title === 'string' && title.trim() !== '' ? title : readableName(name);
  return typeof description === 'string' && description !== '' ? { name, label, description, required } : { name, label, required };
}

/** Keywords that narrow an answer and that no field has. Drawn all the same by a host: the server checks again. */
const COMPOSITION: ReadonlySet<string> = new Set([
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'contentSchema',
  'prefixItems',
  'contains',
]);

function refuseComposition(context: ReadContext, name: string, schema: JsonObject): void {
  for (const keyword in schema) {
    if (COMPOSITION.has(keyword)) {
      context.odd(name, 'unsupported-keyword');
      return;
    }
  }
}

const ANNOTATIONS = [
  'type',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$id',
  'format',
];
const OPTIONS = ['enum', 'enumNames', 'oneOf', 'anyOf', 'const'];
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** What means something on each type; everything else is a slip of the author's, or an extension that says so (`x-…`). */
const KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['string', new Set([...ANNOTATIONS, ...OPTIONS, 'minLength', 'maxLength', 'pattern'])],
  ['number', new Set([...ANNOTATIONS, ...OPTIONS, ...BOUNDS])],
  ['integer', new Set([...ANNOTATIONS, ...OPTIONS, ...BOUNDS])],
  ['boolean', new Set([...ANNOTATIONS, ...OPTIONS])],
  ['array', new Set([...ANNOTATIONS, ...OPTIONS, 'items', 'minItems', 'maxItems', 'uniqueItems'])],
]);

function warnOfUnknown(context: ReadContext, name: string, schema: JsonObject, type: string): void {
  const known = KEYWORDS.get(type);
  if (known === undefined) return;
  for (const keyword in schema) {
    if (!known.has(keyword) && !COMPOSITION.has(keyword) && !keyword.startsWith('x-') && keyword !== '$ref') {
      context.warn(name, 'unknown-keyword');
      return;
    }
  }
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/** The one type a field has; undefined after telling why there is none. */
function typeOf(context: ReadContext, name: string, schema: JsonObject): string | undefined {
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

function readBoolean(context: ReadContext, head: FieldHead, schema: JsonObject): BooleanField {
  if (schema.enum !== undefined || schema.const !== undefined) context.odd(head.name, 'unsupported-keyword');
  if (schema.format !== undefined) context.warn(head.name, 'format-ignored');
  const field: Mutable<BooleanField> = begin('boolean', head);
  if (typeof schema.default === 'boolean') field.default = schema.default;
  else if (schema.default !== undefined) context.odd(head.name, 'default-type');
  return field;
}

function readNumber(context: ReadContext, head: FieldHead, schema: JsonObject, kind: 'number' | 'integer'): NumberField {
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
  if (context.strict && context.revision === '2025-06-18') context.odd(name, 'not-in-revision');
  if (brokenRule(compileField(field), fallback) !== undefined) context.odd(name, 'default-invalid');
  field.default = fallback;
  return field;
}

function isEmptyRange(field: NumberField): boolean {
  const low = Math.max(field.minimum ?? Number.NEGATIVE_INFINITY, field.exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(field.maximum ?? Number.POSITIVE_INFINITY, field.exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return low > high || (low === high && (field.exclusiveMinimum === low || field.exclusiveMaximum === high));
}
