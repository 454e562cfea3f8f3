/**
 * What sign-ins at servers have brought: clients that were registered, tokens, what was found out about issuers. Sealed
 * rows in the store of this user (D33), shared by all their gateways.
 *
 * Promises:
 *  1. Nothing is stored in clear, and nothing of it is ever written elsewhere (N9).
 *  2. Of several processes one at a time refreshes: an issuer that rotates refresh tokens takes a second use for theft.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSealer } from '@midcall/host';
import { deskKey } from '@midcall/host/node';
import type { Store } from '@midcall/store';
import { systemClock } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { midcallHome } from '../../loopback/home.js';

/** Of one server; what was never had is absent. */
export interface SignedIn {
  readonly clients?: Readonly<Record<string, StoredOAuthClientInformation>>;
  readonly tokens?: StoredOAuthTokens;
  readonly discovery?: OAuthDiscoveryState;
  /** The port of the callback that the client was registered with. */
  readonly port?: number;
}

export interface OAuthVault {
  read(server: URL): Promise<SignedIn>;
  /** Changes what is kept, over whatever another process writes meanwhile. */
  change(server: URL, change: (kept: SignedIn) => SignedIn): Promise<void>;
  /** True if there was something to forget. */
  forget(server: URL): Promise<boolean>;
  /** Runs `act` while no other process does so for this server. @throws Error when another one holds on for too long. */
  alone<T>(server: URL, act: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const LOCK_MS = 60_000;
const LOOK_MS = 100;

/** @throws MidcallError where the store cannot be opened. */
export async function openOAuthVault(env: Readonly<Record<string, string | undefined>>): Promise<OAuthVault> {
  const folder = join(midcallHome(env), 'desk');
  const key = await deskKey(folder);
  return oauthVault(sqliteStore({ path: join(folder, 'desk.db') }), key);
}

export function oauthVault(store: Store, key: string | Uint8Array): OAuthVault {
  const sealer = createSealer(key);
  const read = async (server: URL): Promise<{ readonly kept: SignedIn; readonly version: number | undefined }> => {
    const place = placeOf(server);
    const row = await store.get(place);
    const text = row === undefined ? undefined : await sealer.open(row.value, place);
    // A row that this key does not open is nobody's sign-in; it is written over.
    return { kept: text === undefined ? {} : (JSON.parse(text) as SignedIn), version: row?.version };
  };
  return {
    read: async server => (await read(server)).kept,
    async change(server, change) {
      const place = placeOf(server);
      for (;;) {
        const { kept, version } = await read(server);
        const sealed = await sealer.seal(JSON.stringify(change(kept)), place);
        if (version === undefined ? await store.putIfAbsent(place, sealed) : await store.compareAndSet(place, version, sealed)) return;
      }
    },
    forget: server => store.delete(placeOf(server)),
    async alone(server, act) {
      const lock = `${placeOf(server)}/refreshing`;
      const mine = randomBytes(9).toString('base64url');
      const until = systemClock.now() + LOCK_MS + 5_000;
      while (!(await store.putIfAbsent(lock, mine, { expiresAt: systemClock.now() + LOCK_MS }))) {
        if (systemClock.now() > until) throw new Error('Another process does not come to an end with this sign-in');
        await new Promise<void>(resolve => void systemClock.setTimeout(resolve, LOOK_MS));
      }
      try {
        return await act();
      } finally {
        if ((await store.get(lock))?.value === mine) await store.delete(lock);
      }
    },
    close: () => store.close(),
  };
}

/** The address itself may hold a credential, so that rows are named by its digest. */
function placeOf(server: URL): string {
  return `gateway/oauth/${createHash('sha256').update(server.href).digest('base64url')}`;
}
