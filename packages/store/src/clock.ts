/**
 * Time as a port. Everything in midcall that waits or expires takes a `Clock`, so that a test decides when it is.
 *
 * Invariants:
 *  1. A delay beyond the platform's timer range (2^31 - 1 ms) is waited out in full; the platform's own timers would fire at once.
 *  2. Stopping a timer twice, or after it fired, does nothing.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fn` once after `ms` milliseconds (at least 0); returns the way to stop it. */
  setTimeout(fn: () => void, ms: number, options?: TimerOptions): () => void;
}

export interface TimerOptions {
  /** The timer alone does not keep a Node process alive. Default false. A clock may ignore it. */
  readonly background?: boolean;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(fn, ms, options) {
    if (ms <= LONGEST_TIMER) {
      const handle = setTimeout(fn, Math.max(0, ms));
      if (options?.background === true) unref(handle);
      return () => clearTimeout(handle);
    }
    let handle: ReturnType<typeof setTimeout>;
    const arm = (left: number): void => {
      const step = Math.min(left, LONGEST_TIMER);
      handle = setTimeout(() => (left > step ? arm(left - step) : fn()), step);
      if (options?.background === true) unref(handle);
    };
    arm(ms);
    return () => clearTimeout(handle);
  },
};

// A number in browsers, an object with `unref` in Node.
function unref(handle: unknown): void {
  if (typeof handle === 'object' && handle !== null && 'unref' in handle && typeof handle.unref === 'function') handle.unref();
}

const LONGEST_TIMER = 2 ** 31 - 1;
