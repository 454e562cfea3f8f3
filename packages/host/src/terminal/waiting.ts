/**
 * What waits, as sheets: a question alone, or all questions of one round that are known so far, in the order in which
 * they came. Who is on the screen is not known here.
 */
import type { QuestionView } from '@midcall/core/contract';

export interface WaitingSheet {
  /** The round, or the question where it has none. */
  readonly key: string;
  readonly questions: readonly QuestionView[];
}

export function sheetKey(question: QuestionView): string {
  // Rounds are told apart by server, too: two servers may well use one name for theirs.
  return question.round === undefined ? `q ${question.id}` : `r ${JSON.stringify([question.server.name, question.round])}`;
}

export class Waiting {
  readonly #sheets = new Map<string, QuestionView[]>();

  /** Takes a question in, or a newer view of one. False if it is not open and was not known. */
  put(question: QuestionView): boolean {
    const key = sheetKey(question);
    const questions = this.#sheets.get(key) ?? [];
    const at = questions.findIndex(one => one.id === question.id);
    if (at >= 0) questions[at] = question;
    else if (isOpen(question)) questions.push(question);
    else return false;
    this.#sheets.set(key, questions);
    if (!questions.some(isOpen)) this.#sheets.delete(key);
    return true;
  }

  drop(key: string): void {
    this.#sheets.delete(key);
  }

  /** To the end of the line. */
  defer(key: string): void {
    const questions = this.#sheets.get(key);
    if (questions === undefined) return;
    this.#sheets.delete(key);
    this.#sheets.set(key, questions);
  }

  get(key: string): WaitingSheet | undefined {
    const questions = this.#sheets.get(key);
    return questions === undefined ? undefined : { key, questions };
  }

  list(): readonly WaitingSheet[] {
    return [...this.#sheets].map(([key, questions]) => ({ key, questions }));
  }

  clear(): void {
    this.#sheets.clear();
  }
}

function isOpen({ state }: QuestionView): boolean {
  return state === 'waiting' || state === 'opened';
}
