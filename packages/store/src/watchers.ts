/**
 * Who wants to hear about which keys. Listeners run after the write they are told of has returned, each on its own, so
 * that one that throws silences no other; a listener that was stopped is not called again, even for an earlier write.
 */
export interface Watchers {
  add(prefix: string, listener: (key: string) => void): () => void;
  tell(key: string): void;
  /** Calls each with its own prefix: anything under it may have changed. */
  tellAll(): void;
  clear(): void;
  readonly size: number;
}

export function watchers(): Watchers {
  const all = new Set<Watcher>();
  const call = (watcher: Watcher, key: string): void => {
    queueMicrotask(() => {
      if (all.has(watcher)) watcher.listener(key);
    });
  };
  return {
    add(prefix, listener) {
      const watcher = { prefix, listener };
      all.add(watcher);
      return () => {
        all.delete(watcher);
      };
    },
    tell(key) {
      for (const watcher of all) {
        if (key.startsWith(watcher.prefix)) call(watcher, key);
      }
    },
    tellAll() {
      for (const watcher of all) call(watcher, watcher.prefix);
    },
    clear() {
      all.clear();
    },
    get size() {
      return all.size;
    },
  };
}

interface Watcher {
  readonly prefix: string;
  readonly listener: (key: string) => void;
}
