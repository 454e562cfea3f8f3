/**
 * An answer from a host, judged before a server sees it (D29): size, well-formed Unicode, the three actions, the form.
 *
 * Invariants:
 *  1. What passes is passed as it came, member for member, save content that has no business there (E-A-04, E-A-05).
 *  2. What does not pass becomes `cancel`: nobody's answer is invented, and the server is not handed data that its own
 *     form forbids (B-053, B-184, B-187).
 *  3. Neither the verdict nor the log carries anything of the answer (N9).
 */
import type { JsonObject, Revision } from '@midcall/core';
import { checkAnswer, readForm } from '@midcall/core';
import type { ElicitResult } from '@midcall/core/wire';
import { isObject, objectAt } from '../json-rpc/message.js';
import { modeOf } from './modes.js';

export type AnswerVerdict =
  | { readonly ok: true; readonly result: JsonObject }
  /** `why` in kebab-case: `not-an-answer`, `too-large`, `broken-unicode`, `breaks-the-form`. */
  | { readonly ok: false; readonly why: string };

export const CANCELLED: ElicitResult = { action: 'cancel' };

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Judges what a host answered to the question `params`. `maxBytes` bounds its JSON. */
export function checkHostAnswer(answer: unknown, params: JsonObject, revision: Revision, maxBytes: number): AnswerVerdict {
  if (!isObject(answer) || !ACTIONS.includes(answer.action)) return { ok: false, why: 'not-an-answer' };
  const result = answer as JsonObject;
  const text = JSON.stringify(result);
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) return { ok: false, why: 'too-large' };
  // JSON.stringify writes a lone surrogate as an escape, so the text itself is always well formed: look for the escape.
  if (LONE_SURROGATE.test(text)) return { ok: false, why: 'broken-unicode' };
  if (result.action !== 'accept' || modeOf(params) === 'url') return { ok: true, result: withoutContent(result) };
  return checkForm(result, params, revision);
}

function checkForm(result: JsonObject, params: JsonObject, revision: Revision): AnswerVerdict {
  const content = result.content;
  if (content !== undefined && !isObject(content)) return { ok: false, why: 'breaks-the-form' };
  const schema = objectAt(params, 'requestedSchema');
  const { form } = schema === undefined ? {} : readForm(schema, { revision });
  // A form that cannot be read cannot be judged either; the server that wrote it judges the answer itself.
  if (form === undefined) return { ok: true, result };
  return checkAnswer(form, content ?? {}).ok ? { ok: true, result } : { ok: false, why: 'breaks-the-form' };
}

function withoutContent(result: JsonObject): JsonObject {
  if (!Object.hasOwn(result, 'content')) return result;
  const { content: _content, ...rest } = result;
  return rest;
}

// An escaped surrogate whose backslash is not itself escaped: JSON.stringify escapes only the lone ones.
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F][0-9a-fA-F]{2}/u;
