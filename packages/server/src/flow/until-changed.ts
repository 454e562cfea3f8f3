/** Waiting for a stored record to be written by somebody else, or for its lease to end, whichever comes first. */
import type { Clock, Store } from '@midcall/store';

/** Resolves once the record no longer has `version`, or at `lease` (milliseconds since the epoch). May wake early. */
export function untilChanged(store: Store, clock: Clock, key: string, lease: number, version: number): Promise<void> {
  return new Promise(resolve => {
    let stopTimer = (): void => {};
    let stopWatch = (): void => {};
    const wake = (): void => {
      stopTimer();
      stopWatch();
      resolve();
    };
    stopTimer = clock.setTimeout(wake, Math.max(0, lease - clock.now()));
    stopWatch = store.watch(key, wake);
    void store.get(key).then(record => {
      if (record?.version !== version) wake();
    }, wake);
  });
}
