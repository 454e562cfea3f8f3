/**
 * The one persistence port of midcall. Every driver passes one contract suite.
 *
 * Invariants that every driver keeps:
 *  1. `take` hands a record to exactly one caller, over threads, processes and replicas.
 *  2. `putIfAbsent` and `compareAndSet` are atomic; a lost race is a value (`false`), never a throw.
 *  3. An expired record is absent for every verb, at the moment it expires.
 *  4. Values are opaque text (callers seal what is secret); keys never enter an error message (N9).
 *  5. A record with an unknown `v` in its JSON is the caller's to leave alone; drivers never parse values.
 */
export interface Store {
  /** Stable id of the stored data: the same for every process on it, new for new data (D2). */
  id(): Promise<string>;
  get(key: string): Promise<StoreRecord | undefined>;
  put(key: string, value: string, options?: PutOptions): Promise<void>;
  /** True if the key was absent (or expired) and is now set. */
  putIfAbsent(key: string, value: string, options?: PutOptions): Promise<boolean>;
  /** Replaces the value only while the record still has `version`; true if it did. Without `expiresAt` the old expiry stays. */
  compareAndSet(key: string, version: number, value: string, options?: PutOptions): Promise<boolean>;
  /** Removes and returns the record; of all racing callers exactly one gets it. */
  take(key: string): Promise<StoreRecord | undefined>;
  /** True if there was something to delete. */
  delete(key: string): Promise<boolean>;
  /** Records whose key starts with `prefix`, in key order (code units). At most `limit` (default 1,000), after `after`. */
  list(prefix: string, options?: ListOptions): Promise<readonly StoreEntry[]>;
  /**
   * Calls back with the key after a record under `prefix` changed, was put, taken or deleted, by any process on the
   * same data. May fire more often than needed, never less; does not fire for expiry. Returns the way to stop.
   * A watcher that fell far behind other processes is called with `prefix` itself: look at everything again.
   */
  watch(prefix: string, listener: (key: string) => void, options?: WatchOptions): () => void;
  close(): Promise<void>;
}

export interface StoreRecord {
  readonly value: string;
  /** Rises with each write of this key. */
  readonly version: number;
  /** Milliseconds since the epoch; absent = kept until deleted. */
  readonly expiresAt?: number;
}

export interface StoreEntry extends StoreRecord {
  readonly key: string;
}

export interface PutOptions {
  /** Milliseconds since the epoch; a moment in the past makes a record that is never there. Not finite: `RangeError`. */
  readonly expiresAt?: number;
}

export interface ListOptions {
  readonly limit?: number;
  /** List keys strictly after this one. */
  readonly after?: string;
}

export interface WatchOptions {
  /**
   * True where nobody waits on the news (a page that refreshes, a cache): changes by other processes may then come up to
   * 250 ms late instead of 10 ms, and an idle machine is polled less (D33). Default false.
   */
  readonly idle?: boolean;
}
