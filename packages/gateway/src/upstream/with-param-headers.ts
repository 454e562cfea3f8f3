/**
 * A connection over HTTP in the modern era that mirrors arguments into `Mcp-Param-*` headers where a tool wants it
 * (E-T-03), for hosts that cannot: those over pipes send no headers, those of the legacy era know of none.
 *
 * Invariants:
 *  1. Headers that came with a request are passed on as they are; nothing is worked out beside them (E-T-04).
 *  2. What a tool wants is learned from the lists that go through. Where it is not known and the server misses a header, the
 *     tools are listed, and the call, which was not taken, goes out once more.
 */
import type { JsonObject } from '@midcall/core';
import { paramHeaders } from '@midcall/core/wire';
import type { SendOptions } from '../json-rpc/link.js';
import type { RequestMessage, ResponseMessage } from '../json-rpc/message.js';
import { isFailure, isObject, objectAt, request, textAt } from '../json-rpc/message.js';
import type { SentRequest, Wire, WireRequest } from './wire.js';
import { isModern } from './wire.js';

const MISSING_HEADER = -32_020;
/** Pages of a list that are looked through. */
const MOST_PAGES = 20;

export function withParamHeaders(wire: Wire): Wire {
  const schemas = new Map<string, unknown>();

  const learn = (response: ResponseMessage): void => {
    if (isFailure(response) || !Array.isArray(response.result.tools)) return;
    for (const tool of response.result.tools) {
      const name = textAt(tool, 'name');
      if (name !== undefined && isObject(tool)) schemas.set(name, tool.inputSchema);
    }
  };

  /** Lists with the envelope of the call. */
  const list = (call: RequestMessage, page: number, cursor: string | undefined, done: () => void): void => {
    const params: JsonObject = { _meta: objectAt(call.params, '_meta') ?? {}, ...(cursor !== undefined && { cursor }) };
    wire.request(request('midcall-tools', 'tools/list', params), {
      onResponse(response) {
        learn(response);
        const next = isFailure(response) ? undefined : textAt(response.result, 'nextCursor');
        if (next === undefined || page >= MOST_PAGES) done();
        else list(call, page + 1, next, done);
      },
    });
  };

  const call = (message: RequestMessage, waiting: WireRequest, options: SendOptions | undefined): SentRequest => {
    const name = textAt(message.params, 'name') ?? '';
    let cancelled = false;
    const send = (first: boolean): SentRequest => {
      const headers = paramHeaders(schemas.get(name), objectAt(message.params, 'arguments'));
      const known = schemas.has(name);
      return wire.request(
        message,
        {
          ...waiting,
          onResponse(response) {
            if (!first || known || !isFailure(response) || response.error.code !== MISSING_HEADER) return waiting.onResponse(response);
            list(message, 1, undefined, () => {
              if (cancelled) return;
              if (schemas.has(name)) current = send(false);
              else waiting.onResponse(response);
            });
          },
        },
        Object.keys(headers).length === 0 ? options : { ...options, headers },
      );
    };
    let current = send(true);
    return {
      id: current.id,
      sent: current.sent,
      cancel(reason, frame) {
        cancelled = true;
        current.cancel(reason, frame);
      },
    };
  };

  return {
    link: wire.link,
    on: wire.on,
    get open() {
      return wire.open;
    },
    request(message, waiting, options) {
      if (!isModern(message)) return wire.request(message, waiting, options);
      if (message.method === 'tools/call' && options?.headers === undefined) return call(message, waiting, options);
      if (message.method !== 'tools/list') return wire.request(message, waiting, options);
      return wire.request(
        message,
        {
          ...waiting,
          onResponse(response) {
            learn(response);
            waiting.onResponse(response);
          },
        },
        options,
      );
    },
    close: wire.close,
  };
}
