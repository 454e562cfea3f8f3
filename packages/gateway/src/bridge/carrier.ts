/** What a parked call deals in: the requests of the host that carry it, and how it ends in words. */
import type { JsonObject } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { NotificationMessage, RequestMessage, RpcError } from '../json-rpc/message.js';

/** A request of the host that waits for what the call does next. */
export interface Carrier {
  readonly message: RequestMessage;
  readonly modes: ElicitationModes;
  /** What this request declares besides questions: `sampling`, `roots`. */
  readonly kinds: readonly string[];
  /** Ends this request, with its own id put in. */
  answer(body: Body): void;
  progress(note: NotificationMessage): void;
  said(note: NotificationMessage): void;
  /** Somebody or something is waited for; signs of life until the returned function is called. */
  waiting(message: string | (() => string), options?: { readonly atOnce: boolean }): () => void;
}

export type Body = { readonly result: JsonObject } | { readonly error: RpcError };

export function spentState(): RpcError {
  return { code: RPC.invalidParams, message: 'This requestState was spent with other answers.', data: { reason: 'invalid_request_state' } };
}

export function expired(): RpcError {
  return { code: RPC.invalidParams, message: 'This call waited too long for an answer and was ended.', data: { reason: 'call_lost' } };
}

export function superseded(): RpcError {
  return {
    code: RPC.invalidParams,
    message: 'This call was ended, because the same call was made anew while it waited for an answer. It was not run again.',
    data: { reason: 'call_lost' },
  };
}

export function tooMany(key: string): RpcError {
  return { code: RPC.internalError, message: `The server kept asking; the last question was "${key}".`, data: { code: 'TOO_MANY_ROUNDS' } };
}

export function unreachable(): RpcError {
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}
