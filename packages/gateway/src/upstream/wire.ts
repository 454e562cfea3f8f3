/**
 * The client's side of one connection to a server, shared by whoever has requests for it.
 *
 * Invariants:
 *  1. An id or progress token is kept if it is free on this connection, else a fresh one is minted and mapped back; so
 *     a lone host's frames go through as their bytes and several hosts never meet (E-R-21, E-B-02, E-G-01).
 *  2. A response is handed to the one request it answers, once; any other is dropped and logged (B-084).
 *  3. Nobody is answered from within its own `request` call.
 *  4. After the end of the connection, or of the stream its answer was to come on, every open request is answered with an
 *     error that says so, and no later one hangs.
 *  5. A session that the server does not know any more is the end of the connection (E-T-13). The request that found it out
 *     was not taken, and is answered so that it may be sent again.
 */
import { isMidcallError } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import type { Transport } from '@modelcontextprotocol/client';
import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Link, SendOptions } from '../json-rpc/link.js';
import { openLink } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, isObject, notification, objectAt, request } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/** One request on its way: who waits for it and what arrives meanwhile. */
export interface WireRequest {
  /** The answer, carrying the requester's own id. Called exactly once, unless the request was dropped. */
  onResponse(message: ResponseMessage): void;
  /** Progress, and whatever else the server ties to this request; the requester's own token and id are put back. */
  onNotification?(message: NotificationMessage): void;
}

/** What is done with what the server sends on its own; replaced by whoever takes the wire over. */
export interface WireHandlers {
  /** A request from the server (legacy era only). Until somebody takes over: refused. */
  request(message: RequestMessage): void;
  /** A notification that belongs to no request. Until somebody takes over: dropped. */
  notification(message: NotificationMessage): void;
  end(): void;
}

export interface SentRequest {
  /** The id under which it runs on this connection. */
  readonly id: RpcId;
  /** Settles with nothing once the transport took it, else with why not. */
  readonly sent: Promise<Error | undefined>;
  /**
   * Tells the server to stop and forgets the request: whatever still comes for it is dropped (E-L-06c). `frame` is the
   * requester's own notification, passed on instead of a new one.
   */
  cancel(reason?: string, frame?: NotificationMessage): void;
}

export interface Wire {
  readonly link: Link;
  readonly on: WireHandlers;
  request(message: RequestMessage, waiting: WireRequest, options?: SendOptions): SentRequest;
  /** Requests that wait for an answer now. */
  readonly open: number;
  close(): Promise<void>;
}

interface Flight {
  readonly own: RpcId;
  readonly waiting: WireRequest;
  readonly token?: { readonly own: RpcId; readonly wire: RpcId };
  /** The transport has not returned from sending it yet. */
  sending: boolean;
}

