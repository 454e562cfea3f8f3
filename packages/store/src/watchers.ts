/**
 * Who wants to hear about which keys. Listeners run after the write they are told of has returned, each on its own, so
 * that one that throws silences no other; a listener that was stopped is not called again, even for an earlier write.
 */
export interface Watchers {
  add(prefix: string, listener: (key: string) => void): () => void;
  tell(key: string): void;
  clear(): void;
  readonly size: number;
}

export function watchers(): Watchers {
  const all = new Set<{ readonly prefix: string; readonly listener: (key: string) => void }>();
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
        if (!key.startsWith(watcher.prefix)) continue;
        queueMicrotask(() => {
          if (all.has(watcher)) watcher.listener(key);
        });
      }
    },
    clear() {
      all.clear();
    },
    get size() {
      return all.size;
    },
  };
}
