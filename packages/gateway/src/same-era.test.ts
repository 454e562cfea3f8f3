import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line } from './testing/lines.test.peer.js';
import { initialize, legacyServer, line, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, objectOf, settle } from './testing/raw-peers.test.peer.js';

const QUESTION: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const CALL: JsonObject = { name: 'book', arguments: { seats: 2 } };

let open: Line | undefined;
const start = async (...args: Parameters<typeof line>): Promise<Line> => {
  open = await line(...args);
  return open;
};
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

/** A legacy tool that asks once and says what it heard. */
const pushing = legacyServer(async (frame: Frame, server: Peer) => {
  if (frame.method !== 'tools/call') return TEXT('ok');
  const answer = await server.request('elicitation/create', QUESTION, `ask-${String(frame.id)}`);
  return TEXT(answer.error === undefined ? JSON.stringify(answer.result) : `refused ${answer.error.code}`);
});

/** A modern tool that asks once and says what it heard. */
const returning = modernServer((frame: Frame) => {
  if (frame.method !== 'tools/call') return { resultType: 'complete', ...TEXT('ok') };
  const answers = frame.params?.inputResponses as JsonObject | undefined;
  if (answers === undefined) {
    return {
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create', params: QUESTION } },
      requestState: 's \u00e9"1',
    };
  }
  return { resultType: 'complete', ...TEXT(JSON.stringify([answers.who, frame.params?.requestState])) };
});

const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };

