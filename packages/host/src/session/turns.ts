/** One after the other, in the order of asking; whoever gives up while waiting leaves the line. */
export interface Turns {
  /** Runs `body` when all before it have ended. Rejects with the signal's reason if that comes first. */
  take<T>(signal: AbortSignal | undefined, body: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    take(signal, body) {
      const before = tail;
      const mine = Promise.race([before, aborted(signal)]).then(body);
      // Who left the line early must not let the next one overtake those still running.
      tail = Promise.allSettled([before, mine]);
      return mine;
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
