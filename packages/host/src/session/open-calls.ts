/**
 * The calls of one session that are in flight: what a question is attributed to, and what is given up when the
 * connection goes. With exactly one in flight a pushed question is its; with several it belongs to a call that cannot
 * be named (never guessed).
 */
import type { JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';

export interface OpenCall {
  readonly method: AskingMethod;
  readonly name: string;
  readonly arguments?: JsonObject;
  readonly signal: AbortSignal;
  /** Pushed questions so far (2025). */
  asked: number;
  /** Fingerprints of what the person declined in this call. */
  readonly declined: Set<string>;
  /** How often it was sent. */
  legs: number;
  readonly endings: (() => void)[];
  giveUp(reason: unknown): void;
  /** The server spoke: its time starts anew. */
  heard(): void;
  /** Human time begins or ends. */
  asking(delta: 1 | -1): void;
}

export interface OpenCalls {
  run<T>(call: CallStart, body: (call: OpenCall) => Promise<T>): Promise<T>;
  /** The one call in flight, if it is one. */
  sole(): OpenCall | undefined;
  all(): readonly OpenCall[];
  giveUpAll(reason: unknown): void;
}

export interface CallStart {
  readonly method: AskingMethod;
  readonly name: string;
  readonly arguments?: JsonObject;
  readonly signal?: AbortSignal;
}

export interface ServerTime {
  /** Silence after which the call is given up (milliseconds); 0 = no limit. */
  readonly silence: number;
  /** All of the server's own time in one call, progress or not (milliseconds); 0 = no limit. */
  readonly total: number;
}

export function createOpenCalls(clock: Clock, time: ServerTime): OpenCalls {
  const open = new Set<OpenCall>();
  return {
    async run(start, body) {
      if (start.signal?.aborted === true) throw start.signal.reason;
      const { call, dispose } = openCall(start, clock, time);
      open.add(call);
      try {
        return await body(call);
      } catch (error) {
        // The SDK reports every abort as a time-out of its own; what ended the call is the reason it was given.
        throw call.signal.aborted ? call.signal.reason : error;
      } finally {
        open.delete(call);
        dispose();
      }
    },
    sole: () => (open.size === 1 ? [...open][0] : undefined),
    all: () => [...open],
    giveUpAll(reason) {
      for (const call of [...open]) call.giveUp(reason);
    },
  };
}

const NEVER = Number.POSITIVE_INFINITY;

function openCall(start: CallStart, clock: Clock, time: ServerTime): { call: OpenCall; dispose: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(start.signal?.reason);
  start.signal?.addEventListener('abort', abort, { once: true });
  let stopTimer: (() => void) | undefined;
  let armedAt: number | undefined;
  let spent = 0;
  let people = 0;
  const expire = (): void => {
    controller.abort(
      new MidcallError('SERVER_SILENT', 'The server did not answer in time.', { hint: 'Try the call again, or raise serverTime.' }),
    );
  };
  const arm = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (armedAt !== undefined) spent += clock.now() - armedAt;
    armedAt = undefined;
    const left = Math.min(time.silence > 0 ? time.silence : NEVER, time.total > 0 ? time.total - spent : NEVER);
    if (people > 0 || left === NEVER) return;
    armedAt = clock.now();
    stopTimer = clock.setTimeout(expire, Math.max(0, left));
  };
  arm();
  const call: OpenCall = {
    method: start.method,
    name: start.name,
    ...(start.arguments !== undefined && { arguments: start.arguments }),
    signal: controller.signal,
    asked: 0,
    legs: 0,
    declined: new Set(),
    endings: [],
    giveUp: reason => controller.abort(reason),
    heard: arm,
    asking(delta) {
      people += delta;
      arm();
    },
  };
  return {
    call,
    dispose() {
      people = Number.POSITIVE_INFINITY;
      arm();
      start.signal?.removeEventListener('abort', abort);
      for (const end of call.endings.splice(0)) end();
    },
  };
}
