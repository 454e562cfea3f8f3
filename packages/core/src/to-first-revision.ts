/**
 * Towards 2025-06-18, which has no `oneOf`, no lists, no `$schema`, and defaults on yes/no only. Keywords that no
 * revision knows are passed on untouched.
 */
import type { Folds } from './fold-answer.js';
import type { ChoicesField, Field, Form } from './form.js';
import { type FormLoss, formLoss } from './form-loss.js';
import type { Json, JsonObject } from './json.js';
import { LIMITS } from './limits.js';
import { readForm } from './read-form.js';
import { isRecord } from './record.js';

export interface FirstRevision {
  /** Missing if the form cannot be asked there. */
  readonly converted?: Form;
  readonly losses: readonly FormLoss[];
  readonly folds: Folds;
}

/** Converts a form of a later revision. */
export function toFirstRevision(form: Form): FirstRevision {
  const losses: FormLoss[] = [];
  const properties: [string, JsonObject[string]][] = [];
  const required: string[] = [];
  const parts = new Map<string, readonly string[]>();
  const owners = new Map<string, string>();
  const taken = new Set(form.fields.map(field => field.name));
  for (const field of form.fields) {
    if (field.kind !== 'choices') {
      properties.push([field.name, carried(form, field, losses)]);
      if (field.required) required.push(field.name);
      continue;
    }
    losses.push(formLoss(field.name, 'choices-as-booleans'));
    if (field.minItems !== undefined || field.maxItems !== undefined) losses.push(formLoss(field.name, 'bounds-told'));
    const names = freeNames(field, taken);
    parts.set(field.name, names);
    for (const [index, name] of names.entries()) {
      owners.set(name, field.name);
      properties.push([name, yesNoFor(field, index)]);
    }
  }
  const { $schema, ...root } = form.schema;
  if ($schema !== undefined) losses.push(formLoss('', 'dialect-dropped'));
  const folds: Folds = { parts, ownerOf: name => owners.get(name) ?? name };
  if (properties.length > LIMITS.fields) return { losses: [...losses, formLoss('', 'too-many-fields')], folds };
  const { required: _required, ...rest } = root;
  const schema: JsonObject = {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
  const { form: converted } = readForm(schema, { revision: '2025-06-18' });
  return converted === undefined ? { losses, folds } : { converted, losses, folds };
}

/** Longer defaults would drown the description. */
const TOLD = 120;

function carried(form: Form, field: Exclude<Field, ChoicesField>, losses: FormLoss[]): Json {
  const properties = form.schema.properties;
  const received = isRecord(properties) && Object.hasOwn(properties, field.name) ? (properties[field.name] as Json) : {};
  if (field.kind === 'opaque' || (field.kind === 'choice' && field.options.some(option => option.number !== undefined))) {
    losses.push(formLoss(field.name, 'not-convertible'));
    return received;
  }
  // What was read leniently (a reference, a nullable union) is written as it was read.
  const {
    oneOf: _one,
    anyOf: _any,
    $ref: ref,
    const: _const,
    default: fallback,
    ...rest
  } = isRecord(received) ? (received as JsonObject) : {};
  const schema: Record<string, Json | undefined> = {
    ...rest,
    type: field.kind === 'text' || field.kind === 'choice' ? 'string' : field.kind,
  };
  // A property behind a reference has its title there.
  if (ref !== undefined) schema.title = field.label;
  if (field.description !== undefined) schema.description = field.description;
  if (field.kind === 'choice') {
    schema.enum = field.options.map(option => option.value);
    if (field.options.some(option => option.title !== option.value)) schema.enumNames = field.options.map(option => option.title);
    else delete schema.enumNames;
  }
  if (field.kind === 'boolean') {
    if (field.default !== undefined) schema.default = field.default;
  } else if (field.default !== undefined && fallback !== undefined) {
    const told = shownDefault(field);
    const tell = told.length > 0 && told.length <= TOLD;
    losses.push(formLoss(field.name, tell ? 'default-told' : 'default-dropped'));
    if (tell) schema.description = joined(field.description, `Suggested: ${told}`);
  }
  return schema;
}

function shownDefault(field: Exclude<Field, ChoicesField>): string {
  if (field.kind === 'choice') return field.options.find(option => option.value === field.default)?.title ?? '';
  return field.kind === 'opaque' ? '' : String(field.default ?? '');
}

/** `tags__0` …; more underscores as long as another field has such a name. */
function freeNames(field: ChoicesField, taken: Set<string>): readonly string[] {
  let separator = '__';
  const all = (): readonly string[] => field.options.map((_option, index) => `${field.name}${separator}${index}`);
  while (all().some(name => taken.has(name))) separator += '_';
  const names = all();
  for (const name of names) taken.add(name);
  return names;
}

function yesNoFor(field: ChoicesField, index: number): JsonObject {
  const option = field.options[index];
  if (option === undefined) return { type: 'boolean' };
  const description = index === 0 ? joined(field.description, bounds(field)) : undefined;
  return {
    type: 'boolean',
    title: `${field.label}: ${option.title}`,
    ...(description === undefined ? {} : { description }),
    ...(field.default === undefined ? {} : { default: field.default.includes(option.value) }),
  };
}

function bounds({ minItems, maxItems }: ChoicesField): string | undefined {
  if (minItems !== undefined && maxItems !== undefined) return `Choose ${minItems} to ${maxItems} of these`;
  if (minItems !== undefined) return `Choose at least ${minItems} of these`;
  return maxItems === undefined ? undefined : `Choose at most ${maxItems} of these`;
}

function joined(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return `${first.replace(/[.\s]+$/, '')}. ${second}`;
}
