/** Cases on the gateway: what passes unchanged, what it refuses, and to whom it brings a question. */
import type { Json, JsonObject } from '@midcall/core';
import { META } from '@midcall/core/wire';
import type { Case, CaseInput } from './case.js';
import { type GatewayPlayed, GatewayPlayer, playGateway } from './gateway-script.js';
import type { HostSide } from './gateway-stage.js';
import { appearsNot, atMost, type Check, equals, list, type Observed, same, show } from './observed.js';

export async function runOnGateway(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  if (input.op === 'forward') return forward(input);
  if (input.op !== 'script') return undefined;
  const seen: Observed[] = [];
  const eras = input.era === undefined && input.clientEra === undefined ? (['2025'] as const) : ([input.era ?? '2025'] as const);
  for (const era of eras) await playGateway(input, era, played => seen.push(facts(input, played)));
  return seen[0];
}

/** One message through the pump: a question towards the host, or an answer towards the server. */
async function forward(input: CaseInput): Promise<Observed> {
  const message = input.message as JsonObject;
  const player = new GatewayPlayer(input, '2025');
  try {
    const question =
      message.method === undefined
        ? { method: 'elicitation/create', params: { message: 'm', requestedSchema: input.schema ?? {} } }
        : message;
    await player.step({ from: 'upstream', send: { id: 'f-1', ...question } });
    if (message.method === undefined) await player.step({ from: 'client', answer: message.result ?? null });
    const { hosts, upstreamHeard } = player.played();
    const arrived = hosts[0]?.client.pushes[0]?.params;
    const exact = JSON.stringify(arrived) === JSON.stringify(message.params);
    const heard = upstreamHeard.at(-1)?.result as JsonObject | undefined;
    return {
      words: [...(exact ? ['forward_exact'] : []), ...(heard ? [String(heard.action)] : [])],
      checks: { upstream: equals(heard) },
      story: `the host got ${show(arrived)}; the server got ${show(heard)}`,
    };
  } finally {
    await player.stage.close();
  }
}

function facts(input: CaseInput, played: GatewayPlayed): Observed {
  const { stage, hosts, servers, upstreamHeard, asked, served, statuses, resumed } = played;
  const pushes = hosts.flatMap(side => side.client.pushes);
  const pending = hosts.flatMap(side => side.open.map(({ push }) => push));
  const last = hosts.flatMap(side => side.replies).at(-1)?.reply;
  const heard = upstreamHeard.at(-1);
  const calls = servers.flatMap(server => server.received.filter(frame => frame.method === 'tools/call'));
  const retry = calls.findLast(frame => (frame.params as JsonObject | undefined)?.inputResponses !== undefined)?.params as
    | JsonObject
    | undefined;
  const answered = heard?.result as JsonObject | undefined;
  const retried = Object.values((retry?.inputResponses ?? {}) as JsonObject) as unknown as readonly { readonly action?: string }[];
  const state = last?.result?.requestState;
  const words = [
    'forward_exact',
    'route_to',
    ...(answered ? [String(answered.action)] : []),
    ...retried.map(one => String(one.action)),
    ...(heard?.error || last?.error ? ['rpc_error'] : []),
    ...(last?.result?.resultType === 'input_required' ? ['input_required'] : []),
    ...(last?.result && last.result.resultType !== 'input_required' ? ['complete'] : []),
    ...(retry !== undefined || answered ? ['complete'] : []),
    ...(pending.length > 0 && !heard ? ['still_waiting', 'ignore'] : []),
    ...(pushes.length === 0 || resumed?.shown === 0 ? ['not_sent'] : []),
  ];
  const reached = (name: string): boolean => hosts.some(side => side.name === name && side.client.pushes.length > 0);
  // On the stream of which POST a question came.
  const cameOn = (label: string): boolean =>
    hosts.some(side => side.client.pushes.some(push => push.stream !== undefined && push.stream === side.posts.get(label)));
  const meta = (calls[0]?.params as { _meta?: JsonObject } | undefined)?._meta?.[META.clientCapabilities] as JsonObject | undefined;
  const checks: Record<string, Check> = {
    upstream: wanted => heardIs(upstreamHeard, wanted as JsonObject),
    upstreamRetry: wanted => (contains(retry, wanted) ? undefined : `got ${show(retry)}`),
    upstreamCalls: equals(calls.length),
    upstreamMeta: wanted => metaIs(meta, wanted as JsonObject),
    toClient: wanted =>
      typeof wanted === 'number' ? equals(pushes.length)(wanted) : equals(pushes.length)((wanted as { count: number }).count),
    pending: wanted =>
      pendingAre(
        pending.map(push => push.params),
        asked,
        wanted as readonly Json[],
      ),
    withinMs: () => undefined,
    keys: wanted => equals(Object.keys((last?.result?.inputRequests ?? {}) as JsonObject).length)(wanted),
    stateSealed: wanted =>
      sealed(state, [...asked.map(one => String((one.params as JsonObject | undefined)?.message)), 'book', 'elicitation']) === wanted
        ? undefined
        : `state ${show(state)}`,
    to: wanted => (reached(String(wanted)) ? undefined : `it did not reach ${show(wanted)}`),
    notTo: wanted => ((wanted as readonly string[]).some(reached) ? `it reached ${show(wanted)}` : undefined),
    on: wanted => (list(wanted).every(cameOn) ? undefined : `it did not come on ${show(wanted)}`),
    notOn: wanted => (list(wanted).some(cameOn) ? `it came on ${show(wanted)}` : undefined),
    status: wanted =>
      typeof wanted === 'number'
        ? equals(Object.values(statuses).at(-1))(wanted)
        : contains(statuses, wanted)
          ? undefined
          : `got ${show(statuses)}`,
    keepAliveEveryMs: wanted => atMost(Math.max(...hosts.map(side => longestSilence(side, stage.clock.now()))))(wanted),
    uiOpen: equals(pending.length > 0),
    code: equals(last?.error?.code ?? (heard?.error as { code?: number } | undefined)?.code),
    served: wanted => (served.includes(String(wanted)) ? undefined : `served ${show(served)}`),
    mustNotShow: appearsNot(JSON.stringify(input.want?.where === 'log' ? stage.log : [])),
  };
  return {
    words,
    checks,
    story: `hosts got ${show(pushes.map(push => push.params.message))}; the server heard ${show(upstreamHeard)}; the host ${show(last?.error ?? last?.result)}`,
  };
}

