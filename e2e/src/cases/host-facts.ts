/** What a played host shows, in the words of the format. */
import { isMidcallError, type Json, type JsonObject } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { CaseInput } from './case.js';
import type { HostPlayed } from './host-script.js';
import type { HostCall } from './host-stage.js';
import { absent, appearsNot, atMost, type Check, equals, notPolluted, type Observed, same, show } from './observed.js';

interface Sent {
  readonly action: string;
  readonly content?: Json;
}

export function hostFacts(input: CaseInput, played: HostPlayed): Observed {
  const { stage, requests } = played;
  const modern = stage.revision >= '2026-07-28';
  const frames = [...stage.links.values()].flatMap(link => link.server.received);
  const answers = [...stage.links.values()].flatMap(link => link.server.answers);
  const retries = requests.filter(request => request.params.inputResponses !== undefined || request.params.requestState !== undefined);
  const sent: readonly Sent[] = modern
    ? retries.flatMap(retry => Object.values((retry.params.inputResponses ?? {}) as unknown as Record<string, Sent>))
    : answers.flatMap(answer => (answer.result === undefined ? [] : [answer.result as unknown as Sent]));
  const errors = answers.flatMap(answer => (answer.error === undefined ? [] : [answer.error as { code: number }]));
  const call = stage.calls.at(-1);
  const waiting = stage.waiting();
  const questions = stage.desk.list({ principal: 'local' });
  const checks = {
    ...shownChecks(input, played, questions, waiting),
    ...sentChecks(input, played, { sent, retries, frames, errors, modern, call }),
  };
  return { words: wordsOf({ sent, errors, call, waiting, questions, modern, stage }), checks, story: storyOf(call, sent, questions) };
}

function wordsOf(seen: {
  readonly sent: readonly Sent[];
  readonly errors: readonly { readonly code: number }[];
  readonly call: HostCall | undefined;
  readonly waiting: readonly QuestionView[];
  readonly questions: readonly QuestionView[];
  readonly modern: boolean;
  readonly stage: HostPlayed['stage'];
}): readonly string[] {
  const { sent, errors, call, waiting, questions, modern, stage } = seen;
  // A call that the host itself ended: its error is its own, not one that the server sent.
  const aborted =
    call?.error !== undefined && (isMidcallError(call.error) || typeof call.error.code === 'string' || call.abort.signal.aborted);
  const words = ['forward_exact', 'render', 'route_to'];
  const last = sent.at(-1);
  if (last) words.push(last.action);
  // A call that was not repeated because of what the person said about a page.
  else if (stage.lastUserAction !== undefined && stage.lastUserAction !== 'accept' && call?.result !== undefined)
    words.push(stage.lastUserAction);
  if (errors.length > 0 || (modern && aborted)) words.push('rpc_error');
  if (aborted) words.push('abort');
  if (call?.result !== undefined) words.push('complete');
  if (sent.length === 0 && waiting.length > 0) words.push('still_waiting');
  if (sent.length === 0) words.push('not_sent');
  if (sent.length === 0 && errors.length === 0 && questions.length === 0) words.push('ignore');
  const url = questions.find(question => question.url !== undefined);
  if (url?.url?.openable && stage.opened === 0) words.push('url_consent');
  if ((url !== undefined && !url.url?.openable) || (url === undefined && (aborted || errors.length > 0))) words.push('url_block');
  return words;
}

function shownChecks(
  input: CaseInput,
  { stage, realMs, pushedAt }: HostPlayed,
  questions: readonly QuestionView[],
  waiting: readonly QuestionView[],
): Readonly<Record<string, Check>> {
  const spoken = JSON.stringify(stage.calls.map(call => call.result ?? call.error?.message ?? null));
  const answered = questions.filter(question => question.state !== 'waiting' && question.state !== 'opened');
  return {
    uiOpen: equals(waiting.length > 0),
    uiShown: equals(stage.shown.length),
    shown: wanted => (typeof wanted === 'number' ? equals(stage.shown.length)(wanted) : shownPerSession(questions, wanted as JsonObject)),
    maxShown: atMost(stage.shown.length),
    opened: equals(stage.opened),
    fetched: equals(stage.fetched),
    mode: equals(questions[0]?.url ? 'url' : 'form'),
    afterMs: wanted => (answered.length === 0 ? advanceLater(input, pushedAt, wanted) : undefined),
    maxMs: wanted => (realMs <= Number(wanted) + 1000 ? undefined : `${Math.round(realMs)} ms`),
    mustNotShow: appearsNot(spoken),
    polluted: notPolluted,
  };
}

