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

/** @throws MidcallError FORM_INVALID with every problem, SECRET_ASK */
export function compileSource(source: FormSource | JsonObject): CompiledForm {
  const known = byIdentity.get(source);
  if (known !== undefined) return known;
  if (isDefined(source)) return remember(source, compileForm(source));
  // Anything with functions in it (a Standard Schema) is only itself.
  if ('~standard' in source) return remember(source, compileForm(defineForm(source as never)));
  const text = JSON.stringify(source);
  let compiled = byText.get(text);
  if (compiled === undefined) {
    compiled = compileForm(defineForm(source as never) as DefinedForm<unknown>);
    if (byText.size >= MOST_TEXTS) byText.clear();
    byText.set(text, compiled);
  }
  return remember(source, compiled);
}

function remember(source: object, compiled: CompiledForm): CompiledForm {
  byIdentity.set(source, compiled);
  return compiled;
}

function isDefined(source: object): source is DefinedForm<unknown> {
  return 'fields' in source && Array.isArray(source.fields) && 'warnings' in source && 'schema' in source;
}