/** Opens the wire over an unstarted transport; the caller starts `link`. */
export function openWire(transport: Transport, log: (event: GatewayEvent) => void): Wire {
  const flights = new Map<string, Flight>();
  const tokens = new Map<string, Flight>();
  /** What the transport has not taken or refused yet. */
  const sends = new Set<Promise<unknown>>();
  let minted = 0;

  const free = (taken: Map<string, unknown>, wanted: RpcId): RpcId => {
    let id = wanted;
    while (taken.has(idKey(id))) id = `midcall-${++minted}`;
    return id;
  };

  const forget = (key: string): Flight | undefined => {
    const flight = flights.get(key);
    if (flight === undefined) return undefined;
    flights.delete(key);
    if (flight.token !== undefined) tokens.delete(idKey(flight.token.wire));
    return flight;
  };

  const link = openLink(transport, {
    onFrame(sorted) {
      if (sorted.kind === 'request') on.request(sorted.message);
      else if (sorted.kind === 'response') answered(sorted.message);
      else notified(sorted.message);
    },
    onTrouble(error) {
      // A listening stream that the server does not know may be one it does not offer: a request tells the two apart.
      if (!isHttpStatus(error, 404) || !isStreamError(error) || link.transport.sessionId === undefined) return false;
      wire.request(request('midcall-session', 'ping'), { onResponse: () => undefined });
      return true;
    },
    onGarbage(why) {
      log({ level: 'warn', event: 'upstream-garbage', message: `The server sent something that is no message: ${why}.` });
    },
    onEnd() {
      for (const key of [...flights.keys()]) {
        const flight = forget(key);
        flight?.waiting.onResponse(failure(flight.own, exited()));
      }
      on.end();
    },
  });

  const on: WireHandlers = {
    request: message =>
      void link.send(failure(message.id, { code: RPC.methodNotFound, message: 'Nothing can be asked on this connection.' })),
    notification: () => undefined,
    end: () => undefined,
  };

  const answered = (message: ResponseMessage): void => {
    const flight = forget(idKey(message.id));
    if (flight === undefined) {
      log({ level: 'warn', event: 'frame-dropped', message: 'The server answered a request that is not open.' });
      return;
    }
    afterSending(flight, () => flight.waiting.onResponse(message.id === flight.own ? message : { ...message, id: flight.own }));
  };

  const notified = (message: NotificationMessage): void => {
    const flight = holder(message);
    if (flight?.waiting.onNotification !== undefined)
      afterSending(flight, () => flight.waiting.onNotification?.(ownNames(message, flight)));
    else on.notification(message);
  };

  const holder = (message: NotificationMessage): Flight | undefined => {
    const token = message.params?.progressToken;
    if (message.method === 'notifications/progress') return isId(token) ? tokens.get(idKey(token)) : undefined;
    const subscription = objectAt(message.params, '_meta')?.[SUBSCRIPTION];
    if (isId(subscription)) return flights.get(idKey(subscription));
    const ended = message.params?.requestId;
    if (message.method === 'notifications/cancelled' && isId(ended)) return flights.get(idKey(ended));
    return undefined;
  };

  const wire: Wire = {
    link,
    on,
    get open() {
      return flights.size;
    },
    request(message, waiting, options) {
      const id = free(flights, message.id);
      const wanted = objectAt(message.params, '_meta')?.progressToken;
      const token = isId(wanted) ? { own: wanted, wire: free(tokens, wanted) } : undefined;
      const flight: Flight = { own: message.id, waiting, sending: true, ...(token !== undefined && { token }) };
      const frame = renamed(message, id, token);
      if (link.ended) {
        queueMicrotask(() => waiting.onResponse(failure(message.id, exited())));
        return { id, sent: Promise.resolve(new Error('The connection has ended')), cancel: () => undefined };
      }
      flights.set(idKey(id), flight);
      if (token !== undefined) tokens.set(idKey(token.wire), flight);
      const perRequest = link.transport.hasPerRequestStream === true;
      const stop = perRequest ? new AbortController() : undefined;
      const lost = (error: RpcError): void => {
        if (flights.get(idKey(id)) !== flight) return;
        forget(idKey(id));
        waiting.onResponse(failure(message.id, error));
      };
      const sent = link.send(frame, { ...options, ...(stop && { signal: stop.signal }), onStreamEnd: () => lost(exited()) });
      flight.sending = false;
      sends.add(sent);
      void sent.then(async error => {
        sends.delete(sent);
        if (error === undefined || flights.get(idKey(id)) !== flight) return;
        if (isModern(message) || link.transport.sessionId === undefined || !isHttpStatus(error, 404)) {
          lost(rpcErrorIn(error) ?? unreachable());
          return;
        }
        forget(idKey(id));
        // What else is on its way finds out for itself: only what is refused so was surely not taken.
        await settled(sends, FAREWELL_MS);
        await link.close();
        waiting.onResponse(failure(message.id, notTaken()));
      });
      return {
        id,
        sent,
        cancel(reason, own) {
          if (flights.get(idKey(id)) !== flight) return;
          forget(idKey(id));
          // Over HTTP in the modern era closing the stream is the cancel (E-L-09); the notification is for shared pipes.
          stop?.abort();
          if (!perRequest || !isModern(message)) {
            const note = own ?? notification('notifications/cancelled', { ...(reason !== undefined && { reason }) });
            void link.send(note.params?.requestId === id ? note : { ...note, params: { ...note.params, requestId: id } });
          }
        },
      };
    },
    close() {
      // An end of our own making is no news to anybody.
      on.end = () => undefined;
      return link.close();
    },
  };
  return wire;
}