function heardIs(heard: readonly JsonObject[], wanted: JsonObject): string | undefined {
  const found = heard.find(answer => answer.id === wanted.id);
  if (!found) return `nothing came back for ${show(wanted.id)}`;
  if (wanted.code !== undefined)
    return (found.error as { code?: number } | undefined)?.code === wanted.code ? undefined : `got ${show(found)}`;
  return same(found.result, wanted.result) ? undefined : `got ${show(found)}`;
}

// Nothing that was asked can be read in any part of it.
function sealed(state: unknown, secrets: readonly string[]): boolean {
  if (typeof state !== 'string' || state === '') return false;
  const readable = [state, ...state.split('.').map(part => Buffer.from(part, 'base64url').toString('latin1'))].join('\n');
  return secrets.every(secret => !readable.includes(secret));
}

/** Milliseconds without a byte towards the host since it was asked. */
function longestSilence({ askedAt: [asked], bytesAt }: HostSide, now: number): number {
  if (asked === undefined) return 0;
  const times = [asked, ...bytesAt.filter(at => at > asked), now];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] as number)));
}

function contains(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return same(actual, wanted);
  return Object.entries(wanted).every(([key, member]) => contains((actual as JsonObject | undefined)?.[key], member));
}

function metaIs(declared: JsonObject | undefined, wanted: JsonObject): string | undefined {
  const missing =
    (wanted.absent as readonly string[] | undefined)?.filter(name => declared !== undefined && Object.hasOwn(declared, name)) ?? [];
  if (missing.length > 0) return `declared ${show(declared)}`;
  const { absent: _absent, ...present } = wanted;
  return Object.entries(present).every(([name, value]) => same(declared?.[name], value)) ? undefined : `declared ${show(declared)}`;
}

// Named by the id or by the message of the question.
function pendingAre(open: readonly JsonObject[], asked: readonly JsonObject[], wanted: readonly Json[]): string | undefined {
  const messages = open.map(params => String(params.message));
  const missing = wanted.filter(name => {
    const question = asked.find(one => one.id === name);
    const message = question ? (question.params as JsonObject).message : name;
    return !messages.some(text => text.endsWith(String(message)));
  });
  return missing.length === 0 && open.length === wanted.length ? undefined : `open: ${show(messages)}`;
}
