/**
 * Guard time: for a short moment after a sheet appears, is uncovered or changes what its main button does, its buttons do
 * nothing, so that a key or click meant for something else never answers a question.
 */
export const GUARD_MS = 600;

export class Guard {
  #until = 0;
  readonly #now: () => number;
  readonly #ms: number;

  constructor(now: () => number, ms: number = GUARD_MS) {
    this.#now = now;
    this.#ms = ms;
  }

  raise(): void {
    this.#until = this.#now() + this.#ms;
  }

  /** Milliseconds until buttons answer again; 0 when they do. */
  get left(): number {
    return Math.max(0, this.#until - this.#now());
  }
}
