/**
 * Untrusted text made safe to draw as text (N11): what would move, hide or re-order other characters becomes a visible
 * mark. Letters of every script stay as they are, and so do the joiners and direction marks that real writing needs.
 */

/**
 * Bidirectional overrides, zero-width and control characters as `⟨U+202E⟩`; newlines and tabs stay, CRLF becomes a
 * newline. Marks that scripts need stay too: U+200E and U+200F, joiners inside emoji and inside Arabic and Indic words.
 */
export function showText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(HIDDEN, (found, at: number, whole: string) => (isOrdinary(found, at, whole) ? found : mark(found)));
}

/** True if `showText` would change the text: it holds something that hides, moves or re-orders characters. */
export function hasHiddenText(text: string): boolean {
  return showText(text) !== text.replace(/\r\n/g, '\n');
}

/** One class, no repetition: linear. Lone surrogates are in it because they cannot be drawn or sent. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the text is searched for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]/gu;

const BEFORE_JOINER =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]$/u;
const INDIC =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

function isOrdinary(found: string, at: number, whole: string): boolean {
  const point = found.codePointAt(0) as number;
  if (point === 0x200e || point === 0x200f || point === 0x061c) return true;
  const before = whole.slice(Math.max(0, at - 2), at);
  if (point === 0x200c || point === 0x200d) return BEFORE_JOINER.test(before) || INDIC.test(before);
  if (point >= 0x180b && point <= 0x180f) return /\p{Script=Mongolian}$/u.test(before);
  // Tag characters spell the flags of England, Scotland and Wales after a black flag, and nothing else.
  if (point >= 0xe0020 && point <= 0xe007f) return /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6}$/u.test(whole.slice(Math.max(0, at - 14), at));
  if (point >= 0xe0100 && point <= 0xe01ef) return /\p{Script=Han}$/u.test(before);
  return false;
}

function mark(found: string): string {
  const point = found.codePointAt(0) as number;
  return `\u27e8U+${point.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}
