/**
 * What became of the questions that were on the screen, one line each: saved, then delivered or lost on the way (D24, N8);
 * declined, withdrawn, expired, answered elsewhere. Lines for the screen that stays, and the last few for the list.
 */
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import { sayEndOf } from './outcome.js';

/** Lines that the list keeps. */
const SAID = 3;

export class Telling {
  /** Questions that were answered here: how they end is told here, too. */
  readonly own = new Set<string>();
  readonly #say: Say;
  readonly #said = new Map<string, string>();
  readonly #lines: string[] = [];

  constructor(say: Say) {
    this.#say = say;
  }

  /** A sheet is over. Several questions that ended alike are one line. */
  over(questions: readonly QuestionView[]): void {
    const before = this.#lines.length;
    for (const question of questions) {
      const line = this.#note(question);
      if (!this.#lines.slice(before).includes(line)) this.#lines.push(line);
      if (question.action !== 'accept') this.own.delete(question.id);
    }
  }

  /** What became of an answer that was given here. False if there is nothing to tell. */
  outcome(question: QuestionView): boolean {
    if (question.state !== 'delivered' && question.state !== 'undeliverable') return false;
    if (!this.own.has(question.id) || question.action !== 'accept') return false;
    this.#lines.push(this.#note(question));
    this.own.delete(question.id);
    return true;
  }

  /** Something else that must not be lost because nothing is on the screen to say it on. */
  also(line: string): void {
    this.#lines.push(line);
    this.#keep(line, line);
  }

  /** Lines for the screen that stays, each once. */
  take(): readonly string[] {
    return this.#lines.splice(0);
  }

  get pending(): boolean {
    return this.#lines.length > 0;
  }

  /** The last lines, newest last. */
  get said(): readonly string[] {
    return [...this.#said.values()];
  }

  #note(question: QuestionView): string {
    const line = sayEndOf(question, this.#say, this.own.has(question.id));
    this.#keep(question.id, line);
    return line;
  }

  #keep(id: string, line: string): void {
    this.#said.delete(id);
    this.#said.set(id, line);
    for (const old of this.#said.keys()) {
      if (this.#said.size <= SAID) break;
      this.#said.delete(old);
    }
  }
}
