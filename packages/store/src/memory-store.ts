/**
 * The memory driver: one process, nothing kept after it. For tests, edge runtimes, and servers that need no store.
 *
 * Invariants:
 *  1. Each verb does all of its work in one synchronous step, so no two callers interleave inside it.
 *  2. An expired record is absent at once (checked on read); its memory goes at later writes, a few records each, so
 *     that no single write pays for many, and no timer keeps the process alive.
 */
import type { Clock } from './clock.js';
import { systemClock } from './clock.js';
import { expiryQueue } from './expiry-queue.js';
import { expiryOf } from './put-expiry.js';
import { sortedKeys } from './sorted-keys.js';
import type { Store, StoreEntry, StoreRecord } from './store.js';
import { storeClosed } from './store-error.js';
import { watchers } from './watchers.js';

export interface MemoryStoreOptions {
  readonly clock?: Clock;
}

export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const clock = options.clock ?? systemClock;
  const records = new Map<string, StoreRecord>();
  const keys = sortedKeys(records);
  const expiry = expiryQueue();
  const listeners = watchers();
  let storeId: string | undefined;
  let writes = 0;
  let closed = false;

  const alive = (record: StoreRecord | undefined): record is StoreRecord =>
    record !== undefined && (record.expiresAt === undefined || record.expiresAt > clock.now());

  const read = (key: string): StoreRecord | undefined => {
    const record = records.get(key);
    return alive(record) ? record : undefined;
  };

  const write = (key: string, value: string, expiresAt: number | undefined): void => {
    writes += 1;
    const isNew = !records.has(key);
    records.set(key, Object.freeze(expiresAt === undefined ? { value, version: writes } : { value, version: writes, expiresAt }));
    if (isNew) keys.added(key);
    if (expiresAt !== undefined) expiry.push({ key, version: writes, expiresAt });
    sweep();
    listeners.tell(key);
  };

  const remove = (key: string): StoreRecord | undefined => {
    const record = records.get(key);
    records.delete(key);
    if (!alive(record)) return undefined;
    listeners.tell(key);
    return record;
  };

  const sweep = (): void => {
    const now = clock.now();
    for (let count = 0; count < SWEPT_PER_WRITE; count += 1) {
      const due = expiry.popDue(now);
      if (due === undefined) break;
      if (records.get(due.key)?.version === due.version) records.delete(due.key);
    }
    if (expiry.size > 2 * records.size + 64) expiry.compact(item => records.get(item.key)?.version === item.version);
  };

  const guarded = async <T>(work: () => T): Promise<T> => {
    if (closed) throw storeClosed();
    return work();
  };

  return {
    // Made when first asked for: on Workers there is no randomness while a module is being loaded.
    id: () => guarded(() => (storeId ??= crypto.randomUUID())),
    get: key => guarded(() => read(key)),
    put: (key, value, put = {}) => guarded(() => write(key, value, expiryOf(put))),
    putIfAbsent: (key, value, put = {}) =>
      guarded(() => {
        const expiresAt = expiryOf(put);
        if (read(key) !== undefined) return false;
        write(key, value, expiresAt);
        return true;
      }),
    compareAndSet: (key, version, value, put = {}) =>
      guarded(() => {
        const expiresAt = expiryOf(put);
        const record = read(key);
        if (record?.version !== version) return false;
        write(key, value, expiresAt ?? record.expiresAt);
        return true;
      }),
    take: key => guarded(() => remove(key)),
    delete: key => guarded(() => remove(key) !== undefined),
    list: (prefix, list = {}) =>
      guarded(() => {
        const found: StoreEntry[] = [];
        const limit = list.limit ?? DEFAULT_LIMIT;
        if (limit <= 0) return found;
        for (const key of keys.from(prefix, list.after)) {
          const record = read(key);
          if (record === undefined) continue;
          found.push({ key, ...record });
          if (found.length >= limit) break;
        }
        return found;
      }),
    watch(prefix, listener) {
      if (closed) throw storeClosed();
      return listeners.add(prefix, listener);
    },
    async close() {
      closed = true;
      listeners.clear();
      records.clear();
    },
  };
}

const SWEPT_PER_WRITE = 8;
const DEFAULT_LIMIT = 1000;
