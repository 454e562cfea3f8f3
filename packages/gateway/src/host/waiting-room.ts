/**
 * Calls whose host gave up waiting, or was about to (D28): the host is told in time that a person has not answered yet,
 * and the same call again joins the open flow and collects its result.
 *
 * Invariants:
 *  1. A call joins only a flow whose own call was already answered "still waiting" and whose result nobody has collected.
 *     While the first call is still open, an identical one is a new flow.
 *  2. A result is collected once: when it reached a live connection. One that did not stays for the next call.
 *  3. The flow itself is run once, whoever joins or leaves.
 */
import type { JsonObject } from '@midcall/core';
import type { Clock } from '@midcall/store';
import type { RequestMessage, ResponseMessage } from '../json-rpc/message.js';
import { callDigest } from '../seal.js';

export interface WaitingRoom {
  /** A flow of this very call that waits to be collected, if there is one. */
  find(principal: string, message: RequestMessage): WaitingFlow | undefined;
  /** Keeps a flow whose host was told to come back. */
  keep(principal: string, message: RequestMessage): WaitingFlow;
  /** Flows that nobody has collected yet. */
  readonly size: number;
}

export interface WaitingFlow {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The flow ended; its answer waits here, or goes to whoever has joined. */
  finish(response: ResponseMessage): void;
  /**
   * Hands the answer over when it is there. `take` says whether it reached a live connection; false keeps it. Returns the
   * way to leave.
   */
  join(take: (response: ResponseMessage) => Promise<boolean>): () => void;
}

export interface WaitingRoomOptions {
  readonly clock: Clock;
  /** How long an answer waits to be collected. */
  readonly keepMs: number;
}

export function createWaitingRoom({ clock, keepMs }: WaitingRoomOptions): WaitingRoom {
  const flows = new Map<string, WaitingFlow[]>();
  const keyOf = (principal: string, message: RequestMessage): string => `${principal}\0${callDigest(message.method, message.params)}`;

  const forget = (key: string, flow: WaitingFlow): void => {
    const left = (flows.get(key) ?? []).filter(other => other !== flow);
    if (left.length === 0) flows.delete(key);
    else flows.set(key, left);
  };

  return {
    get size() {
      return [...flows.values()].reduce((sum, own) => sum + own.length, 0);
    },
    find: (principal, message) => flows.get(keyOf(principal, message))?.[0],
    keep(principal, message) {
      const key = keyOf(principal, message);
      const takers: ((response: ResponseMessage) => Promise<boolean>)[] = [];
      let answer: ResponseMessage | undefined;
      let handing = false;

      const hand = async (): Promise<void> => {
        if (handing) return;
        handing = true;
        for (let take = takers.shift(); take !== undefined && answer !== undefined; take = takers.shift()) {
          const response = answer;
          answer = undefined;
          // Gone before it is handed over, so that a call which comes meanwhile starts a flow of its own.
          forget(key, flow);
          if (await take(response)) stop();
          else {
            answer = response;
            flows.set(key, [flow, ...(flows.get(key) ?? [])]);
          }
        }
        handing = false;
      };
      const stop = clock.setTimeout(() => forget(key, flow), keepMs);

      const flow: WaitingFlow = {
        since: clock.now(),
        finish(response) {
          answer = response;
          void hand();
        },
        join(take) {
          takers.push(take);
          if (answer !== undefined) void hand();
          return () => {
            const at = takers.indexOf(take);
            if (at !== -1) takers.splice(at, 1);
          };
        },
      };
      flows.set(key, [...(flows.get(key) ?? []), flow]);
      return flow;
    },
  };
}

/** The result that says what is waiting and how to come back (D10: a tool with an output schema can only say so as an error that is none). */
export function waitingResult(options: {
  readonly serverName: string;
  readonly waitedMs: number;
  readonly where: string | undefined;
  readonly modern: boolean;
  readonly structured: boolean;
}): JsonObject {
  const age = Math.max(1, Math.round(options.waitedMs / 1_000));
  const where = options.where === undefined ? '' : ` The question is open at ${options.where}.`;
  const text =
    `Not finished yet, and nothing has failed: "${options.serverName}" asked a person a question ${age} seconds ago and waits for the answer.${where} ` +
    'Once it is answered, call this tool again with the same arguments to collect the result; it will not be run a second time.';
  return {
    content: [{ type: 'text', text }],
    ...(options.structured && { isError: true }),
    ...(options.modern && { resultType: 'complete' }),
  };
}
