/** Which record of a map expires next: a binary heap with lazy removal, bounded by the number of live records. */
export interface Expiring {
  readonly key: string;
  readonly version: number;
  readonly expiresAt: number;
}

export interface ExpiryQueue {
  push(item: Expiring): void;
  /** Removes and returns the next item if it is due at `now`; it may describe a record that has since changed. */
  popDue(now: number): Expiring | undefined;
  readonly size: number;
  /** Drops every item that `isCurrent` does not vouch for. */
  compact(isCurrent: (item: Expiring) => boolean): void;
}

export function expiryQueue(): ExpiryQueue {
  let heap: Expiring[] = [];

  const at = (index: number): Expiring => heap[index] as Expiring;
  const swap = (a: number, b: number): void => {
    const kept = at(a);
    heap[a] = at(b);
    heap[b] = kept;
  };
  const sink = (from: number): void => {
    for (let index = from; ; ) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < heap.length && at(child).expiresAt < at(least).expiresAt) least = child;
      }
      if (least === index) return;
      swap(index, least);
      index = least;
    }
  };

  return {
    push(item) {
      heap.push(item);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (at(parent).expiresAt <= at(index).expiresAt) return;
        swap(parent, index);
        index = parent;
      }
    },
    popDue(now) {
      const first = heap[0];
      if (first === undefined || first.expiresAt > now) return undefined;
      const last = heap.pop() as Expiring;
      if (heap.length > 0) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
    get size() {
      return heap.length;
    },
    compact(isCurrent) {
      heap = heap.filter(isCurrent);
      for (let index = heap.length >> 1; index >= 0; index -= 1) sink(index);
    },
  };
}
