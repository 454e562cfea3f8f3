/**
 * What came in from a terminal, as keys.
 *
 * Invariants:
 *  1. A pasted text is one key, whatever it holds: nothing in it answers, leaves or opens anything. Marked pastes are
 *     known by their marks; where a terminal marks none, text that comes in one chunk with control characters is one, and
 *     for a moment after any paste nothing that answers counts.
 *  2. A lone escape counts only once it is clear that no sequence follows; a paste whose end never comes ends by itself.
 *  3. An interrupt that comes alone always counts.
 */
import type { Clock } from '@midcall/store';

export type Key =
  | { readonly name: KeyName; readonly text?: undefined }
  /** Typed or pasted text; line breaks in it are data. */
  | { readonly name: 'text'; readonly text: string; readonly pasted: boolean };

export type KeyName =
  | 'enter'
  | 'line-break'
  | 'tab'
  | 'back-tab'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | 'backspace'
  | 'delete'
  | 'delete-word'
  | 'clear-line'
  | 'clear-rest'
  | 'escape'
  | 'send'
  | 'decline'
  | 'not-now'
  | 'interrupt'
  | 'end-of-input'
  | 'more-time'
  | 'menu'
  | 'fold'
  | 'sent'
  | 'suspend'
  | 'other';

export interface KeyReader {
  push(chunk: string): void;
  /** The input ended. */
  end(): void;
  stop(): void;
}

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
/** Milliseconds to wait for the rest of a sequence after an escape. */
const ESCAPE_WAIT = 40;
/** Milliseconds of silence after which a paste without an end mark has ended. */
const PASTE_WAIT = 500;
/** Milliseconds after pasted text in which nothing answers: what follows may be more of it, cut off by the terminal's buffer. */
const PASTE_CALM = 30;
/** UTF-16 units in one chunk that nobody types; what comes after them may be the rest of a paste. */
const PASTE_PIECE = 256;
/** UTF-16 units of one paste; what is beyond them could not be sent anyway. */
const PASTE_MOST = 256 * 1024;

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
  '[1;5D': 'word-left',
  '[1;5C': 'word-right',
  '[1;3D': 'word-left',
  '[1;3C': 'word-right',
  b: 'word-left',
  f: 'word-right',
  '\u007f': 'delete-word',
  '\r': 'line-break',
};

const CONTROLS: Readonly<Record<string, KeyName>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0001': 'home',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0005': 'end',
  '\u0006': 'fold',
  '\u000b': 'clear-rest',
  '\u000e': 'not-now',
  '\u000f': 'menu',
  '\u0012': 'sent',
  '\u0013': 'send',
  '\u0014': 'more-time',
  '\u0015': 'clear-line',
  '\u0017': 'delete-word',
  '\u0018': 'decline',
  '\u001a': 'suspend',
};

/** Keys that only move or edit: they may come in a crowd, as repeated keys do over a slow line. */
const HARMLESS: ReadonlySet<KeyName> = new Set(['tab', 'backspace', 'home', 'end', 'clear-rest', 'clear-line', 'delete-word']);

