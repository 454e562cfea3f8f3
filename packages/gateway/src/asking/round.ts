/** One `input_required` of a modern server, taken apart. */
import type { JsonObject } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import type { ResponseMessage } from '../json-rpc/message.js';
import { isFailure, isObject, objectAt } from '../json-rpc/message.js';
import type { Reach } from './modes.js';
import { modeOf, whoIsAsked } from './modes.js';

export interface RoundItem {
  readonly method: string;
  readonly params: JsonObject;
}

export interface Round {
  /** By key, in the server's order. A map, because a key may be called `__proto__` (trap 28). */
  readonly items: ReadonlyMap<string, RoundItem>;
  /** Exactly as given; undefined = none was given, and none may go back (E-M-34). */
  readonly state: string | undefined;
}

/** The round in a response; undefined when it is a final answer, an error, or something else. */
export function readRound(response: ResponseMessage): Round | undefined {
  if (isFailure(response) || response.result.resultType !== 'input_required') return undefined;
  const items = new Map<string, RoundItem>();
  const requests = objectAt(response.result, 'inputRequests');
  for (const [key, value] of Object.entries(requests ?? {})) {
    if (!isObject(value) || typeof value.method !== 'string') continue;
    items.set(key, { method: value.method, params: objectAt(value, 'params') ?? {} });
  }
  const state = response.result.requestState;
  return { items, state: typeof state === 'string' ? state : undefined };
}

/** Who answers one item: sampling and roots are the host's own; `refuse` is answered `cancel` without being shown. */
export function whoAnswers(item: RoundItem, host: ElicitationModes, reach: Reach): 'host' | 'desk' | 'refuse' {
  if (item.method !== 'elicitation/create') return 'host';
  const mode = modeOf(item.params);
  return mode === 'unknown' ? 'refuse' : whoIsAsked(mode, host, reach);
}

/** A JSON object from a map, so that a key `__proto__` is data. */
export function asObject(entries: ReadonlyMap<string, unknown>): JsonObject {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  return object as JsonObject;
}

/** The retry of a request (E-M-40): same method and params, with the answers and exactly the state of the last round. */
export function retryParams(params: JsonObject | undefined, answers: ReadonlyMap<string, unknown>, state: string | undefined): JsonObject {
  const { inputResponses: _answers, requestState: _state, ...rest } = params ?? {};
  return { ...rest, ...(answers.size > 0 && { inputResponses: asObject(answers) }), ...(state !== undefined && { requestState: state }) };
}
