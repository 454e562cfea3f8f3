/**
 * The sign of life of a desk, for the other desks on its store: whoever finds its questions and not this sign knows that
 * nobody waits for their answers any more.
 *
 * Invariants:
 *  1. It beats while anything holds it, and writes nothing while nothing does.
 *  2. `standing` settles once a sign stands in the store: what depends on it is written after that.
 *  3. What it says of the people before this desk is sealed, and bound to the desk that says it.
 */
import type { Clock, Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';

export interface Heartbeat {
  /** The desk that lives. */
  readonly owner: string;
  /** Beats from now on; returns the way to let go. */
  hold(): () => void;
  /** Never rejects. */
  standing(): Promise<void>;
  /** Whether this desk has given a sign lately. */
  alive(owner: string): Promise<boolean>;
  /** What it says has changed: says it now. */
  changed(): void;
  /** Takes the sign away. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly owner: string;
  /** Milliseconds; a desk that was silent for three of them counts as dead. */
  readonly interval: number;
  /** Who has a page or a terminal of this desk open now. */
  readonly present: () => readonly string[];
  readonly onError: (error: unknown) => void;
}

/** What stands in a sign of life. */
export interface Sign {
  readonly v: 1;
  /** Principals with a page or a terminal open at that desk. */
  readonly present: readonly string[];
}

/** Where signs of life stand, each under its desk's name. */
export const ALIVE = 'desk/alive/';
export const HEARTBEAT = 2_000;
/** A desk that was silent for so many beats counts as dead. */
export const MISSED = 3;

export function createHeartbeat({ store, sealer, clock, owner, interval, present, onError }: HeartbeatOptions): Heartbeat {
  const key = ALIVE + owner;
  let held = 0;
  let beatAt = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();
  let stopTimer: (() => void) | undefined;
  let stopped = false;

  const write = (): Promise<void> => {
    beatAt = clock.now();
    writing = writing.then(async () => {
      try {
        const sign: Sign = { v: 1, present: present() };
        const sealed = await sealer.seal(JSON.stringify(sign), key);
        if (!stopped) await store.put(key, sealed, { expiresAt: clock.now() + MISSED * interval });
      } catch (error) {
        beatAt = Number.NEGATIVE_INFINITY;
        onError(error);
      }
    });
    return writing;
  };
  const arm = (): void => {
    stopTimer ??= clock.setTimeout(
      () => {
        stopTimer = undefined;
        if (held === 0 || stopped) return;
        arm();
        void write();
      },
      interval,
      { background: true },
    );
  };

  return {
    owner,
    hold() {
      held += 1;
      if (!stopped) arm();
      let holding = true;
      return () => {
        if (!holding) return;
        holding = false;
        held -= 1;
        if (held > 0) return;
        stopTimer?.();
        stopTimer = undefined;
      };
    },
    standing: () => (stopped || clock.now() - beatAt < interval ? writing : write()),
    alive: async other => other === owner || (await store.get(ALIVE + other)) !== undefined,
    changed() {
      if (!stopped) void write();
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      stopTimer?.();
      await writing;
      if (beatAt === Number.NEGATIVE_INFINITY) return;
      try {
        await store.delete(key);
      } catch (error) {
        onError(error);
      }
    },
  };
}
