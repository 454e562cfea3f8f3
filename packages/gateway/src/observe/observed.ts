/**
 * Stands at the host's end of a connection and tells when each request begins and how it ends.
 *
 * Invariants:
 *  1. Every request that began ends once: with its answer, with its withdrawal, or with its host.
 *  2. A frame is changed only where a trace is to go with it; else it goes through as its bytes (D29).
 */
import type { JsonObject } from '@midcall/core';
import { claimsModern } from '../envelope.js';
import type { HostSide } from '../host/side.js';
import type { Link } from '../json-rpc/link.js';
import type { RequestMessage, ResponseMessage } from '../json-rpc/message.js';
import { idKey, isFailure, isId, objectAt, textAt } from '../json-rpc/message.js';
import type { GatewayObserver, RequestOutcome } from './observer.js';

const METHODS: ReadonlySet<string> = new Set([
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
  'tools/call',
  'tools/list',
]);

const TRACE = ['traceparent', 'tracestate'] as const;

type Begin = NonNullable<GatewayObserver['request']>;

/** The link for the side, and the side for the connection. */
export interface Observed {
  readonly host: Link;
  /** Tells of a request that the side serves while it is being connected, and gives it the trace it goes on with. */
  begun(message: RequestMessage): RequestMessage;
  wrap(side: HostSide): HostSide;
  /** What is open has ended with its host, or with the side that could not be connected. */
  endAll(outcome: RequestOutcome): void;
}

export function observed(host: Link, begin: Begin): Observed {
  const open = new Map<string, (outcome: RequestOutcome) => void>();

  const end = (key: string, outcome: RequestOutcome): void => {
    const ends = open.get(key);
    open.delete(key);
    ends?.(outcome);
  };

  const listens: Link = {
    ...host,
    get ended() {
      return host.ended;
    },
    send(message, options) {
      if (!('method' in message) && message.id !== null) end(idKey(message.id), outcomeOf(message));
      return host.send(message, options);
    },
  };

  const begun = (message: RequestMessage): RequestMessage => {
    const meta = objectAt(message.params, '_meta');
    const trace: Record<string, string> = {};
    for (const key of TRACE) {
      const value = textAt(meta, key);
      if (value !== undefined && value.length <= 512) trace[key] = value;
    }
    const { trace: own, end: ends } = begin({
      method: METHODS.has(message.method) ? message.method : 'other',
      era: claimsModern(message) ? 'modern' : 'legacy',
      trace,
    });
    open.set(idKey(message.id), ends);
    return own === undefined ? message : { ...message, params: { ...message.params, _meta: { ...meta, ...own } as JsonObject } };
  };

  const endAll = (outcome: RequestOutcome): void => {
    for (const key of [...open.keys()]) end(key, outcome);
  };

  return {
    host: listens,
    begun,
    endAll,
    wrap: side => ({
      ...side,
      request: (message, headers) => side.request(open.has(idKey(message.id)) ? message : begun(message), headers),
      notification(message) {
        const id = message.params?.requestId;
        side.notification(message);
        if (message.method === 'notifications/cancelled' && isId(id)) end(idKey(id), 'gone');
      },
      async end() {
        endAll('gone');
        await side.end();
      },
    }),
  };
}

function outcomeOf(message: ResponseMessage): RequestOutcome {
  if (isFailure(message)) {
    const data = objectAt(message.error as unknown as JsonObject, 'data');
    return data?.code === 'SERVER_EXITED' || data?.reason === 'call_lost' ? 'lost' : 'error';
  }
  if (message.result.resultType === 'input_required') return 'input-required';
  return message.result.isError === true ? 'tool-error' : 'ok';
}
