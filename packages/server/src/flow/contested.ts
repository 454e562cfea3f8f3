/** A record that is lost to somebody else again and again is a store that does not work, not a race. */
import { MidcallError } from '@midcall/core';

export const MOST_TRIES = 200;

export function contested(): MidcallError {
  return new MidcallError('STORE_FAILED', 'A stored record could not be written: every attempt lost against another writer', {
    hint: 'Look at the store: compareAndSet and putIfAbsent must succeed for one of the writers.',
  });
}
