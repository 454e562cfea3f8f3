/**
 * One run of a handler from its top: waits, quiescence, endings. Knows no protocol and no transport.
 *
 * Promises:
 *  1. A verb that cannot go on in this round parks: its promise never settles, so no `catch`, `finally` or `allSettled`
 *     of the author can take a wait for an answer.
 *  2. Asks started together go out together: the round is over once nothing has happened for one turn of the event loop
 *     and no effect or pinned read of ours is in flight. Which round a question rides in never changes what an answer means (D5).
 *  3. A fault wins over an ending, an ending over what the handler returns or throws, that over an open question.
 *  4. After the round nothing starts: verbs of an abandoned round park, verbs of a completed call are refused (D6).
 *  5. `defer`red functions run exactly once, last first, however the round ends.
 */
import { MidcallError } from '@midcall/core';

/** How a run of the handler ended. `Q` is a question that is to be sent, `E` an ending that is not the author's. */
export type RoundOutcome<Q, E> =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'ended'; readonly ending: E }
  | { readonly kind: 'waiting'; readonly questions: ReadonlyMap<string, Q> }
  | { readonly kind: 'fault'; readonly error: unknown };

export interface RoundPorts {
  /** Runs `fn` after one turn of the event loop. */
  readonly turn: (fn: () => void) => void;
  /** Told of errors that have nobody else to go to. */
  readonly report: (error: unknown) => void;
  /** Aborts when the host takes the call back; looked at only by handlers that look. */
  readonly host?: AbortSignal;
}

type State = 'running' | 'abandoned' | 'completed';

export class Round<Q, E> {
  readonly #ports: RoundPorts;
  readonly #used = new Set<string>();
  readonly #waiting = new Map<string, Q>();
  readonly #deferred: (() => unknown)[] = [];
  #state: State = 'running';
  #inFlight = 0;
  #armed = false;
  #ending: { readonly ending: E } | undefined;
  #fault: { readonly error: unknown } | undefined;
  #finish: ((outcome: RoundOutcome<Q, E>) => void) | undefined;
  #abort: AbortController | undefined;

  constructor(ports: RoundPorts) {
    this.#ports = ports;
  }

  /** Runs the handler until it returns, throws, ends or waits. Call once. */
  run(body: () => unknown): Promise<RoundOutcome<Q, E>> {
    const outcome = new Promise<RoundOutcome<Q, E>>(resolve => {
      this.#finish = resolve;
    });
    let running: unknown;
    try {
      running = body();
    } catch (error) {
      this.#settle({ kind: 'threw', error });
      return this.#close(outcome);
    }
    if (isThenable(running)) {
      running.then(
        value => this.#settle({ kind: 'returned', value }),
        error => this.#settle({ kind: 'threw', error }),
      );
    } else {
      this.#settle({ kind: 'returned', value: running });
    }
    return this.#close(outcome);
  }

  /** True while verbs may do something. */
  get open(): boolean {
    return this.#state === 'running';
  }

  /** Aborts when the round is over for any reason, or when the host cancels the call. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      const { host } = this.#ports;
      this.#abort = abort;
      if (host?.aborted === true) abort.abort(host.reason);
      else if (this.#state !== 'running') abort.abort(roundOver());
      else host?.addEventListener('abort', () => abort.abort(host.reason), { once: true, signal: abort.signal });
    }
    return this.#abort.signal;
  }

  /** Claims a key for this run. @throws MidcallError KEY_REUSED */
  use(key: string): void {
    if (this.#used.has(key)) {
      throw new MidcallError('KEY_REUSED', `The key '${key}' is used twice in one call`, {
        hint: 'Give every question, pin and effect its own key; in a loop put the number into it, such as seat:3.',
      });
    }
    this.#used.add(key);
  }

  /** Registers a question and parks. */
  wait<T>(key: string, question: Q): Promise<T> {
    if (this.#state === 'running') {
      this.#waiting.set(key, question);
      this.#arm();
    }
    return never();
  }

  /** Ends the call with a result that is not the author's, and parks. The first ending counts. */
  end<T>(ending: E): Promise<T> {
    if (this.#state === 'running') {
      this.#ending ??= { ending };
      this.#arm();
    }
    return never();
  }

  /** Ends the call with an error that no code of the author can catch, and parks. The first fault counts. */
  fail<T>(error: unknown): Promise<T> {
    if (this.#state === 'running') {
      this.#fault ??= { error };
      this.#arm();
    }
    return never();
  }

  get ending(): E | undefined {
    return this.#ending?.ending;
  }

  /** Keeps the round open while `work` runs: an effect in flight finishes, and is recorded, before the round ends. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const refused = this.refuseIfOver<T>();
    if (refused !== undefined) return refused;
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      this.#arm();
    }
  }

  /** Undefined while the round runs; else what a verb returns instead of doing anything. */
  refuseIfOver<T>(): Promise<T> | undefined {
    if (this.#state === 'running') return undefined;
    return this.#state === 'abandoned' ? never() : Promise.reject(roundOver());
  }

  defer(fn: () => unknown): void {
    this.#deferred.push(fn);
  }

  #arm(): void {
    if (this.#armed || this.#state !== 'running') return;
    if (this.#waiting.size === 0 && this.#ending === undefined && this.#fault === undefined) return;
    this.#armed = true;
    this.#ports.turn(() => {
      this.#armed = false;
      if (this.#state !== 'running' || this.#inFlight > 0) return;
      this.#over('abandoned', this.#sticky() ?? { kind: 'waiting', questions: this.#waiting });
    });
  }

  #settle(outcome: RoundOutcome<Q, E>): void {
    if (this.#state !== 'running') return;
    this.#over('completed', this.#sticky() ?? outcome);
  }

  #sticky(): RoundOutcome<Q, E> | undefined {
    if (this.#fault !== undefined) return { kind: 'fault', error: this.#fault.error };
    if (this.#ending !== undefined) return { kind: 'ended', ending: this.#ending.ending };
    return undefined;
  }

  #over(state: State, outcome: RoundOutcome<Q, E>): void {
    this.#state = state;
    this.#finish?.(outcome);
  }

  async #close(outcome: Promise<RoundOutcome<Q, E>>): Promise<RoundOutcome<Q, E>> {
    const result = await outcome;
    if (this.#abort !== undefined && !this.#abort.signal.aborted) this.#abort.abort(roundOver());
    for (let fn = this.#deferred.pop(); fn !== undefined; fn = this.#deferred.pop()) {
      try {
        await fn();
      } catch (error) {
        this.#ports.report(error);
      }
    }
    return result;
  }
}

function roundOver(): MidcallError {
  return new MidcallError('ROUND_OVER', 'This call has ended; nothing more can be done in it', {
    hint: 'Await everything the handler starts, and stop what still runs when `call.signal` aborts.',
  });
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => {});
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
