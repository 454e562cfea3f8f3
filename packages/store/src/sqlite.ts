/**
 * The SQLite driver: durable, shared by the processes of one machine. It needs the optional package `libsql` (0.5.29).
 *
 * Invariants:
 *  1. Every read-then-write is one statement, so two processes cannot both have read before either wrote (D33).
 *  2. A promise resolves after the commit is on disk: what was acknowledged survives `kill -9` and power loss.
 *  3. SQLite works while the caller waits (tens to hundreds of microseconds a write); no thread is kept.
 *  4. Statements are prepared once and bound with arrays: libsql takes one bare object for named parameters, and aborts.
 */
import type { Clock } from './clock.js';
import { systemClock } from './clock.js';
import { expiryOf } from './put-expiry.js';
import { changeFeed, KEPT_CHANGES } from './sqlite-changes.js';
import type { Database } from './sqlite-file.js';
import { openFile, storeFailed } from './sqlite-file.js';
import { decodeKey, decodeValue, encodeKey, encodeValue, endOfPrefix } from './sqlite-text.js';
import type { Store, StoreRecord } from './store.js';
import { storeClosed } from './store-error.js';
import { watchers } from './watchers.js';

export interface SqliteStoreOptions {
  /** The file, on a local disk. Made with its directory if absent; `-wal` and `-shm` stand beside it. */
  readonly path: string;
  readonly clock?: Clock;
}