describe('legacy host, legacy server', () => {
  it('declares elicitation for a host that has none and asks the person at the desk [N1, E-C-01]', async () => {
    const { host, server, desk } = await start({ server: pushing });
    const shaken = await initialize(host);
    expect(shaken.result?.serverInfo).toEqual({ name: 'records-server', version: '3' });
    expect(server().seen[0]?.params?.capabilities).toEqual({ elicitation: { form: {}, url: {} } });
    const call = host.request('tools/call', CALL, 1);
    const asked = await desk.next();
    expect(asked.question.server).toEqual({ name: 'Records', claim: { name: 'records-server', version: '3' } });
    expect(asked.question.call).toEqual({ method: 'tools/call', name: 'book', arguments: { seats: 2 } });
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify(ACCEPT));
    await settle();
    expect(asked.state()).toBe('delivered');
    expect(host.seen.some(frame => frame.method === 'elicitation/create')).toBe(false);
  });

  it('declares nothing when no person can be reached, and refuses a question that comes anyway [N1, E-C-06, E-X-01]', async () => {
    const { host, server, desk, ...rest } = await start({ server: pushing, noDesk: true });
    await initialize(host);
    expect(server().seen[0]?.params?.capabilities).toEqual({});
    expect(textOf(await host.request('tools/call', CALL))).toBe('refused -32602');
    expect(desk.asked).toHaveLength(0);
    expect(rest.events.filter(event => event.level === 'error')).toEqual([]);
  });

  it('hands a question to a host that declares the mode as the very frame the server sent, and its answer back [E-R-22, N12]', async () => {
    const { host, server } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    expect(server().seen[0]?.params?.capabilities).toEqual({ elicitation: { form: {}, url: {} } });
    const call = host.request('tools/call', CALL, 7);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    expect(asked).toEqual({ jsonrpc: '2.0', id: 'ask-7', method: 'elicitation/create', params: QUESTION });
    await host.send({ jsonrpc: '2.0', id: 'ask-7', result: { ...ACCEPT, _meta: { trace: 't' } } });
    expect(textOf(await call)).toBe(JSON.stringify({ ...ACCEPT, _meta: { trace: 't' } }));
  });

  it('tells a 2025-06-18 server only what that revision can carry [E-C-06]', async () => {
    const { host, server } = await start({ server: legacyServer(() => TEXT('ok'), '2025-06-18') });
    await initialize(host, {}, '2025-06-18');
    expect(server().seen[0]?.params?.capabilities).toEqual({ elicitation: {} });
  });

  it('never asks on a revision that knows no questions [E-C-06]', async () => {
    const { host, server } = await start({ server: pushing });
    await initialize(host, { elicitation: {} }, '2025-03-26');
    expect(server().seen[0]?.params?.capabilities).toEqual({});
  });

  it('withdraws the open question and cancels the call when the host cancels [E-L-05, E-L-06, N12]', async () => {
    const { host, server, desk } = await start({ server: pushing });
    await initialize(host);
    void host.request('tools/call', CALL, 3);
    const asked = await desk.next();
    await host.notify('notifications/cancelled', { requestId: 3, reason: 'changed my mind' });
    await settle();
    expect(asked.state()).toBe('withdrawn');
    const heard = server().seen.slice(-2);
    expect(heard[0]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 3, reason: 'changed my mind' } });
    expect(heard[1]).toMatchObject({ id: 'ask-3', result: { action: 'cancel' } });
  });

  it('takes the question back when the server cancels it, and drops the late answer [E-L-06, E-L-06c]', async () => {
    const { host, server, desk, events } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    void host.request('tools/call', CALL, 4);
    await host.take(frame => frame.method === 'elicitation/create');
    await server().notify('notifications/cancelled', { requestId: 'ask-4' });
    await host.take(frame => frame.method === 'notifications/cancelled');
    const before = server().seen.length;
    await host.send({ jsonrpc: '2.0', id: 'ask-4', result: ACCEPT });
    await settle();
    expect(server().seen).toHaveLength(before);
    expect(events.at(-1)?.event).toBe('frame-dropped');
    expect(desk.asked).toHaveLength(0);
  });

  it('answers the server with cancel when the host disconnects while a question is open [E-L-07]', async () => {
    const { host, server, connection } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    void host.request('tools/call', CALL, 5);
    await host.take(frame => frame.method === 'elicitation/create');
    await host.close();
    await connection.closed;
    expect(server().seen).toContainEqual({ jsonrpc: '2.0', id: 'ask-5', result: { action: 'cancel' } });
    expect(server().closed()).toBe(true);
  });

  it('keeps unknown fields, methods, errors and progress as they are [E-B-04, E-C-15]', async () => {
    const { host, server } = await start({
      server: legacyServer(async (frame, up) => {
        if (frame.method === 'vendor/odd') return { error: { code: 12, message: 'odd', data: { deep: [1] } } };
        await up.notify('notifications/progress', { progressToken: 'tok', progress: 0.25, vendor: true });
        return { ...TEXT('done'), vendor: { a: 1 } };
      }),
    });
    await initialize(host, { vendor: { x: 1 } });
    expect(server().seen[0]?.params?.capabilities).toMatchObject({ vendor: { x: 1 } });
    const done = await host.request('tools/call', { ...CALL, vendor: 1, _meta: { progressToken: 'tok', 'com.example/trace': 'x' } }, 9);
    expect(done.result?.vendor).toEqual({ a: 1 });
    expect(server().seen.at(-1)?.params).toEqual({ ...CALL, vendor: 1, _meta: { progressToken: 'tok', 'com.example/trace': 'x' } });
    expect(host.seen).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'tok', progress: 0.25, vendor: true },
    });
    const odd = await host.request('vendor/odd', { q: 1 }, 10);
    expect(odd.error).toEqual({ code: 12, message: 'odd', data: { deep: [1] } });
  });
});

