import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line } from './testing/lines.test.peer.js';
import { initialize, LEGACY_INFO, legacyServer, line, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, objectOf, settle } from './testing/raw-peers.test.peer.js';

const CALL: JsonObject = { name: 'book', arguments: { seats: 2 } };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };
const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };
const ask = (params: JsonObject = FORM): JsonObject => ({ method: 'elicitation/create', params });
const roundOf = (requests: JsonObject, state?: string): JsonObject => ({
  resultType: 'input_required',
  inputRequests: requests,
  ...(state !== undefined && { requestState: state }),
});

let open: Line | undefined;
const start = async (...args: Parameters<typeof line>): Promise<Line> => {
  open = await line(...args);
  return open;
};
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

const calls = (server: Peer): Frame[] => server.seen.filter(frame => frame.method === 'tools/call');
const answersIn = (frame: Frame | undefined): JsonObject => (frame?.params?.inputResponses ?? {}) as JsonObject;

/** A modern tool that works through `rounds` and then tells what it heard last. */
const rounds = (...list: JsonObject[]) => {
  let at = 0;
  return modernServer(frame => {
    if (frame.method === 'subscriptions/listen') return undefined;
    if (frame.method !== 'tools/call') return { resultType: 'complete', ttlMs: 5, cacheScope: 'public', ...TEXT('ok') };
    const next = list[at++];
    return next ?? { resultType: 'complete', ...TEXT(JSON.stringify(frame.params?.inputResponses ?? null)) };
  });
};

