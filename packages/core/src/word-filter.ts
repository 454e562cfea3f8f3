/**
 * A first look that costs almost nothing: most labels hold no word that even begins or ends like one on the list, and
 * linting a form must not cost more than reading it. One pass over char codes, no allocation.
 */

export interface WordFilter {
  /** True if the text surely holds none of the words; false only means that it deserves a real look. */
  passes(text: string): boolean;
}

const SIZE = 37;

/** A filter for words that begin with `starts` or end with `endings`, all folded. */
export function wordFilter(starts: readonly string[], endings: readonly string[]): WordFilter {
  const firsts = new Uint8Array(SIZE ** 3);
  const lasts = new Uint8Array(SIZE ** 3);
  for (const word of starts) firsts[key(code(word, 0), code(word, 1), code(word, 2))] = 1;
  for (const word of endings) lasts[key(code(word, word.length - 3), code(word, word.length - 2), code(word, word.length - 1))] = 1;
  return { passes: text => passes(text, firsts, lasts) };
}

function passes(text: string, firsts: Uint8Array, lasts: Uint8Array): boolean {
  let a = 0;
  let b = 0;
  let c = 0;
  let length = 0;
  let wasLower = false;
  for (let i = 0; i <= text.length; i += 1) {
    const unit = i < text.length ? text.charCodeAt(i) : 32;
    // Other scripts, and digits or signs inside words, may imitate letters: those take the long way.
    if (unit > 127 || unit === 64 || unit === 36 || (length > 0 && unit >= 48 && unit <= 57)) return false;
    const symbol = SYMBOLS[unit] as number;
    const upper = unit >= 65 && unit <= 90;
    if (symbol === 0 || (upper && wasLower)) {
      // Where capitals run together the words are hard to tell apart, so each three letters count as a beginning too.
      if (length > 0 && length < 3 && firsts[key(length === 1 ? c : b, length === 1 ? 0 : c, 0)] === 1) return false;
      if (length > 2 && lasts[key(a, b, c)] === 1) return false;
      length = 0;
      a = 0;
      b = 0;
      c = 0;
    }
    if (symbol !== 0) {
      a = b;
      b = c;
      c = symbol;
      length += 1;
      if (length >= 3 && (length === 3 || upper) && firsts[key(a, b, c)] === 1) return false;
    }
    wasLower = symbol !== 0 && !upper;
  }
  return true;
}

/** 0 for what separates words, 1 to 26 for letters, 27 to 36 for digits. */
const SYMBOLS: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) => symbolOf(String.fromCharCode(unit).toLowerCase()));

function symbolOf(character: string): number {
  const position = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character);
  return character === '' || position < 0 ? 0 : position + 1;
}

function code(word: string, at: number): number {
  return SYMBOLS[word.charCodeAt(at)] ?? 0;
}

function key(a: number, b: number, c: number): number {
  return (a * SIZE + b) * SIZE + c;
}