/**
 * Opens the store, at once.
 * @throws MidcallError `STORE_DRIVER_MISSING` without the package libsql; `STORE_TOO_NEW` for a file of a newer midcall;
 *   `STORE_FAILED` if the path cannot be used or is not a midcall store. @throws TypeError for `:memory:` (use `memoryStore`).
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  if (options.path === '' || options.path === ':memory:') throw new TypeError('sqliteStore needs a file; memoryStore needs none');
  const clock = options.clock ?? systemClock;
  const db = openFile(options.path);
  const sql = {
    id: db.prepare('SELECT id FROM meta').raw(),
    get: db.prepare(`SELECT v, n, e FROM record WHERE k = ? AND ${ALIVE}`).raw(),
    put: db.prepare(`${INSERT} ON CONFLICT (k) DO UPDATE SET v = excluded.v, n = excluded.n, e = excluded.e`),
    putIfAbsent: db.prepare(`${INSERT} ON CONFLICT (k) DO UPDATE SET v = excluded.v, n = excluded.n, e = excluded.e WHERE record.e <= ?`),
    compareAndSet: db.prepare(
      `UPDATE record SET v = ?, n = (SELECT n + 1 FROM clock), e = coalesce(?, e) WHERE k = ? AND n = ? AND ${ALIVE}`,
    ),
    take: db.prepare(`DELETE FROM record WHERE k = ? AND ${ALIVE} RETURNING v, n, e`).raw(),
    list: db.prepare(`SELECT k, v, n, e FROM record WHERE k >= ? AND k < ? AND ${ALIVE} ORDER BY k LIMIT ?`).raw(),
    listAfter: db.prepare(`SELECT k, v, n, e FROM record WHERE k > ? AND k < ? AND ${ALIVE} ORDER BY k LIMIT ?`).raw(),
    sweep: db.prepare('DELETE FROM record WHERE k IN (SELECT k FROM record WHERE e <= ? LIMIT 256)'),
    prune: db.prepare('DELETE FROM change WHERE seq <= (SELECT n FROM clock) - ?'),
  };
  const waiting = watchers();
  const idle = watchers();
  const feed = changeFeed(db, clock, {
    changed: key => tell(key),
    missed: () => {
      waiting.tellAll();
      idle.tellAll();
    },
  });
  let untilSweep = 0;
  let closed = false;

  const tell = (key: string): void => {
    waiting.tell(key);
    idle.tell(key);
  };

  const guarded = async <T>(work: () => T): Promise<T> => {
    if (closed) throw storeClosed();
    try {
      return work();
    } catch (error) {
      throw error instanceof RangeError || error instanceof TypeError ? error : storeFailed(error);
    }
  };

  const wrote = (key: string, changes: number): boolean => {
    if (changes === 0) return false;
    tell(key);
    if (untilSweep > 0) untilSweep -= 1;
    else sweep();
    return true;
  };

  // After a write that has already been committed: whatever goes wrong here must not turn it into an error.
  const sweep = (): void => {
    untilSweep = WRITES_PER_SWEEP;
    try {
      db.exec('BEGIN IMMEDIATE');
      db.exec('UPDATE clock SET quiet = 1');
      sql.sweep.run([clock.now()]);
      sql.prune.run([KEPT_CHANGES]);
      db.exec('UPDATE clock SET quiet = 0');
      db.exec('COMMIT');
    } catch {
      if (db.inTransaction) db.exec('ROLLBACK');
    }
  };

  const take = (key: string): StoreRecord | undefined => {
    const row = sql.take.get([encodeKey(key), clock.now()]) as Row | undefined;
    wrote(key, row === undefined ? 0 : 1);
    return row && toRecord(row);
  };

  return {
    id: () => guarded(() => (sql.id.get([]) as [string])[0]),
    get: key =>
      guarded(() => {
        const row = sql.get.get([encodeKey(key), clock.now()]) as Row | undefined;
        return row && toRecord(row);
      }),
    put: (key, value, put = {}) =>
      guarded(() => {
        wrote(key, sql.put.run([encodeKey(key), encodeValue(value), expiryOf(put) ?? null]).changes);
      }),
    putIfAbsent: (key, value, put = {}) =>
      guarded(() => wrote(key, sql.putIfAbsent.run([encodeKey(key), encodeValue(value), expiryOf(put) ?? null, clock.now()]).changes)),
    compareAndSet: (key, version, value, put = {}) =>
      guarded(() =>
        wrote(key, sql.compareAndSet.run([encodeValue(value), expiryOf(put) ?? null, encodeKey(key), version, clock.now()]).changes),
      ),
    take: key => guarded(() => take(key)),
    delete: key => guarded(() => take(key) !== undefined),
    list: (prefix, list = {}) =>
      guarded(() => {
        const start = encodeKey(prefix);
        const end = endOfPrefix(start);
        const limit = list.limit ?? DEFAULT_LIMIT;
        const bound = limit === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.trunc(limit));
        const after = list.after === undefined ? undefined : encodeKey(list.after);
        const rows =
          after === undefined || Buffer.compare(after, start) < 0
            ? sql.list.all([start, end, clock.now(), bound])
            : sql.listAfter.all([after, end, clock.now(), bound]);
        return (rows as [Buffer, ...Row][]).map(([key, ...row]) => ({ key: decodeKey(key), ...toRecord(row) }));
      }),
    watch(prefix, listener, watch = {}) {
      if (closed) throw storeClosed();
      const stop = (watch.idle === true ? idle : waiting).add(prefix, listener);
      feed.pace(waiting.size, idle.size);
      return () => {
        stop();
        if (!closed) feed.pace(waiting.size, idle.size);
      };
    },
    async close() {
      if (closed) return;
      closed = true;
      feed.stop();
      waiting.clear();
      idle.clear();
      leaveNothingBehind(db);
      db.close();
    },
  };
}

/** Deleted text also stands in the write-ahead log; the last process that closes the file empties it. Others at work come first. */
function leaveNothingBehind(db: Database): void {
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE);');
  } catch {
    // in use: whoever closes last does it
  }
}

type Row = [value: string | Buffer, version: number, expiresAt: number | null];

const ALIVE = '(e IS NULL OR e > ?)';
const INSERT = 'INSERT INTO record (k, v, n, e) VALUES (?, ?, (SELECT n + 1 FROM clock), ?)';
const DEFAULT_LIMIT = 1000;
const WRITES_PER_SWEEP = 64;

function toRecord([value, version, expiresAt]: Row): StoreRecord {
  return expiresAt === null ? { value: decodeValue(value), version } : { value: decodeValue(value), version, expiresAt };
}
