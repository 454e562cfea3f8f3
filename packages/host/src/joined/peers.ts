/**
 * The other desks on this store: which of them live, and before whom they have a page or a terminal open (D22).
 *
 * A desk counts as alive until its last sign expires. What nobody writes, nobody hears of: expiries are looked for at
 * the pace of the heartbeat while there is something that they would change.
 */
import type { Clock, Store } from '@midcall/store';
import { everyEntry } from '../desk/question-shelf.js';
import type { Sealer } from '../desk/sealer.js';
import type { Sign } from './heartbeat.js';
import { ALIVE, MISSED } from './heartbeat.js';

export interface Peers {
  /** Settles when every sign that stands has been read. */
  readonly ready: Promise<void>;
  alive(owner: string): boolean;
  /** Whether one of them has a page or a terminal open before this person. */
  present(principal: string): boolean;
  close(): void;
}

export interface PeersOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** This desk; its own signs are not looked at. */
  readonly owner: string;
  readonly interval: number;
  /** A desk has come to life. */
  readonly onAlive: (owner: string) => void;
  /** A desk at which somebody was present has fallen silent; its last sign was given at `since` (milliseconds since the epoch). */
  readonly onSilence: (since: number) => void;
  readonly onError: (error: unknown) => void;
}

interface Peer {
  readonly until: number;
  readonly present: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

export function createPeers({ store, sealer, clock, owner, interval, onAlive, onSilence, onError }: PeersOptions): Peers {
  const peers = new Map<string, Peer>();
  let stopTimer: (() => void) | undefined;
  let closed = false;

  const take = async (key: string, record: { readonly value: string; readonly expiresAt?: number } | undefined): Promise<void> => {
    const name = key.slice(ALIVE.length);
    if (name === owner || name === '') return;
    const before = peers.get(name);
    if (record === undefined) peers.delete(name);
    else {
      const text = await sealer.open(record.value, key);
      const sign = text === undefined ? undefined : (JSON.parse(text) as Partial<Sign>);
      const present = sign?.v === 1 && Array.isArray(sign.present) ? new Set(sign.present) : NOBODY;
      peers.set(name, { until: record.expiresAt ?? Number.POSITIVE_INFINITY, present });
    }
    if (before === undefined && record !== undefined) onAlive(name);
    arm();
  };
  const arm = (): void => {
    if (closed || stopTimer !== undefined || ![...peers.values()].some(peer => peer.present.size > 0)) return;
    stopTimer = clock.setTimeout(
      () => {
        stopTimer = undefined;
        for (const [name, peer] of peers) {
          if (peer.until > clock.now()) continue;
          peers.delete(name);
          if (peer.present.size > 0) onSilence(peer.until - MISSED * interval);
        }
        arm();
      },
      interval,
      { background: true },
    );
  };
  const changed = async (key: string): Promise<void> => {
    try {
      if (key === ALIVE) await readAll();
      else await take(key, await store.get(key));
    } catch (error) {
      if (!closed) onError(error);
    }
  };
  const readAll = async (): Promise<void> => {
    for await (const entry of everyEntry(store, ALIVE)) await take(entry.key, entry);
  };
  // Watched before it is read: a sign in between comes twice, never not at all.
  const stopWatch = store.watch(ALIVE, key => void changed(key), { idle: true });

  return {
    ready: changed(ALIVE),
    alive: name => name === owner || (peers.get(name)?.until ?? 0) > clock.now(),
    present: principal => [...peers.values()].some(peer => peer.until > clock.now() && peer.present.has(principal)),
    close() {
      closed = true;
      stopWatch();
      stopTimer?.();
    },
  };
}
