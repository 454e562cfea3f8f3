/**
 * One call from beginning to end, as a host of one revision drives it, through the gate's own code: sealed state and
 * single use on the newest revision, the in-process loop and converted forms on the older ones.
 */
import { isRevision, type JsonObject, LATEST_REVISION } from '@midcall/core';
import type { InputRequiredResult } from '@midcall/core/wire';
import type { Store } from '@midcall/store';
import type { Call } from '../author/call.js';
import { wireKey } from '../engine/journal.js';
import type { RunDefinition } from '../engine/run.js';
import type { GateServices } from '../gate/gate-services.js';
import { runLegacy } from '../gate/legacy.js';
import { runModern, serveModern } from '../gate/modern.js';
import { PushFailed } from '../gate/push.js';
import { toRevision } from '../gate/to-revision.js';
import type { AskedQuestion } from './answers.js';
import { toFirstRevisionAnswer } from './first-revision-answer.js';
import { newLog, type ObserveOptions, observeCall, type RunLog } from './observe-call.js';
import { type Outcome, thrownOutcome } from './outcome.js';
import { settlePage } from './page-visit.js';
import { type RehearsedHost, type RequestFacts, requestFrame } from './request.js';
import type { PlayedAnswer } from './script.js';

export interface PlayOptions extends ObserveOptions {
  readonly host: RehearsedHost;
  readonly run: RunDefinition;
  readonly facts: Omit<RequestFacts, 'host' | 'definition' | 'state' | 'answers'>;
  readonly handler: (call: Call) => unknown;
  readonly store: Store;
  readonly services: (store: Store) => GateServices;
  /** A copy of the store as it is now. */
  readonly fork: (store: Store) => Promise<Store>;
  /** How often each run of the handler is repeated from the same point. */
  readonly repeats: number;
  /** The person's answer, in the shape of the newest revision. */
  readonly answer: (question: AskedQuestion) => Promise<PlayedAnswer>;
  /** Told what a run did when it was repeated, where it was not the same. */
  readonly differs: (first: Step, again: Step, log: RunLog) => void;
  readonly notAwaited: (log: RunLog) => void;
}

/** How one run of the handler ended: with questions, or with the end of the call. */
export type Step =
  | { readonly kind: 'asks'; readonly questions: readonly AskedQuestion[]; readonly state: string; readonly wires: readonly string[] }
  | { readonly kind: 'ends'; readonly outcome: Outcome };

export interface AnsweredQuestion extends AskedQuestion {
  readonly action: 'accept' | 'decline' | 'cancel' | 'reply';
  readonly content?: JsonObject;
}

export interface Played {
  readonly host: RehearsedHost;
  readonly outcome: Outcome;
  readonly asked: readonly AnsweredQuestion[];
  /** Every run of the handler, repeats included. */
  readonly logs: readonly RunLog[];
}

export async function playHost(options: PlayOptions): Promise<Played> {
  const { host } = options;
  return host === 'none' || host === LATEST_REVISION ? playModern(options) : playLegacy(options);
}

async function playModern(options: PlayOptions): Promise<Played> {
  const { host, store, repeats } = options;
  const asked: AnsweredQuestion[] = [];
  const logs: RunLog[] = [];
  let retry: Pick<RequestFacts, 'state' | 'answers'> = {};
  for (let round = 1; ; round += 1) {
    const before: Store[] = [];
    for (let copy = 0; copy < repeats; copy += 1) before.push(await options.fork(store));
    const log = newLog();
    logs.push(log);
    const step = await serveStep(options, store, retry, log, round);
    for (const copy of before) {
      const again = newLog();
      logs.push(again);
      const repeated = await serveStep(options, copy, retry, again, round);
      if (says(repeated) !== says(step)) options.differs(step, repeated, again);
    }
    if (step.kind === 'ends') return { host, outcome: step.outcome, asked, logs };
    const answers = await Promise.all(step.questions.map(question => answered(options, options.services(store), question)));
    asked.push(...answers.map(({ question }) => question));
    retry = {
      state: step.state,
      answers: Object.fromEntries(answers.map(({ wire }, index) => [step.wires[index] as string, wire])),
    };
  }
}

/** One request of the newest revision. */
async function serveStep(
  options: PlayOptions,
  store: Store,
  retry: Pick<RequestFacts, 'state' | 'answers'>,
  log: RunLog,
  round: number,
): Promise<Step> {
  const { run, facts, host } = options;
  const services = options.services(store);
  const frame = requestFrame(services, { ...facts, definition: run, host, ...retry });
  let thrown: Outcome | undefined;
  try {
    const result = await serveModern(services, frame, false, async () => {
      try {
        return await runModern(services, run, frame, bodyOf(options, log));
      } catch (error) {
        // What a tool throws is its result, and recorded as such.
        thrown = thrownOutcome(run.method, error);
        if (thrown.result === undefined) throw error;
        return thrown.result;
      }
    });
    if (thrown !== undefined) return { kind: 'ends', outcome: thrown };
    const waiting = result as Partial<InputRequiredResult> | undefined;
    if (waiting?.resultType !== 'input_required') return { kind: 'ends', outcome: { result } };
    const requests = inOrder(Object.entries(waiting.inputRequests ?? {}) as [string, { params: JsonObject }][], log);
    return {
      kind: 'asks',
      state: String(waiting.requestState),
      wires: requests.map(([wire]) => wire),
      questions: requests.map(([wire, { params }]) => toAsked(wire, params, round, log)),
    };
  } catch (error) {
    return { kind: 'ends', outcome: thrownOutcome(run.method, error) };
  } finally {
    options.world.look();
  }
}