export function createKeyReader(clock: Clock, onKey: (key: Key) => void): KeyReader {
  let pending = '';
  let paste: string | undefined;
  let calmUntil = 0;
  /** What is pending came among pasted text: an escape in it is not the key. */
  let doubtful = false;
  let stopTimer: () => void = () => {};

  const give = (key: Key): void => {
    if (key.name === 'text' && (key.pasted || key.text.length >= PASTE_PIECE)) calmUntil = clock.now() + PASTE_CALM;
    onKey(key);
  };
  const endPaste = (): void => {
    if (paste === undefined) return;
    const text = lines(paste);
    paste = undefined;
    calmUntil = clock.now() + PASTE_CALM;
    if (text !== '') give({ name: 'text', text, pasted: true });
  };
  const flush = (): void => {
    endPaste();
    if (pending === '\u001b') give({ name: doubtful ? 'other' : 'escape' });
    pending = '';
  };
  const intoPaste = (chunk: string): string => {
    const all = (paste ?? '') + chunk;
    const end = all.indexOf(PASTE_END);
    paste = (end < 0 ? all : all.slice(0, end)).slice(0, PASTE_MOST);
    if (end < 0) return '';
    endPaste();
    return all.slice(end + PASTE_END.length);
  };

  return {
    push(chunk) {
      stopTimer();
      let rest = paste === undefined ? pending + chunk : intoPaste(chunk);
      pending = '';
      while (rest !== '' && paste === undefined) {
        const start = rest.indexOf(PASTE_START);
        const keys = start < 0 ? rest : rest.slice(0, start);
        const crowd = isCrowd(keys);
        doubtful = crowd || clock.now() < calmUntil;
        if (crowd) calmUntil = clock.now() + PASTE_CALM;
        const left = take(keys, doubtful, give);
        if (start < 0) pending = left;
        rest = start < 0 ? '' : intoPaste(rest.slice(start + PASTE_START.length));
      }
      if (paste !== undefined) stopTimer = clock.setTimeout(flush, PASTE_WAIT);
      else if (pending !== '') stopTimer = clock.setTimeout(flush, ESCAPE_WAIT);
    },
    end() {
      stopTimer();
      pending = '';
      paste = undefined;
      onKey({ name: 'end-of-input' });
    },
    stop: () => stopTimer(),
  };
}

/** Gives out every whole key at the front; returns what is not whole yet. */
function take(text: string, crowd: boolean, onKey: (key: Key) => void): string {
  let rest = text;
  while (rest !== '') {
    if (rest[0] === '\u001b') {
      const taken = escapeSequence(rest, crowd, onKey);
      if (taken === 0) return rest;
      rest = rest.slice(taken);
      continue;
    }
    const plain = /^[^\p{Cc}]+/u.exec(rest)?.[0];
    if (plain !== undefined) {
      const run = /^(?:[^\p{Cc}]|[\r\n\t])+/u.exec(rest)?.[0] ?? plain;
      const pasted = /[\r\n\t]+[^\r\n\t]/.test(run);
      onKey({ name: 'text', text: pasted ? lines(run).trimEnd() : plain, pasted });
      rest = rest.slice((pasted ? run : plain).length);
      continue;
    }
    const [control = ''] = rest;
    const name = CONTROLS[control] ?? 'other';
    const alone = name === 'interrupt' && [...text].every(one => one === control);
    onKey({ name: crowd && !HARMLESS.has(name) && !alone ? 'other' : name });
    rest = rest.slice(1);
  }
  return '';
}

/** Text and control characters in one chunk, or several line breaks: no person types so. Keys that send sequences are no text. */
function isCrowd(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape in front of a sequence, whole or not yet
  const keys = text.replace(/\u001b(?:\[[0-9;?]*[ -/]*(?:[@-~]|$)|O(?:[A-Za-z]|$))/g, '');
  const hasText = /[^\p{Cc}]/u.test(keys);
  return (hasText && /\p{Cc}/u.test(keys)) || /[\r\n]{2}/.test(keys);
}

/** How many characters of an escape sequence were taken; 0 if it is not whole yet. */
function escapeSequence(text: string, crowd: boolean, onKey: (key: Key) => void): number {
  if (text.length === 1) return 0;
  if (text[1] === '\u001b') {
    onKey({ name: crowd ? 'other' : 'escape' });
    return 1;
  }
  const after = text.slice(1);
  const sequence = /^(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z])/.exec(after)?.[0];
  if (sequence !== undefined) {
    onKey({ name: SEQUENCES[sequence] ?? 'other' });
    return sequence.length + 1;
  }
  if (/^(?:\[[0-9;?]*[ -/]*|O)$/.test(after)) return 0;
  onKey({ name: SEQUENCES[after[0] ?? ''] ?? 'other' }); // Alt and a character
  return 2;
}

/** Line breaks and tabs stay; other control characters in a paste are dropped. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
