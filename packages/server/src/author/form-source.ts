/** Forms as authors write them, compiled once: what stands inline in a handler is recognised by what it says. */
import {
  type DefinedForm,
  defineForm,
  type FieldAnswer,
  type FieldRecord,
  type JsonObject,
  type SchemaAnswer,
  type StandardSchema,
} from '@midcall/core';
import { type CompiledForm, compileForm } from './compiled-form.js';

/** A defined form, a record of builders, a Standard Schema with JSON output, or a JSON Schema. */
export type FormSource = DefinedForm<unknown> | FieldRecord | StandardSchema | SchemaSource;

interface SchemaSource {
  readonly type: 'object';
  readonly properties: object;
}

export type ContentOf<Source> =
  Source extends DefinedForm<infer Answer>
    ? Answer
    : Source extends StandardSchema
      ? StandardSchema.Output<Source>
      : Source extends SchemaSource
        ? SchemaAnswer<Source>
        : Source extends FieldRecord
          ? FieldAnswer<Source>
          : JsonObject;

const byIdentity = new WeakMap<object, CompiledForm>();
const byText = new Map<string, CompiledForm>();
const MOST_TEXTS = 1_000;

/**
 * What stands inline is a new object on every run, so it is recognised by its members: first against the last few forms,
 * which costs a tenth of writing it out, then by its text. None of these objects is kept.
 */
const recent: { readonly says: Saying; readonly compiled: CompiledForm }[] = [];
const MOST_RECENT = 16;
let oldest = 0;

/** @throws MidcallError FORM_INVALID with every problem, SECRET_ASK */
export function compileSource(source: FormSource | JsonObject): CompiledForm {
  // Anything with functions in it (a Standard Schema) is only itself, and so is a form that is defined already.
  if ('~standard' in source || isDefined(source)) {
    let known = byIdentity.get(source);
    if (known === undefined) {
      known = compileForm(isDefined(source) ? source : defineForm(source as never));
      byIdentity.set(source, known);
    }
    return known;
  }
  for (const { says, compiled } of recent) if (saysThat(source, says)) return compiled;
  const text = JSON.stringify(source);
  let compiled = byText.get(text);
  if (compiled === undefined) {
    compiled = compileForm(defineForm(source as never) as DefinedForm<unknown>);
    if (byText.size >= MOST_TEXTS) byText.clear();
    byText.set(text, compiled);
  }
  // A copy: what the author does with the original later must not change what is recognised.
  recent[oldest] = { says: sayingOf(JSON.parse(text)), compiled };
  oldest = (oldest + 1) % MOST_RECENT;
  return compiled;
}

/** JSON taken apart once, so that holding something against it makes no lists of names. */
type Saying =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'list'; readonly items: readonly Saying[] }
  | { readonly kind: 'members'; readonly names: readonly string[]; readonly items: readonly Saying[] };

function sayingOf(json: unknown): Saying {
  if (typeof json !== 'object' || json === null) return { kind: 'value', value: json };
  const items = Object.values(json).map(sayingOf);
  return Array.isArray(json) ? { kind: 'list', items } : { kind: 'members', names: Object.keys(json), items };
}

/** True if it is the same JSON, in the same order: fields are asked in the order they are written. */
function saysThat(source: unknown, saying: Saying): boolean {
  if (typeof source !== 'object' || source === null) return saying.kind === 'value' && source === saying.value;
  if (saying.kind === 'value' || Array.isArray(source) !== (saying.kind === 'list')) return false;
  let at = 0;
  // A name that is inherited is none of the saying's, and what is not recognised here is recognised by its text.
  for (const name in source) {
    const item = saying.items[at];
    if (item === undefined || (saying.kind === 'members' && name !== saying.names[at]) || !saysThat(source[name as keyof object], item))
      return false;
    at += 1;
  }
  return at === saying.items.length;
}

function isDefined(source: object): source is DefinedForm<unknown> {
  return 'fields' in source && Array.isArray(source.fields) && 'warnings' in source && 'schema' in source;
}