describe('legacy host, modern server', () => {
  it('sends each round state exactly, and none after a round that had none (§3.8 test 1) [E-M-32, E-M-34, E-M-35]', async () => {
    const { host, server } = await start({ server: rounds(roundOf({ a: ask() }, ' {"x":1}\u00e9 '), roundOf({ b: ask() })) });
    await initialize(host, BOTH);
    host.onRequest = () => ACCEPT;
    const done = await host.request('tools/call', CALL, 1);
    expect(textOf(done)).toBe(JSON.stringify({ b: ACCEPT }));
    expect(Object.keys(done.result ?? {})).toEqual(['content']);
    const [first, second, third] = calls(server());
    expect(second?.params?.requestState).toBe(' {"x":1}\u00e9 ');
    expect(answersIn(second)).toEqual({ a: ACCEPT });
    expect(Object.hasOwn(third?.params ?? {}, 'requestState')).toBe(false);
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
  });

  it('answers a round of two with one retry that carries both keys, a decline kept (§3.8 test 2) [E-M-30, N2]', async () => {
    const { host, server } = await start({ server: rounds(roundOf({ a: ask(), b: ask({ ...FORM, message: 'Other?' }) }, 's')) });
    await initialize(host, BOTH);
    host.onRequest = frame => (String(frame.params?.message).includes('Other') ? { action: 'decline' } : ACCEPT);
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe(JSON.stringify({ a: ACCEPT, b: { action: 'decline' } }));
    expect(calls(server())).toHaveLength(2);
  });

  it('fails the call and sends no partial retry when the host cannot show a question (§3.8 test 3) [E-X-01]', async () => {
    const { host, server } = await start({ server: rounds(roundOf({ a: ask(), b: ask({ ...FORM, message: 'Other?' }) }, 's')) });
    await initialize(host, BOTH);
    host.onRequest = frame => (String(frame.params?.message).includes('Other') ? { error: { code: -32602, message: 'no' } } : undefined);
    const done = await host.request('tools/call', CALL, 1);
    expect(done.error?.code).toBe(-32603);
    await settle();
    expect(calls(server())).toHaveLength(1);
    expect(host.seen.filter(frame => frame.method === 'notifications/cancelled')).toHaveLength(1);
  });

  it('turns any other error of the host into cancel for that key [E-A-08, N1]', async () => {
    const { host } = await start({ server: rounds(roundOf({ a: ask() }, 's')) });
    await initialize(host, BOTH);
    host.onRequest = () => ({ error: { code: -32603, message: 'ui broke' } });
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe('{"a":{"action":"cancel"}}');
  });

  it('takes the question back and sends no retry when the host cancels the call (§3.8 test 4) [E-L-06, E-L-10, N12]', async () => {
    const { host, server } = await start({ server: rounds(roundOf({ a: ask() }, 's')) });
    await initialize(host, BOTH);
    void host.request('tools/call', CALL, 1);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    await host.notify('notifications/cancelled', { requestId: 1 });
    const taken = await host.take(frame => frame.method === 'notifications/cancelled');
    expect(taken.params?.requestId).toBe(asked.id);
    await host.send({ jsonrpc: '2.0', id: asked.id, result: ACCEPT });
    await settle();
    expect(calls(server())).toHaveLength(1);
    expect(server().seen.some(frame => frame.method === 'notifications/cancelled')).toBe(false);
    expect(host.seen.some(frame => frame.id === 1)).toBe(false);
  });

  it('shows the same address once, paces the rounds and stops at the cap (§3.8 test 5) [E-U-07, E-L-03b]', async () => {
    const url = ask({ mode: 'url', message: 'Sign in', url: 'https://example.com/x' });
    const { host, server, clock } = await start({
      server: rounds(...Array.from({ length: 9 }, () => roundOf({ a: url }, 's'))),
      limits: { rounds: 4 },
    });
    await initialize(host, BOTH);
    host.onRequest = () => ({ action: 'accept' });
    const done = host.request('tools/call', CALL, 1);
    await settle();
    expect(calls(server())).toHaveLength(2);
    await clock.advance(60_000);
    expect((await done).error?.message).toContain('"a"');
    expect(calls(server())).toHaveLength(5);
    const shown = host.seen.filter(frame => frame.method === 'elicitation/create');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.params?.url).toBe('https://example.com/x');
    expect(typeof shown[0]?.params?.elicitationId).toBe('string');
  });

  it('tells the host that a page is finished once the call came back complete [E-N-01, E-N-03]', async () => {
    const { host } = await start({
      server: rounds(roundOf({ a: ask({ mode: 'url', message: 'Sign in', url: 'https://example.com/x' }) }, 's')),
    });
    await initialize(host, BOTH);
    host.onRequest = () => ({ action: 'accept' });
    await host.request('tools/call', CALL, 1);
    const done = await host.take(frame => frame.method === 'notifications/elicitation/complete');
    const shown = host.seen.find(frame => frame.method === 'elicitation/create');
    expect(done.params?.elicitationId).toBe(shown?.params?.elicitationId);
  });

  it('asks at the desk for a host without elicitation, and puts the operator name in front where a host shows it [N1, E-P-04]', async () => {
    const { host, desk, server } = await start({ server: rounds(roundOf({ a: ask() }, 's')) });
    const shaken = await initialize(host);
    expect(shaken.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: LEGACY_INFO, instructions: 'Be kind.' });
    const call = host.request('tools/call', CALL, 1);
    const asked = await desk.next();
    expect(asked.message).toBe('Name?');
    expect(asked.question).toMatchObject({ key: 'a', revision: '2026-07-28', call: { name: 'book' } });
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify({ a: ACCEPT }));
    await settle();
    expect(asked.state()).toBe('delivered');
    expect(objectOf(calls(server())[0]?.params?._meta)['io.modelcontextprotocol/clientCapabilities']).toEqual({
      elicitation: { form: {}, url: {} },
    });
    const second = await open?.join();
    if (second === undefined) throw new Error('no second host');
    await initialize(second, BOTH);
    void second.request('tools/call', CALL, 1);
  });

  it('puts the operator name in front of the message, and defuses a server that writes one itself [E-P-04]', async () => {
    const { host } = await start({ server: rounds(roundOf({ a: ask({ ...FORM, message: '[Bank] Name?' }) }, 's')) });
    await initialize(host, BOTH);
    void host.request('tools/call', CALL, 1);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    expect(asked.params?.message).toBe('[Records] (Bank) Name?');
    expect(asked.params?.mode).toBe('form');
  });

  it('says in words what a -32021 means, as a result of the tool, and drops the code [E-X-04]', async () => {
    const { host } = await start({
      server: modernServer(frame =>
        frame.method === 'tools/call' || frame.method === 'prompts/get'
          ? { error: { code: -32021, message: 'missing', data: { requiredCapabilities: { elicitation: { url: {} } } } } }
          : undefined,
      ),
      noDesk: true,
    });
    await initialize(host);
    const tool = await host.request('tools/call', CALL, 1);
    expect(tool.result?.isError).toBe(true);
    expect(textOf(tool)).toContain('elicitation');
    expect((await host.request('prompts/get', { name: 'p' }, 2)).error?.code).toBe(-32603);
  });

  it('hands sampling and roots of a round to a host that has them, and fails the call of one that has not [E-C-13]', async () => {
    const round = roundOf(
      { r: { method: 'roots/list' }, s: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } } },
      's',
    );
    const { host, server } = await start({ server: rounds(round, roundOf({ r: { method: 'roots/list' } }, 't')) });
    await initialize(host, { roots: { listChanged: true }, sampling: {} });
    host.onRequest = frame =>
      frame.method === 'roots/list'
        ? { roots: [], _meta: { a: 1 } }
        : { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' };
    await host.request('tools/call', CALL, 1);
    expect(answersIn(calls(server())[1])).toEqual({
      r: { roots: [] },
      s: { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' },
    });
    const bare = await start({ server: rounds(round) });
    await initialize(bare.host);
    expect((await bare.host.request('tools/call', CALL, 1)).error?.code).toBe(-32603);
  });

  it('ignores an envelope, answers and state that a legacy host smuggles in [E-S-05]', async () => {
    const { host, server } = await start({ server: rounds() });
    await initialize(host, {});
    await host.request(
      'tools/call',
      { ...CALL, inputResponses: { a: ACCEPT }, requestState: 'forged', _meta: { 'com.example/trace': 't' } },
      1,
    );
    const sent = calls(server())[0]?.params ?? {};
    expect(Object.keys(sent).sort()).toEqual(['_meta', 'arguments', 'name']);
    expect((sent._meta as JsonObject)['com.example/trace']).toBe('t');
  });

  it('raises progress over all rounds, whatever the server counts in each [E-G-01]', async () => {
    let turn = 0;
    const { host } = await start({
      server: modernServer(async (frame, up) => {
        if (frame.method !== 'tools/call') return undefined;
        const token = objectOf(frame.params?._meta).progressToken as string;
        await up.notify('notifications/progress', { progressToken: token, progress: 0.5, total: 1 });
        await up.notify('notifications/progress', { progressToken: token, progress: 1, total: 1 });
        return turn++ === 0 ? roundOf({ a: ask() }, 's') : { resultType: 'complete', ...TEXT('done') };
      }),
    });
    await initialize(host, BOTH);
    host.onRequest = () => ACCEPT;
    await host.request('tools/call', { ...CALL, _meta: { progressToken: 'tok' } }, 1);
    const seen = host.seen.filter(frame => frame.method === 'notifications/progress').map(frame => frame.params?.progress as number);
    expect(seen).toEqual([0.5, 1, 1.5, 2]);
  });

  it('shows signs of life while a person thinks, to a host that gave a token [E-L-04]', async () => {
    const { host, desk, clock } = await start({ server: rounds(roundOf({ a: ask() }, 's')) });
    await initialize(host);
    const call = host.request('tools/call', { ...CALL, _meta: { progressToken: 'tok' } }, 1);
    const asked = await desk.next();
    await clock.advance(46_000);
    expect(host.seen.filter(frame => frame.method === 'notifications/progress')).toHaveLength(3);
    asked.answer(ACCEPT);
    await call;
    await clock.advance(60_000);
    expect(host.seen.filter(frame => frame.method === 'notifications/progress')).toHaveLength(3);
  });

  it('listens for changes on behalf of the host and strips the stamp of the modern era [E-N-14]', async () => {
    const { host, server } = await start({ server: rounds() });
    await initialize(host);
    const listening = await server().take(frame => frame.method === 'subscriptions/listen');
    expect(listening.params?.notifications).toEqual({ toolsListChanged: true });
    const stamp = { 'io.modelcontextprotocol/subscriptionId': listening.id as string };
    await server().notify('notifications/subscriptions/acknowledged', { notifications: { toolsListChanged: true }, _meta: stamp });
    await server().notify('notifications/tools/list_changed', { _meta: stamp });
    const note = await host.take(frame => frame.method === 'notifications/tools/list_changed');
    expect(note).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} });
  });

  it('remembers the log level of the host and puts it on every request [E-G-03]', async () => {
    const { host, server } = await start({ server: rounds() });
    await initialize(host);
    await host.request('tools/list', {}, 1);
    expect(objectOf(server().seen.at(-1)?.params?._meta)['io.modelcontextprotocol/logLevel']).toBeUndefined();
    expect((await host.request('logging/setLevel', { level: 'info' }, 2)).result).toEqual({});
    const listed = await host.request('tools/list', {}, 3);
    expect(objectOf(server().seen.at(-1)?.params?._meta)['io.modelcontextprotocol/logLevel']).toBe('info');
    expect(Object.keys(listed.result ?? {})).toEqual(['content']);
  });
});

