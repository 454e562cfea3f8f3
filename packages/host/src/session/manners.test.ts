/** What a host owes the server beside answers: who it is, when it may speak, and what it makes of errors and lost streams. */
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { HostDesk } from '../index.js';
import { createDesk, scriptedSurface } from '../index.js';
import { until, watching, withRawServer } from './peers.test.support.js';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const form = { type: 'object', properties: { name: { type: 'string' } } };
const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const urlAsk = { mode: 'url', message: 'Sign in', url: 'https://svc.example/in', elicitationId: 'e1' };

const metaOf = (message: { params?: Record<string, unknown> }): Record<string, unknown> => message.params?._meta as Record<string, unknown>;

describe('a host', () => {
  it('says who it is in every request of 2026-07-28, retries included [E-C-14]', async () => {
    const pair = await withRawServer(
      'modern',
      request =>
        request.method === 'tools/list'
          ? { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' }
          : request.params.inputResponses === undefined
            ? {
                resultType: 'input_required',
                inputRequests: { who: { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: form } } },
                requestState: 's',
              }
            : done,
      { surfaces: [scriptedSurface('accept')] },
    );
    ends.push(() => pair.close());
    await pair.session.callTool({ name: 'book' });
    await pair.session.request({ method: 'tools/list' });
    const requests = pair.frames.filter(
      frame => frame.from === 'host' && frame.message.id !== undefined && frame.message.method !== undefined,
    );
    expect(requests.map(frame => frame.message.method)).toEqual(expect.arrayContaining(['server/discover', 'tools/call', 'tools/list']));
    expect(pair.sent('tools/call')).toHaveLength(2);
    for (const { message } of requests)
      expect(metaOf(message)['io.modelcontextprotocol/clientInfo']).toEqual({
        name: 'host',
        version: '1',
      });
  });

  it.each(['legacy', 'modern'] as const)(
    'may begin with forms alone: it declares no more, and an address is never opened: %s [E-C-16]',
    async era => {
      const pair = await withRawServer(
        era,
        (request, server) => {
          if (request.method !== 'tools/call') return {};
          if (era === 'modern')
            return {
              resultType: 'input_required',
              inputRequests: { in: { method: 'elicitation/create', params: urlAsk } },
              requestState: 's',
            };
          server.send({ id: 'q1', method: 'elicitation/create', params: urlAsk });
          return undefined;
        },
        { modes: { form: true } },
      );
      ends.push(() => pair.close());
      const called = pair.session.callTool({ name: 'book' });
      called.catch(() => {});
      if (era === 'modern') await expect(called).rejects.toMatchObject({ code: 'ROUND_INVALID' });
      else {
        const [answer] = await until(() => pair.server.answers.length > 0 && pair.server.answers);
        expect(answer).toMatchObject({ id: 'q1', error: { code: -32602 } });
      }
      expect(pair.desk.list({ principal: 'local' })).toEqual([]);
      const [initialize] = pair.sent('initialize');
      const [call] = pair.sent('tools/call');
      const capabilities =
        era === 'legacy' ? initialize?.params?.capabilities : call && metaOf(call)['io.modelcontextprotocol/clientCapabilities'];
      const declared = (capabilities as { elicitation: object }).elicitation;
      expect(declared).not.toHaveProperty('url');
    },
  );

  it('speaks to a server of 2025 only after its initialize was answered, whatever it is asked to call meanwhile [E-R-16]', async () => {
    const desk = createDesk({ surfaces: [watching] });
    ends.push(() => desk.close());
    const client = new Client({ name: 'host', version: '1' });
    const session = desk.attach(client, { server: 'Records' });
    const [hostSide, serverSide] = InMemoryTransport.createLinkedPair();
    const seen: string[] = [];
    let answerInitialize: (() => void) | undefined;
    serverSide.onmessage = message => {
      if (!('method' in message)) return;
      seen.push(message.method);
      if (!('id' in message)) return;
      const { id } = message;
      const reply = (result: Record<string, unknown>): void => void serverSide.send({ jsonrpc: '2.0', id, result });
      if (message.method === 'initialize')
        answerInitialize = () =>
          reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
      else reply({ content: [] });
    };
    await serverSide.start();
    const connecting = client.connect(hostSide);
    await until(() => answerInitialize);
    const early = session.callTool({ name: 'book' }).then(
      () => 'called',
      (error: { code?: string }) => error.code,
    );
    for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
    expect(seen).toEqual(['initialize']);
    answerInitialize?.();
    await connecting;
    expect(await early).toBe('called');
    expect(seen).toEqual(['initialize', 'notifications/initialized', 'tools/call']);
    await client.close();
  });

  it('refuses a question that belongs to no request of its own, where it was told to [E-R-20]', async () => {
    const ask = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: form } };
    const pair = await withRawServer('legacy', () => undefined, { unassociated: 'refuse' });
    ends.push(() => pair.close());
    pair.server.send({ id: 'q1', ...ask });
    const [refused] = await until(() => pair.server.answers.length > 0 && pair.server.answers);
    expect(refused).toMatchObject({ id: 'q1', error: { code: -32602 } });
    expect(pair.desk.list({ principal: 'local' })).toEqual([]);
    // A call that the host makes past the session counts, too: the question is of that.
    const direct = pair.client.callTool({ name: 'book' });
    direct.catch(() => {});
    await until(() => pair.sent('tools/call').length > 0);
    pair.server.send({ id: 'q2', ...ask });
    await until(() => pair.desk.list({ principal: 'local' }).length > 0);
    const open = await withRawServer('legacy', () => undefined);
    ends.push(() => open.close());
    open.server.send({ id: 'q1', ...ask });
    const [view] = await until(() => open.desk.list({ principal: 'local' }).length > 0 && open.desk.list({ principal: 'local' }));
    expect(view).not.toHaveProperty('call'); // shown as from a call that is not known
  });

  it.each(['legacy', 'modern'] as const)(
    'takes -32002 of an older server for what it is: a resource that is not there: %s [E-X-07]',
    async era => {
      const pair = await withRawServer(era, () => ({ error: { code: -32002, message: 'Resource not found', data: { uri: 'file:///x' } } }));
      ends.push(() => pair.close());
      await expect(pair.session.readResource({ uri: 'file:///x' })).rejects.toSatisfy(
        error => error instanceof ResourceNotFoundError && error.uri === 'file:///x',
      );
      await expect(pair.session.readResource({ uri: 'file:///x' })).rejects.toBeInstanceOf(ResourceNotFoundError); // the session goes on
    },
  );

  it.each(['legacy', 'modern'] as const)(
    'gets the errors of a tool as a result, for its model, and errors of the protocol as errors: %s [E-X-09]',
    async era => {
      const failed = {
        ...(era === 'modern' && { resultType: 'complete' }),
        isError: true,
        content: [{ type: 'text', text: 'The room is taken.' }],
      };
      const pair = await withRawServer(era, request =>
        request.params.name === 'book' ? failed : { error: { code: -32602, message: 'Unknown tool' } },
      );
      ends.push(() => pair.close());
      expect(await pair.session.callTool({ name: 'book' })).toMatchObject({ isError: true, content: [{ text: 'The room is taken.' }] });
      await expect(pair.session.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 });
    },
  );
});

