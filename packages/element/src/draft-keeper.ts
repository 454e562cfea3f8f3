/** Tells of what was typed: a moment after typing stops, and at once when the sheet goes away. */
const QUIET_MS = 400;

export class DraftKeeper {
  readonly #tell: (id: string) => void;
  #waiting: { readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  /** @param tell has the draft of this question sent out as it stands */
  constructor(tell: (id: string) => void) {
    this.#tell = tell;
  }

  touched(id: string): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = { id, timer: setTimeout(() => this.flush(), QUIET_MS) };
  }

  /** What waits to be told is told now; nothing where nothing was typed since. */
  flush(): void {
    if (this.#waiting === undefined) return;
    const { id, timer } = this.#waiting;
    clearTimeout(timer);
    this.#waiting = undefined;
    this.#tell(id);
  }
}
