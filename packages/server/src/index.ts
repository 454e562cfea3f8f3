/** For server authors: one linear handler that asks a person, on every host and revision. No Node module here. */

import { memoryStore } from '@midcall/store';
import { assemble, type Midcall, type MidcallOptions } from './midcall.js';
import { nextTurn } from './platform/next-turn.js';
import { randomId } from './platform/random-id.js';
import { webCrypto } from './state/index.js';

export * from './exports.js';

/**
 * Keys and store of one process. Without keys a key is made that ends with the process, and what is stored stays in
 * memory: enough for stdio and tests, refused on HTTP.
 * @throws MidcallError KEY_WEAK
 */
export function createMidcall(options: MidcallOptions = {}): Midcall {
  // What is in memory goes with the process, as the key does; given keys mean that there may be other processes.
  const store = options.store ?? (options.keys === undefined ? memoryStore() : 'none');
  return assemble({ ...options, store }, { crypto: webCrypto, turn: nextTurn, randomId, httpWithoutKeys: false });
}
