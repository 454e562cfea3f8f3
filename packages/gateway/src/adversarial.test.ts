import { PassThrough } from 'node:stream';
import type { JsonObject } from '@midcall/core';
import { fakeClock } from '@midcall/store';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import type { GatewayEvent } from './options.js';
import { FrameError, streamTransport } from './stdio/stream-transport.js';
import { fakeDesk } from './testing/fake-desk.test.peer.js';
import type { Line } from './testing/lines.test.peer.js';
import { initialize, legacyServer, line, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, objectOf, peerOn, pipe, settle } from './testing/raw-peers.test.peer.js';

const CALL: JsonObject = { name: 'book', arguments: {} };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };

let open: Line | undefined;
const start = async (...args: Parameters<typeof line>): Promise<Line> => {
  open = await line(...args);
  return open;
};
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

const asker = legacyServer(async (frame: Frame, server: Peer) => {
  if (frame.method !== 'tools/call') return TEXT('ok');
  const answer = await server.request('elicitation/create', FORM, 'u1');
  return TEXT(JSON.stringify(answer.result ?? answer.error));
});

describe('frames that are none', () => {
  it('drops and logs garbage from a host, and serves the next frame as if nothing had been [E-X-08, N12]', async () => {
    const { host, events } = await start({ server: asker });
    await initialize(host, { elicitation: {} });
    for (const garbage of [
      {},
      { jsonrpc: '2.0', id: null, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1.5, result: {} },
      { jsonrpc: '2.0', id: 1, result: 5 },
      { jsonrpc: '2.0', id: 3, method: 'x', params: [1] },
      [],
    ]) {
      await host.send(garbage);
    }
    expect(textOf(await host.request('tools/list', {}, 2))).toBe('ok');
    expect(events.filter(event => event.event === 'frame-dropped')).toHaveLength(6);
  });

  it('drops garbage from a server without disturbing an open question [E-X-08]', async () => {
    const { host, server, desk, events } = await start({ server: asker });
    await initialize(host);
    const call = host.request('tools/call', CALL, 1);
    const asked = await desk.next();
    await server().send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'parse' } });
    await server().send({ hello: 'log line' });
    await server().send({ jsonrpc: '2.0', id: 'never-asked', result: {} });
    expect(asked.state()).toBe('waiting');
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify(ACCEPT));
    expect(events.filter(event => event.level === 'warn')).toHaveLength(3);
  });

  it('never crashes on any JSON value from either side, and still answers afterwards [N11]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        async (fromHost, fromServer) => {
          const its = await line({ server: asker });
          await initialize(its.host, { elicitation: {} });
          for (const value of fromHost) await its.host.send(value);
          for (const value of fromServer) await its.server().send(value);
          expect(textOf(await its.host.request('tools/list', {}, 'after'))).toBe('ok');
          await its.gateway.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('ids', () => {
  it('keeps 1 and "1", 0 and "" apart in both directions [E-R-21, E-R-22]', async () => {
    const { host, server } = await start({
      server: legacyServer(frame => (frame.method === 'tools/call' ? undefined : TEXT(typeof frame.id))),
    });
    await initialize(host, { elicitation: {} });
    for (const id of [1, '1', 0, '']) expect(textOf(await host.request('tools/list', {}, id))).toBe(typeof id);
    void host.request('tools/call', CALL, 'call');
    await settle();
    const answers = new Map<unknown, unknown>();
    for (const id of [1, '1', 0, ''])
      void server()
        .request('elicitation/create', { ...FORM, message: `${typeof id} ${id}` }, id)
        .then(answer => answers.set(id, answer.result?.action));
    await settle();
    await host.send({ jsonrpc: '2.0', id: '1', result: { action: 'cancel' } });
    await settle();
    expect([...answers]).toEqual([['1', 'cancel']]);
    await host.send({ jsonrpc: '2.0', id: '', result: { action: 'decline' } });
    await host.send({ jsonrpc: '2.0', id: 0, result: ACCEPT });
    await host.send({ jsonrpc: '2.0', id: 1, result: { action: 'decline' } });
    await settle();
    expect(Object.fromEntries([...answers].map(([id, action]) => [`${typeof id} ${String(id)}`, action]))).toEqual({
      'string 1': 'cancel',
      'string ': 'decline',
      'number 0': 'accept',
      'number 1': 'decline',
    });
  });

  it('lets a host use the id of an open question for a request of its own: the directions are apart [E-R-21]', async () => {
    const { host, server } = await start({ server: legacyServer(frame => (frame.method === 'tools/call' ? undefined : TEXT('listed'))) });
    await initialize(host, { elicitation: {} });
    void host.request('tools/call', CALL, 'c');
    await settle();
    const answer = server().request('elicitation/create', FORM, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    expect(textOf(await host.request('tools/list', {}, 1))).toBe('listed');
    await host.send({ jsonrpc: '2.0', id: 1, result: ACCEPT });
    expect((await answer).result).toEqual(ACCEPT);
  });

  it('drops a request whose id is still open, and leaves the first alone [E-R-21]', async () => {
    const { host, server, desk, events } = await start({ server: asker });
    await initialize(host);
    const call = host.request('tools/call', CALL, 1);
    const asked = await desk.next();
    await host.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...CALL, second: true } });
    await settle();
    expect(server().seen.filter(frame => frame.method === 'tools/call')).toHaveLength(1);
    expect(events.at(-1)?.event).toBe('frame-dropped');
    asked.answer(ACCEPT);
    expect(textOf(await call)).toBe(JSON.stringify(ACCEPT));
  });

  it('keeps two modern hosts with the same ids and tokens apart on one connection to the server [E-B-02, E-G-01, N7]', async () => {
    const its = await start({
      server: modernServer(async (frame, server) => {
        if (frame.method !== 'tools/call') return { resultType: 'complete' };
        const who = objectOf(frame.params?.arguments).who;
        const token = objectOf(frame.params?._meta).progressToken as string;
        await settle();
        await server.notify('notifications/progress', { progressToken: token, progress: 1, message: String(who) });
        await settle();
        return { resultType: 'complete', ...TEXT(String(who)) };
      }),
    });
    const other = await its.join('bob');
    const params = (who: string): JsonObject => ({ name: 'book', arguments: { who }, _meta: { progressToken: 'same' } });
    const [a, b] = await Promise.all([modern(its.host, 'tools/call', params('a'), {}, 1), modern(other, 'tools/call', params('b'), {}, 1)]);
    expect([textOf(a), textOf(b)]).toEqual(['a', 'b']);
    const heard = (peer: Peer): unknown[] =>
      peer.seen.filter(frame => frame.method === 'notifications/progress').map(frame => frame.params);
    expect(heard(its.host)).toEqual([{ progressToken: 'same', progress: 1, message: 'a' }]);
    expect(heard(other)).toEqual([{ progressToken: 'same', progress: 1, message: 'b' }]);
    expect(its.servers).toHaveLength(1);
  });
});