describe('-32042 to a legacy host without pages', () => {
  const item = (n: number): JsonObject => ({ mode: 'url', message: `Page ${n}`, url: `https://example.com/${n}`, elicitationId: `id${n}` });
  const needing = (): ReturnType<typeof legacyServer> => {
    let turn = 0;
    return legacyServer(frame => {
      if (frame.method !== 'tools/call' && frame.method !== 'prompts/get') return TEXT('ok');
      return turn++ === 0 ? { error: { code: -32042, message: 'open', data: { elicitations: [item(1), item(2)] } } } : TEXT('in');
    });
  };

  it('asks at the desk and makes the call again once both pages are done, under the same id [E-N-05, E-N-10, E-N-12]', async () => {
    const { host, server, desk } = await start({ server: needing() });
    await initialize(host, { elicitation: { form: {} } });
    const call = host.request('tools/call', CALL, 1);
    (await desk.next()).answer({ action: 'accept' });
    (await desk.next()).answer({ action: 'accept' });
    await settle();
    await server().notify('notifications/elicitation/complete', { elicitationId: 'id1' });
    await settle();
    expect(server().seen.filter(frame => frame.method === 'tools/call')).toHaveLength(1);
    await server().notify('notifications/elicitation/complete', { elicitationId: 'id2' });
    expect(textOf(await call)).toBe('in');
    expect(host.seen.some(frame => frame.method === 'notifications/elicitation/complete')).toBe(false);
  });

  it('asks the server itself after a while when no completion comes [E-N-06]', async () => {
    const { host, desk, clock } = await start({ server: needing() });
    await initialize(host);
    const call = host.request('tools/call', CALL, 1);
    for (const asked of [await desk.next(), await desk.next()]) asked.answer({ action: 'accept' });
    await settle();
    await clock.advance(45_000);
    expect(textOf(await call)).toBe('in');
  });

  it('ends in words when a page is refused, or when there is nobody to ask [N2, E-A-13]', async () => {
    const { host, server, desk } = await start({ server: needing() });
    await initialize(host);
    const call = host.request('tools/call', CALL, 1);
    (await desk.next()).answer({ action: 'accept' });
    (await desk.next()).answer({ action: 'decline' });
    expect((await call).result?.isError).toBe(true);
    expect(server().seen.filter(frame => frame.method === 'tools/call')).toHaveLength(1);
    const bare = await start({ server: needing(), noDesk: true });
    await initialize(bare.host);
    expect(textOf(await bare.host.request('tools/call', CALL, 1))).toContain('cannot show');
    const prompt = await start({ server: needing(), noDesk: true });
    await initialize(prompt.host);
    expect((await prompt.host.request('prompts/get', { name: 'p' }, 1)).error?.code).toBe(-32603);
  });

  it('goes through as it is to a host that can show pages [E-N-07]', async () => {
    const { host, desk } = await start({ server: needing() });
    await initialize(host, { elicitation: { url: {} } });
    const told = await host.request('tools/call', CALL, 1);
    expect(told.error).toEqual({ code: -32042, message: 'open', data: { elicitations: [item(1), item(2)] } });
    expect(desk.asked).toHaveLength(0);
  });

  it('shows signs of life while the desk asks, to a host that gave a token, and only to the call that asks [E-L-04, E-G-01]', async () => {
    const { host, desk, clock } = await start({ server: pushing });
    await initialize(host);
    const call = host.request('tools/call', { ...CALL, _meta: { progressToken: 'tok' } }, 1);
    const asked = await desk.next();
    await clock.advance(31_000);
    asked.answer(ACCEPT);
    await call;
    await clock.advance(60_000);
    const lines = host.seen.filter(frame => frame.method === 'notifications/progress');
    expect(lines.map(frame => frame.params?.progressToken)).toEqual(['tok', 'tok']);
    expect(clock.pending).toBe(0);
  });
});

