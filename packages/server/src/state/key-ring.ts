/**
 * The keys a server seals with: the first seals, all open (D8). The bytes stand in a private map, so that a ring that is
 * logged, inspected or serialised shows how many keys it has and nothing else (N9).
 */
import { MidcallError } from '@midcall/core';
import { encodeBase64url } from './base64url.js';
import { judgeKey, KEY_BYTES } from './key-strength.js';

export interface KeyRing {
  /** How many keys it holds. */
  readonly size: number;
}

/** A new key: 32 random bytes in base64url (43 characters). */
export function newKey(): string {
  for (;;) {
    const key = encodeBase64url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    // Once in a thousand million keys, random bytes look like words: such a key would be refused when it is used.
    if ('bytes' in judgeKey(key)) return key;
  }
}

/**
 * @param keys One key or several, newest first. To rotate: put a new key in front, drop the old one when nothing that it
 *   sealed is alive any more (7 days for flows, D2).
 * @throws MidcallError `KEYS_REQUIRED` without any key; `KEY_WEAK` for one that is missing, shorter than 32 bytes after
 *   decoding, not base64url, or a passphrase. The message names the position and never the key.
 */
export function createKeyRing(keys: string | readonly string[]): KeyRing {
  const given: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  if (given.length === 0) throw new MidcallError('KEYS_REQUIRED', 'No key was given.', { hint: MAKE_ONE });
  const decoded = given.map((key, index) => {
    const verdict = judgeKey(key);
    if ('bytes' in verdict) return verdict.bytes;
    throw new MidcallError('KEY_WEAK', `Key ${index + 1} of ${given.length} ${verdict.reason}.`, {
      hint: MAKE_ONE,
      data: { position: index },
    });
  });
  const ring: KeyRing = Object.freeze({ size: decoded.length });
  bytesOf.set(ring, decoded);
  return ring;
}

/** The raw keys of a ring, for the sealer only. @throws TypeError if `createKeyRing` did not make it. */
export function keysOf(ring: KeyRing): readonly Uint8Array[] {
  const keys = bytesOf.get(ring);
  if (keys === undefined) throw new TypeError('not a key ring: make it with createKeyRing');
  return keys;
}

const bytesOf = new WeakMap<KeyRing, readonly Uint8Array[]>();

const MAKE_ONE = 'Make a key with `midcall key new` and pass it as it is printed.';
