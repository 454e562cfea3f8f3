/**
 * Waits until a server that was told of a cancellation is done with the call, as far as that can be seen: no answer comes
 * for a cancelled request (E-L-06).
 *
 * Invariants:
 *  1. Done: the server answered a ping sent after the cancellation, and has asked nothing for `QUIET_MS`.
 *  2. `done` is called once, with false after `BOUND_MS`, unless it was stopped before.
 */
import type { Clock } from '@midcall/store';
import { request } from '../json-rpc/message.js';
import type { Wire } from './wire.js';

export interface Settling {
  /** The server asked something. */
  heard(): void;
  stop(): void;
}

const QUIET_MS = 250;
const BOUND_MS = 10_000;

export function settleAfterCancel(wire: Wire, clock: Clock, done: (fit: boolean) => void): Settling {
  let answers = false;
  let still = false;
  let over = false;
  let stopStill: () => void = () => undefined;

  const stop = (): void => {
    if (over) return;
    over = true;
    stopStill();
    stopBound();
    if (!answers) ping.cancel();
  };
  const finish = (fit: boolean): void => {
    if (over) return;
    stop();
    done(fit);
  };
  const look = (): void => {
    if (answers && still) finish(true);
  };
  const heard = (): void => {
    still = false;
    stopStill();
    stopStill = clock.setTimeout(() => {
      still = true;
      look();
    }, QUIET_MS);
  };

  const stopBound = clock.setTimeout(() => finish(false), BOUND_MS);
  const ping = wire.request(request('midcall-settle', 'ping'), {
    onResponse() {
      answers = true;
      look();
    },
  });
  heard();
  return { heard, stop };
}