describe('an answer from a host is checked before the server sees it', () => {
  const answered = async (content: JsonObject, limits = {}): Promise<string> => {
    const { host } = await start({ server: pushing, limits });
    await initialize(host, { elicitation: {} });
    const call = host.request('tools/call', CALL, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    await host.send({ jsonrpc: '2.0', id: 'ask-1', result: content });
    return textOf(await call);
  };

  it('turns content that breaks the form into cancel [E-J-08]', async () => {
    expect(await answered({ action: 'accept', content: { name: 5 } })).toBe('{"action":"cancel"}');
  });

  it('turns broken Unicode into cancel [N11]', async () => {
    expect(await answered({ action: 'accept', content: { name: '\ud800' } })).toBe('{"action":"cancel"}');
  });

  it('lets a backslash, an escape-looking text and a full pair pass [N11]', async () => {
    expect(await answered({ action: 'accept', content: { name: '\\ud800 \ud83d\ude00' } })).toContain('accept');
  });

  it('turns an answer above the limit into cancel [N11]', async () => {
    expect(await answered({ action: 'accept', content: { name: 'x'.repeat(70_000) } }, { answerBytes: 65_536 })).toBe(
      '{"action":"cancel"}',
    );
  });

  it('drops content that rides on a decline, and invents no action [E-A-05, E-A-01, N2]', async () => {
    expect(await answered({ action: 'decline', content: { name: 'x' } })).toBe('{"action":"decline"}');
    await open?.gateway.close();
    expect(await answered({ action: 'reject' })).toBe('{"action":"cancel"}');
  });
});

describe('a declaring legacy host that stays silent', () => {
  it('gets the question at the desk too after the grace time; the first answer wins and the other copy is withdrawn [N12]', async () => {
    const { host, desk, clock } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    const call = host.request('tools/call', CALL, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    await clock.advance(59_999);
    expect(desk.asked).toHaveLength(0);
    await clock.advance(1);
    const asked = await desk.next();
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify(ACCEPT));
    expect(host.seen).toContainEqual(
      expect.objectContaining({ method: 'notifications/cancelled', params: expect.objectContaining({ requestId: 'ask-1' }) }),
    );
    await host.send({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'decline' } });
    await settle();
    expect(asked.state()).toBe('delivered');
  });

  it('keeps the host waiting when nobody answers at the desk, and takes the host at its word [N1, N2]', async () => {
    const { host, desk, clock } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    const call = host.request('tools/call', CALL, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    await clock.advance(60_000);
    (await desk.next()).answer({ action: 'cancel' }, 'expired');
    await settle();
    await host.send({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'decline' } });
    expect(textOf(await call)).toBe('{"action":"decline"}');
  });

  it('is passed over once it has answered twice faster than a person can', async () => {
    const { host, desk } = await start({ server: pushing });
    await initialize(host, { elicitation: {} });
    for (const id of [1, 2]) {
      const call = host.request('tools/call', CALL, id);
      await host.take(frame => frame.method === 'elicitation/create');
      await host.send({ jsonrpc: '2.0', id: `ask-${id}`, result: ACCEPT });
      await call;
    }
    const third = host.request('tools/call', CALL, 3);
    (await desk.next()).answer({ action: 'decline' });
    expect(textOf(await third)).toBe('{"action":"decline"}');
  });
});