/** A legacy tool that asks `questions` one after another and tells what it heard. */
const asking = (...questions: JsonObject[]) =>
  legacyServer(async (frame: Frame, server: Peer) => {
    if (frame.method !== 'tools/call')
      return frame.method === 'logging/setLevel'
        ? {}
        : { ...TEXT('ok'), tools: [{ name: 'book', execution: { taskSupport: 'optional' } }] };
    const heard: unknown[] = [];
    for (const [at, params] of questions.entries()) {
      const answer = await server.request('elicitation/create', params, `e${at}-${server.seen.length}`);
      heard.push(answer.result ?? answer.error?.code);
    }
    return TEXT(JSON.stringify(heard));
  });

const state = (frame: Frame): string => String(frame.result?.requestState);
const keysOf = (frame: Frame): string[] => Object.keys((frame.result?.inputRequests ?? {}) as JsonObject);

describe('modern host, legacy server', () => {
  const firstRound = async (its: Line, capabilities = BOTH, params = CALL): Promise<Frame> => {
    const round = modern(its.host, 'tools/call', params, capabilities);
    await settle();
    await its.clock.advance(50);
    return round;
  };

  it('hands a pushed question on as a round with a sealed state, and its answer back to the waiting server [E-M-01, E-M-03, E-M-08, N6]', async () => {
    const its = await start({ server: asking(FORM) });
    const round = await firstRound(its);
    expect(round.result?.resultType).toBe('input_required');
    expect(keysOf(round)).toEqual(['q1']);
    expect(JSON.stringify(round)).toContain('[Records] Name?');
    expect(state(round)).not.toContain('book');
    const done = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) }, BOTH);
    expect(textOf(done)).toBe(JSON.stringify([ACCEPT]));
    expect(done.result?.resultType).toBe('complete');
    expect(objectOf(done.result?._meta)['io.modelcontextprotocol/serverInfo']).toEqual(LEGACY_INFO);
    expect(calls(its.server())).toHaveLength(1);
  });

  it('asks the next question of the same call as the next round, with a new key and a new state [E-M-05, E-M-17]', async () => {
    const its = await start({ server: asking(FORM, { ...FORM, message: 'More?' }) });
    const first = await firstRound(its);
    const second = modern(
      its.host,
      'tools/call',
      { ...CALL, inputResponses: { q1: { action: 'decline' } }, requestState: state(first) },
      BOTH,
    );
    await settle();
    await its.clock.advance(50);
    const round = await second;
    expect(keysOf(round)).toEqual(['q2']);
    expect(state(round)).not.toBe(state(first));
    const done = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q2: ACCEPT }, requestState: state(round) }, BOTH);
    expect(textOf(done)).toBe(JSON.stringify([{ action: 'decline' }, ACCEPT]));
  });

  it('says that the call is lost when another gateway process gets the retry, and runs nothing again (§3.8 test 6) [N8, N5]', async () => {
    const secret = new Uint8Array(32).fill(7);
    const its = await start({ server: asking(FORM), secret });
    const round = await firstRound(its);
    const other = await line({ server: asking(FORM), secret });
    const retry = await modern(other.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) }, BOTH);
    expect(retry.error).toMatchObject({ code: -32602, data: { reason: 'call_lost' } });
    expect(other.servers.flatMap(calls)).toHaveLength(0);
    expect(calls(its.server())).toHaveLength(1);
    await other.gateway.close();
  });

  it('cancels the call, then its question, when nobody comes back in time, and leaves nothing behind (§3.8 test 7) [E-M-16, N12]', async () => {
    const its = await start({ server: asking(FORM), limits: { parkMs: 5_000 } });
    const round = await firstRound(its);
    const question = its.server().seen.findIndex(frame => frame.method === 'tools/call');
    await its.clock.advance(5_000);
    const after = its.server().seen.slice(question + 1);
    expect(after[0]?.method).toBe('notifications/cancelled');
    expect(after[1]?.result).toEqual({ action: 'cancel' });
    const late = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) }, BOTH);
    expect(late.error).toMatchObject({ code: -32602, data: { reason: 'call_lost' } });
    await its.clock.advance(700_000);
    expect(its.clock.pending).toBe(0);
  });

  it('refuses a replay with other answers, another principal and other arguments, and leaves the parked call alone (§3.8 test 8) [E-M-12, E-M-14, E-M-15, E-Q-03, N7]', async () => {
    const its = await start({ server: asking(FORM, FORM) });
    const round = await firstRound(its);
    const retry = (params: JsonObject, host = its.host): Promise<Frame> =>
      modern(host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round), ...params }, BOTH);
    const mallory = await its.join('mallory');
    expect((await retry({}, mallory)).error?.code).toBe(-32602);
    expect((await retry({ arguments: { seats: 3 } })).error?.code).toBe(-32602);
    expect((await retry({ name: 'other' })).error?.code).toBe(-32602);
    const flipped = state(round).slice(0, -1) + (state(round).endsWith('A') ? 'B' : 'A');
    expect((await retry({ requestState: flipped })).error?.code).toBe(-32602);
    const good = retry({});
    await settle();
    expect((await retry({ inputResponses: { q1: { action: 'decline' } } })).error?.code).toBe(-32602);
    const twin = retry({});
    await settle();
    await its.clock.advance(50);
    expect((await twin).result).toEqual((await good).result);
    expect(keysOf(await good)).toEqual(['q2']);
    expect(calls(its.server())).toHaveLength(1);
  });

  it('gives a duplicate that comes after the end the recorded result [E-M-15]', async () => {
    const its = await start({ server: asking(FORM) });
    const round = await firstRound(its);
    const params = { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) };
    const done = await modern(its.host, 'tools/call', params, BOTH);
    const again = await modern(its.host, 'tools/call', params, BOTH);
    expect(again.result).toEqual(done.result);
    expect(calls(its.server())).toHaveLength(1);
  });

  it('turns -32042 into address questions without ids and asks for the call once more when they are done (§3.8 test 9) [E-N-13, E-N-05]', async () => {
    let turn = 0;
    const item = (n: number): JsonObject => ({
      mode: 'url',
      message: `Page ${n}`,
      url: `https://example.com/${n}`,
      elicitationId: `id${n}`,
    });
    const its = await start({
      server: legacyServer(frame => {
        if (frame.method !== 'tools/call') return {};
        if (turn++ === 0) return { error: { code: -32042, message: 'open', data: { elicitations: [item(1), item(2)] } } };
        return TEXT('in');
      }),
    });
    const round = await modern(its.host, 'tools/call', CALL, BOTH);
    expect(keysOf(round)).toEqual(['q1', 'q2']);
    expect(JSON.stringify(round)).not.toContain('elicitationId');
    const retry = modern(
      its.host,
      'tools/call',
      { ...CALL, inputResponses: { q1: { action: 'accept' }, q2: { action: 'accept' } }, requestState: state(round) },
      BOTH,
    );
    await settle();
    await its.server().notify('notifications/elicitation/complete', { elicitationId: 'id1' });
    await settle();
    expect(calls(its.server())).toHaveLength(1);
    await its.server().notify('notifications/elicitation/complete', { elicitationId: 'id2' });
    expect(textOf(await retry)).toBe('in');
    expect(calls(its.server())).toHaveLength(2);
  });

  it('opens the pages of a -32042 from the desk for a host that cannot show any, and asks for the call once more [N1, E-N-05, E-N-06]', async () => {
    let turn = 0;
    const page: JsonObject = { mode: 'url', message: 'Page', url: 'https://example.com/1', elicitationId: 'id1' };
    const its = await start({
      server: legacyServer(frame => {
        if (frame.method !== 'tools/call') return {};
        return turn++ === 0 ? { error: { code: -32042, message: 'open', data: { elicitations: [page] } } } : TEXT('in');
      }),
    });
    const call = modern(its.host, 'tools/call', CALL, {});
    (await its.desk.next()).answer({ action: 'accept' });
    await settle();
    expect(calls(its.server())).toHaveLength(1);
    await its.clock.advance(45_000);
    expect(textOf(await call)).toBe('in');
    turn = 0;
    const refused = modern(its.host, 'tools/call', CALL, {});
    (await its.desk.next()).answer({ action: 'decline' });
    expect((await refused).result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(calls(its.server())).toHaveLength(3);
  });

  it('lets each of two parallel calls have its own question, one after the other on one session (§3.8 test 10) [E-S-10, N7]', async () => {
    const its = await start({
      server: legacyServer(async (frame, server) => {
        if (frame.method !== 'tools/call') return {};
        const seat = objectOf(frame.params?.arguments).seats;
        const answer = await server.request('elicitation/create', { ...FORM, message: `Seat ${String(seat)}?` });
        return TEXT(`${String(seat)}:${JSON.stringify(answer.result?.content)}`);
      }),
    });
    const one = { ...CALL, arguments: { seats: 1 } };
    const two = { ...CALL, arguments: { seats: 2 } };
    const first = modern(its.host, 'tools/call', one, BOTH, 'one');
    const second = modern(its.host, 'tools/call', { ...two, _meta: { progressToken: 'p2' } }, BOTH, 'two');
    await settle();
    await its.clock.advance(50);
    expect(calls(its.server())).toHaveLength(1);
    await its.clock.advance(15_000);
    expect(its.host.seen.find(frame => frame.method === 'notifications/progress')?.params?.message).toContain('another call');
    const roundOne = await first;
    expect(JSON.stringify(roundOne.result)).toContain('Seat 1?');
    const doneOne = await modern(
      its.host,
      'tools/call',
      { ...one, inputResponses: { q1: { action: 'accept', content: { name: 'A' } } }, requestState: state(roundOne) },
      BOTH,
    );
    expect(textOf(doneOne)).toBe('1:{"name":"A"}');
    await settle();
    await its.clock.advance(50);
    const roundTwo = await second;
    expect(JSON.stringify(roundTwo.result)).toContain('Seat 2?');
    const doneTwo = await modern(
      its.host,
      'tools/call',
      { ...two, inputResponses: { q1: { action: 'accept', content: { name: 'B' } } }, requestState: state(roundTwo) },
      BOTH,
    );
    expect(textOf(doneTwo)).toBe('2:{"name":"B"}');
  });

  it('declares nothing to the server for a client without elicitation, and answers with the server own words (§3.8 test 13) [N1, E-C-13]', async () => {
    const its = await start({ server: asking(FORM), noDesk: true });
    const done = await modern(its.host, 'tools/call', CALL, {});
    expect(its.server().seen.find(frame => frame.method === 'initialize')?.params?.capabilities).toEqual({});
    expect(textOf(done)).toBe('[-32602]');
  });

  it('never shows an address to a client without url behind a shared identity, nor declares it (§3.8 test 14) [E-U-17, E-S-06]', async () => {
    const its = await start({
      server: asking({ mode: 'url', message: 'Go', url: 'https://example.com', elicitationId: 'i' }),
      identity: 'shared',
    });
    const call = modern(its.host, 'tools/call', CALL, { elicitation: { form: {} } });
    expect(textOf(await call)).toBe('[-32602]');
    expect(its.server().seen.find(frame => frame.method === 'initialize')?.params?.capabilities).toEqual({ elicitation: { form: {} } });
    expect(its.desk.asked).toHaveLength(0);
  });

  it('asks at the desk for a host without elicitation while its request waits [N1, E-L-04]', async () => {
    const its = await start({ server: asking(FORM) });
    const call = modern(its.host, 'tools/call', { ...CALL, _meta: { progressToken: 'p' } }, {});
    const asked = await its.desk.next();
    expect(asked.question).toMatchObject({ revision: '2025-11-25', server: { name: 'Records' }, call: { name: 'book' } });
    await its.clock.advance(15_000);
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify([ACCEPT]));
    expect(its.host.seen.filter(frame => frame.method === 'notifications/progress')).toHaveLength(1);
    await settle();
    expect(asked.state()).toBe('delivered');
  });

  it('cancels the call at the server and its question at the desk when the host gives the request up [E-L-09, E-L-13, N12]', async () => {
    const its = await start({ server: asking(FORM) });
    void modern(its.host, 'tools/call', CALL, {}, 5);
    const asked = await its.desk.next();
    await its.host.notify('notifications/cancelled', { requestId: 5 });
    await settle();
    expect(asked.state()).toBe('withdrawn');
    const [cancelled, answered, looked] = its.server().seen.slice(-3);
    expect(cancelled?.method).toBe('notifications/cancelled');
    expect(answered?.result).toEqual({ action: 'cancel' });
    // Whether it is done with the call, before another one is let in.
    expect(looked?.method).toBe('ping');
    expect(its.host.seen.some(frame => frame.id === 5)).toBe(false);
  });

  it('asks again for an answer that is missing, and ignores one it never asked for [E-M-18, E-M-19]', async () => {
    const its = await start({
      server: legacyServer(async (frame, server) => {
        if (frame.method !== 'tools/call') return {};
        const both = await Promise.all([
          server.request('elicitation/create', FORM),
          server.request('elicitation/create', { ...FORM, message: 'Two?' }),
        ]);
        return TEXT(JSON.stringify(both.map(answer => answer.result?.action)));
      }),
    });
    const first = await firstRound(its);
    expect(keysOf(first)).toEqual(['q1', 'q2']);
    const second = await modern(
      its.host,
      'tools/call',
      { ...CALL, inputResponses: { q2: { action: 'decline' }, zz: ACCEPT }, requestState: state(first) },
      BOTH,
    );
    expect(keysOf(second)).toEqual(['q1']);
    const done = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(second) }, BOTH);
    expect(textOf(done)).toBe('["accept","decline"]');
  });

  it('never caches: a round carries no hints, and every call and every principal goes to the server anew [E-K-01, E-K-02, E-K-04]', async () => {
    const reads: unknown[] = [];
    const its = await start({
      server: legacyServer(async (frame, server) => {
        if (frame.method !== 'resources/read') return {};
        reads.push(frame.params?.uri);
        await server.request('elicitation/create', FORM);
        return { contents: [] };
      }),
    });
    const read = async (host: Peer, uri: string): Promise<Frame> => {
      const round = modern(host, 'resources/read', { uri }, BOTH);
      await settle();
      await its.clock.advance(50);
      const asked = await round;
      expect(Object.keys(asked.result ?? {}).sort()).toEqual(['inputRequests', 'requestState', 'resultType']);
      return modern(host, 'resources/read', { uri, inputResponses: { q1: ACCEPT }, requestState: state(asked) }, BOTH);
    };
    const bob = await its.join('bob');
    for (const [host, uri] of [
      [its.host, 'x://1'],
      [its.host, 'x://1'],
      [its.host, 'x://2'],
      [bob, 'x://1'],
    ] as const) {
      expect((await read(host, uri)).result).toMatchObject({ contents: [], ttlMs: 0, cacheScope: 'private' });
    }
    expect(reads).toEqual(['x://1', 'x://1', 'x://2', 'x://1']);
  });

  it('drops what only one side of a bridge knows: tasks and extensions are not announced, and tasks refused [E-V-09, D17]', async () => {
    const its = await start({
      server: server => {
        legacyServer(() => ({}))(server);
        const own = server.onRequest;
        server.onRequest = async frame => {
          const answer = await own?.(frame);
          if (frame.method !== 'initialize') return answer;
          return { ...(answer as JsonObject), capabilities: { tools: {}, tasks: { list: {} }, extensions: { 'com.example/x': {} } } };
        };
      },
    });
    expect((await modern(its.host, 'server/discover', {}, {})).result?.capabilities).toEqual({ tools: {} });
    expect((await modern(its.host, 'tasks/get', { taskId: 't' }, {})).error?.code).toBe(-32601);
  });

  it('answers no notification, known or not [E-B-03]', async () => {
    const its = await start({ server: asking() });
    await modern(its.host, 'server/discover', {}, {});
    const before = its.host.seen.length;
    for (const method of ['notifications/initialized', 'notifications/progress', 'vendor/anything'])
      await its.host.notify(method, { x: 1 });
    await its.host.notify('notifications/cancelled', { requestId: 'never' });
    await settle();
    expect(its.host.seen).toHaveLength(before);
  });

  it('refuses malformed answers and leaves the round open [E-X-02, E-X-03]', async () => {
    const its = await start({ server: asking(FORM) });
    const round = await firstRound(its);
    const bad = await modern(
      its.host,
      'tools/call',
      { ...CALL, inputResponses: { q1: 5 } as unknown as JsonObject, requestState: state(round) },
      BOTH,
    );
    expect(bad.error?.code).toBe(-32602);
    const done = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) }, BOTH);
    expect(textOf(done)).toBe(JSON.stringify([ACCEPT]));
  });

  it('answers discovery, refuses what this revision does not have, and demands the envelope [E-B-05, E-C-12, E-V-01, E-X-10]', async () => {
    const { host } = await start({ server: asking() });
    const found = await modern(host, 'server/discover', {}, {});
    expect(found.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
    });
    expect((await modern(host, 'ping', {}, {})).error?.code).toBe(-32601);
    expect((await modern(host, 'tasks/result', { taskId: 't' }, {})).error?.code).toBe(-32601);
    const version = 'io.modelcontextprotocol/protocolVersion';
    expect((await host.request('tools/list', { _meta: { [version]: '2026-07-28' } }, 'a')).error?.code).toBe(-32602);
    const old = await host.request(
      'tools/list',
      { _meta: { [version]: '1900-01-01', 'io.modelcontextprotocol/clientCapabilities': {} } },
      'b',
    );
    expect(old.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '1900-01-01' } });
    expect((await host.request('tools/list', {}, 'c')).error?.code).toBe(-32600);
  });

  it('marks lists as not to be cached and drops what belongs to tasks [E-K-03, E-M-03]', async () => {
    const { host } = await start({ server: asking() });
    const listed = await modern(host, 'tools/list', {}, {});
    expect(listed.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [{ name: 'book' }] });
    expect(JSON.stringify(listed.result)).not.toContain('execution');
  });

  it('serves subscriptions from change notices, acknowledged first and stamped [E-N-14]', async () => {
    const { host, server } = await start({ server: asking() });
    void modern(host, 'subscriptions/listen', { notifications: { toolsListChanged: true, promptsListChanged: true } }, {}, 'sub');
    const ack = await host.take(frame => frame.method === 'notifications/subscriptions/acknowledged');
    expect(ack.params).toEqual({ notifications: { toolsListChanged: true }, _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } });
    await server().notify('notifications/tools/list_changed');
    await server().notify('notifications/prompts/list_changed');
    const note = await host.take(frame => frame.method === 'notifications/tools/list_changed');
    expect(note.params).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } });
    await settle();
    expect(host.seen.some(frame => frame.method === 'notifications/prompts/list_changed')).toBe(false);
  });

  it('discards the answer to a question the server took back, and gives the outcome of the call [E-L-07]', async () => {
    let taken: () => void = () => undefined;
    const its = await start({
      server: legacyServer(async (frame, server) => {
        if (frame.method !== 'tools/call') return {};
        void server.request('elicitation/create', FORM, 'e');
        await new Promise<void>(resolve => {
          taken = resolve;
        });
        await server.notify('notifications/cancelled', { requestId: 'e' });
        return TEXT('went on without');
      }),
    });
    const round = await firstRound(its);
    taken();
    await settle();
    const before = its.server().seen.length;
    const done = await modern(its.host, 'tools/call', { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state(round) }, BOTH);
    expect(textOf(done)).toBe('went on without');
    expect(its.server().seen).toHaveLength(before);
  });
});

