/**
 * Whether a text can be a key made of random bytes. A passphrase written without spaces decodes as base64url like any
 * key, and can be guessed; so the text is judged, not only its length (D8).
 */
import { decodeBase64url } from './base64url.js';

export const KEY_BYTES = 32;

/** The bytes of a key, or why it is none; the reason says nothing about the key itself. */
export type KeyVerdict = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly reason: string };

export function judgeKey(key: unknown): KeyVerdict {
  if (typeof key !== 'string' || key === '') return { reason: 'is missing' };
  const bytes = decodeBase64url(key);
  if (bytes === undefined) return { reason: 'is not base64url without padding' };
  if (bytes.length < KEY_BYTES) return { reason: `has fewer than ${KEY_BYTES} bytes` };
  if (HEX.test(key)) return { reason: 'is written in hex, not in base64url' };
  if (new Set(key).size < FEWEST_CHARACTERS || countsUp(key)) return { reason: 'follows a pattern' };
  if (readsAsWords(key)) return { reason: 'reads like words; a passphrase is not a key' };
  return { bytes };
}

const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/;

/** 43 random characters of 64 have about 32 different ones; fewer than 16 happens less than once in 10^9 keys. */
const FEWEST_CHARACTERS = 16;

/** True if more than a third of the characters are neighbours of the one before: one in 21 is what chance gives. */
function countsUp(text: string): boolean {
  let neighbours = 0;
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) neighbours += 1;
  }
  return neighbours * 3 > text.length;
}

/**
 * A likelihood ratio: how much better words, capitals, digits and dashes in the order people write them explain the text
 * than 64 equally likely characters do. At a factor of 10^9 a random key is refused at most once in 10^9 (Markov's inequality).
 */
function readsAsWords(text: string): boolean {
  let logRatio = 0;
  let before: Kind = 'symbol';
  for (const character of text) {
    const kind = kindOf(character);
    logRatio += Math.log(NEXT[before][kind] * WITHIN[kind](character) * 64);
    before = kind;
  }
  return logRatio > Math.log(1e9);
}

type Kind = 'lower' | 'upper' | 'digit' | 'symbol';

function kindOf(character: string): Kind {
  if (character >= 'a' && character <= 'z') return 'lower';
  if (character >= 'A' && character <= 'Z') return 'upper';
  return character >= '0' && character <= '9' ? 'digit' : 'symbol';
}

/** How often each kind follows another in words joined by dashes or capitals; each row adds up to 1. */
const NEXT: Readonly<Record<Kind, Readonly<Record<Kind, number>>>> = {
  lower: { lower: 0.78, upper: 0.07, digit: 0.03, symbol: 0.12 },
  upper: { lower: 0.7, upper: 0.22, digit: 0.03, symbol: 0.05 },
  digit: { lower: 0.12, upper: 0.12, digit: 0.56, symbol: 0.2 },
  symbol: { lower: 0.5, upper: 0.38, digit: 0.1, symbol: 0.02 },
};

/** Letters of English text, per mille, a to z; they add up to 1,000. */
const LETTERS = [82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 16, 2];

// A fifth of the weight is spread evenly, so that one rare letter does not make up for ten words.
const letterOf = (character: string): number => (LETTERS[character.toLowerCase().charCodeAt(0) - 97] ?? 1) * 0.0008 + 0.2 / 26;

const WITHIN: Readonly<Record<Kind, (character: string) => number>> = {
  lower: letterOf,
  upper: letterOf,
  digit: () => 0.1,
  symbol: () => 0.5,
};
