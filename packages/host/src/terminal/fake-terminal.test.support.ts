/** A terminal in memory: a screen that keeps what was written as a terminal would, and a keyboard. */
import { EventEmitter } from 'node:events';
import type { TerminalInput, TerminalOutput } from './index.js';

export class FakeInput extends EventEmitter implements TerminalInput {
  isTTY: boolean | undefined = true;
  raw = false;
  setRawMode(raw: boolean): this {
    this.raw = raw;
    return this;
  }
  resume(): this {
    return this;
  }
  pause(): this {
    return this;
  }
  type(text: string): void {
    this.emit('data', text);
  }
}

/** Understands what the surface writes: home, erase to the end of line or screen, main and alternate screen, cursor. */
export class FakeOutput extends EventEmitter implements TerminalOutput {
  isTTY: boolean | undefined = true;
  columns = 80;
  rows = 24;
  cursorShown = true;
  alternate = false;
  /** Everything that was written, for what must never be in it. */
  written = '';
  #screen: string[] = [];
  readonly #main: string[] = [''];
  #row = 0;
  /** Where the cursor stands, one-based, once it was placed. */
  cursor: readonly [row: number, column: number] | undefined;

  write(text: string): boolean {
    this.written += text;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is a terminal
    for (const [part] of text.matchAll(/\u001b\[[?0-9;]*[A-Za-z]|\r\n|[^\u001b\r\n]+|[\s\S]/g)) this.#take(part);
    return true;
  }

  /** Lines on the screen, without stress. */
  lines(): string[] {
    return this.alternate ? this.#screen : this.#main;
  }

  text(): string {
    return this.lines().join('\n');
  }

  #take(part: string): void {
    if (part === '\u001b[?1049h') {
      this.alternate = true;
      this.#screen = [''];
      this.#row = 0;
    } else if (part === '\u001b[?1049l') this.alternate = false;
    else if (part === '\u001b[?25l') this.cursorShown = false;
    else if (part === '\u001b[?25h') this.cursorShown = true;
    else if (part === '\u001b[H') {
      this.#row = 0;
      this.#screen[0] = '';
    } else if (part.startsWith('\u001b[') && /\d;\d+H$/.test(part)) {
      const [row = 1, column = 1] = (part.match(/\d+/g) ?? []).map(Number);
      this.cursor = [row, column];
    } else if (part === '\u001b[J') this.#screen.length = this.#row + 1;
    else if (part === '\r\n') {
      if (!this.alternate) this.#main.push('');
      else {
        this.#row += 1;
        this.#screen[this.#row] = '';
      }
    } else if (!part.startsWith('\u001b')) {
      if (this.alternate) this.#screen[this.#row] = (this.#screen[this.#row] ?? '') + part;
      else this.#main[this.#main.length - 1] += part;
    }
  }
}

export const KEY = {
  enter: '\r',
  tab: '\t',
  backTab: '\u001b[Z',
  up: '\u001b[A',
  down: '\u001b[B',
  left: '\u001b[D',
  right: '\u001b[C',
  escape: '\u001b',
  send: '\u0013',
  decline: '\u0018',
  interrupt: '\u0003',
  endOfInput: '\u0004',
  moreTime: '\u0014',
  backspace: '\u007f',
  clear: '\u0015',
} as const;

export function paste(text: string): string {
  return `\u001b[200~${text}\u001b[201~`;
}
