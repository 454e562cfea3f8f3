/**
 * Fingerprints by which an answer is tied to the question that was asked (D4). SHA-256, because a remembered answer is
 * found by it and a stranger must not be able to make two questions look the same.
 */
import type { Form } from './form.js';
import type { Json } from './json.js';
import { sha256 } from './sha256.js';

/** Fingerprint of a form's schema as sent, base64url; the order of properties counts, because the person saw it. */
export function formFingerprint(form: Form): string {
  return fingerprint(form.schema);
}

/** Fingerprint of any JSON value, base64url, 43 characters. Order of members counts; `undefined` members do not. */
export function fingerprint(value: Json): string {
  return base64url(sha256(new Uint8Array(utf8(JSON.stringify(value)))));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const length = Math.min(4, bytes.length - i + 1);
    for (let j = 0; j < length; j += 1) text += ALPHABET[(group >> (18 - 6 * j)) & 63];
  }
  return text;
}

/** By hand, since an encoder object is not part of the language and this package asks nothing of its host. */
function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return bytes;
}
