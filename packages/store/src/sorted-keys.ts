/**
 * The keys of a map in code-unit order, sorted only when somebody lists, so that writing stays constant time.
 * What it remembers between two listings is bounded by twice the live keys and a little.
 */
export interface SortedKeys {
  /** Call after a key that was absent was set. */
  added(key: string): void;
  /** Live keys that start with `prefix` and come strictly after `after`, in order. The map must not change while it is read. */
  from(prefix: string, after: string | undefined): Iterable<string>;
}

export function sortedKeys(live: ReadonlyMap<string, unknown>): SortedKeys {
  let sorted: readonly string[] = [];
  let fresh: string[] = [];
  let stale = false;

  const settle = (): void => {
    if (stale || sorted.length > 2 * live.size + SLACK) sorted = [...live.keys()].sort();
    // A key that was removed and set again stands in both lists: the set makes it one.
    else if (fresh.length > 0) sorted = [...new Set([...sorted, ...fresh])].filter(key => live.has(key)).sort();
    fresh = [];
    stale = false;
  };

  return {
    added(key) {
      if (stale) return;
      fresh.push(key);
      if (fresh.length > 2 * live.size + SLACK) {
        fresh = [];
        stale = true;
      }
    },
    *from(prefix, after) {
      settle();
      const keys = sorted;
      for (let index = firstAtLeast(keys, after === undefined || after < prefix ? prefix : after); index < keys.length; index += 1) {
        const key = keys[index] as string;
        if (!key.startsWith(prefix)) return;
        if (key !== after && live.has(key)) yield key;
      }
    },
  };
}

const SLACK = 1024;

function firstAtLeast(keys: readonly string[], wanted: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
