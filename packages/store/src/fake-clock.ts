/**
 * A clock that moves only when told, for tests of whatever waits.
 *
 * Invariants:
 *  1. Timers run in the order of their due times; those due at the same moment, in the order they were set.
 *  2. While a timer runs, `now()` is its due time; a timer it sets inside the advanced span runs in the same `advance`.
 *  3. Before the first timer, after each, and at the end everything already settled has run (promise reactions and one turn of the event loop).
 */
import type { Clock } from './clock.js';

export interface FakeClock extends Clock {
  /** Moves time on by `ms` milliseconds, running what falls due. @throws RangeError if `ms` is negative or not finite. */
  advance(ms: number): Promise<void>;
  /** How many timers are set and have neither run nor been stopped: 0 at the end of a test that leaks nothing. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly fn: () => void;
}

/** A stopped clock at `start` (milliseconds since the epoch, default 2026-01-01T00:00:00Z). */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let time = start;
  let order = 0;
  const timers = new Set<Timer>();

  const nextDue = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= until && (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))) {
        first = timer;
      }
    }
    return first;
  };

  return {
    now: () => time,
    setTimeout(fn, ms) {
      order += 1;
      const timer: Timer = { due: time + Math.max(0, ms), order, fn };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('advance takes a number of milliseconds, 0 or more');
      const until = time + ms;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        time = Math.max(time, timer.due);
        timer.fn();
        await settle();
      }
      time = Math.max(time, until);
    },
    get pending() {
      return timers.size;
    },
  };
}

// Kept at load time, so that a test runner's faked globals cannot stall us.
const nextTurn: (fn: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;

function settle(): Promise<void> {
  return new Promise(resolve => {
    nextTurn(resolve);
  });
}