interface Sent {
  readonly method: string;
  readonly id: string | number | undefined;
  readonly lastEventId: string | null;
}

type Reply = (message: { readonly method: string; readonly id: string | number }) => Response | undefined;

/** A host over HTTP whose server is a function; an address of its own is never needed. */
function overHttp(
  reply: Reply,
  mode: 'auto' | { pin: string },
): { sent: Sent[]; client: Client; desk: HostDesk; connect: () => Promise<void> } {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const text = request.method === 'POST' ? await request.clone().text() : '{}';
    const message = JSON.parse(text) as { method: string; id: string | number };
    sent.push({
      method: request.method === 'POST' ? message.method : request.method,
      id: message.id,
      lastEventId: request.headers.get('last-event-id'),
    });
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    return reply(message) ?? new Response(null, { status: 202 });
  };
  const desk = createDesk({ surfaces: [watching] });
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
  ends.push(async () => {
    await client.close();
    await desk.close();
  });
  return {
    sent,
    client,
    desk,
    connect: () => client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch })),
  };
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const result = (id: string | number, body: Record<string, unknown>): Response => json({ jsonrpc: '2.0', id, result: body });
const refusal = (id: string | number, code: number, data: unknown): Response =>
  json({ jsonrpc: '2.0', id, error: { code, message: 'no', data } }, 400);
const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } },
};
const initialized = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };

describe('a host over HTTP', () => {
  it('tries 2026-07-28 first, and reads the body of a 400 before it believes in an older server [E-V-06]', async () => {
    let probes = 0;
    const modern = overHttp(({ method, id }) => {
      if (method === 'server/discover') {
        probes += 1;
        return probes === 1 ? refusal(id, -32022, { supported: ['2026-07-28'], requested: '2026-07-28' }) : result(id, discovered);
      }
      return refusal(id, -32021, { requiredCapabilities: { sampling: {} } });
    }, 'auto');
    const session = modern.desk.attach(modern.client, { server: 'Records' });
    await modern.connect();
    expect(modern.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    // A 400 that names a capability is an answer to this call and no sign of an older server.
    await expect(session.callTool({ name: 'book' })).rejects.toMatchObject({ code: -32021 });
    expect(modern.sent.map(one => one.method)).not.toContain('initialize');

    const old = overHttp(({ method, id }) => {
      if (method === 'server/discover') return new Response('Bad Request: no session', { status: 400 });
      return method === 'initialize' ? result(id, initialized) : undefined;
    }, 'auto');
    old.desk.attach(old.client, { server: 'Records' });
    await old.connect();
    expect(old.sent[0]?.method).toBe('server/discover');
    expect(old.client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  });

  it('gives up a call whose stream is lost, takes nothing up again, and makes a new request of the repeat [E-T-07, N8]', async () => {
    let calls = 0;
    const host = overHttp(
      ({ method, id }) => {
        if (method === 'server/discover') return result(id, discovered);
        calls += 1;
        if (calls > 1) return result(id, done);
        const broken = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(
              new TextEncoder().encode('data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n'),
            );
            setImmediate(() => controller.error(new Error('reset')));
          },
        });
        return new Response(broken, { headers: { 'content-type': 'text/event-stream' } });
      },
      { pin: '2026-07-28' },
    );
    const session = host.desk.attach(host.client, { server: 'Records' });
    await host.connect();
    await expect(session.callTool({ name: 'book' })).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    expect(host.sent.filter(one => one.method === 'tools/call')).toHaveLength(1);
    await session.callTool({ name: 'book' });
    const [lost, repeat] = host.sent.filter(one => one.method === 'tools/call');
    expect(repeat?.id).not.toBe(lost?.id);
    expect(host.sent.every(one => one.lastEventId === null && one.method !== 'GET')).toBe(true);
  });
});