describe('modern host, modern server', () => {
  it('declares elicitation on the request of a host that has none, asks at the desk and retries with the exact state [N1, E-M-32, E-M-35, E-M-39, E-M-40]', async () => {
    const { host, server, desk } = await start({ server: returning });
    await modern(host, 'server/discover');
    const call = modern(host, 'tools/call', CALL, {}, 1);
    const asked = await desk.next();
    expect(asked.question).toMatchObject({ key: 'who', revision: '2026-07-28', call: { method: 'tools/call', name: 'book' } });
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify([ACCEPT, 's \u00e9"1']));
    const [first, second] = server().seen.filter(frame => frame.method === 'tools/call');
    expect(second?.id).not.toBe(first?.id);
    const { inputResponses, requestState, ...repeated } = second?.params ?? {};
    expect(repeated).toEqual(first?.params);
    expect(objectOf(first?.params?._meta)['io.modelcontextprotocol/clientCapabilities']).toEqual({
      elicitation: { form: {}, url: {} },
    });
    expect(inputResponses).toBeDefined();
    expect(requestState).toBe('s \u00e9"1');
  });

  it('leaves a round to a host that can answer it, untouched both ways [E-M-30, E-M-33]', async () => {
    const { host, server, desk } = await start({ server: returning });
    const caps = { elicitation: { form: {}, url: {} } };
    const round = await modern(host, 'tools/call', CALL, caps, 1);
    expect(round.result).toEqual({
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create', params: QUESTION } },
      requestState: 's \u00e9"1',
    });
    const done = await modern(host, 'tools/call', { ...CALL, inputResponses: { who: ACCEPT }, requestState: 's \u00e9"1' }, caps, 2);
    expect(textOf(done)).toBe(JSON.stringify([ACCEPT, 's \u00e9"1']));
    expect(server().seen.at(-1)?.id).toBe(2);
    expect(desk.asked).toHaveLength(0);
  });

  it('declares nothing for a host without it when the desk is off [E-C-11, E-C-13]', async () => {
    const { host, server } = await start({ server: returning, deskMode: 'never' });
    await modern(host, 'tools/list', {}, {});
    expect(objectOf(server().seen.at(-1)?.params?._meta)['io.modelcontextprotocol/clientCapabilities']).toEqual({});
    await modern(host, 'tools/list', {}, { elicitation: { url: {} } });
    expect(objectOf(server().seen.at(-1)?.params?._meta)['io.modelcontextprotocol/clientCapabilities']).toEqual({
      elicitation: { url: {} },
    });
  });

  it('stops asking and starts no further round when the host cancels while the question is open [E-L-10, E-L-06b]', async () => {
    const { host, server, desk } = await start({ server: returning });
    void modern(host, 'tools/call', CALL, {}, 1);
    const asked = await desk.next();
    const before = server().seen.length;
    await host.notify('notifications/cancelled', { requestId: 1 });
    await settle();
    expect(asked.state()).toBe('withdrawn');
    asked.answer(ACCEPT);
    await settle();
    expect(server().seen).toHaveLength(before);
  });

  it('passes a cancellation on under the id the server knows when a later round is in flight [E-L-09, E-L-13]', async () => {
    const hang = modernServer(frame =>
      frame.params?.inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create', params: QUESTION } } }
        : undefined,
    );
    const { host, server, desk } = await start({ server: hang });
    void modern(host, 'tools/call', CALL, {}, 1);
    (await desk.next()).answer(ACCEPT);
    await settle();
    const retry = server().seen.at(-1);
    expect(Object.hasOwn(retry?.params ?? {}, 'requestState')).toBe(false);
    await host.notify('notifications/cancelled', { requestId: 1, reason: 'stop' });
    await settle();
    expect(server().seen.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: retry?.id, reason: 'stop' },
    });
  });
});

describe('desk mode always', () => {
  it('asks at the desk even where the host declares elicitation, in both eras [D22, D27]', async () => {
    const legacy = await start({ server: pushing, deskMode: 'always' });
    await initialize(legacy.host, { elicitation: { form: {} } });
    const call = legacy.host.request('tools/call', CALL, 1);
    (await legacy.desk.next()).answer({ action: 'decline' });
    expect(textOf(await call)).toBe('{"action":"decline"}');
    expect(legacy.host.seen.some(frame => frame.method === 'elicitation/create')).toBe(false);
    await legacy.gateway.close();
    const its = await start({ server: returning, deskMode: 'always' });
    const asked = modern(its.host, 'tools/call', CALL, { elicitation: { form: {} } }, 1);
    (await its.desk.next()).answer(ACCEPT);
    expect(textOf(await asked)).toContain('Rowan');
  });

  it('declares nothing when the desk cannot reach anybody, whatever the host declares [N1]', async () => {
    const its = await line({ server: pushing, deskMode: 'always' });
    open = its;
    its.desk.reachable = false;
    await initialize(its.host, { elicitation: { form: {} } });
    expect(its.server().seen[0]?.params?.capabilities).toEqual({});
  });
});

