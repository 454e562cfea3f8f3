/** Cases on the server library: what its API refuses, what it makes of an answer, and whole calls played by script. */
import type { JsonObject, Revision } from '@midcall/core';
import { REJECTED_KEY } from '@midcall/core/wire';
import { connectMemory } from '../peers/message-client.js';
import { bothEras } from './both-eras.js';
import type { Case, CaseInput } from './case.js';
import { createCaseServer } from './case-server.js';
import { absent, appears, equals, notPolluted, type Observed, show } from './observed.js';
import { judgeScript } from './server-facts.js';
import { textOnPage } from './server-page.js';
import { playServer } from './server-script.js';

export async function runOnServer(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  if (input.op === 'offer') return offer(input);
  if (input.op === 'text') return textOnPage(input);
  if (input.op === 'result') return bothEras(input, result);
  if (input.op === 'script') return bothEras(input, async (one, revision) => judgeScript(one, await playServer(one, revision)));
  return undefined;
}

/** The API call with these params: taken, or refused at the call site with nothing sent. */
async function offer(input: CaseInput): Promise<Observed> {
  const server = createCaseServer(input);
  const client = await connectMemory(server.factory, { revision: '2025-11-25' });
  client.onPush = () => ({ result: { action: 'cancel' } });
  await client.request('tools/call', { name: 'ask_raw', arguments: { params: input.params ?? null } });
  const sent = client.pushes.length;
  const [thrown] = server.thrown;
  await client.close();
  await server.close();
  if (!thrown || sent > 0) return { words: sent > 0 ? ['schema_ok'] : [], checks: {}, story: `${sent} sent` };
  const named = JSON.stringify([thrown.message, thrown.data ?? null, thrown.hint ?? null]);
  return {
    words: ['schema_reject'],
    checks: { field: appears(named), reason: wanted => reasonIn(named, String(wanted)), polluted: notPolluted },
    story: named.slice(0, 300),
  };
}

// A reason is a name in the format's words; ours may put it differently, so that every part of it must appear, or its synonym.
const synonyms: Readonly<Record<string, readonly RegExp[]>> = {
  ref: [/\bref|\$ref|reference/i],
  nested: [/nested|nest|object/i],
  'not-json-schema': [/not.{0,12}(a )?(json )?schema|json-schema|root/i],
  'schema-in-url-mode': [/url/i, /schema/i],
  'unknown-action': [/its action is none of/],
  'missing-action': [/its action is none of/],
  'unsafe-name': [/unsafe|reserved|prototype|name/i],
};

// `unknown-action` and `missing-action` are one rule here: the action is none of the three.
function ruleIn(text: string, rule: string): boolean {
  return (synonyms[rule] ?? rule.split('-').map(part => new RegExp(part, 'i'))).every(part => part.test(text));
}

function reasonIn(text: string, reason: string): string | undefined {
  const rules = synonyms[reason] ?? reason.split('-').map(part => new RegExp(part, 'i'));
  return rules.every(rule => rule.test(text)) ? undefined : `"${reason}" is not among the reasons: ${text.slice(0, 300)}`;
}

/** The answer arrives in the middle of a call; what does the tool get to see? */
async function result(input: CaseInput, revision: Revision): Promise<Observed> {
  const server = createCaseServer(input);
  const client = await connectMemory(server.factory, { revision });
  const params: JsonObject =
    input.mode === 'url'
      ? { mode: 'url', message: 'm', url: 'https://svc.example/in' }
      : { message: 'm', requestedSchema: input.schema ?? {} };
  const answers: JsonObject[] = [input.result as JsonObject];
  // What is asked again after the answer is given up on.
  const next = (): JsonObject => answers.shift() ?? { action: 'cancel' };
  client.onPush = () => ({ result: next() });
  const args = { name: 'ask_raw', arguments: { params } };
  const rounds: JsonObject[] = [];
  let reply = await client.request('tools/call', args);
  for (let round = 0; round < 8 && reply.result?.resultType === 'input_required'; round += 1) {
    const { inputRequests, requestState } = reply.result as { inputRequests?: JsonObject; requestState?: string };
    rounds.push((inputRequests ?? {}) as JsonObject);
    if (round > 0 && server.saw.length === 0 && answers.length === 0) break;
    const responses = Object.fromEntries(Object.keys(inputRequests ?? {}).map(key => [key, next()]));
    reply = await client.request('tools/call', { ...args, inputResponses: responses, ...(requestState !== undefined && { requestState }) });
  }
  const asked = client.modern
    ? rounds.flatMap(round => Object.values(round).map(request => (request as { params: JsonObject }).params))
    : client.pushes.map(push => push.params);
  const [saw] = asked.length > 1 ? [] : server.saw;
  await client.close();
  await server.close();
  if (saw !== undefined) {
    return {
      words: ['result_ok', 'safe', String(saw.action)],
      checks: {
        action: equals(saw.action),
        content: equals(saw.content),
        absent: absent(saw),
        polluted: notPolluted,
      },
      story: `the tool saw ${show(saw)}`,
    };
  }
  const told = asked.at(-1);
  const rejected = (told?.requestedSchema as JsonObject | undefined)?.[REJECTED_KEY] as JsonObject | undefined;
  const error = reply.error?.message ?? (reply.result?.isError === true ? JSON.stringify(reply.result.content) : undefined);
  const named = JSON.stringify([rejected ?? null, asked.length > 1 ? told?.message : null, error ?? null, reply.error?.data ?? null]);
  return {
    words: ['result_invalid', ...(reply.error ? ['rpc_error'] : []), ...(client.modern && rounds.length > 1 ? ['input_required'] : [])],
    checks: {
      field: wanted => (rejected && Object.hasOwn(rejected, String(wanted)) ? undefined : appears(named)(wanted)),
      rule: wanted => (ruleIn(named, String(wanted)) ? undefined : `"${String(wanted)}" is not named: ${named}`),
      polluted: notPolluted,
    },
    story: named,
  };
}
