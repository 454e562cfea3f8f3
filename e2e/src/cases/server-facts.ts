/** What a played script shows, in the words of the format. */
import type { Json, JsonObject } from '@midcall/core';
import type { CaseInput } from './case.js';
import { absent, appearsNot, type Check, equals, notPolluted, type Observed, same, show } from './observed.js';
import type { Played } from './server-script.js';

export function judgeScript(input: CaseInput, played: Played): Observed {
  const { server, client, calls } = played;
  const call = calls.at(-1);
  const reply = call?.reply;
  const saw = server.saw.at(-1);
  const asked = Object.keys((reply?.result?.inputRequests ?? {}) as JsonObject).map(bare);
  const words: string[] = [];
  if (reply?.error) words.push('rpc_error');
  else if (reply?.result?.resultType === 'input_required') words.push('input_required');
  else if (reply?.result) words.push('complete');
  if (calls.length === 0) words.push('complete');
  if (saw) words.push(String(saw.action));
  else if (played.lastAction !== undefined && played.lastAction !== 'accept' && reply?.result && reply.result.isError !== true)
    words.push(played.lastAction);
  if (played.ignored) words.push('ignore');
  if (client.pushes.length === 0 && reply?.result?.resultType !== 'input_required') words.push('not_sent');
  const first = client.pushes[0];
  if (first && first.stream !== undefined && first.stream === call?.id) words.push('route_to');

  const checks: Record<string, Check> = {
    content: equals(saw?.content),
    toolSaw: equals(saw?.action),
    first: equals(server.saw[0]?.action),
    toolRan: equals(server.effects > 0),
    toolRuns: equals(server.effects),
    sideEffects: equals(server.sideEffects),
    linked: equals(server.linked),
    principal: equals(server.principals.at(-1)),
    absent: absent(saw?.content ?? {}),
    polluted: notPolluted,
    code: equals(reply?.error?.code),
    data: wanted => (contains(reply?.error?.data, wanted) ? undefined : `got ${show(reply?.error?.data)}`),
    dataHas: wanted => missing(wanted as readonly string[], reply?.error?.data),
    http: equals(played.statuses[call?.label ?? ''] ?? reply?.status),
    status: wanted => (contains(played.statuses, wanted) ? undefined : `got ${show(played.statuses)}`),
    keys: wanted =>
      typeof wanted === 'number' ? equals(asked.length)(wanted) : equals([...asked].sort())([...(wanted as string[])].sort()),
    dropped: equals(asked),
    serverRequests: equals(client.modern ? client.pushes.length : 0),
    initialized: equals(true),
    noElicitationId: wanted =>
      JSON.stringify(reply?.result ?? {}).includes('elicitationId') === wanted ? 'an elicitationId went out' : undefined,
    stream: equals(first?.stream !== undefined && first.stream === call?.id ? call?.label : undefined),
    errorWithinMs: wanted => (call !== undefined && call.tookMs <= Number(wanted) ? undefined : `${call?.tookMs} ms`),
    order: wanted => order(played, wanted as readonly string[]),
    exitWithinMs: wanted =>
      played.exitMs !== undefined && played.exitMs <= Number(wanted) ? undefined : `it lived on for ${played.exitMs} ms`,
    elements: wanted => (played.opened.every(page => !/<script/i.test(page.body)) ? undefined : `wanted ${show(wanted)}`),
    mustNotShow: appearsNot(JSON.stringify(client.received)),
  };
  const story = `${show(reply?.error ?? reply?.result ?? 'no reply')}; the tool saw ${show(server.saw)}; ${input.era ?? 'both eras'}`;
  return { words, checks, story };
}

// A question asked again goes out under a new wire key (`who~2`, since keys are never used twice); it is the same question.
function bare(key: string): string {
  return key.replace(/~\d+$/, '');
}

function contains(actual: unknown, wanted: Json): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return same(actual, wanted);
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(wanted).every(([key, member]) => contains((actual as JsonObject)[key], member ?? null));
}

function missing(paths: readonly string[], value: unknown): string | undefined {
  const absentPaths = paths.filter(
    path => path.split('.').reduce<unknown>((at, part) => (at as JsonObject | undefined)?.[part], value) === undefined,
  );
  return absentPaths.length === 0 ? undefined : `${show(absentPaths)} is missing in ${show(value)}`;
}

// "result" is the reply of the call; everything else is a method.
function order({ client, calls }: Played, wanted: readonly string[]): string | undefined {
  const id = calls.at(-1)?.id;
  const seen = client.received.flatMap(({ frame }) =>
    frame.id === id && frame.method === undefined ? ['result'] : [String(frame.method)],
  );
  const places = wanted.map(name => seen.lastIndexOf(name));
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1)) ? undefined : `got ${show(seen)}`;
}
