/**
 * When a server that ended may be started again: at once if it had been running, later and later if it keeps ending.
 */

import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { RpcError } from '../json-rpc/message.js';

export interface BackOff {
  /** Milliseconds until the next start is due; 0 = now. */
  wait(): number;
  started(): void;
}

const STEADY_MS = 10_000;
const LONGEST_MS = 30_000;

export function backOff(clock: Clock): BackOff {
  let last = Number.NEGATIVE_INFINITY;
  let inARow = 0;
  return {
    wait() {
      if (inARow === 0) return 0;
      return Math.max(0, last + Math.min(500 * 2 ** inARow, LONGEST_MS) - clock.now());
    },
    started() {
      const now = clock.now();
      inARow = now - last < STEADY_MS ? inARow + 1 : 0;
      last = now;
    },
  };
}

/** What a request is told that comes before the next start is due. */
export function restingError(ms: number): RpcError {
  return {
    code: RPC.internalError,
    message: `The server keeps ending; it is started again in ${Math.ceil(ms / 1_000)} s.`,
    data: { code: 'SERVER_EXITED' },
  };
}
