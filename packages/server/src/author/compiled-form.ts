/**
 * A form ready to be asked: read once, kept as long as what it was made from. Nothing here is done again per call.
 */
import {
  type AnswerCheck,
  type AnswerContent,
  checkAnswer,
  type FieldIssue,
  type Form,
  type JsonObject,
  MidcallError,
  type Refinement,
} from '@midcall/core';
import type { Awaitable } from '../state/index.js';

export interface CompiledForm {
  readonly form: Form;
  /** The schema as JSON text: what the fingerprint is taken of. */
  readonly text: string;
  readonly required: readonly string[];
  /** Checks a whole answer, the author's own refinements included. @returns the content as JSON, as it is journalled */
  readonly check: (content: unknown) => Awaitable<AnswerCheck<JsonObject>>;
  /** Checked content as the author's schema types it. */
  readonly typed: (content: JsonObject) => Awaitable<unknown>;
  /** Checks one field on its own. @returns its issues, none if it may be used as it is */
  readonly checkField: (name: string, value: unknown) => readonly FieldIssue[];
}

export function compileForm(form: Form & { readonly refine?: Refinement }): CompiledForm {
  const { refine } = form;
  const plain = (content: unknown): AnswerCheck<JsonObject> => checkAnswer(form, content) as AnswerCheck<JsonObject>;
  const alone = new Map<string, Form>();
  const byName = new Map(form.fields.map(field => [field.name, field]));
  return {
    form,
    text: JSON.stringify(form.schema),
    required: form.fields.filter(field => field.required).map(field => field.name),
    check: refine === undefined ? plain : content => refined(refine, plain(content)),
    typed: refine === undefined ? content => ({ ...content }) : content => typedBy(refine, content),
    checkField(name, value) {
      const field = byName.get(name);
      if (field === undefined) return [];
      let single = alone.get(name);
      if (single === undefined) {
        single = { fields: [field], schema: { type: 'object', properties: {} }, revision: form.revision };
        alone.set(name, single);
      }
      const verdict = checkAnswer(single, Object.fromEntries([[name, value]]));
      return verdict.ok ? [] : verdict.issues;
    },
  };
}

/** The schema without some fields, and with other defaults: what is sent when part of it is known already. */
export function derivedSchema(schema: JsonObject, without: ReadonlySet<string>, defaults: ReadonlyMap<string, unknown>): JsonObject {
  if (without.size === 0 && defaults.size === 0) return schema;
  const properties: [string, unknown][] = [];
  for (const [name, property] of Object.entries(schema.properties as JsonObject)) {
    if (without.has(name)) continue;
    properties.push([name, defaults.has(name) ? { ...(property as JsonObject), default: defaults.get(name) } : property]);
  }
  const { required, ...rest } = schema;
  const left = Array.isArray(required) ? (required as readonly string[]).filter(name => !without.has(name)) : [];
  return { ...rest, properties: Object.fromEntries(properties) as JsonObject, ...(left.length > 0 && { required: left }) };
}

async function refined(refine: Refinement, verdict: AnswerCheck<JsonObject>): Promise<AnswerCheck<JsonObject>> {
  if (!verdict.ok) return verdict;
  const result = await refine(verdict.content as AnswerContent);
  return result.ok ? verdict : result;
}

/** Refinements that pass once pass again, or say why not: they must depend on the content alone. */
async function typedBy(refine: Refinement, content: JsonObject): Promise<unknown> {
  const result = await refine(content as AnswerContent);
  if (result.ok) return result.value;
  throw new MidcallError('NOT_DETERMINISTIC', 'A refinement refused content that it had taken before', {
    hint: 'Let refinements look at the answer only; check what changes (stock, permissions) in the handler.',
  });
}
