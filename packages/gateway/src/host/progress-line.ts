/**
 * Progress of one call towards its host, over all its rounds.
 *
 * Invariants:
 *  1. What the host sees only rises, though each round of a modern server starts at 0 and the gateway adds its own signs
 *     of life while a person thinks (E-G-01).
 *  2. As long as nothing was added, the server's own notification goes on unchanged.
 *  3. Nothing is sent after `end`.
 */
import type { JsonObject } from '@midcall/core';
import type { Clock } from '@midcall/store';
import type { NotificationMessage, RequestMessage, RpcId } from '../json-rpc/message.js';
import { isId, notification, objectAt } from '../json-rpc/message.js';

export interface ProgressLine {
  /** Passes the server's progress on, rebased where it must be. */
  forward(message: NotificationMessage): void;
  /** A new round begins: the server counts from 0 again. */
  nextRound(): void;
  /** Sends signs of life with `message`, as it reads then, until the returned function is called. Nothing without a token. */
  waiting(message: string | (() => string), options?: { readonly atOnce: boolean }): () => void;
  end(): void;
}

export interface ProgressLineOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly send: (message: NotificationMessage) => void;
}

/** The progress token a request carries, if it carries one. */
export function tokenOf(message: RequestMessage): RpcId | undefined {
  const token = objectAt(message.params, '_meta')?.progressToken;
  return isId(token) ? token : undefined;
}

/** `token` is the host's own; undefined = the host wants no progress. */
export function progressLine(token: RpcId | undefined, options: ProgressLineOptions): ProgressLine {
  if (token === undefined) return SILENT;
  let base = 0;
  let last = Number.NEGATIVE_INFINITY;
  let rebased = false;
  let over = false;

  const emit = (params: JsonObject, wanted: number): void => {
    last = wanted > last ? wanted : last + STEP;
    options.send(notification('notifications/progress', { ...params, progressToken: token, progress: last }));
  };

  return {
    forward(message) {
      const progress = message.params?.progress;
      if (over || typeof progress !== 'number') return;
      if (!rebased && message.params?.progressToken === token) {
        last = Math.max(last, progress);
        options.send(message);
        return;
      }
      const total = message.params?.total;
      emit({ ...message.params, ...(typeof total === 'number' && { total: base + total }) }, base + progress);
    },
    nextRound() {
      rebased = true;
      base = Math.max(last, 0);
    },
    waiting(message, { atOnce } = { atOnce: false }) {
      let stop = (): void => undefined;
      const tick = (): void => {
        if (over) return;
        rebased = true;
        emit({ message: typeof message === 'string' ? message : message() }, Math.max(last, 0) + STEP);
        base = Math.max(base, last);
        stop = options.clock.setTimeout(tick, options.everyMs);
      };
      if (atOnce) tick();
      else stop = options.clock.setTimeout(tick, options.everyMs);
      return () => stop();
    },
    end() {
      over = true;
    },
  };
}

// Small enough not to outrun a server that counts in whole steps, large enough to survive addition.
const STEP = 0.001;

const SILENT: ProgressLine = {
  forward: () => undefined,
  nextRound: () => undefined,
  waiting: () => () => undefined,
  end: () => undefined,
};
