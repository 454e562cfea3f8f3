/**
 * Answers to several questions of one round, sent together. All are checked before the first is given, so that what the desk
 * would refuse sends the whole sheet back and nothing of it is saved.
 */
import { checkAnswer } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { type ElicitResult, readElicitResult } from '@midcall/core/wire';
import type { Desk, Viewer } from '@midcall/host';
import type { ApiReply } from './api.js';

/** More than any round may hold (the host's limit is 16). */
const MOST = 64;

interface Part {
  readonly question: QuestionView;
  readonly result: ElicitResult;
}

export interface RefusedPart {
  readonly id: string;
  readonly sentence: string;
  readonly issues?: readonly { readonly field: string; readonly rule: string; readonly message: string }[];
}

export async function answerRound(desk: Desk, viewer: Viewer, surface: string, body: unknown): Promise<ApiReply> {
  const given =
    typeof body === 'object' && body !== null && 'answers' in body && Array.isArray(body.answers) ? (body.answers as unknown[]) : [];
  if (given.length === 0 || given.length > MOST) return { status: 400, body: { sentence: 'These are not answers of one round.' } };
  const parts: Part[] = [];
  const refused: RefusedPart[] = [];
  for (const each of given) {
    const { id, result } = (typeof each === 'object' && each !== null ? each : {}) as { id?: unknown; result?: unknown };
    const question = typeof id === 'string' ? desk.get(id, viewer) : undefined;
    if (question === undefined) return { status: 404, body: { sentence: 'There is no such question.' } };
    const read = readElicitResult(result, question.url === undefined ? 'form' : 'url');
    if (!read.ok) return { status: 400, body: { sentence: read.issue.message } };
    parts.push({ question, result: read.result });
  }
  const rounds = new Set(parts.map(({ question }) => question.round));
  if (rounds.size !== 1 || rounds.has(undefined) || new Set(parts.map(({ question }) => question.id)).size !== parts.length)
    return { status: 400, body: { sentence: 'These are not answers of one round.' } };
  for (const { question, result } of parts) {
    if (question.form === undefined || result.action !== 'accept') continue;
    const check = checkAnswer(question.form, result.content ?? {});
    if (!check.ok) refused.push({ id: question.id, sentence: check.issues[0]?.message ?? '', issues: check.issues });
  }
  if (refused.length > 0) return { status: 422, body: { refused } };
  const questions: QuestionView[] = [];
  for (const { question, result } of parts) {
    const outcome = await desk.answer(question.id, result, { ...viewer, surface, as: 'person' });
    if (outcome.ok) questions.push(outcome.question);
    else refused.push({ id: question.id, sentence: outcome.sentence, ...(outcome.issues !== undefined && { issues: outcome.issues }) });
  }
  return { status: refused.length > 0 ? 409 : 200, body: { questions, refused } };
}
