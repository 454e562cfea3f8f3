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
 * which costs a fifth of writing it out, then by its text. None of these objects is kept.
 */
const recent: { readonly says: unknown; readonly compiled: CompiledForm }[] = [];
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
  for (const { says, compiled } of recent) if (saysTheSame(source, says)) return compiled;
  const text = JSON.stringify(source);
  let compiled = byText.get(text);
  if (compiled === undefined) {
    compiled = compileForm(defineForm(source as never) as DefinedForm<unknown>);
    if (byText.size >= MOST_TEXTS) byText.clear();
    byText.set(text, compiled);
  }
  // A copy: what the author does with the original later must not change what is recognised.
  recent[oldest] = { says: JSON.parse(text), compiled };
  oldest = (oldest + 1) % MOST_RECENT;
  return compiled;
}

/** True if both are the same JSON, in the same order. */
function saysTheSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const others = Object.keys(b);
  if (names.length !== others.length) return false;
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as keyof object;
    // Order counts: fields are asked in the order they are written.
    if (name !== others[i] || !saysTheSame(a[name], b[name])) return false;
  }
  return true;
}

function isDefined(source: object): source is DefinedForm<unknown> {
  return 'fields' in source && Array.isArray(source.fields) && 'warnings' in source && 'schema' in source;
}
