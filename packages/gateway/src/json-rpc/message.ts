/**
 * JSON-RPC messages as the gateway sees them: loose objects whose unknown members are kept. Nothing here parses with a
 * schema, because a schema would drop what it does not know (D29).
 *
 * Ids compare by type and value: `1` and `"1"` are two ids, `0` and `""` are ids, `null` and fractions are none (E-R-21).
 */
import type { JsonObject } from '@midcall/core';

export type RpcId = string | number;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

export interface ResultMessage {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly result: JsonObject;
}

export interface ErrorMessage {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly error: RpcError;
}

export type ResponseMessage = ResultMessage | ErrorMessage;

export type Message = RequestMessage | NotificationMessage | ResponseMessage;

/** What a frame turned out to be. `garbage` is anything that is no JSON-RPC message: dropped and logged, never answered. */
export type Sorted =
  | { readonly kind: 'request'; readonly message: RequestMessage }
  | { readonly kind: 'notification'; readonly message: NotificationMessage }
  | { readonly kind: 'response'; readonly message: ResponseMessage }
  | { readonly kind: 'garbage'; readonly why: string };

/** Sorts a frame by the members it has; the same object is handed back, so that it can be forwarded as its bytes. */
export function sortFrame(frame: unknown): Sorted {
  if (!isObject(frame)) return { kind: 'garbage', why: 'not an object' };
  const { method, id, params } = frame;
  if (typeof method === 'string') {
    if (params !== undefined && !isObject(params)) return { kind: 'garbage', why: 'params is not an object' };
    if (!Object.hasOwn(frame, 'id')) return { kind: 'notification', message: frame as unknown as NotificationMessage };
    if (!isId(id)) return { kind: 'garbage', why: 'a request whose id is neither text nor an integer' };
    return { kind: 'request', message: frame as unknown as RequestMessage };
  }
  if (!isId(id)) return { kind: 'garbage', why: 'a response without a usable id' };
  if (isObject(frame.result) !== isRpcError(frame.error)) return { kind: 'response', message: frame as unknown as ResponseMessage };
  return { kind: 'garbage', why: 'neither a method, a result nor an error' };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a member that must be a JSON object; anything else reads as absent. */
export function objectAt(holder: unknown, key: string): JsonObject | undefined {
  if (!isObject(holder) || !Object.hasOwn(holder, key)) return undefined;
  const value = holder[key];
  return isObject(value) ? (value as JsonObject) : undefined;
}

/** Reads a member that must be text; anything else reads as absent. */
export function textAt(holder: unknown, key: string): string | undefined {
  if (!isObject(holder) || !Object.hasOwn(holder, key)) return undefined;
  const value = holder[key];
  return typeof value === 'string' ? value : undefined;
}

export function isId(value: unknown): value is RpcId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
}

/** A map key under which `1` and `"1"` differ. */
export function idKey(id: RpcId): string {
  return typeof id === 'number' ? `n${id}` : `s${id}`;
}

export function request(id: RpcId, method: string, params?: JsonObject): RequestMessage {
  return params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };
}

export function notification(method: string, params?: JsonObject): NotificationMessage {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}

export function result(id: RpcId, value: JsonObject): ResultMessage {
  return { jsonrpc: '2.0', id, result: value };
}

export function failure(id: RpcId, error: RpcError): ErrorMessage {
  return { jsonrpc: '2.0', id, error };
}

export function isFailure(message: ResponseMessage): message is ErrorMessage {
  return 'error' in message && message.error !== undefined;
}

function isRpcError(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value.code) && typeof value.message === 'string';
}
