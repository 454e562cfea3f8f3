/**
 * A token bucket per principal: how often it may retry (D7, E-M-22). In this process only; bounded in size.
 */
import type { Clock } from '@midcall/store';

export interface BucketOptions {
  /** Tokens that come back each second. */
  readonly perSecond: number;
  /** Most tokens that can be saved up. */
  readonly burst: number;
}

export interface Bucket {
  /** Takes `cost` tokens. @returns 0, or the milliseconds until they would be there (then nothing was taken) */
  take(who: string, cost: number): number;
}

interface Level {
  tokens: number;
  at: number;
}

const MOST = 10_000;

export function createBucket(clock: Clock, { perSecond, burst }: BucketOptions): Bucket {
  const levels = new Map<string, Level>();
  return {
    take(who, cost) {
      const now = clock.now();
      let level = levels.get(who);
      if (level === undefined) {
        if (levels.size >= MOST) forget(levels, now, (burst / perSecond) * 1000);
        level = { tokens: burst, at: now };
        levels.set(who, level);
      } else {
        level.tokens = Math.min(burst, level.tokens + ((now - level.at) / 1000) * perSecond);
        level.at = now;
      }
      if (level.tokens < cost) return Math.ceil(((cost - level.tokens) / perSecond) * 1000);
      level.tokens -= cost;
      return 0;
    },
  };
}

/** Drops who has a full bucket again; if all are busy, the one that came first. */
function forget(levels: Map<string, Level>, now: number, refillMs: number): void {
  for (const [who, level] of levels) if (now - level.at >= refillMs) levels.delete(who);
  if (levels.size < MOST) return;
  const [first] = levels.keys();
  if (first !== undefined) levels.delete(first);
}