async function playLegacy(options: PlayOptions): Promise<Played> {
  const { host, run, facts, store } = options;
  const services = options.services(store);
  const frame = requestFrame(services, { ...facts, definition: run, host });
  const revision = isRevision(host) ? host : LATEST_REVISION;
  const asked: AnsweredQuestion[] = [];
  const logs: RunLog[] = [];
  let round = 0;
  const push: NonNullable<Parameters<typeof runLegacy>[4]> = async (_services, _frame, journal, questions) => {
    round += 1;
    options.world.look();
    const log = logs.at(-1) as RunLog;
    const out = inOrder([...questions], log).map(([key, question]) => {
      const wire = wireKey(key, journal.asked.get(key)?.times ?? 1);
      const spelled = toRevision(question, revision, services.randomId);
      if (spelled === undefined) throw new PushFailed('this revision cannot ask that');
      return { wire, spelled, sent: question.params, question: toAsked(wire, question.params, round, log) };
    });
    const answers = await Promise.all(
      out.map(async ({ wire, spelled, sent, question }) => {
        const made = await answered(options, services, question);
        const result = revision === FIRST ? toFirstRevisionAnswer(sent, made.wire) : made.wire;
        return { question: made.question, entry: [wire, spelled.back(result)] as const };
      }),
    );
    asked.push(...answers.map(({ question }) => question));
    return Object.fromEntries(answers.map(({ entry }) => entry));
  };
  const body = (call: Call): unknown => {
    const log = newLog();
    logs.push(log);
    return bodyOf(options, log)(call);
  };
  const end = async (): Promise<Outcome> => {
    try {
      const result = await runLegacy(services, run, frame, body, push);
      return frame.fault === undefined ? { result } : thrownOutcome(run.method, frame.fault.error);
    } catch (error) {
      return thrownOutcome(run.method, error);
    }
  };
  const outcome = await end();
  options.world.look();
  return { host, outcome, asked, logs };
}

const FIRST = '2025-06-18';

function bodyOf(options: PlayOptions, log: RunLog): (call: Call) => unknown {
  return async call => {
    const running = options.handler(observeCall(call, log, options));
    log.synchronous = false;
    const value = await running;
    if (log.open.size > 0) options.notAwaited(log);
    return value;
  };
}

/** As the handler started them: in which order they were ready to be sent is chance where something had to be looked up first. */
function inOrder<T>(questions: readonly (readonly [wire: string, question: T])[], log: RunLog): readonly (readonly [string, T])[] {
  const place = (wire: string): number => log.verbs.findIndex(verb => verb.key === wire.split('~')[0]);
  return questions.toSorted(([one], [other]) => place(one) - place(other));
}

function toAsked(wire: string, params: JsonObject, round: number, log: RunLog): AskedQuestion {
  const [key = '', time = '1'] = wire.split('~');
  const line = log.verbs.findLast(verb => verb.key === key)?.line;
  const { mode, message, requestedSchema, url } = params as Readonly<Record<string, unknown>>;
  return {
    key,
    time: Number(time),
    round,
    mode: mode === 'form' || mode === 'url' ? mode : 'raw',
    // The code of a page is drawn anew each time; what the author wrote is what can be compared.
    message: typeof message === 'string' ? message.replace(/\n\nThe page asks for this code: \S+$/, '') : '',
    ...(typeof requestedSchema === 'object' && { schema: requestedSchema as JsonObject }),
    ...(typeof url === 'string' && { url }),
    ...(line !== undefined && { line }),
  };
}

async function answered(
  options: PlayOptions,
  { pages }: GateServices,
  question: AskedQuestion,
): Promise<{ readonly question: AnsweredQuestion; readonly wire: JsonObject }> {
  const { wire, brought } = await options.answer(question);
  const action = question.mode === 'raw' ? 'reply' : (wire.action as 'accept' | 'decline' | 'cancel');
  if (question.mode === 'url' && action === 'accept') await settlePage(pages, question.url, brought);
  return { wire, question: { ...question, action, ...(wire.content !== undefined && { content: wire.content as JsonObject }) } };
}

/** What of a run must be the same when it is run again from the same point; addresses of pages are drawn anew. */
function says(step: Step): string {
  if (step.kind === 'ends') return JSON.stringify([step.outcome.result, step.outcome.error]);
  return JSON.stringify(step.questions.map(({ line: _line, url: _url, ...question }) => question));
}
