/**
 * The servers of a configuration behind their gateways, and what becomes of them when the file changes.
 *
 * Promises:
 *  1. A server that is not named in a change, or named as before, is not touched.
 *  2. One that changed or left takes nothing new at once; what is open there has a minute, then each side is told (N8).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Gateway } from '@midcall/gateway';
import { systemClock } from '@midcall/store';
import type { Bridge } from './open-bridge.js';
import type { ServedServer } from './served-server.js';

export interface OpenServers {
  /** By name, as they are now; the face reads it anew on every request. */
  readonly gateways: ReadonlyMap<string, Gateway>;
  readonly served: readonly ServedServer[];
  /** Calls suspended now, over all of them. */
  readonly suspended: number;
  apply(next: readonly ServedServer[]): ServerChange;
  close(): Promise<void>;
}

export interface ServerChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface OpenServersOptions {
  readonly open: (served: ServedServer) => Pick<Bridge, 'gateway' | 'close'>;
  /** How long what is open at a server that left may take; default 60,000 ms. */
  readonly drainMs?: number;
  readonly clock?: typeof systemClock;
}

interface Entry {
  readonly served: ServedServer;
  readonly bridge: Pick<Bridge, 'gateway' | 'close'>;
}

const LOOK_MS = 250;

export function openServers(first: readonly ServedServer[], options: OpenServersOptions): OpenServers {
  const clock = options.clock ?? systemClock;
  const entries = new Map<string, Entry>();
  const gateways = new Map<string, Gateway>();
  /** Those on their way out, with what ends them now. */
  const leaving = new Map<Entry, () => Promise<void>>();

  const add = (served: ServedServer): void => {
    const bridge = options.open(served);
    entries.set(served.name, { served, bridge });
    gateways.set(served.name, bridge.gateway);
  };

  const retire = (entry: Entry): void => {
    const until = clock.now() + (options.drainMs ?? 60_000);
    let stop = (): void => undefined;
    const end = async (): Promise<void> => {
      stop();
      leaving.delete(entry);
      await entry.bridge.close();
    };
    const look = (): void => {
      const { hosts, suspended } = entry.bridge.gateway;
      if ((hosts === 0 && suspended === 0) || clock.now() >= until) void end();
      else stop = clock.setTimeout(look, LOOK_MS);
    };
    leaving.set(entry, end);
    look();
  };

  const remove = (name: string): void => {
    const entry = entries.get(name);
    if (entry === undefined) return;
    entries.delete(name);
    gateways.delete(name);
    retire(entry);
  };

  for (const served of first) add(served);

  return {
    gateways,
    get served() {
      return [...entries.values()].map(entry => entry.served);
    },
    get suspended() {
      return [...gateways.values()].reduce((sum, gateway) => sum + gateway.suspended, 0);
    },
    apply(next) {
      const names = new Set(next.map(served => served.name));
      const removed = [...entries.keys()].filter(name => !names.has(name));
      const added = next.filter(served => !entries.has(served.name));
      const changed = next.filter(served => {
        const known = entries.get(served.name);
        return known !== undefined && !isDeepStrictEqual(known.served, served);
      });
      for (const name of [...removed, ...changed.map(served => served.name)]) remove(name);
      for (const served of [...changed, ...added]) add(served);
      return { added: added.map(served => served.name), changed: changed.map(served => served.name), removed };
    },
    async close() {
      await Promise.all([...[...entries.values()].map(entry => entry.bridge.close()), ...[...leaving.values()].map(end => end())]);
    },
  };
}
