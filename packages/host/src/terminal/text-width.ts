/** How wide text is in a terminal, and how it breaks into lines: wide and combining characters, emoji sequences. */

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Ranges that terminals draw two cells wide (East Asian Wide and Fullwidth). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += cellWidth(segment);
  return width;
}

function cellWidth(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0;
  if (WIDE.test(grapheme) || /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  return 1;
}

/** The text in lines of at most `width` cells, broken at blanks where possible; its own line breaks are kept. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(1, width);
  return text.split('\n').flatMap(line => wrapLine(line.replace(/\t/g, '  '), room));
}

function wrapLine(line: string, width: number): string[] {
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
    for (const { segment } of segments.segment(word)) {
      const cell = cellWidth(segment);
      if (used + cell > width && used > 0) {
        out.push(current);
        current = '';
        used = 0;
      }
      current += segment;
      used += cell;
    }
  }
  return [...out, current.trimEnd()];
}

/** At most `width` cells, `…` where something is left out. */
export function cutText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let out = '';
  let used = 0;
  for (const { segment } of segments.segment(text)) {
    const cell = cellWidth(segment);
    if (used + cell > width - 1) break;
    out += segment;
    used += cell;
  }
  return width > 0 ? `${out}…` : '';
}

/** The text in lines of exactly `width` cells (the last may be shorter), for what is being typed: blanks count. */
export function breakText(text: string, width: number): string[] {
  const out: string[] = [];
  let current = '';
  let used = 0;
  for (const { segment } of segments.segment(text)) {
    const cell = cellWidth(segment);
    if (used + cell > width && used > 0) {
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