describe('answers', () => {
  it('ignores answers to nothing, and the second of two [E-L-06b, E-L-07]', async () => {
    const { host, server } = await start({ server: asker });
    await initialize(host, { elicitation: {} });
    const call = host.request('tools/call', CALL, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    await host.send({ jsonrpc: '2.0', id: 'g-99', result: ACCEPT });
    await host.send({ jsonrpc: '2.0', id: null, result: ACCEPT });
    await host.send({ jsonrpc: '2.0', id: 'u1', result: { action: 'decline' } });
    await host.send({ jsonrpc: '2.0', id: 'u1', result: ACCEPT });
    expect(textOf(await call)).toBe('{"action":"decline"}');
    expect(server().seen.filter(frame => frame.result !== undefined)).toHaveLength(1);
  });

  it('carries a field called __proto__ as data through a bridge [N11]', async () => {
    const content = JSON.parse('{"__proto__":"x","constructor":"y"}') as JsonObject;
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ) as JsonObject;
    const { host, server } = await start({
      server: modernServer(frame =>
        frame.params?.inputResponses === undefined
          ? {
              resultType: 'input_required',
              inputRequests: JSON.parse(
                `{"__proto__":{"method":"elicitation/create","params":${JSON.stringify({ message: 'm', requestedSchema: schema })}}}`,
              ) as JsonObject,
            }
          : { resultType: 'complete', ...TEXT('done') },
      ),
    });
    await initialize(host, { elicitation: {} });
    host.onRequest = () => ({ action: 'accept', content });
    await host.request('tools/call', CALL, 1);
    const sent = server().seen.findLast(frame => frame.method === 'tools/call')?.params?.inputResponses as JsonObject;
    expect(Object.keys(sent)).toEqual(['__proto__']);
    expect(JSON.stringify(sent)).toBe('{"__proto__":{"action":"accept","content":{"__proto__":"x","constructor":"y"}}}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('a server that fails', () => {
  const connect = async (equip: (server: Peer) => void, limits = {}) => start({ server: equip, limits });

  it('answers what was open with a clear error when it exits, withdraws the question and repeats nothing [N8, N12]', async () => {
    const { host, server, servers, desk } = await connect(asker);
    await initialize(host);
    const call = host.request('tools/call', CALL, 1);
    const asked = await desk.next();
    await server().close();
    expect((await call).error).toMatchObject({ code: -32603, data: { code: 'SERVER_EXITED' } });
    await settle();
    expect(asked.state()).toBe('withdrawn');
    expect(servers).toHaveLength(1);
  });

  it('tells a parked modern host that its call is gone when the server exits meanwhile [N8]', async () => {
    const its = await connect(asker);
    const round = modern(its.host, 'tools/call', CALL, { elicitation: { form: {} } }, 1);
    await settle();
    await its.clock.advance(50);
    const state = (await round).result?.requestState as string;
    await its.server().close();
    await settle();
    const retry = await modern(
      its.host,
      'tools/call',
      { ...CALL, inputResponses: { q1: ACCEPT }, requestState: state },
      { elicitation: { form: {} } },
      2,
    );
    expect(retry.error).toMatchObject({ code: -32603, data: { code: 'SERVER_EXITED' } });
    expect(its.servers.flatMap(server => server.seen).filter(frame => frame.method === 'tools/call')).toHaveLength(1);
  });

  it('starts a modern server again for the next call after it exited', async () => {
    const its = await connect(
      modernServer(frame => (frame.method === 'tools/call' ? undefined : { resultType: 'complete', ...TEXT('ok') })),
    );
    const call = modern(its.host, 'tools/call', CALL, {}, 1);
    await settle();
    await its.server().close();
    expect((await call).error?.data).toEqual({ code: 'SERVER_EXITED' });
    expect(textOf(await modern(its.host, 'tools/list', {}, {}, 2))).toBe('ok');
    expect(its.servers).toHaveLength(2);
  });

  it('opens the session of a legacy host anew for the next request after it exited, and rests when it keeps exiting', async () => {
    const its = await connect(
      legacyServer((frame, server) => {
        if (frame.method === 'tools/list') return TEXT('ok');
        void server.close();
        return undefined;
      }),
    );
    await initialize(its.host, { vendor: { x: 1 } });
    expect((await its.host.request('tools/call', CALL, 1)).error?.data).toEqual({ code: 'SERVER_EXITED' });
    await its.clock.advance(20_000);
    expect(textOf(await its.host.request('tools/list', {}, 2))).toBe('ok');
    expect(its.servers).toHaveLength(2);
    expect(its.server().seen.map(frame => frame.method)).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
    expect(its.server().seen[0]?.params?.capabilities).toEqual({ vendor: { x: 1 }, elicitation: { form: {}, url: {} } });
    for (const id of [3, 4]) await its.host.request('tools/call', CALL, id);
    const told = await its.host.request('tools/list', {}, 5);
    expect(told.error?.message).toContain('started again in 1 s');
    expect(its.servers).toHaveLength(3);
    await its.clock.advance(1_000);
    expect(textOf(await its.host.request('tools/list', {}, 6))).toBe('ok');
  });

  it('says so when it never answers initialize [E-L-01, E-L-12]', async () => {
    const its = await connect(() => undefined, { connectMs: 1_000, probeMs: 500 });
    const shaken = initialize(its.host);
    await settle();
    await its.clock.advance(1_000);
    await settle();
    await its.clock.advance(500);
    expect((await shaken).error).toMatchObject({ code: -32603, data: { code: 'SERVER_SILENT' } });
    expect(its.clock.pending).toBe(0);
  });

  it('says so when it cannot be started, and tries again for the next host', async () => {
    const clock = fakeClock();
    const gateway = createGateway({
      serverName: 'Records',
      clock,
      upstream: () => ({ start: () => Promise.reject(new Error('ENOENT')), send: () => Promise.resolve(), close: () => Promise.resolve() }),
    });
    const [near, far] = pipe();
    await gateway.connect(near);
    const host = await peerOn(far);
    expect((await initialize(host)).error).toMatchObject({ code: -32603, data: { code: 'SERVER_EXITED' } });
    expect((await modern(host, 'tools/list', {}, {}, 9)).error).toMatchObject({ data: { code: 'SERVER_EXITED' } });
    await gateway.close();
  });

  it('looks again when a server that was silent on the probe refuses initialize as only a modern one does [E-V-05b, E-V-07]', async () => {
    let probes = 0;
    const its = await start({
      server: server => {
        modernServer(frame => ({ resultType: 'complete', ...TEXT(String(frame.method)) }))(server);
        const answer = server.onRequest;
        server.onRequest = frame => (frame.method === 'server/discover' && probes++ === 0 ? undefined : answer?.(frame));
      },
    });
    const first = modern(its.host, 'tools/list', {}, {}, 1);
    await settle();
    await its.clock.advance(10_000);
    expect((await first).error?.code).toBe(-32603);
    expect(textOf(await modern(its.host, 'tools/list', {}, {}, 2))).toBe('tools/list');
    expect(textOf(await modern(its.host, 'tools/list', {}, {}, 3))).toBe('tools/list');
    expect(textOf(await modern(await its.join(), 'tools/list', {}, {}, 1))).toBe('tools/list');
    expect(probes).toBe(2);
  });

  it('falls back to the legacy era whatever the error of the probe, or none at all [E-V-05, E-V-05b]', async () => {
    for (const probe of [
      { code: -32601, message: 'no' },
      { code: -32602, message: 'bad' },
      { code: -32000, message: 'odd' },
      { code: -32020, message: 'x' },
      undefined,
    ]) {
      const its = await start({
        server: server => {
          asker(server);
          const answer = server.onRequest;
          server.onRequest = frame =>
            frame.method === 'server/discover' ? (probe === undefined ? undefined : { error: probe }) : answer?.(frame);
        },
      });
      const found = modern(its.host, 'server/discover', {}, {}, 1);
      await settle();
      await its.clock.advance(10_000);
      expect((await found).result?.supportedVersions).toEqual(['2026-07-28']);
      expect(its.servers[0]?.seen[0]?.method).toBe('server/discover');
      await its.gateway.close();
    }
  });
});

describe('streams', () => {
  const streams = async (maxFrameBytes?: number) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const transport = streamTransport({ input, output, ...(maxFrameBytes !== undefined && { maxFrameBytes }) });
    const errors: string[] = [];
    const frames: object[] = [];
    transport.onerror = error => errors.push(error.name);
    transport.onmessage = frame => frames.push(frame);
    await transport.start();
    return { input, output, transport, errors, frames };
  };

  it('hands an untouched frame on as its bytes, and a changed one as JSON', async () => {
    const from = await streams();
    const to = await streams();
    const line = '{ "jsonrpc":"2.0", "id":1, "result":{"2":1,"1":2,"n":9007199254740993,"a":1,"a":2} }';
    from.input.write(`${line}\r\n`);
    await settle();
    await to.transport.send(from.frames[0] as Parameters<typeof to.transport.send>[0]);
    expect(to.output.read()?.toString()).toBe(`${line}\n`);
    await to.transport.send({ ...(from.frames[0] as { jsonrpc: '2.0'; id: number; result: object }), id: 2 } as Parameters<
      typeof to.transport.send
    >[0]);
    expect(to.output.read()?.toString()).toContain('"id":2');
  });

  it('skips a frame above the limit and reads the next one [N11]', async () => {
    const { input, frames, errors } = await streams(1_000);
    input.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'big', params: { x: 'y'.repeat(5_000) } })}\n{"jsonrpc":"2.0","method":"small"}\n`,
    );
    input.write(`{"x":"${'z'.repeat(600)}`);
    input.write(`${'z'.repeat(600)}"}\n{"jsonrpc":"2.0","method":"last"}\n`);
    await settle();
    expect(frames.map(frame => (frame as Frame).method)).toEqual(['small', 'last']);
    expect(errors).toEqual(['FrameTooLarge', 'FrameTooLarge']);
  });

  it('skips lines that are no JSON, and reads text split anywhere, in any chunks [E-R-25]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (texts, step) => {
          const { input, frames, errors } = await streams();
          const bytes = Buffer.from(`starting up\n${texts.map(text => JSON.stringify({ text })).join('\n')}\n`);
          for (let at = 0; at < bytes.length; at += step) input.write(bytes.subarray(at, at + step));
          await settle();
          expect(frames).toEqual(texts.map(text => ({ text })));
          expect(errors).toEqual(['FrameNotJson']);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('closes once when the input ends, and refuses to send afterwards', async () => {
    const { input, transport } = await streams();
    let closed = 0;
    transport.onclose = () => {
      closed += 1;
    };
    input.end();
    await settle();
    await transport.close();
    expect(closed).toBe(1);
    await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('closed');
  });

  it('names what was wrong without quoting it [N9]', () => {
    expect(new FrameError('not-json').message).not.toContain('{');
  });
});

describe('the log', () => {
  it('carries nothing of answers, arguments, states or addresses at any level [N9]', async () => {
    const events: GatewayEvent[] = [];
    const its = await start({ server: asker });
    await initialize(its.host, { elicitation: {} });
    const call = its.host.request('tools/call', { name: 'book', arguments: { secret: 'Argument-1177' } }, 1);
    await its.host.take(frame => frame.method === 'elicitation/create');
    await its.host.send({ jsonrpc: '2.0', id: 'u1', result: { action: 'accept', content: { name: 7731, extra: 'Zebulon-7731' } } });
    await its.host.send({ jsonrpc: '2.0', id: 'u1', result: { action: 'accept', content: { name: 'Zebulon-7731' } } });
    await call;
    events.push(...its.events);
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toMatch(/Zebulon|Argument/);
  });

  it('keeps working without a desk and without a log', async () => {
    const desk = fakeDesk();
    expect(desk.asked).toHaveLength(0);
    const [up, down] = pipe();
    const gateway = createGateway({ serverName: 'Records', upstream: () => up });
    await peerOn(down).then(server => asker(server));
    const [near, far] = pipe();
    await gateway.connect(near);
    const host = await peerOn(far);
    await initialize(host);
    expect(textOf(await host.request('tools/call', CALL, 1))).toContain('-32602');
    await gateway.close();
  });
});
