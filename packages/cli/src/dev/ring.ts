/** Keeps the last `limit` entries of an endless stream. */
export class Ring<T> {
  readonly #limit: number;
  #entries: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(entry: T): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit * 2) this.#entries = this.#entries.slice(-this.#limit);
  }

  /** The last entries, oldest first. */
  all(): readonly T[] {
    return this.#entries.slice(-this.#limit);
  }

  clear(): void {
    this.#entries = [];
  }
}
