/**
 * Reports what died with its process: questions whose desk gives no sign of life any more, and answers that were going
 * out when it died (N8, N12). Each is reported by one of the desks on the store, once, and seen by all.
 *
 * A desk is dead when it was not heard of at two looks in a row that came on time. After a machine was asleep every look
 * is late and every sign old, and nobody is dead.
 *
 * What a call of 2026-07-28 asked is left where it is while that call can be resumed, until the question's own time is over.
 */
import type { Clock } from '@midcall/store';
import type { FoundQuestion } from '../desk/question-shelf.js';
import type { EndPorts } from '../desk/report-end.js';
import { reportEnd } from '../desk/report-end.js';
import { lostCall, reportInDoubt } from '../desk/resume-calls.js';
import type { SuspendedCalls } from '../session/suspended-calls.js';

export interface Reaper {
  /** There is something to look after. */
  wake(): void;
  close(): Promise<void>;
}

export interface ReaperOptions extends EndPorts {
  readonly suspended: SuspendedCalls;
  readonly clock: Clock;
  readonly interval: number;
  /** Rows of other desks that stand. */
  readonly open: () => readonly FoundQuestion[];
  readonly alive: (owner: string) => Promise<boolean>;
  /** The row is to be read again: somebody else has dealt with it. */
  readonly refresh: (id: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const LOOKS = 2;

export function createReaper(options: ReaperOptions): Reaper {
  const { clock, interval, open, alive, refresh, onError } = options;
  const missed = new Map<string, number>();
  let stopTimer: (() => void) | undefined;
  let working = Promise.resolve();
  let due = 0;
  let closed = false;

  const look = async (): Promise<void> => {
    const rows = open();
    const owners = new Set(rows.map(row => row.owner));
    for (const owner of missed.keys()) if (!owners.has(owner)) missed.delete(owner);
    const dead = new Set<string>();
    for (const owner of owners) {
      const looks = (await alive(owner)) ? 0 : (missed.get(owner) ?? 0) + 1;
      missed.set(owner, looks);
      if (looks >= LOOKS) dead.add(owner);
    }
    if (dead.size === 0 || closed) return;
    const { rows: inDoubt, left } = await options.suspended.takeOver({ force: false, wanted: row => row.phase === 'sending' });
    for (const row of inDoubt) await reportInDoubt(options, row);
    for (const row of rows) {
      if (!dead.has(row.owner) || closed) continue;
      const over = (row.view.expiresAt ?? Number.POSITIVE_INFINITY) <= clock.now();
      const resumable = left.has(row.view.id);
      if (resumable && !over) continue;
      await reportEnd(options, row, resumable && row.answer === undefined ? { state: 'expired' } : lostCall(row));
      await refresh(row.view.id);
    }
  };
  const arm = (): void => {
    if (closed || stopTimer !== undefined || open().length === 0) return;
    due = clock.now() + interval;
    stopTimer = clock.setTimeout(
      () => {
        stopTimer = undefined;
        const late = clock.now() > due + interval;
        if (late) missed.clear();
        working = working
          .then(late ? () => {} : look)
          .catch(error => {
            if (!closed) onError(error);
          })
          .then(arm);
      },
      interval,
      { background: true },
    );
  };
  return {
    wake: arm,
    async close() {
      closed = true;
      stopTimer?.();
      await working;
    },
  };
}
