/** Drives one whole call the way a host does in either era, and records what was asked. */
import type { JsonObject } from '@midcall/core';
import type { RawClient, Reply, RequestOptions } from '../peers/raw-client.js';

export interface Asked {
  /** The server's key (2026-07-28); older revisions have none. */
  readonly key: string | undefined;
  readonly method: string;
  readonly params: JsonObject;
}

/** What the person does; undefined leaves the question unanswered. */
export type Person = (asked: Asked, count: number) => JsonObject | undefined | Promise<JsonObject | undefined>;

export interface CallRecord {
  readonly reply: Reply;
  readonly asked: readonly Asked[];
  /** How many times questions went out; several asked together count once where the protocol can carry them together. */
  readonly rounds: number;
  /** Every state the server handed out, oldest first. */
  readonly states: readonly string[];
}

const mostRounds = 12;

export async function drive(
  client: RawClient,
  method: string,
  params: JsonObject,
  person: Person,
  options: RequestOptions = {},
): Promise<CallRecord> {
  const asked: Asked[] = [];
  const states: string[] = [];
  const ask = (one: Asked): JsonObject | undefined | Promise<JsonObject | undefined> => {
    asked.push(one);
    return person(one, asked.length);
  };
  client.onPush = async push => {
    const answer = await ask({ key: undefined, method: push.method, params: push.params });
    return answer && { result: answer };
  };
  let rounds = 0;
  let reply = await client.request(method, params, options);
  while (reply.result?.resultType === 'input_required' && rounds < mostRounds) {
    rounds += 1;
    const { inputRequests, requestState } = reply.result as { inputRequests?: Readonly<Record<string, Asked>>; requestState?: string };
    if (requestState !== undefined) states.push(requestState);
    const inputResponses: Record<string, JsonObject> = {};
    for (const [key, request] of Object.entries(inputRequests ?? {})) {
      const answer = await ask({ key, method: request.method, params: request.params });
      if (answer) inputResponses[key] = answer;
    }
    const { id: _first, ...again } = options;
    reply = await client.request(method, { ...params, inputResponses, ...(requestState !== undefined && { requestState }) }, again);
  }
  return { reply, asked, rounds: client.modern ? rounds : asked.length, states };
}

/** The text of a tool's result. */
export function textOf(reply: Reply): string {
  const content = (reply.result?.content ?? []) as readonly { readonly text?: string }[];
  return content.map(block => block.text ?? '').join('\n');
}

export function accept(content?: JsonObject): JsonObject {
  return { action: 'accept', ...(content && { content }) };
}

export const decline: JsonObject = { action: 'decline' };
export const cancel: JsonObject = { action: 'cancel' };
