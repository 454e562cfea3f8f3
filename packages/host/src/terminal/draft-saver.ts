/** Keeps what is typed at the desk: a moment after the last key, and at once when the sheet is left. */
import type { Clock } from '@midcall/store';
import type { Desk, Viewer } from '../desk.js';
import type { SheetPart } from './sheet.js';

/** Milliseconds of quiet before a draft is kept. */
const WAIT = 300;

/** What there is to keep now. */
export interface Drafted {
  readonly desk: Desk | undefined;
  readonly viewer: Viewer;
  readonly parts: readonly SheetPart[];
}

export class DraftSaver {
  readonly #clock: Clock;
  readonly #drafted: () => Drafted;
  #stop: () => void = () => {};

  constructor(clock: Clock, drafted: () => Drafted) {
    this.#clock = clock;
    this.#drafted = drafted;
  }

  soon(): void {
    this.stop();
    this.#stop = this.#clock.setTimeout(() => this.save(), WAIT);
  }

  save(): void {
    this.stop();
    const { desk, viewer, parts } = this.#drafted();
    for (const { question, values, dirty } of parts) {
      if (!dirty || question.state !== 'waiting') continue;
      const draft = { v: 1, values: [...values], at: this.#clock.now() } as const;
      void desk?.saveDraft(question.id, draft, viewer).catch(() => {}); // the desk has told whom it concerns
    }
  }

  stop(): void {
    this.#stop();
    this.#stop = () => {};
  }
}
