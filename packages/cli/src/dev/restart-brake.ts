/** Notices a server that, by starting, changes what is watched: restarts chase each other and must be stopped. */
const WINDOW_MS = 20_000;
const MOST = 8;

export class RestartBrake {
  readonly #now: () => number;
  #times: number[] = [];
  #pulled = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if one more restart is in order; false once and for all after too many in a short time. */
  allow(): boolean {
    const now = this.#now();
    this.#times = [...this.#times.filter(at => now - at < WINDOW_MS), now];
    if (this.#times.length > MOST) this.#pulled = true;
    return !this.#pulled;
  }
}
