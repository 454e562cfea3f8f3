/**
 * Stands between a host and the side that serves it, for hosts whose own limit for a call is known (D28).
 *
 * Invariants:
 *  1. A call that is not waiting for a person is left alone, however long it takes.
 *  2. The waiting result goes out `LEAD_MS` before the host's limit, counted from when its request came.
 *  3. After it, what the side sends for that request is kept, not sent: the host's request is over.
 */
import type { Clock } from '@midcall/store';
import { claimsModern } from '../envelope.js';
import type { Link } from '../json-rpc/link.js';
import type { RequestMessage, RpcId } from '../json-rpc/message.js';
import { idKey, isFailure, isId, isObject, result } from '../json-rpc/message.js';
import type { HostSide } from './side.js';
import type { WaitingFlow, WaitingRoom } from './waiting-room.js';
import { waitingResult } from './waiting-room.js';

export interface PatienceOptions {
  readonly host: Link;
  readonly room: WaitingRoom;
  readonly clock: Clock;
  readonly principal: string;
  readonly serverName: string;
  /** The host's own limit for one call. */
  readonly limitMs: number;
  /** Whether a person is being asked at the desk for this connection now. */
  readonly asking: () => boolean;
  /** The connection carries one request only: a flow whose host was told to come back outlives it. */
  readonly oneRequest: boolean;
  /** Aborted when the gateway closes. */
  readonly closing: AbortSignal;
  /** Where the open questions are, if that can be said. */
  readonly where: () => string | undefined;
}

/** How long before the host's limit it is told. */
const LEAD_MS = 10_000;

/** The link for the side, and the side for the connection. */
export function withPatience(options: PatienceOptions): { readonly host: Link; wrap(side: HostSide): HostSide } {
  const { host, room, clock } = options;
  const timers = new Map<string, () => void>();
  const detached = new Map<string, WaitingFlow>();
  const joined = new Map<string, () => void>();
  const structured = new Set<string>();

  let onFinished = (): void => undefined;

  /** Settles when no flow is open any more, or the gateway closes. */
  const finished = (): Promise<void> =>
    new Promise(resolve => {
      onFinished = resolve;
      if (options.closing.aborted) resolve();
      options.closing.addEventListener('abort', () => resolve(), { once: true });
    });

  const told = (message: RequestMessage, since: number): void => {
    const name = String(message.params?.name);
    const value = waitingResult({
      serverName: options.serverName,
      waitedMs: clock.now() - since,
      where: options.where(),
      modern: claimsModern(message),
      structured: structured.has(name),
    });
    void host.send(result(message.id, value), { relatedTo: message.id });
  };

  const watch = (message: RequestMessage, since: number, onLimit: () => boolean): void => {
    const key = idKey(message.id);
    timers.set(
      key,
      clock.setTimeout(
        () => {
          timers.delete(key);
          if (onLimit()) told(message, since);
        },
        Math.max(0, options.limitMs - LEAD_MS),
      ),
    );
  };

  const done = (id: RpcId): void => {
    timers.get(idKey(id))?.();
    timers.delete(idKey(id));
  };

  const listens: Link = {
    ...host,
    get ended() {
      return host.ended;
    },
    send(message, sendOptions) {
      if ('method' in message || !('id' in message)) return host.send(message, sendOptions);
      if (!isFailure(message)) learn(message.result);
      const flow = detached.get(idKey(message.id));
      if (flow === undefined) {
        done(message.id);
        return host.send(message, sendOptions);
      }
      detached.delete(idKey(message.id));
      flow.finish(message);
      if (detached.size === 0) onFinished();
      return Promise.resolve(undefined);
    },
  };

  /** Tools with an output schema can be told nothing in plain text (D10). */
  const learn = (value: unknown): void => {
    const tools = isObject(value) ? value.tools : undefined;
    if (!Array.isArray(tools)) return;
    for (const tool of tools)
      if (isObject(tool) && typeof tool.name === 'string' && tool.outputSchema !== undefined) structured.add(tool.name);
  };

  const join = (message: RequestMessage, flow: WaitingFlow): void => {
    const key = idKey(message.id);
    const leave = flow.join(async response => {
      joined.delete(key);
      done(message.id);
      return (await host.send({ ...response, id: message.id }, { relatedTo: message.id })) === undefined;
    });
    joined.set(key, leave);
    watch(message, flow.since, () => {
      joined.delete(key);
      leave();
      return true;
    });
  };

  return {
    host: listens,
    wrap: side => ({
      ...side,
      request(message, headers) {
        if (message.method !== 'tools/call' || message.params?.inputResponses !== undefined || message.params?.requestState !== undefined) {
          return side.request(message, headers);
        }
        const waiting = room.find(options.principal, message);
        if (waiting !== undefined) return join(message, waiting);
        const since = clock.now();
        watch(message, since, () => {
          if (!options.asking()) return false;
          detached.set(idKey(message.id), room.keep(options.principal, message));
          return true;
        });
        side.request(message, headers);
      },
      notification(message) {
        const id = message.params?.requestId;
        if (message.method === 'notifications/cancelled' && isId(id)) {
          // A host that gives up a request already answered, or one that only joined, ends nothing for the flow.
          if (detached.has(idKey(id))) return;
          done(id);
          const leave = joined.get(idKey(id));
          joined.delete(idKey(id));
          if (leave !== undefined) return leave();
        }
        side.notification(message);
      },
      async end() {
        for (const stop of timers.values()) stop();
        for (const leave of joined.values()) leave();
        timers.clear();
        if (options.oneRequest && detached.size > 0) await finished();
        await side.end();
      },
    }),
  };
}
