/** The lines a server printed beside the protocol, numbered and timed. */
import type { DevLine } from './contract.js';
import { Ring } from './ring.js';

const KEPT = 200;
const LONGEST = 2_000;

export class LineLog {
  readonly #lines = new Ring<DevLine>(KEPT);
  readonly #now: () => number;
  readonly #onLine: (line: DevLine) => void;
  #n = 0;

  constructor(now: () => number, onLine: (line: DevLine) => void) {
    this.#now = now;
    this.#onLine = onLine;
  }

  add(stream: DevLine['stream'], text: string): void {
    const line: DevLine = { n: ++this.#n, at: this.#now(), stream, text: text.slice(0, LONGEST) };
    this.#lines.push(line);
    this.#onLine(line);
  }

  all(): readonly DevLine[] {
    return this.#lines.all();
  }
}
