/** How wide text is in a terminal, and how it breaks into lines: wide and combining characters, emoji sequences. */

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Ranges that terminals draw two cells wide (East Asian Wide and Fullwidth). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]/u;

/** Each UTF-16 unit is a character of one cell: Latin letters, punctuation, what this surface draws with. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25cf\u2610-\u2612\u276f\u27e8\u27e9]*$/;

/** UTF-16 units that are looked at together: the segmenter takes far more than twice as long for a text twice as long. */
const WINDOW = 256;

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const segment of graphemesOf(text)) width += cellWidth(segment);
  return width;
}

/** Characters as a person sees them. Looked at word by word: most words hold nothing to put together. */
function* graphemesOf(text: string): Generator<string> {
  for (const word of text.match(/[^ ]* |[^ ]+/g) ?? []) {
    if (PLAIN.test(word)) yield* word;
    else yield* segmentsOf(word);
  }
}

function* segmentsOf(word: string): Generator<string> {
  for (let from = 0; from < word.length; ) {
    const found = [...segments.segment(word.slice(from, from + WINDOW))];
    // The last one may go on in the next window, unless it fills this one alone.
    if (from + WINDOW < word.length && found.length > 1) found.pop();
    for (const { segment } of found) {
      yield segment;
      from += segment.length;
    }
  }
}

function cellWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme < '\u0300') return 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) || /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) ? 2 : 1;
}

/** The text in lines of at most `width` cells, broken at blanks where possible; its own line breaks are kept. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(1, width);
  return text.split('\n').flatMap(line => wrapLine(line.replace(/\t/g, '  '), room));
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width && PLAIN.test(line)) return [line.trimEnd()];
  const out: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.split(/(?<= )/u)) {
    const wide = widthOf(word.trimEnd());
    if (used > 0 && used + wide > width) {
      out.push(current.trimEnd());
      current = '';
      used = 0;
    }
    if (wide <= width) {
      current += word;
      used += widthOf(word);
      continue;
    }
    const pieces = breakText(word, width);
    out.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
    used = widthOf(current);
  }
  return [...out, current.trimEnd()];
}

/** At most `width` cells, `…` where something is left out. */
export function cutText(text: string, width: number): string {
  if (text.length <= width && PLAIN.test(text)) return text;
  let whole = '';
  let cut = '';
  let used = 0;
  for (const segment of graphemesOf(text)) {
    used += cellWidth(segment);
    if (used > width) return width > 0 ? `${cut}…` : '';
    whole += segment;
    if (used < width) cut = whole;
  }
  return whole;
}

/** The text in lines of at most `width` cells, broken wherever a line is full, for what is being typed: blanks count. */
export function breakText(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const out: string[] = [];
  if (PLAIN.test(text)) {
    for (let from = 0; from < text.length; from += room) out.push(text.slice(from, from + room));
    return out.length === 0 ? [''] : out;
  }
  let current = '';
  let used = 0;
  for (const segment of graphemesOf(text)) {
    const cell = cellWidth(segment);
    if (used + cell > room && used > 0) {
      out.push(current);
      current = '';
      used = 0;
    }
    current += segment;
    used += cell;
  }
  return [...out, current];
}

/** Filled up with blanks to `width` cells. */
export function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