function sentChecks(
  _input: CaseInput,
  { requests, stage }: HostPlayed,
  seen: {
    readonly sent: readonly Sent[];
    readonly retries: readonly { readonly id: Json | undefined; readonly params: JsonObject }[];
    readonly frames: readonly JsonObject[];
    readonly errors: readonly { readonly code: number }[];
    readonly modern: boolean;
    readonly call: HostCall | undefined;
  },
): Readonly<Record<string, Check>> {
  const { sent, retries, frames, errors, modern, call } = seen;
  const retry = retries.at(-1)?.params ?? {};
  const shownCount = stage.shown.length;
  const initialize = frames.find(frame => frame.method === 'initialize')?.params as { capabilities?: JsonObject } | undefined;
  const declared = (initialize?.capabilities ?? {}) as JsonObject;
  return {
    sent: wanted => (Array.isArray(wanted) ? framesInclude(frames, wanted as readonly JsonObject[]) : equals(sent.length)(wanted)),
    // In the modern era there is no request to answer: the call is ended instead.
    code: wanted => (modern ? undefined : equals(errors[0]?.code)(wanted)),
    content: equals(sent.at(-1)?.content),
    retries: equals(retries.length),
    answers: equals(Object.keys((retry.inputResponses ?? {}) as JsonObject).length),
    inputResponses: equals(retry.inputResponses),
    requestState: equals(retry.requestState),
    noInputResponses: wanted => ((retry.inputResponses === undefined) === wanted ? undefined : `got ${show(retry.inputResponses)}`),
    absent: wanted => absent(requestOf(requests, _input, retry))(wanted),
    onCall: wanted => (requests.some(request => request.params.name === wanted) ? undefined : `no call of ${show(wanted)}`),
    secondRetry: wanted => secondRetry(retries, wanted as { keys?: readonly string[]; requestState?: string }),
    retryIdNot: wanted =>
      retries.length > 0 && retries.every(one => one.id !== wanted && one.id !== requests[0]?.id) ? undefined : 'the id was used again',
    rounds: equals(modern ? retries.length : shownCount),
    reason: wanted => (reasonIs(call, String(wanted)) ? undefined : `reason ${show(call?.error?.data)} (${call?.error?.message})`),
    key: wanted =>
      JSON.stringify([call?.error?.data, call?.error?.message]).includes(String(wanted)) ? undefined : `named ${show(call?.error?.data)}`,
    caps: wanted => (same(declared, wanted) ? undefined : `declared ${show(declared)}`),
    capsAbsent: wanted =>
      absent(modern ? ((frames.find(frame => frame.method === 'tools/call')?.params as JsonObject | undefined) ?? {}) : declared)(wanted),
    hookRuns: equals(stage.hookRuns),
    status: equals(statusOf(call)),
    toolResult: wanted => ((call?.result !== undefined) === wanted ? undefined : `ended with ${call?.error?.message}`),
  };
}

// How the call stands, as a host can tell from what it got and nothing else.
function statusOf(call: HostCall | undefined): string {
  if (call?.error !== undefined) return call.abort.signal.aborted ? 'cancelled' : 'failed';
  if (call?.result === undefined) return 'running';
  if (call.result.isError === true) return 'failed';
  return Array.isArray(call.result.content) && call.result.content.length === 0 ? 'completed-empty' : 'completed';
}

// The SDK refuses some rounds before the desk sees them; its sentence says the same.
function reasonIs(call: HostCall | undefined, wanted: string): boolean {
  if (String(call?.error?.data?.reason).includes(wanted)) return true;
  return wanted === 'nothing-requested' && /neither inputRequests nor requestState/.test(call?.error?.message ?? '');
}

function requestOf(requests: HostPlayed['requests'], input: CaseInput, retry: JsonObject): JsonObject {
  const named = input.want?.onCall;
  return named === undefined ? retry : (requests.findLast(request => request.params.name === named)?.params ?? {});
}

function secondRetry(
  retries: readonly { readonly params: JsonObject }[],
  wanted: { keys?: readonly string[]; requestState?: string },
): string | undefined {
  const second = retries[1]?.params;
  const keys = Object.keys((second?.inputResponses ?? {}) as JsonObject);
  return same(keys, wanted.keys) && second?.requestState === wanted.requestState ? undefined : `got ${show(second)}`;
}

function framesInclude(frames: readonly JsonObject[], wanted: readonly JsonObject[]): string | undefined {
  // Ids are the host's own; the script's number stands for "the call that was made".
  const missing = wanted.filter(
    ({ method }) => !frames.some(frame => frame.method === method && (frame.params as JsonObject | undefined)?.requestId !== undefined),
  );
  return missing.length === 0 ? undefined : `${show(missing)} did not go out`;
}

function shownPerSession(questions: readonly QuestionView[], wanted: JsonObject): string | undefined {
  const got = Object.fromEntries(
    Object.keys(wanted).map(name => [name, questions.filter(question => question.server.name === name).map(question => question.message)]),
  );
  return same(got, wanted) ? undefined : `got ${show(got)}`;
}

function advanceLater(_input: CaseInput, _pushedAt: number | undefined, wanted: Json): string {
  return `nothing was answered after ${show(wanted)} ms`;
}

function storyOf(call: HostCall | undefined, sent: readonly Sent[], questions: readonly QuestionView[]): string {
  return `sent ${show(sent)}; questions ${show(questions.map(question => [question.message, question.state]))}; call ${show(call?.result ?? call?.error?.message)}`;
}
