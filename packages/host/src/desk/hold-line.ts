/**
 * Questions that a passing limit keeps from the person, oldest first. One timer for all of them, at the earliest moment
 * that may help one; none while nothing is held.
 */
import type { Clock } from '@midcall/store';
import type { QuestionRecord } from './question-record.js';

export interface HoldLine {
  add(record: QuestionRecord, until: number | undefined): void;
  remove(record: QuestionRecord): void;
  /** Judges again all that is held; a call from within such a round does nothing. */
  release(): void;
  stop(): void;
}

export function createHoldLine(clock: Clock, judge: (record: QuestionRecord) => void): HoldLine {
  const held = new Set<QuestionRecord>();
  let wake: { readonly at: number; readonly stop: () => void } | undefined;
  let judging = false;
  const sleep = (): void => {
    wake?.stop();
    wake = undefined;
  };
  const line: HoldLine = {
    add(record, until) {
      held.add(record);
      if (until === undefined || (wake !== undefined && wake.at <= until)) return;
      sleep();
      const stop = clock.setTimeout(
        () => {
          wake = undefined;
          line.release();
        },
        Math.max(1, until - clock.now()),
      );
      wake = { at: until, stop };
    },
    remove(record) {
      held.delete(record);
      if (held.size === 0) sleep();
    },
    release() {
      if (judging) return;
      judging = true;
      try {
        for (const record of [...held]) if (held.has(record)) judge(record);
      } finally {
        judging = false;
      }
    },
    stop() {
      held.clear();
      sleep();
    },
  };
  return line;
}