describe('modern host, modern server, mixed round', () => {
  it('asks the desk for what the host cannot show, splits the keys, and sends one retry with the exact state (§3.8 test 12) [E-M-30, E-M-32]', async () => {
    const url = ask({ mode: 'url', message: 'Sign in', url: 'https://example.com' });
    const { host, server, desk } = await start({ server: rounds(roundOf({ form: ask(), page: url }, 'exact \u0000 state')) });
    const first = modern(host, 'tools/call', CALL, { elicitation: { form: {} } }, 1);
    (await desk.next()).answer({ action: 'accept' });
    const round = await first;
    expect(keysOf(round)).toEqual(['form']);
    expect(calls(server())).toHaveLength(1);
    const tampered = await modern(
      host,
      'tools/call',
      { ...CALL, arguments: { seats: 9 }, inputResponses: { form: ACCEPT }, requestState: state(round) },
      { elicitation: { form: {} } },
    );
    expect(tampered.error?.code).toBe(-32602);
    expect(calls(server())).toHaveLength(1);
    const done = await modern(
      host,
      'tools/call',
      { ...CALL, inputResponses: { form: ACCEPT }, requestState: state(round) },
      { elicitation: { form: {} } },
      2,
    );
    expect(JSON.parse(textOf(done))).toEqual({ form: ACCEPT, page: { action: 'accept' } });
    expect(calls(server()).at(-1)?.params?.requestState).toBe('exact \u0000 state');
  });
});
