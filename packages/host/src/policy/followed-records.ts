/**
 * Records of one kind that several processes keep in one store, each with a copy at hand.
 *
 * Invariants:
 *  1. What is stored is sealed (D33), under its own name: a record moved to another name, or sealed with another key, is none.
 *  2. What another process puts or removes is at hand within a quarter of a second, and never lost to an older look.
 */
import type { Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';

export interface FollowedRecords<T> {
  /** Reads what is stored, and from then on follows what other processes change. */
  load(): Promise<void>;
  get(name: string): T | undefined;
  values(): readonly T[];
  /** @param expiresAt milliseconds since the epoch. */
  put(name: string, value: T, expiresAt?: number): Promise<void>;
  remove(name: string): Promise<void>;
  onChange(listener: () => void): () => void;
  /** Follows the store no more. */
  close(): void;
}

export interface FollowedRecordsOptions<T> {
  /** Without both, records are kept in memory. */
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly prefix: string;
  /** Undefined for whatever is no such record. */
  readonly parse: (value: unknown, name: string) => T | undefined;
  /** Told when a change by another process could not be read; what was known stays in force. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const MOST_RECORDS = 10_000;

export function followedRecords<T>({ store, sealer, prefix, parse, onError = () => {} }: FollowedRecordsOptions<T>): FollowedRecords<T> {
  const records = new Map<string, T>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const durable = store !== undefined && sealer !== undefined ? { store, sealer } : undefined;
  let stopWatching: (() => void) | undefined;
  /** Looks come one after the other, so that the last one wins. */
  let looking: Promise<void> = Promise.resolve();

  const open = async (key: string, sealed: string): Promise<T | undefined> => {
    const text = await durable?.sealer.open(sealed, key);
    return text === undefined ? undefined : parse(JSON.parse(text), key.slice(prefix.length));
  };
  const readAll = async (): Promise<void> => {
    if (durable === undefined) return;
    const found = new Map<string, T>();
    for (const entry of await durable.store.list(prefix, { limit: MOST_RECORDS })) {
      const record = await open(entry.key, entry.value);
      if (record !== undefined) found.set(entry.key.slice(prefix.length), record);
    }
    records.clear();
    for (const [name, record] of found) records.set(name, record);
    changed();
  };
  const readOne = async (key: string): Promise<void> => {
    const name = key.slice(prefix.length);
    const stored = await durable?.store.get(key);
    const record = stored === undefined ? undefined : await open(key, stored.value);
    if (JSON.stringify(record) === JSON.stringify(records.get(name))) return; // our own write, told back to us
    if (record === undefined) records.delete(name);
    else records.set(name, record);
    changed();
  };
  const follow = (key: string): void => {
    looking = looking.then(() => (key === prefix ? readAll() : readOne(key))).catch(onError);
  };

  return {
    async load() {
      if (durable === undefined) return;
      // Watching begins before reading: what is put meanwhile is read twice, not missed.
      stopWatching ??= durable.store.watch(prefix, follow, { idle: true });
      const loaded = looking.then(readAll);
      looking = loaded.catch(() => {});
      await loaded;
    },
    get: name => records.get(name),
    values: () => [...records.values()],
    async put(name, value, expiresAt) {
      const key = prefix + name;
      if (durable !== undefined)
        await durable.store.put(
          key,
          await durable.sealer.seal(JSON.stringify(value), key),
          expiresAt === undefined ? undefined : { expiresAt },
        );
      records.set(name, value);
      changed();
    },
    async remove(name) {
      await durable?.store.delete(prefix + name);
      if (records.delete(name)) changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}
