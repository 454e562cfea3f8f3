/**
 * Holding the terminal: raw keys in, a screen of its own out, and everything given back as it was, however it went (cooked,
 * cursor shown, line wrap on, main screen).
 *
 * Invariants:
 *  1. Given back whenever nothing of ours is on it, also while the process is stopped by job control.
 *  2. A line never wraps: what is measured wrongly is cut by the terminal, it cannot push other lines out of place.
 *  3. No write of a terminal that is gone stops anything.
 */
import type { Clock } from '@midcall/store';
import type { Key } from './keys.js';
import { createKeyReader } from './keys.js';
import type { Frame } from './page.js';

/** Standard input as Node gives it, or anything that behaves like it. */
export interface TerminalInput {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array | string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export interface TerminalOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** Job control: Ctrl+Z at a question gives the terminal back, stops the process, and comes back to the question. */
export interface TerminalJobs {
  /** Stops this process, as the shell's Ctrl+Z would. */
  stop(): void;
  /** Told each time the process goes on, whoever stopped it. Returns the way to stop listening. */
  onContinue(listener: () => void): () => void;
}

export interface HoldOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly clock: Clock;
  readonly jobs?: TerminalJobs | undefined;
  /** Milliseconds between two drawings by the clock. */
  readonly tick: number;
  readonly onKey: (key: Key) => void;
  /** Draw again: the window has another size, time went on, or the process was stopped in between. */
  readonly onDraw: (why: 'resize' | 'tick' | 'continue') => void;
}

const ENTER = '\u001b[?1049h\u001b[?2004h\u001b[?7l\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?7h\u001b[?2004l\u001b[?1049l';

export class TerminalHold {
  readonly #options: HoldOptions;
  #give: (() => void) | undefined;
  /** An address stands alone on the main screen. */
  #printed = false;
  #last = '';

  constructor(options: HoldOptions) {
    this.#options = options;
  }

  get held(): boolean {
    return this.#give !== undefined;
  }

  take(): void {
    if (this.#give !== undefined) return;
    const { input, output, clock, jobs, onDraw, onKey } = this.#options;
    const keys = createKeyReader(clock, key => {
      if (key.name === 'suspend') this.#suspend();
      else onKey(key);
    });
    const decoder = new TextDecoder();
    const data = (chunk: Uint8Array | string): void => {
      if (this.#printed) this.#back();
      else keys.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    };
    const end = (): void => keys.end();
    const resize = (): void => onDraw('resize');
    let stopTick: () => void = () => {};
    const tick = (): void => {
      stopTick = clock.setTimeout(() => {
        onDraw('tick');
        tick();
      }, this.#options.tick);
    };
    const stopContinue = jobs?.onContinue(() => {
      this.#raw(true);
      this.#write(this.#printed ? '' : ENTER);
      this.#last = '';
      onDraw('continue');
    });
    this.#raw(true);
    input.on('data', data);
    input.on('end', end);
    output.on('resize', resize);
    input.resume();
    this.#write(ENTER);
    tick();
    this.#give = () => {
      this.#give = undefined;
      stopTick();
      stopContinue?.();
      keys.stop();
      input.off('data', data);
      input.off('end', end);
      output.off('resize', resize);
      input.pause();
      this.#raw(false);
      this.#write(this.#printed ? '' : LEAVE);
      this.#printed = false;
      this.#last = '';
    };
  }

  give(): void {
    this.#give?.();
  }

  /** One line on the screen that stays. */
  say(line: string): void {
    if (!this.held) this.#write(`${line}\r\n`);
  }

  /** The terminal's own bell. */
  ring(): void {
    this.#write('\u0007');
  }

  draw({ lines, cursor }: Frame, always: boolean): void {
    if (!this.held || this.#printed) return;
    // Each line is erased and written, then all below: nothing old stays, nothing flickers.
    const screen = `\u001b[H${lines.map(line => `\u001b[K${line}`).join('\r\n')}\u001b[J`;
    const place = cursor === undefined ? '\u001b[?25l' : `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`;
    const whole = screen + place;
    if (!always && whole === this.#last) return;
    this.#last = whole;
    this.#write(whole);
  }

  /** Leaves the text alone on the main screen, in one line, where it can be marked and copied whole; any key goes back. */
  print(text: string, hint: string): void {
    if (!this.held || this.#printed) return;
    this.#write(`${LEAVE}${text}\r\n\r\n${hint}\r\n`);
    this.#printed = true;
  }

  #back(): void {
    this.#printed = false;
    this.#last = '';
    this.#write(ENTER);
    this.#options.onDraw('continue');
  }

  #suspend(): void {
    const { jobs } = this.#options;
    if (jobs === undefined) return;
    this.#raw(false);
    this.#write(LEAVE);
    jobs.stop();
  }

  #raw(raw: boolean): void {
    try {
      this.#options.input.setRawMode?.(raw);
    } catch {
      // the terminal is gone; the end of its input says so
    }
  }

  #write(text: string): void {
    if (text === '') return;
    try {
      this.#options.output.write(text);
    } catch {
      // as above
    }
  }
}
