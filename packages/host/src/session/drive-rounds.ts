/**
 * Drives one call of 2026-07-28 to its end: each round that the server asks for is put before the person, whole, and the
 * call is sent again with the answers.
 *
 * Invariants:
 *  1. A retry is the original request, with exactly the keys that were asked and the state of the last result byte for
 *     byte, or none if it had none (E-M-30, E-M-32 to E-M-36, E-M-40). It is a new request with a new id.
 *  2. A round is checked whole before any of it is shown; what cannot be answered ends the call and shows nothing.
 *  3. Nothing of a round is sent before all of it is answered.
 *  4. Rounds are counted; a server that asks for ever is stopped (`TOO_MANY_ROUNDS`).
 */

import type { Json, JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { InputRequest, InputRequiredResult } from '@midcall/core/wire';
import { META, paramHeaders } from '@midcall/core/wire';
import type { RequestOptions } from '@modelcontextprotocol/client';
import { readQuestion } from '../desk/read-question.js';
import type { DeskAnswer } from '../desk.js';
import type { DeclaredModes } from './capabilities.js';
import { capabilitiesFor } from './capabilities.js';
import { isInputRequired } from './final-result.js';
import type { OpenCall } from './open-calls.js';
import { createPacing } from './pacing.js';
import type { CallOptions } from './session.js';
import type { SessionParts, SessionRequest } from './session-parts.js';
import { approveLeg, askPerson, bareResult, requestOptions } from './session-parts.js';
import type { SuspendedCall } from './suspended-calls.js';

const HEADER_MISMATCH = -32020;
/** State-only rounds wait for nobody here; a server may hold many of them while a page is open. */
const MAX_STATE_ONLY = 200;

export async function driveRounds(
  parts: SessionParts,
  request: SessionRequest,
  run: { readonly call: OpenCall; readonly options: CallOptions; readonly resume?: SuspendedCall },
): Promise<unknown> {
  const { call, options } = run;
  const pacing = createPacing(parts.clock, call.signal);
  const record = parts.suspended.begin(parts, request, run.resume);
  // A call resumed while the server held it goes on with state alone; its answers were taken before.
  const heldBefore = run.resume !== undefined && Object.keys(run.resume.last.inputRequests ?? {}).length === 0;
  let open: DeskAnswer[] = heldBefore ? [...(run.resume?.answers.values() ?? [])] : [];
  let rounds = run.resume === undefined ? 0 : run.resume.round - (heldBefore ? 0 : 1);
  let stateOnly = 0;
  let personAnswered = false;
  let extra: RetryFields = {};
  let result: unknown = run.resume?.last;
  try {
    let declared: DeclaredModes | undefined = parts.modes;
    if (result === undefined) {
      declared = modesNow(parts, personAnswered);
      result = await send(parts, request, { call, options, extra, declared });
    }
    while (isInputRequired(result)) {
      const entries = checkRound(parts, result, { call, declared });
      let answers: Record<string, Json> | undefined;
      if (entries.length === 0) {
        stateOnly += 1;
        if (stateOnly > MAX_STATE_ONLY) throw tooMany(MAX_STATE_ONLY);
        await record.held(result);
        await pacing.wait();
      } else {
        rounds += 1;
        if (rounds > parts.options.maxRounds) throw tooMany(parts.options.maxRounds);
        pacing.reset();
        settle(open, 'delivered');
        open = [];
        const ids = await record.waiting(
          result,
          rounds,
          entries.map(([key]) => key),
        );
        const asked = await askRound(parts, entries, {
          call,
          options,
          ids,
          wake: pacing.wake,
          resume: run.resume?.round === rounds ? run.resume : undefined,
        });
        open = asked.open;
        if (call.signal.aborted) throw call.signal.reason;
        personAnswered ||= open.some(answer => answer.as !== 'desk');
        answers = asked.answers;
      }
      extra = {
        ...(answers !== undefined && { inputResponses: answers }),
        ...(result.requestState !== undefined && { requestState: result.requestState }),
      };
      await record.sending();
      declared = modesNow(parts, personAnswered);
      result = await send(parts, request, { call, options, extra, declared });
      if (isInputRequired(result)) open = settleForms(open, parts);
    }
    settle(open, 'delivered');
    await record.done();
    return result;
  } catch (error) {
    settle(open, 'undeliverable', noteFor(error, parts.options.server));
    await record.done();
    throw error;
  }
}

interface RetryFields {
  readonly inputResponses?: Record<string, Json>;
  readonly requestState?: string;
}

interface Leg {
  readonly call: OpenCall;
  readonly options: CallOptions;
  readonly extra: RetryFields;
  /** What this leg says about elicitation; undefined: nothing, nobody can be reached. */
  readonly declared: DeclaredModes | undefined;
}

async function send(parts: SessionParts, request: SessionRequest, leg: Leg): Promise<unknown> {
  await approveLeg(parts, leg.call);
  try {
    return await sendOnce(parts, request, leg);
  } catch (error) {
    if (request.method !== 'tools/call' || (error as { code?: unknown }).code !== HEADER_MISMATCH) throw error;
    // The server wants arguments mirrored that we did not know of: learn its tools, then once more.
    await parts.tools.refresh();
    return sendOnce(parts, request, leg);
  }
}

async function sendOnce(parts: SessionParts, request: SessionRequest, { call, options, extra, declared }: Leg): Promise<unknown> {
  call.heard();
  const { params = {} } = request;
  const name = params.name;
  const schema = request.method === 'tools/call' && typeof name === 'string' ? parts.tools.get(name)?.inputSchema : undefined;
  const meta = { ...(params._meta as JsonObject | undefined), [META.clientCapabilities]: capabilitiesFor(parts.client, declared) };
  const outgoing = { method: request.method, params: { ...params, _meta: meta, ...extra } };
  const headers = paramHeaders(schema, params.arguments as JsonObject | undefined);
  const sent: RequestOptions & { allowInputRequired: true } = { ...requestOptions(call, options), headers, allowInputRequired: true };
  // A stream that is lost is a request that is lost: nothing is taken up again, and nobody waits for what cannot come (E-T-07).
  parts.wire.watch(headers, () => call.giveUp(lostStream(parts.options.server)));
  return parts.client.request(outgoing as never, sent);
}

/** The person who answered in this very call a moment ago counts as reachable, though their page may be closed by now. */
function modesNow(parts: SessionParts, personAnswered: boolean): DeclaredModes | undefined {
  if (!parts.modes.form && !parts.modes.url) return undefined;
  return personAnswered || parts.desk.reachable(parts.options.principal) ? parts.modes : undefined;
}

type Entry = readonly [key: string, request: InputRequest];

/** @throws MidcallError `ROUND_INVALID`: nothing of the round is shown. */
function checkRound(
  parts: SessionParts,
  result: InputRequiredResult,
  { call, declared }: { readonly call: OpenCall; readonly declared: DeclaredModes | undefined },
): readonly Entry[] {
  const entries = Object.entries(result.inputRequests ?? {});
  if (entries.length === 0 && result.requestState === undefined)
    throw roundInvalid('nothing-requested', 'The server wants an answer but asks nothing.');
  if (entries.length > parts.options.perRound) throw roundInvalid('too-many-questions', 'The server asks too many questions at once.');
  for (const [key, request] of entries) {
    if (typeof request !== 'object' || request === null || typeof request.method !== 'string') {
      throw roundInvalid('malformed', 'The server asks something that is not a question.', key);
    }
    if (request.method !== 'elicitation/create') {
      if (parts.options.answerInput === undefined)
        throw roundInvalid('unknown-input-request', 'The server asks for something that this host cannot give.', key);
      continue;
    }
    const read = readQuestion(request.params, '2026-07-28');
    const allowed = read.url === undefined ? declared?.form : declared?.url;
    if (allowed !== true) throw roundInvalid('undeclared-mode', 'The server asks in a way that this host did not offer.', key);
  }
  if (call.signal.aborted) throw call.signal.reason;
  return entries;
}

interface AskRoundOptions {
  readonly call: OpenCall;
  readonly options: CallOptions;
  readonly wake: () => void;
  readonly resume: SuspendedCall | undefined;
  readonly ids: ReadonlyMap<string, string>;
}

async function askRound(
  parts: SessionParts,
  entries: readonly Entry[],
  { call, options, ids, wake, resume }: AskRoundOptions,
): Promise<{ answers: Record<string, Json>; open: DeskAnswer[] }> {
  const round = entries.length > 1 ? parts.id() : undefined;
  const open: DeskAnswer[] = [];
  const answered = await Promise.all(
    entries.map(async ([key, request]): Promise<[string, Json]> => {
      if (request.method !== 'elicitation/create')
        return [key, (await parts.options.answerInput?.(request.method, request.params, call.signal)) ?? null];
      const saved = resume?.answers.get(key);
      if (saved !== undefined) {
        open.push(saved);
        return [key, bareResult(saved.result) as unknown as JsonObject];
      }
      const id = ids.get(key);
      const draft = resume?.questions.get(key)?.draft;
      const answer = await askPerson(parts, {
        params: request.params ?? {},
        revision: '2026-07-28',
        call,
        key,
        signal: call.signal,
        expiresIn: options.expiresIn,
        onRetry: wake,
        onGiveUp: () =>
          call.giveUp(
            new MidcallError('CALL_ABORTED', `The page of ${parts.options.server} was given up; nothing more was done.`, {
              data: { action: 'cancel' },
            }),
          ),
        ...(id !== undefined && { id }),
        ...(draft !== undefined && { draft }),
        ...(round !== undefined && { round }),
      });
      open.push(answer);
      return [key, bareResult(answer.result) as unknown as JsonObject];
    }),
  );
  // fromEntries, so that a key like `__proto__` is a key (N11).
  return { answers: Object.fromEntries(answered), open };
}

function settle(open: readonly DeskAnswer[], outcome: 'delivered' | 'undeliverable', note?: string): void {
  for (const answer of open) answer.settle(outcome, note);
}

/** Forms are done once a retry was taken; an opened page stays open on the person's screen until the server moves on. */
function settleForms(open: readonly DeskAnswer[], parts: SessionParts): DeskAnswer[] {
  const viewer = { principal: parts.options.principal };
  return open.filter(answer => {
    if (parts.desk.get(answer.question, viewer)?.state === 'opened') return true;
    answer.settle('delivered');
    return false;
  });
}

function noteFor(error: unknown, server: string): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'number' ? `${server} did not take the answer.` : 'Could not be delivered: the call was lost.';
}

function roundInvalid(reason: string, message: string, key?: string): MidcallError {
  return new MidcallError('ROUND_INVALID', message, {
    hint: 'The fault is the server’s; nothing was shown and nothing was sent.',
    data: { reason, ...(key !== undefined && { key }) },
  });
}

function tooMany(limit: number): MidcallError {
  return new MidcallError('TOO_MANY_ROUNDS', `The server still asked after ${limit} rounds; the call was ended.`, {
    hint: 'Raise maxRounds if the server is meant to ask that often.',
    data: { reason: 'too-many-rounds', rounds: limit },
  });
}

function lostStream(server: string): MidcallError {
  return new MidcallError('SESSION_CLOSED', `The connection to ${server} was lost before it answered.`, {
    hint: 'Whether the call was carried out is not known. Look before you repeat it.',
  });
}
