/** How many questions a server may ask: `burst` at once, `perMinute` in the long run (E-P-10). */
import type { RatePolicy } from './policy-config.js';

export interface TokenBucket {
  /** Takes one if there is one; else says when the next will be there (milliseconds since the epoch). */
  take(rate: RatePolicy): { readonly ok: true } | { readonly ok: false; readonly at: number };
}

export function createTokenBucket(now: () => number): TokenBucket {
  let tokens: number | undefined;
  let at = now();
  return {
    take(rate) {
      const perMs = rate.perMinute / 60_000;
      tokens = Math.min(rate.burst, (tokens ?? rate.burst) + (now() - at) * perMs);
      at = now();
      if (tokens >= 1 - 1e-9) {
        tokens -= 1;
        return { ok: true };
      }
      return { ok: false, at: at + Math.ceil((1 - tokens) / perMs) };
    },
  };
}
