/**
 * Sends the heads of an audit chain away at intervals (D34): a tail that was cut together with its head is found by what
 * was sent before.
 *
 * Invariants:
 *  1. The first row of a chain is anchored at once, later ones at most once in the interval; nothing is sent while
 *     nothing was written.
 *  2. A head that could not be sent is told to `onError` and sent with the next turn; it never holds up a row.
 */
import type { Clock } from '@midcall/store';
import type { AuditHead, HeadPort } from './audit-chain.js';

/** One anchor, as one line of JSON. Nothing in it is secret. */
export interface AnchorLine extends AuditHead {
  readonly v: 1;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Where anchors go. */
export interface AnchorPort {
  /** Milliseconds. */
  readonly every: number;
  /** Takes one line, without its end; rejects if it did not arrive. */
  send(line: string): Promise<void>;
}

export interface AnchorHeadsOptions {
  readonly clock: Clock;
  /** Asked at each turn, so that a changed policy counts; undefined: nothing is sent. */
  readonly anchor: () => AnchorPort | undefined;
  readonly onError: (error: unknown) => void;
}

export interface HeadAnchor extends HeadPort {
  /** Sends what was not sent yet, and nothing by itself after that. */
  close(): Promise<void>;
}

/** `head`, with every head sent away in its turn. */
export function anchorHeads(head: HeadPort, { clock, anchor, onError }: AnchorHeadsOptions): HeadAnchor {
  let latest: AuditHead | undefined;
  let sentCount = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let stopTimer: (() => void) | undefined;
  let sending: Promise<void> | undefined;
  let closed = false;

  const send = async (): Promise<void> => {
    const [port, due] = [anchor(), latest];
    if (port === undefined || due === undefined || due.count <= sentCount) return;
    sentAt = clock.now();
    try {
      await port.send(JSON.stringify({ v: 1, at: clock.now(), ...due } satisfies AnchorLine));
      sentCount = due.count;
    } catch (error) {
      onError(error);
    }
  };
  const arm = (): void => {
    const port = anchor();
    if (closed || stopTimer !== undefined || sending !== undefined || port === undefined || (latest?.count ?? 0) <= sentCount) return;
    const turn = (): void => {
      stopTimer = undefined;
      sending = send().finally(() => {
        sending = undefined;
        arm();
      });
    };
    stopTimer = clock.setTimeout(turn, Math.max(0, sentAt + port.every - clock.now()), { background: true });
  };

  return {
    read: () => head.read(),
    async write(next) {
      await head.write(next);
      latest = next;
      arm();
    },
    async close() {
      closed = true;
      stopTimer?.();
      stopTimer = undefined;
      await sending;
      await send();
    },
  };
}

/** The anchors in this text: one JSON object a line, whatever a logger wrote in front of it; other lines are none. */
export function parseAnchors(text: string): readonly AnchorLine[] {
  return text.split('\n').flatMap(line => {
    const start = line.indexOf('{');
    if (start === -1) return [];
    try {
      const anchor = JSON.parse(line.slice(start)) as Partial<AnchorLine>;
      const whole = anchor.v === 1 && typeof anchor.chain === 'string' && Number.isInteger(anchor.count) && typeof anchor.mac === 'string';
      return whole ? [anchor as AnchorLine] : [];
    } catch {
      return [];
    }
  });
}
