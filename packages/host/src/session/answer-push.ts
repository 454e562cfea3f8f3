/**
 * Answers `elicitation/create` of the 2025 revisions (and, on 2026-07-28, the questions of calls that the host made on
 * the client directly). One call in flight: the question is its. Several, or none: the call cannot be named (E-P-04).
 */

import type { JsonObject, Revision } from '@midcall/core';
import { isMidcallError, isRevision, MidcallError } from '@midcall/core';
import type { ElicitResult } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Client } from '@modelcontextprotocol/client';
import type { DeskAnswer } from '../desk.js';
import type { OpenCall } from './open-calls.js';
import type { SessionParts } from './session-parts.js';
import { askPerson, bareResult } from './session-parts.js';

/** Takes params as they came: the SDK's own parsing would strip what it does not know. */
const passThrough = { '~standard': { version: 1, vendor: 'midcall', validate: (value: unknown) => ({ value }) } } as const;

export function answerPushes(parts: SessionParts): void {
  parts.client.setRequestHandler('elicitation/create', { params: passThrough }, async (params, ctx) => {
    const revision = await negotiated(parts.client);
    if (!isRevision(revision)) throw refused('This revision of the protocol knows no questions.');
    if (parts.options.unassociated === 'refuse' && parts.wire.open() === 0)
      throw refused('This question belongs to no request of this client.');
    const result = await answerPush(parts, params as JsonObject, { revision, id: ctx.mcpReq.id, signal: ctx.mcpReq.signal });
    return bareResult(result) as never;
  });
}

/** A server may ask in the very turn in which the connection is made, before the client has noted its revision. */
async function negotiated(client: Client): Promise<string | undefined> {
  for (let turn = 0; turn < 50 && client.getNegotiatedProtocolVersion() === undefined; turn += 1) await Promise.resolve();
  return client.getNegotiatedProtocolVersion();
}

/** Nobody can be reached, so nothing was declared: a question that comes all the same is refused (E-X-01). */
export function refusePushes(client: Client): void {
  const before = client.fallbackRequestHandler;
  client.fallbackRequestHandler = async (request, ctx) => {
    if (request.method === 'elicitation/create') throw refused('This host did not offer to be asked.');
    if (before !== undefined) return before(request, ctx);
    throw Object.assign(new Error('Method not found'), { code: RPC.methodNotFound });
  };
}

async function answerPush(
  parts: SessionParts,
  params: JsonObject,
  push: { readonly revision: Revision; readonly id: string | number; readonly signal: AbortSignal },
): Promise<ElicitResult> {
  const call = parts.calls.sole();
  const modern = push.revision === '2026-07-28';
  if (call !== undefined && !modern) countQuestion(parts, call);
  const signal = call === undefined ? push.signal : AbortSignal.any([push.signal, call.signal]);
  const ended = new AbortController();
  call?.endings.push(() => ended.abort());
  let elicitationId: string | undefined;
  let answer: DeskAnswer;
  try {
    answer = await askPerson(parts, {
      params,
      revision: push.revision,
      signal: AbortSignal.any([signal, ended.signal]),
      ...(call !== undefined && !modern && { call }),
      ...(modern && { key: String(push.id) }),
      onRead: read => {
        elicitationId = read.elicitationId;
      },
    });
  } catch (error) {
    if (isMidcallError(error)) throw refused(error.message);
    throw error;
  }
  followUp(parts, answer, { call, elicitationId, signal: push.signal });
  return answer.result;
}

/** When the person is told what became of the answer (D24). */
function followUp(
  parts: SessionParts,
  answer: DeskAnswer,
  about: { readonly call: OpenCall | undefined; readonly elicitationId: string | undefined; readonly signal: AbortSignal },
): void {
  if (about.signal.aborted) {
    answer.settle('undeliverable', 'Could not be delivered: the call was lost.');
    return;
  }
  const opened = parts.desk.get(answer.question, { principal: parts.options.principal })?.state === 'opened';
  const delivered = (): void => answer.settle('delivered');
  // A page: done when the server says so, or at the latest when the call that asked has ended.
  if (opened && about.elicitationId !== undefined) parts.completions.wait(about.elicitationId, delivered);
  if (opened && about.call !== undefined) about.call.endings.push(delivered);
  else if (!opened || about.elicitationId === undefined) delivered();
}

function countQuestion(parts: SessionParts, call: OpenCall): void {
  call.asked += 1;
  if (call.asked <= parts.options.maxRounds) return;
  const error = new MidcallError(
    'TOO_MANY_ROUNDS',
    `The server still asked after ${parts.options.maxRounds} questions; the call was ended.`,
    {
      hint: 'Raise maxRounds if the server is meant to ask that often.',
      data: { reason: 'too-many-rounds', rounds: parts.options.maxRounds },
    },
  );
  call.giveUp(error);
  throw refused(error.message);
}

function refused(message: string): Error {
  return Object.assign(new Error(message), { code: RPC.invalidParams });
}
