/**
 * What hosts were asked lately, so that their answers can be checked against the form (D29) though the modern era keeps
 * no state between rounds. Forgetting is harmless: the server then judges alone.
 */
import type { Clock } from '@midcall/store';
import type { RoundItem } from './round.js';

export interface RoundMemory {
  remember(state: string | undefined, digest: string, items: ReadonlyMap<string, RoundItem>): void;
  recall(state: string | undefined, digest: string): ReadonlyMap<string, RoundItem> | undefined;
}

/** Keeps the last `size` rounds (default 1,000) for `ttlMs` (default 15 minutes). */
export function createRoundMemory(clock: Clock, size = 1_000, ttlMs = 900_000): RoundMemory {
  const rounds = new Map<string, { readonly items: ReadonlyMap<string, RoundItem>; readonly until: number }>();
  const keyOf = (state: string | undefined, digest: string): string => `${digest}${state === undefined ? '-' : `+${state}`}`;
  return {
    remember(state, digest, items) {
      const key = keyOf(state, digest);
      rounds.delete(key);
      rounds.set(key, { items, until: clock.now() + ttlMs });
      for (const oldest of rounds.keys()) {
        if (rounds.size <= size) break;
        rounds.delete(oldest);
      }
    },
    recall(state, digest) {
      const found = rounds.get(keyOf(state, digest));
      return found !== undefined && found.until > clock.now() ? found.items : undefined;
    },
  };
}
