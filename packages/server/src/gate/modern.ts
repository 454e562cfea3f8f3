/**
 * The newest revision: one run per request. State is opened and judged before the handler is entered; what is wrong with
 * it is a JSON-RPC error and never asked again (N6, D1, D2).
 */
import { isMidcallError, type Json, type JsonObject, MidcallError } from '@midcall/core';
import type { ElicitAction, InputRequiredResult } from '@midcall/core/wire';
import { Journal, wireKey } from '../engine/journal.js';
import type { Question } from '../engine/question.js';
import type { RunDefinition } from '../engine/run.js';
import { type Body, runRound } from '../engine/run-round.js';
import { LONGEST_FLOW } from '../engine/services.js';
import { takeAnswers } from '../engine/take-answers.js';
import { type Claim, claimRound, OUTCOME_KEPT } from '../flow/flow-row.js';
import { canonicalJson } from '../state/index.js';
import type { Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { closeJournal, dropChunks, openJournal } from './journal-spill.js';
import { principalKey } from './principal.js';
import { answersError, rateError, stateError, WireError } from './wire-error.js';

/** What a sealed state holds. Short names: it travels. */
interface StatePayload {
  readonly v: 2;
  /** Flow. */
  readonly f: string;
  /** Born, expires: milliseconds since the epoch. */
  readonly b: number;
  readonly x: number;
  /** Round that this state's answers belong to. */
  readonly r: number;
  /** Id of the store it needs, or null. */
  readonly s: string | null;
  /** The packed journal, or which chunks of it are stored. */
  readonly j: Json;
}

const MOST_ANSWERS = 64;
const MOST_ANSWER_BYTES = 256 * 1024;

/** A retry that is refused costs as much as hundreds that are good: guessing is throttled, people are not (D7). */
const COST = { good: 0.1, refused: 50 } as const;

/** Serves one request; `enter` runs McpServer's handler, which comes back to `runModern`. */
export async function serveModern(
  services: GateServices,
  frame: Frame,
  malformed: boolean,
  enter: () => Promise<unknown>,
): Promise<unknown> {
  const state = frame.ctx.mcpReq.requestState<string>();
  if (malformed) throw answersError();
  if (state === undefined) return entered(frame, enter);
  const who = principalKey(frame.principal);
  const wait = services.bucket.take(who, COST.good);
  if (wait > 0) throw rateError(wait);
  try {
    return await retry(services, frame, state, enter);
  } catch (error) {
    if (error instanceof WireError && error.code === -32602) {
      services.observer?.refused(String((error.data as { reason?: unknown } | undefined)?.reason));
      const longer = services.bucket.take(who, COST.refused);
      if (longer > 0) throw rateError(longer);
    }
    throw error;
  }
}

async function retry(services: GateServices, frame: Frame, state: string, enter: () => Promise<unknown>): Promise<unknown> {
  const answers = frame.ctx.mcpReq.inputResponses as Readonly<Record<string, unknown>> | undefined;
  const text = answersText(answers);
  const payload = await open(services, frame, state);
  const { store, clock } = services;
  let claim: Extract<Claim, { kind: 'run' }> | undefined;
  if (store !== undefined) {
    const digest = await services.digest(`${state}\n${text}`);
    const got = await claimRound(
      store,
      clock,
      { flow: payload.f, round: payload.r, digest, expiresAt: payload.x },
      services.limits.leaseMs,
    );
    if (got.kind === 'refused') throw stateError(got.reason);
    if (got.kind === 'outcome') return replay(services, frame, payload, got.outcome);
    claim = got;
  }
  const opened = await openJournal(services, frame, payload.f, payload.j);
  if (opened === undefined) {
    await claim?.release();
    throw stateError('invalid_request_state');
  }
  takeAnswers(opened.journal, answers, answeredAt(services, frame));
  frame.flow = { id: payload.f, born: payload.b, round: payload.r, ...opened };
  if (claim === undefined) return entered(frame, enter);
  try {
    const result = await entered(frame, enter);
    await record(services, frame, payload, claim, { result: result as Json });
    return result;
  } catch (error) {
    // A host that lacks a capability may come again with it; everything else is how this round ended.
    if (error instanceof WireError && error.code !== -32021) {
      await record(services, frame, payload, claim, {
        error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data as Json }) },
      });
    } else {
      await claim.release();
    }
    throw error;
  }
}

/** Tells how long answers took, if anybody wants to know. */
export function answeredAt({ observer, clock }: GateServices, frame: Frame): ((action: ElicitAction, askedAt: number) => void) | undefined {
  const { method, view } = frame;
  return observer && ((action, askedAt) => observer.question({ method, era: view.era, action, askedAt, answeredAt: clock.now() }));
}

