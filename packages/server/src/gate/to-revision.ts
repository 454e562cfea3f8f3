/** A question as an older revision spells it, and the way back for its answer. */
import { type JsonObject, LATEST_REVISION, type Revision, readForm } from '@midcall/core';
import { type ConvertedForm, convertForm } from '@midcall/core/convert';
import { REJECTED_KEY } from '@midcall/core/wire';
import type { Question } from '../engine/question.js';

export interface Spelled {
  readonly params: JsonObject;
  readonly back: (result: JsonObject) => unknown;
}

/** @returns undefined if that revision has no way to ask this */
export function toRevision(question: Question, revision: Revision, randomId: () => string): Spelled | undefined {
  const { params } = question;
  if (params.mode === 'url') {
    // Required in 2025-11-25, unique in this server's context (E-R-11, E-R-13).
    return { params: { ...params, elicitationId: question.elicitationId ?? randomId() }, back: asItIs };
  }
  if (params.mode !== 'form' || revision !== FIRST) return { params, back: asItIs };
  const schema = params.requestedSchema as JsonObject;
  const converted = convert(schema);
  if (converted?.form === undefined) return undefined;
  const { answerBack } = converted;
  const rejected = schema[REJECTED_KEY];
  return {
    // This revision knows no `mode` (E-R-10).
    params: {
      message: params.message,
      requestedSchema: rejected === undefined ? converted.form.schema : { ...converted.form.schema, [REJECTED_KEY]: rejected },
    },
    back: result => (result.action === 'accept' ? { ...result, content: foldBack(answerBack, result.content) } : result),
  };
}

const FIRST = '2025-06-18' satisfies Revision;

const asItIs = (result: JsonObject): unknown => result;

const known = new WeakMap<JsonObject, ConvertedForm>();

/** A schema that says nothing of its own about one call is the same object on every call. */
function convert(schema: JsonObject): ConvertedForm | undefined {
  let converted = known.get(schema);
  if (converted === undefined) {
    const { form } = readForm(schema, { revision: LATEST_REVISION });
    if (form === undefined) return undefined;
    converted = convertForm(form, FIRST);
    known.set(schema, converted);
  }
  return converted;
}

/**
 * What does not fold back must not vanish: it goes on as it came, so that the form refuses it with its own reason; a field
 * that the host spelled differently comes back as what no field takes, and is asked again.
 */
function foldBack(answerBack: ConvertedForm['answerBack'], content: unknown): unknown {
  const verdict = answerBack(content);
  if (verdict.ok) return verdict.content;
  const came = typeof content === 'object' && content !== null ? content : {};
  const lost = verdict.issues.filter(issue => !Object.hasOwn(came, issue.field));
  return { ...came, ...Object.fromEntries(lost.map(issue => [issue.field, null])) };
}
