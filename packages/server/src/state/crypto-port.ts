/**
 * The cryptography that sealed state needs, as a port with two implementations of one format: `webCrypto` (every
 * runtime) and `nodeCrypto` (synchronous, several times faster). What one seals, the other opens.
 *
 * Invariants:
 *  1. AES-256-GCM, a random 96-bit nonce per seal, a tag of exactly 16 bytes; the body is base64url(nonce | ciphertext | tag).
 *  2. A cipher's key is HKDF-SHA-256(key, no salt, info `midcall/1/<label>`): what is sealed under one label opens under no other (D8).
 *  3. `open` has one way to fail and no reason to give: `undefined`.
 */
import type { Awaitable } from './awaitable.js';

export interface CryptoPort {
  /** The public name of a key: 8 base64url characters derived from it, from which nothing about it can be learned. */
  kid(key: Uint8Array): Awaitable<string>;
  cipher(key: Uint8Array, label: string): Awaitable<Cipher>;
  /** SHA-256 of the text's UTF-8, in base64url (43 characters). */
  digest(text: string): Awaitable<string>;
}

export interface Cipher {
  seal(text: string, aad: string): Awaitable<string>;
  open(body: string, aad: string): Awaitable<string | undefined>;
}

export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** The HKDF `info` of a label. */
export function derivationInfo(label: string): string {
  return `midcall/1/${label}`;
}

/** The HKDF `info` under which a key names itself, and how much of the output is the name. */
export const KID_INFO = 'midcall/1/kid';
export const KID_BYTES = 6;
