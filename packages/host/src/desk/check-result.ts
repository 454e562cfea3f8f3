/** Checks what a surface hands in against the question, and makes of it exactly what may go onto the wire. */
import type { JsonObject } from '@midcall/core';
import { checkAnswer } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { Refusal } from './refusals.js';
import { refuse } from './refusals.js';

export type CheckedResult = { readonly ok: true; readonly result: ElicitResult } | { readonly ok: false; readonly refusal: Refusal };

/** Content travels only with the accept of a form (E-A-04, E-A-05), and only what the form asked for (N3). */
export function checkResult(question: QuestionView, result: ElicitResult): CheckedResult {
  if (result.action === 'decline' || result.action === 'cancel') return { ok: true, result: { action: result.action } };
  if (result.action !== 'accept')
    return { ok: false, refusal: refuse('invalid', [{ field: '', rule: 'action', message: 'Send, decline, or leave it for now.' }]) };
  if (question.form === undefined) {
    if (question.url?.openable !== true) return { ok: false, refusal: refuse('not-openable') };
    return { ok: true, result: { action: 'accept' } };
  }
  const checked = checkAnswer(question.form, result.content ?? {});
  if (!checked.ok) return { ok: false, refusal: refuse('invalid', checked.issues) };
  return { ok: true, result: { action: 'accept', content: plain(checked.content) } };
}

/** Own members only, `__proto__` included, as an ordinary object that any JSON writer takes. */
function plain(content: object): JsonObject {
  return Object.fromEntries(Object.entries(content)) as JsonObject;
}