/** A transport in memory answers before it returns; whoever asked is told only once it holds what `request` gave back. */
function afterSending(flight: Flight, act: () => void): void {
  if (flight.sending) queueMicrotask(act);
  else act();
}

function renamed(message: RequestMessage, id: RpcId, token: Flight['token']): RequestMessage {
  if (id === message.id && token?.own === token?.wire) return message;
  if (token === undefined || token.own === token.wire) return { ...message, id };
  return { ...message, id, params: { ...message.params, _meta: { ...objectAt(message.params, '_meta'), progressToken: token.wire } } };
}

function ownNames(message: NotificationMessage, flight: Flight): NotificationMessage {
  if (message.method === 'notifications/progress') {
    if (flight.token === undefined || flight.token.own === flight.token.wire) return message;
    return { ...message, params: { ...message.params, progressToken: flight.token.own } };
  }
  if (message.method === 'notifications/cancelled') return { ...message, params: { ...message.params, requestId: flight.own } };
  const meta = objectAt(message.params, '_meta');
  if (meta === undefined || meta[SUBSCRIPTION] === flight.own) return message;
  return { ...message, params: { ...message.params, _meta: { ...meta, [SUBSCRIPTION]: flight.own } } };
}

/** Whether a request carries the modern era's envelope. */
export function isModern(message: RequestMessage): boolean {
  const meta = message.params?._meta;
  return isObject(meta) && typeof meta['io.modelcontextprotocol/protocolVersion'] === 'string';
}

/** A JSON-RPC error that rode on an HTTP status, as -32021 rides on 400 (E-C-09), or a reason of our own for not sending it. */
function rpcErrorIn(error: Error): RpcError | undefined {
  if (isMidcallError(error)) return { code: RPC.internalError, message: error.message, data: { code: error.code } };
  const text = objectAt(error, 'data')?.text;
  if (typeof text !== 'string') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    const carried = isObject(body) ? body.error : undefined;
    if (isObject(carried) && Number.isInteger(carried.code) && typeof carried.message === 'string') return carried as unknown as RpcError;
  } catch {
    // Not JSON: the caller says what is known.
  }
  return undefined;
}

const FAREWELL_MS = 2_000;

function settled(promises: Iterable<Promise<unknown>>, ms: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    void Promise.allSettled(promises).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function isHttpStatus(error: Error, status: number): boolean {
  return error instanceof SdkHttpError && error.status === status;
}

function isStreamError(error: Error): boolean {
  return error instanceof SdkHttpError && error.code === SdkErrorCode.ClientHttpFailedToOpenStream;
}

/** Whether a request was not taken, because its session is no more: it may be sent again on another. */
export function wasNotTaken(response: ResponseMessage): boolean {
  return isFailure(response) && objectAt(response.error, 'data')?.code === 'SESSION_ENDED';
}

function notTaken(): RpcError {
  return {
    code: RPC.internalError,
    message: 'The session with the server has ended before this request was taken.',
    data: { code: 'SESSION_ENDED' },
  };
}

function exited(): RpcError {
  return {
    code: RPC.internalError,
    message: 'The server ended while this request was open. It was not sent again, because it may have acted already.',
    data: { code: 'SERVER_EXITED' },
  };
}

function unreachable(): RpcError {
  return { code: RPC.internalError, message: 'The server could not be reached with this request.', data: { code: 'SERVER_EXITED' } };
}
