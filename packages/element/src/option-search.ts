/**
 * Finds options as a person types, among ten thousand, in a few milliseconds a keystroke: titles are folded once, and a
 * longer query only looks among what the shorter one found.
 */
import type { Option } from '@midcall/core';

export class OptionSearch {
  readonly #options: readonly Option[];
  readonly #folded: readonly string[];
  #lastQuery = '';
  #lastFound: readonly number[];

  constructor(options: readonly Option[]) {
    this.#options = options;
    this.#folded = options.map(option => fold(option.title));
    this.#lastFound = options.map((_, index) => index);
  }

  /** Indexes of the options that match, those that start with the query first, each group in the server's order. */
  find(query: string): readonly Option[] {
    const wanted = fold(query.trim());
    const pool = wanted.startsWith(this.#lastQuery) ? [...this.#lastFound].sort((a, b) => a - b) : this.#options.map((_, index) => index);
    const starts: number[] = [];
    const inside: number[] = [];
    for (const index of pool) {
      const at = this.#folded[index]?.indexOf(wanted) ?? -1;
      if (at === 0) starts.push(index);
      else if (at > 0) inside.push(index);
    }
    this.#lastQuery = wanted;
    this.#lastFound = [...starts, ...inside];
    return this.#lastFound.map(index => this.#options[index] as Option);
  }
}

/** Case and accents do not matter when searching. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
