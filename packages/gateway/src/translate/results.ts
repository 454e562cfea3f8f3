/**
 * Results and errors from one era to the other (requirements §3.0.7, §3.4, §3.5).
 *
 * Invariants:
 *  1. No modern member (`resultType`, `ttlMs`, `cacheScope`) reaches a legacy peer, and no modern result goes out without
 *     `resultType` (E-M-03); lists and reads of a legacy server get cache hints that allow nothing (E-K-03).
 *  2. Codes of one era never appear in the other: -3202x is not defined before it, -32042 and -32002 not after (E-N-13).
 *  3. Everything else, known or not, is kept.
 */
import type { JsonObject } from '@midcall/core';
import { META, RPC } from '@midcall/core/wire';
import type { RpcError } from '../json-rpc/message.js';
import { isObject, objectAt } from '../json-rpc/message.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const CACHEABLE: readonly string[] = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read'];

/** A modern result for a legacy host. */
export function resultForLegacy(result: JsonObject): JsonObject {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...rest } = result;
  return rest;
}

/** A legacy result for a modern host. `serverInfo` is what the server called itself, for display (E-C-14b). */
export function resultForModern(result: JsonObject, method: string, serverInfo: JsonObject | undefined): JsonObject {
  const { _meta, ...rest } = result;
  const meta = { ...(isObject(_meta) && (_meta as JsonObject)), ...(serverInfo && { [META.serverInfo]: serverInfo }) };
  return {
    ...(method === 'tools/list' ? withoutTasks(rest) : rest),
    resultType: 'complete',
    ...(CACHEABLE.includes(method) && { ttlMs: 0, cacheScope: 'private' }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** What a legacy host is told: a failed tool as a result a model can read, else an error of its own era. */
export function errorForLegacy(error: RpcError, method: string): { readonly result: JsonObject } | { readonly error: RpcError } {
  if (error.code > -32_020 || error.code < -32_099) return { error };
  const text = error.code === RPC.missingClientCapability ? missingCapability(error) : error.message;
  if (method === 'tools/call') return { result: toolFailure(text) };
  return { error: { code: RPC.internalError, message: text } };
}

/** What a modern host is told. -32042 is a round, not an error, and never comes here from the three asking methods. */
export function errorForModern(error: RpcError): RpcError {
  if (error.code === RPC.urlElicitationRequired) {
    return { code: RPC.internalError, message: 'The server needs a page to be opened, which cannot be asked for during this request.' };
  }
  if (error.code === -32_002) return { ...error, code: RPC.invalidParams };
  if (error.code <= -32_020 && error.code >= -32_099) return { code: RPC.internalError, message: error.message };
  return error;
}

/** A tool result that says in words what did not happen. */
export function toolFailure(text: string): JsonObject {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Params of a legacy host's request, without what would mean something in the modern era only (trap 66). */
export function paramsForModern(params: JsonObject | undefined): JsonObject {
  const { inputResponses: _answers, requestState: _state, task: _task, _meta, ...rest } = params ?? {};
  return { ...rest, _meta: ownMeta(isObject(_meta) ? (_meta as JsonObject) : undefined) };
}

/** Params of a modern host's request for a legacy server: without envelope, answers and state. */
export function paramsForLegacy(params: JsonObject | undefined): JsonObject {
  const { inputResponses: _answers, requestState: _state, _meta, ...rest } = params ?? {};
  const meta = ownMeta(isObject(_meta) ? (_meta as JsonObject) : undefined);
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/** A notification of a subscription without the modern era's stamp on it. */
export function notificationParamsForLegacy(params: JsonObject | undefined): JsonObject | undefined {
  const meta = objectAt(params, '_meta');
  if (meta === undefined) return params;
  const { [SUBSCRIPTION]: _stamp, ...rest } = meta;
  const { _meta, ...others } = params ?? {};
  return Object.keys(rest).length === 0 ? others : { ...others, _meta: rest };
}

function ownMeta(meta: JsonObject | undefined): JsonObject {
  const own: Record<string, JsonObject[string]> = {};
  for (const [key, value] of Object.entries(meta ?? {})) if (!ENVELOPE_KEYS.includes(key)) own[key] = value;
  return own;
}

const ENVELOPE_KEYS: readonly string[] = [META.protocolVersion, META.clientInfo, META.clientCapabilities, META.logLevel];

function withoutTasks(result: JsonObject): JsonObject {
  const tools = result.tools;
  if (!Array.isArray(tools)) return result;
  return {
    ...result,
    tools: tools.map(tool => {
      if (!isObject(tool)) return tool;
      const { execution: _execution, ...rest } = tool;
      return rest;
    }),
  } as JsonObject;
}

function missingCapability(error: RpcError): string {
  const missing = objectAt(error.data, 'requiredCapabilities');
  const kinds = Object.keys(missing ?? {}).join(', ');
  return kinds === ''
    ? 'This call needs something that this client cannot do. Nothing was done.'
    : `This call needs a client that can do: ${kinds}. Nothing was done.`;
}