/** Runs the round of a request inside McpServer's handler. */
export async function runModern(services: GateServices, definition: RunDefinition, frame: Frame, body: Body): Promise<unknown> {
  const { flow } = frame;
  const outcome = await runRound(services, definition, frame, flow.journal, body, flow.round + 1);
  if (outcome.kind === 'result') return outcome.value;
  if (flow.round >= services.limits.rounds) {
    throw new MidcallError('TOO_MANY_ROUNDS', `${definition.name} asked for more than ${services.limits.rounds} rounds of answers`, {
      hint: 'Ask together what belongs together, or raise createMidcall({ rounds }).',
    });
  }
  const now = services.clock.now();
  const limits = [...outcome.questions.values()].map(question => question.limit ?? services.limits.stateMs);
  const expires = Math.min(now + Math.min(...limits), flow.born + LONGEST_FLOW);
  const payload: StatePayload = {
    v: 2,
    f: flow.id,
    b: flow.born,
    x: expires,
    r: flow.round + 1,
    s: (await services.storeId()) ?? null,
    j: await closeJournal(services, frame, expires),
  };
  const requests = inputRequests(flow.journal, outcome.questions);
  return {
    resultType: 'input_required',
    ...(requests !== undefined && { inputRequests: requests }),
    requestState: await services.state.seal(payload as unknown as Json, frame.aad()),
  } satisfies InputRequiredResult;
}

function inputRequests(journal: Journal, questions: ReadonlyMap<string, Question>): InputRequiredResult['inputRequests'] {
  const requests: [string, { method: string; params: JsonObject }][] = [];
  for (const [key, question] of questions) {
    if (question.silent === true) continue;
    requests.push([wireKey(key, journal.asked.get(key)?.times ?? 1), { method: question.method, params: question.params }]);
  }
  // State alone tells the host to come again without asking anybody (D18).
  return requests.length === 0 ? undefined : Object.fromEntries(requests);
}

async function entered(frame: Frame, enter: () => Promise<unknown>): Promise<unknown> {
  const result = await enter();
  if (frame.fault !== undefined) throw frame.fault.error;
  return result;
}

function answersText(answers: Readonly<Record<string, unknown>> | undefined): string {
  if (answers === undefined) return '';
  let text: string;
  try {
    // A copy of its own members: the SDK writes a member called __proto__ as the map's prototype.
    text = canonicalJson({ ...answers });
  } catch {
    throw answersError();
  }
  if (text.length > MOST_ANSWER_BYTES || Object.keys(answers).length > MOST_ANSWERS) throw answersError();
  return text;
}

async function open(services: GateServices, frame: Frame, state: string): Promise<StatePayload> {
  let payload: StatePayload;
  try {
    payload = (await services.state.open(state, frame.aad())) as unknown as StatePayload;
  } catch (error) {
    if (!isMidcallError(error)) throw error;
    services.report(error);
    throw stateError('invalid_request_state');
  }
  const now = services.clock.now();
  if (payload.v !== 2) throw stateError('invalid_request_state');
  if (payload.x <= now || payload.b + LONGEST_FLOW <= now) {
    services.observer?.expired('modern');
    throw stateError('invalid_request_state');
  }
  if (payload.s !== ((await services.storeId()) ?? null)) {
    services.report(new Error('A state of another store arrived: replicas do not share a store'));
    throw stateError('invalid_request_state');
  }
  return payload;
}

type Recorded = { readonly result: Json } | { readonly error: { readonly code: number; readonly message: string; readonly data?: Json } };

const MOST_OUTCOME = 256 * 1024;

async function record(
  services: GateServices,
  frame: Frame,
  payload: StatePayload,
  claim: Extract<Claim, { kind: 'run' }>,
  outcome: Recorded,
): Promise<void> {
  const sealed = await services.rows.seal(outcome as unknown as Json, outcomeAad(frame, payload));
  const keepUntil = Math.max(payload.x, services.clock.now() + OUTCOME_KEPT, nextExpiry(services, outcome));
  const ours = await claim.done(sealed.length <= MOST_OUTCOME ? sealed : undefined, keepUntil);
  if (ours) await dropChunks(services, payload.f, payload.j, !goesOn(outcome));
}

/** The row must outlive the state that was just minted. */
function nextExpiry(services: GateServices, outcome: Recorded): number {
  return goesOn(outcome) ? services.clock.now() + services.limits.stateMs : 0;
}

function goesOn(outcome: Recorded): boolean {
  return 'result' in outcome && (outcome.result as JsonObject | null)?.resultType === 'input_required';
}

async function replay(services: GateServices, frame: Frame, payload: StatePayload, sealed: string): Promise<unknown> {
  const { payload: outcome } = await services.rows.openRow(sealed, outcomeAad(frame, payload));
  const recorded = outcome as unknown as Recorded;
  if ('error' in recorded) throw new WireError(recorded.error.code, recorded.error.message, recorded.error.data);
  return recorded.result;
}

function outcomeAad(frame: Frame, payload: StatePayload): string {
  return `outcome\n${payload.f}\n${payload.r}\n${frame.aad()}`;
}

/** The flow of a call that has not asked yet. */
export function emptyFlow({ randomId, clock }: GateServices): Frame['flow'] {
  let id: string | undefined;
  return {
    get id() {
      id ??= randomId();
      return id;
    },
    born: clock.now(),
    round: 0,
    journal: new Journal(),
    chunks: [],
  };
}
