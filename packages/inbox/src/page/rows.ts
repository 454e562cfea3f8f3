/** What the list shows as one row: a question, or all questions of one round, which are answered together. */
import type { QuestionView } from '@midcall/core/contract';
import { isWaiting, type QuestionList } from './question-list.js';

export interface Row {
  /** Under which it is chosen: the first question's. */
  readonly id: string;
  /** Oldest first; more than one only for a round. */
  readonly questions: readonly QuestionView[];
}

export function waitingRows(list: QuestionList, now: number): readonly Row[] {
  return rowsOf(list.waiting(now), list);
}

/** A round has ended when all of it has. */
export function endedRows(list: QuestionList, now: number): readonly Row[] {
  return rowsOf(list.ended(now), list).filter(row => row.questions.every(question => !isWaiting(question, now)));
}

export function rowOf(question: QuestionView, list: QuestionList): Row {
  const { round } = question;
  const questions = round === undefined ? [question] : list.ofRound(round, question.server.name);
  return { id: questions[0]?.id ?? question.id, questions };
}

function rowsOf(questions: readonly QuestionView[], list: QuestionList): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const question of questions) {
    const row = rowOf(question, list);
    if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}
