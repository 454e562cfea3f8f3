/** The pause before a state-only retry (E-M-31): short at first, growing, woken by a person who says "try again". */
import type { Clock } from '@midcall/store';

export interface Pacing {
  /** Resolves after the pause or when woken; rejects with the signal's reason. */
  wait(): Promise<void>;
  wake(): void;
  reset(): void;
}

const FIRST = 250;
const LONGEST = 5_000;

export function createPacing(clock: Clock, signal: AbortSignal): Pacing {
  let pause = FIRST;
  let wake: () => void = () => {};
  return {
    wait() {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const stop = clock.setTimeout(() => end(resolve), pause);
        const abort = (): void => end(() => reject(signal.reason));
        const end = (settle: () => void): void => {
          stop();
          signal.removeEventListener('abort', abort);
          wake = () => {};
          settle();
        };
        signal.addEventListener('abort', abort, { once: true });
        wake = () => end(resolve);
        pause = Math.min(pause * 2, LONGEST);
      });
    },
    wake: () => wake(),
    reset() {
      pause = FIRST;
    },
  };
}
