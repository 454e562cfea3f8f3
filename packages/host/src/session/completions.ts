/**
 * Completion notices of opened pages (2025-11-25). Ids are opaque (E-R-14); ids that nobody waits for, or that were
 * completed already, change nothing (E-N-04).
 */
export interface Completions {
  /** Calls back once when the server says that this interaction is done. Returns the way to stop waiting. */
  wait(id: string, done: () => void): () => void;
  complete(id: string): void;
  clear(): void;
}

export function createCompletions(): Completions {
  const waiting = new Map<string, Set<() => void>>();
  return {
    wait(id, done) {
      const waiters = waiting.get(id) ?? new Set();
      const own = (): void => done();
      waiting.set(id, waiters.add(own));
      return () => {
        waiters.delete(own);
        if (waiters.size === 0 && waiting.get(id) === waiters) waiting.delete(id);
      };
    },
    complete(id) {
      const waiters = waiting.get(id);
      waiting.delete(id);
      for (const done of waiters ?? []) done();
    },
    clear: () => waiting.clear(),
  };
}
