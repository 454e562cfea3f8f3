/** Text as JSON Schema counts it: code points, not UTF-16 units (an emoji is one); lone surrogates are not text. */

/** Number of code points; -1 if the string holds a lone surrogate and so cannot be written as UTF-8. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    if (code > 0xdbff) return -1;
    const next = text.charCodeAt(i + 1);
    if (!(next >= 0xdc00 && next <= 0xdfff)) return -1;
    count -= 1;
    i += 1;
  }
  return count;
}

/** False if the string holds a lone surrogate. */
export function isWellFormed(text: string): boolean {
  return countCodePoints(text) >= 0;
}
