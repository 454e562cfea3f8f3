/**
 * base64url without padding, strict: one text per byte sequence. A lenient decoder (Node's skips unknown characters and
 * ignores the unused bits of the last one) would let one sealed state be spelled in many ways.
 */

/** True if `text` is what `encodeBase64url` would write for some bytes. */
export function isBase64url(text: string): boolean {
  if (!ALPHABET_ONLY.test(text)) return false;
  const rest = text.length & 3;
  if (rest === 0) return true;
  if (rest === 1) return false;
  const unused = rest === 2 ? 0b1111 : 0b11;
  return (sextet(text.charCodeAt(text.length - 1)) & unused) === 0;
}

export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  let index = 0;
  for (; index + 2 < bytes.length; index += 3) {
    const group = (at(bytes, index) << 16) | (at(bytes, index + 1) << 8) | at(bytes, index + 2);
    text += letter(group >> 18) + letter(group >> 12) + letter(group >> 6) + letter(group);
  }
  const left = bytes.length - index;
  if (left === 1) {
    const group = at(bytes, index) << 4;
    text += letter(group >> 6) + letter(group);
  } else if (left === 2) {
    const group = (at(bytes, index) << 10) | (at(bytes, index + 1) << 2);
    text += letter(group >> 12) + letter(group >> 6) + letter(group);
  }
  return text;
}

/** The bytes of `text`, or `undefined` if it is not strict base64url. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!isBase64url(text)) return undefined;
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let held = 0;
  let bits = 0;
  let out = 0;
  for (let index = 0; index < text.length; index += 1) {
    held = ((held << 6) | sextet(text.charCodeAt(index))) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[out] = held >> bits;
      out += 1;
    }
  }
  return bytes;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ALPHABET_ONLY = /^[A-Za-z0-9_-]*$/;
const VALUES = new Uint8Array(128);
for (let value = 0; value < 64; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

function letter(value: number): string {
  return ALPHABET.charAt(value & 63);
}

function sextet(charCode: number): number {
  return VALUES[charCode] ?? 0;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
