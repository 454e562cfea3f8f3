/** Why an answer was not taken, in one sentence for the person who gave it. */
import type { FieldIssue } from '@midcall/core';
import type { QuestionState } from '@midcall/core/contract';
import type { AnswerOutcome } from '../desk.js';

export type Refusal = Extract<AnswerOutcome, { ok: false }>;

const SENTENCES = {
  late: 'This question has ended; the answer came too late and was not sent.',
  'second-answer': 'This question already has an answer; this one was not sent.',
  'guard-time': 'The question had only just appeared; nothing was sent. Look at it and answer again.',
  invalid: 'The answer does not fit the question; nothing was sent.',
  unreachable: 'The program that asked does not respond; nothing was sent. If it is gone, this question ends as lost.',
  'in-doubt': 'It is not known yet whether your answer was taken; the list shows it as soon as it is.',
  unknown: 'This question does not exist, or is not yours to answer.',
  'not-openable': 'This question has no page that can be opened.',
} as const satisfies Record<Refusal['reason'], string>;

export function refuse(reason: Refusal['reason'], issues?: readonly FieldIssue[]): Refusal {
  return { ok: false, reason, sentence: SENTENCES[reason], ...(issues !== undefined && { issues }) };
}

/** The refusal that fits a question which no longer takes answers. */
export function refuseEnded(state: QuestionState): Refusal {
  return refuse(state === 'expired' || state === 'withdrawn' ? 'late' : 'second-answer');
}
