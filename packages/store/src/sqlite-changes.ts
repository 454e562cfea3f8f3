/**
 * What other processes wrote to the file since one last looked. SQLite has no push: `data_version` moves when another
 * connection commits, and costs two microseconds to read (D33).
 *
 * Invariants:
 *  1. No change by another process is missed: the log is read in order, and where it was cut before it was read, every
 *     watcher is called with its own prefix instead.
 *  2. Polled every 10 ms while somebody waits, every 250 ms for idle watchers, not at all without watchers.
 *  3. A poll that fails is tried again at the next turn: the verbs report a broken file, a watcher cannot.
 */
import type { Clock } from './clock.js';
import type { Database } from './sqlite-file.js';
import { decodeKey } from './sqlite-text.js';

export interface ChangeFeed {
  /** Starts or stops polling, and sets its pace, after the number of watchers changed. */
  pace(waiting: number, idle: number): void;
  stop(): void;
}

export interface ChangeListener {
  changed(key: string): void;
  /** Changes were dropped from the log before they were read. */
  missed(): void;
}

/** How many changes the log keeps for processes that are late. */
export const KEPT_CHANGES = 10_000;

export function changeFeed(db: Database, clock: Clock, listener: ChangeListener): ChangeFeed {
  const dataVersion = db.prepare('PRAGMA data_version').raw();
  const ends = db.prepare('SELECT (SELECT n FROM clock), (SELECT min(seq) FROM change)').raw();
  const since = db.prepare('SELECT seq, k FROM change WHERE seq > ? ORDER BY seq LIMIT 1000').raw();
  let every = 0;
  let seenVersion = 0;
  let seen = 0;
  let stopTimer = (): void => {};

  const look = (): void => {
    const [version] = dataVersion.get([]) as [number];
    if (version === seenVersion) return;
    const [, oldest] = ends.get([]) as [number, number | null];
    if (oldest !== null && oldest > seen + 1) {
      seen = oldest - 1;
      listener.missed();
    }
    for (;;) {
      const rows = since.all([seen]) as [number, Buffer][];
      for (const [seq, key] of rows) {
        seen = seq;
        listener.changed(decodeKey(key));
      }
      if (rows.length < 1000) break;
    }
    seenVersion = version;
  };

  const arm = (): void => {
    stopTimer = clock.setTimeout(
      () => {
        try {
          look();
        } catch {
          // invariant 3
        }
        if (every > 0) arm();
      },
      every,
      { background: true },
    );
  };

  return {
    pace(waiting, idle) {
      const wanted = waiting > 0 ? 10 : idle > 0 ? 250 : 0;
      if (wanted === every) return;
      if (every === 0) {
        [seenVersion] = dataVersion.get([]) as [number];
        [seen] = ends.get([]) as [number, number | null];
      }
      stopTimer();
      every = wanted;
      if (every > 0) arm();
    },
    stop() {
      every = 0;
      stopTimer();
    },
  };
}
