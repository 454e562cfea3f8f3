/** Follows the time a question has left, once a second: what is announced on the way, and the moment it is over, once. */
import type { QuestionView } from '@midcall/core/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { expiryNotice } from './expiry-notice.js';

export interface ExpiryHandlers {
  /** Once a second while there is a question: ages and times on the sheet move on. */
  readonly onTick: () => void;
  /** @param left milliseconds */
  readonly onNotice: (left: number) => void;
  readonly onExpired: () => void;
}

export class ExpiryWatch implements ReactiveController {
  readonly #now: () => number;
  readonly #handlers: ExpiryHandlers;
  #view: QuestionView | undefined;
  #last = Number.POSITIVE_INFINITY;
  #expired = false;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, now: () => number, handlers: ExpiryHandlers) {
    this.#now = now;
    this.#handlers = handlers;
    host.addController(this);
  }

  /** @param fresh another question than before */
  follow(view: QuestionView | undefined, fresh: boolean): void {
    this.#view = view;
    if (!fresh) return;
    this.#expired = false;
    this.again();
  }

  /** More time was asked for: what was announced may be announced again. */
  again(): void {
    this.#last = Number.POSITIVE_INFINITY;
  }

  hostConnected(): void {
    this.#tick = setInterval(() => this.#onTick(), 1000);
  }

  hostDisconnected(): void {
    clearInterval(this.#tick);
  }

  #onTick(): void {
    if (this.#view === undefined) return;
    this.#handlers.onTick();
    const { expiresAt, state } = this.#view;
    if (expiresAt === undefined || (state !== 'waiting' && state !== 'opened')) return;
    const left = expiresAt - this.#now();
    const notice = expiryNotice(left, this.#last);
    if (notice !== undefined) {
      this.#last = notice;
      this.#handlers.onNotice(left);
    }
    if (left <= 0 && !this.#expired) {
      this.#expired = true;
      this.#handlers.onExpired();
    }
  }
}
