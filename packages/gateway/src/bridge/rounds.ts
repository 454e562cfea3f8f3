/**
 * One parked call towards its host: the requests that wait for what it does next, and the rounds that went out.
 *
 * Invariants:
 *  1. Each round is spent by the first retry that names it. The same retry again joins it and gets the same body; the same
 *     round with other answers is refused and changes nothing (E-M-15).
 *  2. A round nobody comes back for ends the call at its time limit.
 *  3. What the call ended with is what every later retry of its last round gets.
 */
import type { JsonObject } from '@midcall/core';
import type { Clock } from '@midcall/store';
import { canonical } from '../seal.js';
import type { Body, Carrier } from './carrier.js';
import { spentState } from './carrier.js';

export interface Rounds {
  /** A round is with the host, and no request of it waits. */
  readonly out: boolean;
  /** Milliseconds for which it has been there; 0 = it is not. */
  readonly outFor: number;
  /** How many went out. */
  readonly count: number;
  /** Whether a request of the host waits for what comes next. */
  readonly awaited: boolean;
  /** The request of the host that came last. */
  readonly last: Carrier | undefined;
  begin(carrier: Carrier): void;
  handOut(requests: JsonObject): void;
  /** A retry that names a round; `spend` is called if it is the first of the one that is out. */
  retry(carrier: Carrier, named: number, answers: JsonObject): void;
  /** The host gave this request up. True when nobody waits any more and no round is out. */
  leave(carrier: Carrier): boolean;
  end(body: Body): void;
}

export interface RoundsOptions {
  readonly clock: Clock;
  readonly parkMs: number;
  /** Seals the token of a round. */
  readonly token: (round: number) => string;
  readonly spend: (answers: JsonObject) => void;
  readonly nobodyCame: () => void;
}

interface Spent {
  readonly answers: string;
  body?: Body;
}

export function rounds({ clock, parkMs, token, spend, nobodyCame }: RoundsOptions): Rounds {
  const waiting = new Set<Carrier>();
  const spent = new Map<number, Spent>();
  let count = 0;
  let outSince: number | undefined;
  let done: Body | undefined;
  let last: Carrier | undefined;
  let stopPark: () => void = () => undefined;

  const deliver = (body: Body): void => {
    const current = spent.get(count);
    if (current !== undefined) current.body = body;
    for (const carrier of [...waiting]) {
      waiting.delete(carrier);
      carrier.answer(body);
    }
  };

  return {
    get out() {
      return outSince !== undefined;
    },
    get outFor() {
      return outSince === undefined ? 0 : clock.now() - outSince;
    },
    get count() {
      return count;
    },
    get awaited() {
      return waiting.size > 0;
    },
    get last() {
      return last;
    },
    begin(carrier) {
      waiting.add(carrier);
      last = carrier;
    },
    handOut(requests) {
      deliver({ result: { resultType: 'input_required', inputRequests: requests, requestState: token(count + 1) } });
      count += 1;
      outSince = clock.now();
      stopPark = clock.setTimeout(nobodyCame, parkMs);
    },
    retry(carrier, named, answers) {
      const digest = canonical(answers);
      // The server finished, or the time ran out, while the round was with the host: that is the answer now.
      if (done !== undefined && named === count && !spent.has(named)) return carrier.answer(done);
      if (named === count && outSince !== undefined) {
        spent.set(named, { answers: digest });
        outSince = undefined;
        stopPark();
        waiting.add(carrier);
        last = carrier;
        return spend(answers);
      }
      const before = spent.get(named);
      if (before === undefined || before.answers !== digest) return carrier.answer({ error: spentState() });
      if (before.body !== undefined) return carrier.answer(before.body);
      waiting.add(carrier);
    },
    leave: carrier => waiting.delete(carrier) && waiting.size === 0 && outSince === undefined && done === undefined,
    end(body) {
      done = body;
      stopPark();
      deliver(body);
    },
  };
}
