/** What a key may look like: it names a question on the wire, in the journal and in the store. */
import { MidcallError } from '@midcall/core';

/** @throws MidcallError KEY_INVALID */
export function checkKey(key: string): void {
  if (typeof key === 'string' && known.has(key)) return;
  if (typeof key !== 'string' || !/^[\p{L}\p{N}_.:/@#-]{1,64}$/u.test(key) || key === '__proto__') {
    throw new MidcallError('KEY_INVALID', 'A key is 1 to 64 letters, digits or any of _ . : / @ # -', {
      hint: 'Use a short name that says what is asked: `target`, `seat:3`.',
    });
  }
  if (known.size < 1_000) known.add(key);
}

/** Keys are literals as a rule: each is looked at once. */
const known = new Set<string>();