describe('a legacy host that asks its own person', () => {
  it('hears signs of life of its call meanwhile, if it gave a token: its own limit runs on while it asks [D15, E-L-04]', async () => {
    const its = await start({ server: pushing, deskMode: 'never' });
    await initialize(its.host, { elicitation: {} });
    const done = its.host.request('tools/call', { ...CALL, _meta: { progressToken: 'p' } }, 1);
    const asked = await its.host.take(frame => frame.method === 'elicitation/create');
    await its.clock.advance(46_000);
    const signs = (): number => its.host.seen.filter(frame => frame.method === 'notifications/progress').length;
    expect(signs()).toBe(3);
    await its.host.send({ jsonrpc: '2.0', id: asked.id, result: ACCEPT });
    expect(textOf(await done)).toBe(JSON.stringify(ACCEPT));
    await its.clock.advance(60_000);
    expect(signs()).toBe(3);
  });
});

describe('an identity that several people share', () => {
  it('never declares url to the server, and refuses a page it asks for anyway [E-S-06, E-U-17, D26]', async () => {
    const page = legacyServer(async (frame, server) => {
      if (frame.method !== 'tools/call') return {};
      const answer = await server.request('elicitation/create', {
        mode: 'url',
        message: 'Go',
        url: 'https://example.com',
        elicitationId: 'i',
      });
      return TEXT(String(answer.error?.code));
    });
    const { host, server, desk } = await start({ server: page, identity: 'shared' });
    await initialize(host, { elicitation: { form: {}, url: {} } });
    expect(server().seen[0]?.params?.capabilities).toEqual({ elicitation: { form: {} } });
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe('-32602');
    expect(desk.asked).toHaveLength(0);
  });

  it('is one older server for all, which takes their calls in turn and asks each their own questions [D26, N7]', async () => {
    const its = await start({ server: pushing, identity: 'shared', upstreamEra: 'legacy' });
    const hosts = { ada: await its.join('ada'), bob: await its.join('bob') };
    const calls = Object.values(hosts).map(host => modern(host, 'tools/call', CALL));
    for (let turn = 0; turn < 2; turn += 1) {
      const asked = await its.desk.next();
      asked.answer({ action: 'accept', content: { name: asked.question.principal } });
    }
    const said = (await Promise.all(calls)).map(textOf);
    expect([said[0], said[1]]).toEqual([expect.stringContaining('ada'), expect.stringContaining('bob')]);
    expect(its.servers).toHaveLength(1);
  });

  it('is told to the person, beside where the server is reached [D26, D36]', async () => {
    const its = await start({ server: pushing, identity: 'shared', serverOrigin: 'records.example' });
    await initialize(its.host);
    void its.host.request('tools/call', CALL, 1);
    const { question } = await its.desk.next();
    expect(question.server).toMatchObject({ name: 'Records', origin: 'records.example', shared: true });
  });

  it('binds the state of every round to principal and call, and gives the server its own back exactly [E-M-10, E-M-12, E-M-14, E-M-32, N6, N7]', async () => {
    const its = await start({ server: returning, identity: 'shared' });
    const caps = { elicitation: { form: {} } };
    const round = await modern(its.host, 'tools/call', CALL, caps, 1);
    const state = String(round.result?.requestState);
    const retry = (host: Peer, params: JsonObject): Promise<Frame> =>
      modern(host, 'tools/call', { ...CALL, inputResponses: { who: ACCEPT }, requestState: state, ...params }, caps);
    const mallory = await its.join('mallory');
    const flipped = state.slice(0, -2) + (state.at(-2) === 'A' ? 'B' : 'A') + state.at(-1);
    for (const answer of [
      await retry(mallory, {}),
      await retry(its.host, { arguments: { seats: 9 } }),
      await retry(its.host, { requestState: flipped }),
      await retry(its.host, { requestState: 's \u00e9"1' }),
    ]) {
      expect(answer.error?.code).toBe(-32602);
    }
    expect(its.server().seen.filter(frame => frame.method === 'tools/call')).toHaveLength(1);
    expect(textOf(await retry(its.host, {}))).toBe(JSON.stringify([ACCEPT, 's \u00e9"1']));
    await its.clock.advance(900_000);
    expect((await retry(its.host, {})).error?.code).toBe(-32602);
  });
});
