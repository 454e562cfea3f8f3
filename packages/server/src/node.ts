/**
 * The Node entry: everything of the plain entry, with synchronous node:crypto, and with keys and store of its own where
 * none are given. The only file of this package that reads the environment.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMidcallError } from '@midcall/core';
import { memoryStore, type Store } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import { assemble, keysRequired, type Midcall, type MidcallOptions } from './midcall.js';
import { readOrMakeKey } from './platform/key-file.js';
import { nextTurn } from './platform/next-turn.js';
import { nodeRandomId } from './platform/node-random-id.js';
import { createPageListener } from './platform/page-listener.js';
import { nodeCrypto } from './state/node-crypto.js';

export * from './exports.js';

/**
 * Keys and store of one process. Without `keys` and without `store` both are made under `MIDCALL_HOME` (default
 * `~/.midcall`), readable by their owner only, and one line on stderr says where. With `keys` and without `store` the
 * server keeps nothing: single use, `once` and `remember` then need `store`.
 * @throws MidcallError KEY_WEAK; KEYS_REQUIRED if it is to serve HTTP in production (`serving: 'http'`) without keys
 */
export function createMidcall(options: MidcallOptions = {}): Midcall {
  const production = process.env.NODE_ENV === 'production';
  const platform = { crypto: nodeCrypto, turn: nextTurn, randomId: nodeRandomId, listen: createPageListener, httpWithoutKeys: !production };
  const withErrors = { onError: toStderr, log: say, ...options };
  if (options.keys !== undefined) return assemble(withErrors, platform);
  if (production && options.serving === 'http') throw keysRequired();
  const place = join(home(), 'server');
  const { keys, made } = readOrMakeKey(join(place, 'keys'));
  const store = options.store ?? openStore(place);
  say(`midcall: keys${options.store === undefined ? ' and state' : ''} in ${place}${made ? ' (made just now)' : ''}`);
  return assemble({ ...withErrors, keys, store }, { ...platform, madeKeys: true });
}

function openStore(place: string): Store | 'none' {
  try {
    return sqliteStore({ path: join(place, 'state.sqlite') });
  } catch (error) {
    if (!isMidcallError(error) || error.code !== 'STORE_DRIVER_MISSING') throw error;
    say('midcall: the package libsql is not installed, so nothing outlives this process: npm install libsql');
    return memoryStore();
  }
}

function home(): string {
  const { MIDCALL_HOME } = process.env;
  return MIDCALL_HOME === undefined || MIDCALL_HOME === '' ? join(homedir(), '.midcall') : resolve(MIDCALL_HOME);
}

const said = new Set<string>();

/** Stderr, never stdout: that is the protocol's. */
function say(line: string): void {
  if (said.has(line)) return;
  said.add(line);
  process.stderr.write(`${line}\n`);
}

function toStderr(error: unknown): void {
  process.stderr.write(`midcall: ${error instanceof Error ? error.message : 'an error without a message'}\n`);
}
