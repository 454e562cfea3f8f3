/** The Node entry: everything of the plain entry, with synchronous node:crypto. */

import { assemble, type Midcall, type MidcallOptions } from './midcall.js';
import { nextTurn } from './platform/next-turn.js';
import { randomId } from './platform/random-id.js';
import { nodeCrypto } from './state/node-crypto.js';

export * from './exports.js';

/** Keys and store of one process. @throws MidcallError KEY_WEAK */
export function createMidcall(options: MidcallOptions = {}): Midcall {
  return assemble(options, { crypto: nodeCrypto, turn: nextTurn, randomId, httpWithoutKeys: false });
}
