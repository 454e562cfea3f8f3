/** Where sign-ins are remembered: in this process, or in a store that several inboxes of one secret share. */
import type { InboxClock } from './ports.js';

/** What is used of a store; a `Store` of `@midcall/store` fits. */
export interface SignInRecords {
  get(key: string): Promise<SignInRecord | undefined>;
  put(key: string, value: string, options: { readonly expiresAt: number }): Promise<void>;
  /** Replaces the value only while the record still has this version; true if it did. The expiry stays. */
  compareAndSet(key: string, version: number, value: string): Promise<boolean>;
  list(prefix: string): Promise<readonly (SignInRecord & { readonly key: string })[]>;
  /** Calls back with a key that was written, or with the prefix where it may be any. Returns the way to stop. */
  watch(prefix: string, listener: (key: string) => void, options: { readonly idle: boolean }): () => void;
}

export interface SignInRecord {
  readonly value: string;
  readonly version: number;
}

interface Kept extends SignInRecord {
  readonly expiresAt: number;
}

/** Records of this process alone. */
export function ownRecords(clock: InboxClock): SignInRecords {
  const kept = new Map<string, Kept>();
  let writes = 0;
  const read = (key: string): Kept | undefined => {
    const record = kept.get(key);
    return record !== undefined && record.expiresAt > clock.now() ? record : undefined;
  };
  return {
    get: async key => read(key),
    async put(key, value, { expiresAt }) {
      for (const [old, record] of kept) if (record.expiresAt <= clock.now()) kept.delete(old);
      writes += 1;
      kept.set(key, { value, version: writes, expiresAt });
    },
    async compareAndSet(key, version, value) {
      const record = read(key);
      if (record?.version !== version) return false;
      writes += 1;
      kept.set(key, { ...record, value, version: writes });
      return true;
    },
    list: async prefix =>
      [...kept].filter(([key]) => key.startsWith(prefix) && read(key) !== undefined).map(([key, record]) => ({ key, ...record })),
    // Whoever ends a session here tells of it themselves.
    watch: () => () => {},
  };
}
