/** The store and the key of this user's desk, for commands beside the gateways that write to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deskKey } from '@midcall/host/node';
import type { Store } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import { midcallHome } from '../loopback/home.js';
import type { Terminal } from '../terminal/terminal.js';

export interface DeskStore {
  readonly store: Store;
  /** 32 bytes, base64url. Never printed. */
  readonly key: string;
  /** `desk` in MIDCALL_HOME. */
  readonly folder: string;
}

export interface OpenDeskStoreOptions {
  /** Make it if it is not there yet. Without, a machine on which no gateway has run yet stays as it is. */
  readonly make: boolean;
}

/** Undefined where there is none and none is to be made. @throws MidcallError STORE_FAILED, STORE_TOO_NEW. */
export async function openDeskStore(terminal: Terminal, { make }: OpenDeskStoreOptions): Promise<DeskStore | undefined> {
  const folder = join(midcallHome(terminal.env), 'desk');
  const path = join(folder, 'desk.db');
  if (!make && !existsSync(path)) return undefined;
  const key = await deskKey(folder);
  return { store: sqliteStore({ path }), key, folder };
}
