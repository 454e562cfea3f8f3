/**
 * What came in from a terminal, as keys. A pasted text is one key, whatever it holds: nothing in it can send, decline or
 * leave (bracketed paste; without it, a chunk of several characters). A lone escape counts only once it is clear that no
 * sequence follows.
 */
import type { Clock } from '@midcall/store';

export type Key =
  | { readonly name: KeyName; readonly text?: undefined }
  /** Typed or pasted text; line breaks in it are data. */
  | { readonly name: 'text'; readonly text: string; readonly pasted: boolean };

export type KeyName =
  | 'enter'
  | 'tab'
  | 'back-tab'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'backspace'
  | 'delete'
  | 'escape'
  | 'send'
  | 'decline'
  | 'interrupt'
  | 'end-of-input'
  | 'more-time'
  | 'clear-line'
  | 'other';

export interface KeyReader {
  push(chunk: string): void;
  /** The input ended. */
  end(): void;
  stop(): void;
}

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const ESCAPE_WAIT = 40;

const SEQUENCES: Readonly<Record<string, KeyName>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[7~': 'home',
  '[8~': 'end',
  '[3~': 'delete',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[Z': 'back-tab',
};

const CONTROLS: Readonly<Record<string, KeyName>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0013': 'send',
  '\u0018': 'decline',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0014': 'more-time',
  '\u0015': 'clear-line',
  '\u0001': 'home',
  '\u0005': 'end',
};

export function createKeyReader(clock: Pick<Clock, 'setTimeout'>, onKey: (key: Key) => void): KeyReader {
  let pending = '';
  let stopTimer: () => void = () => {};
  const flushEscape = (): void => {
    if (pending !== '\u001b') return;
    pending = '';
    onKey({ name: 'escape' });
  };
  return {
    push(chunk) {
      stopTimer();
      pending = take(pending + chunk, onKey);
      if (pending === '\u001b') stopTimer = clock.setTimeout(flushEscape, ESCAPE_WAIT);
    },
    end() {
      stopTimer();
      pending = '';
      onKey({ name: 'end-of-input' });
    },
    stop: () => stopTimer(),
  };
}

/** Gives out every whole key at the front; returns what is not whole yet. */
function take(text: string, onKey: (key: Key) => void): string {
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(PASTE_START)) {
      const end = rest.indexOf(PASTE_END);
      if (end < 0) return rest;
      onKey({ name: 'text', text: lines(rest.slice(PASTE_START.length, end)), pasted: true });
      rest = rest.slice(end + PASTE_END.length);
      continue;
    }
    if (rest[0] === '\u001b') {
      const taken = escapeSequence(rest, onKey);
      if (taken === 0) return rest;
      rest = rest.slice(taken);
      continue;
    }
    const plain = /^[^\p{Cc}]+/u.exec(rest)?.[0];
    if (plain !== undefined) {
      // Text behind a line break in one chunk is a paste that the terminal did not mark: no Enter in it counts.
      const run = /^(?:[^\p{Cc}]|[\r\n\t])+/u.exec(rest)?.[0] ?? plain;
      const pasted = /[\r\n\t]+[^\r\n\t]/.test(run);
      onKey({ name: 'text', text: pasted ? lines(run).trimEnd() : plain, pasted });
      rest = rest.slice((pasted ? run : plain).length);
      continue;
    }
    const [control = ''] = rest;
    onKey({ name: CONTROLS[control] ?? 'other' });
    rest = rest.slice(1);
  }
  return '';
}

/** How many characters of an escape sequence were taken; 0 if it is not whole yet. */
function escapeSequence(text: string, onKey: (key: Key) => void): number {
  if (text.length === 1) return 0;
  if (text[1] === '\u001b') {
    onKey({ name: 'escape' });
    return 1;
  }
  const after = text.slice(1);
  const sequence = /^(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z])/.exec(after)?.[0];
  if (sequence !== undefined) {
    onKey({ name: SEQUENCES[sequence] ?? 'other' });
    return sequence.length + 1;
  }
  if (/^(?:\[[0-9;?]*[ -/]*|O)$/.test(after)) return 0;
  onKey({ name: 'other' }); // Alt and a character
  return 2;
}

/** Line breaks and tabs stay; other control characters in a paste are dropped. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
