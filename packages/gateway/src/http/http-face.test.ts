import type { JsonObject } from '@midcall/core';
import { fakeClock } from '@midcall/store';
import type { ElicitRequest } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../gateway.js';
import type { Gateway, GatewayLimits } from '../options.js';
import type { FakeDesk } from '../testing/fake-desk.test.peer.js';
import { fakeDesk } from '../testing/fake-desk.test.peer.js';
import { legacyServer, modernServer, TEXT } from '../testing/lines.test.peer.js';
import type { Frame, Peer } from '../testing/raw-peers.test.peer.js';
import { ENVELOPE, NAME_FORM, peerOn, pipe, settle } from '../testing/raw-peers.test.peer.js';
import type { HttpFace } from './http-face.js';
import { bearerGate, createHttpFace } from './http-face.js';
import { httpUpstream } from './upstream.js';

const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const TOKENS = { alice: 'a'.repeat(32), bob: 'b'.repeat(32) };
const BASE = 'http://127.0.0.1:4747';

const pushing = legacyServer(async (frame: Frame, server: Peer) => {
  if (frame.method === 'tools/list') return { tools: [{ name: 'book', inputSchema: { type: 'object' } }] };
  if (frame.method !== 'tools/call') return {};
  const answer = await server.request('elicitation/create', FORM, `u${String(frame.id)}`);
  return TEXT(JSON.stringify(answer.result ?? answer.error?.code));
});
const returning = modernServer(frame => {
  if (frame.method === 'tools/list')
    return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [{ name: 'book', inputSchema: { type: 'object' } }] };
  if (frame.method !== 'tools/call') return frame.method === 'subscriptions/listen' ? undefined : { resultType: 'complete' };
  const answers = frame.params?.inputResponses as JsonObject | undefined;
  if (answers !== undefined) return { resultType: 'complete', ...TEXT(JSON.stringify(answers.q)) };
  return { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params: FORM } }, requestState: 's' };
});

interface Stand {
  readonly face: HttpFace;
  readonly desk: FakeDesk;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly servers: Peer[];
  readonly gateways: Gateway[];
  /** What the face serves by name now. */
  readonly served: Map<string, Gateway>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function stand(servers: Record<string, (peer: Peer) => void>, limits: GatewayLimits = {}): Stand {
  const desk = fakeDesk();
  const clock = fakeClock();
  const opened: Peer[] = [];
  const gateways = Object.entries(servers).map(([name, equip]) => {
    const gateway = createGateway({
      serverName: name,
      desk: desk.desk,
      clock,
      limits: { gatherMs: 0, ...limits },
      upstream: () => {
        const [near, far] = pipe();
        void peerOn(far).then(peer => {
          opened.push(peer);
          equip(peer);
        });
        return near;
      },
    });
    closers.push(() => gateway.close());
    return [name, gateway] as const;
  });
  const served = new Map(gateways);
  const face = createHttpFace({
    servers: served,
    clock,
    idleMs: 60_000,
    authenticate: async request => {
      for (const [principal, token] of Object.entries(TOKENS)) {
        const caller = await bearerGate(token, principal)(request);
        if (!(caller instanceof Response)) return caller;
      }
      return bearerGate(TOKENS.alice, 'alice')(request);
    },
  });
  closers.push(() => face.close());
  return {
    face,
    desk,
    clock,
    servers: opened,
    gateways: gateways.map(([, gateway]) => gateway),
    served,
    fetch(path, init) {
      const headers = new Headers(init?.headers);
      if (!headers.has('host')) headers.set('host', '127.0.0.1:4747');
      return face.fetch(new Request(`${BASE}${path}`, { ...init, headers }));
    },
  };
}

const post = (its: Stand, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  its.fetch(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${TOKENS.alice}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });

const modernHeaders = (method: string, name?: string): Record<string, string> => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

async function client(
  its: Stand,
  path: string,
  era: 'legacy' | 'modern',
  options: { who?: keyof typeof TOKENS; answer?: (request: ElicitRequest) => JsonObject } = {},
): Promise<Client> {
  const { who = 'alice', answer } = options;
  const transport = new StreamableHTTPClientTransport(new URL(`${BASE}${path}`), {
    requestInit: { headers: { authorization: `Bearer ${TOKENS[who]}` } },
    fetch: (url, init) => its.fetch(new URL(url).pathname, init as RequestInit),
  });
  const made = new Client(
    { name: 'host', version: '1' },
    {
      capabilities: answer ? { elicitation: { form: {}, url: {} } } : {},
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if (answer) made.setRequestHandler('elicitation/create', async request => answer(request) as { action: 'accept' });
  await made.connect(transport);
  closers.push(() => made.close());
  return made;
}

const text = (result: unknown): string => String((result as { content: { text: string }[] }).content[0]?.text);
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };

describe.each([
  ['legacy', 'legacy', pushing],
  ['legacy', 'modern', returning],
  ['modern', 'legacy', pushing],
  ['modern', 'modern', returning],
] as const)('%s host over HTTP, %s server, both eras on one address', (hostEra, _serverEra, server) => {
  it('is asked at the desk where the host declares nothing [N1]', async () => {
    const its = stand({ A: server });
    const host = await client(its, '/A/mcp', hostEra);
    const call = host.callTool({ name: 'book', arguments: {} });
    const asked = await its.desk.next();
    expect(asked.question.principal).toBe('alice');
    asked.answer(ACCEPT);
    expect(text(await call)).toBe(JSON.stringify(ACCEPT));
  });

  it('is asked in the host itself where it declares elicitation, on the stream of its own call [E-R-17, E-T-08, E-T-09]', async () => {
    const its = stand({ A: server });
    const host = await client(its, '/A/mcp', hostEra, { answer: () => ({ action: 'decline' }) });
    const tick = setInterval(() => void its.clock.advance(1), 5);
    closers.push(async () => clearInterval(tick));
    expect(text(await host.callTool({ name: 'book', arguments: {} }))).toBe('{"action":"decline"}');
    expect(its.desk.asked).toHaveLength(0);
  });
});

describe('who may come in', () => {
  it('refuses a foreign Host and a foreign Origin before it looks at anything [E-T-15]', async () => {
    const its = stand({ A: pushing });
    expect((await post(its, '/A/mcp', {}, { host: 'evil.example' })).status).toBe(403);
    expect((await post(its, '/A/mcp', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(its.servers).toHaveLength(0);
  });

  it('refuses a caller without the token, and tells nobody which servers there are [E-Q-01]', async () => {
    const its = stand({ A: pushing });
    expect((await its.fetch('/A/mcp', { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await its.fetch('/nothing/mcp', { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await post(its, '/nothing/mcp', {})).status).toBe(404);
    expect(() => bearerGate('short', 'x')).toThrow(RangeError);
  });

  it('treats a session of somebody else as one that does not exist, whatever is sent to it [E-Q-02, E-S-02, E-S-06, N7]', async () => {
    const its = stand({ A: pushing });
    const shaken = await post(its, '/A/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h', version: '1' } },
    });
    const session = shaken.headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    await shaken.body?.cancel();
    const foreign = { authorization: `Bearer ${TOKENS.bob}`, 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    expect((await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'u1', result: ACCEPT }, foreign)).status).toBe(404);
    expect((await its.fetch('/A/mcp', { headers: { ...foreign, accept: 'text/event-stream' } })).status).toBe(404);
    expect((await its.fetch('/A/mcp', { method: 'DELETE', headers: foreign })).status).toBe(404);
    const mine = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    expect((await post(its, '/A/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, mine)).status).toBe(202);
    expect((await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'u1', result: ACCEPT })).status).toBe(400);
  });

  it('ends a session that nobody uses, with its server [N12]', async () => {
    const its = stand({ A: pushing });
    const shaken = await post(its, '/A/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h', version: '1' } },
    });
    await shaken.text();
    expect(its.face.sessions).toBe(1);
    await settle();
    await its.clock.advance(60_000);
    await settle();
    expect(its.face.sessions).toBe(0);
    expect(its.servers[0]?.closed()).toBe(true);
  });
});

describe('a stream on which nothing happens', () => {
  it('carries a sign of life every 15 seconds while a question stays open [E-L-04]', async () => {
    const its = stand({ A: pushing });
    const capabilities = { elicitation: { form: {} } };
    const shaken = await post(its, '/A/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'h', version: '1' } },
    });
    const mine = { 'mcp-session-id': shaken.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
    await shaken.text();
    await post(its, '/A/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, mine);
    const call = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book' } }, mine);
    let seen = '';
    const reader = call.body?.getReader();
    void (async () => {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        seen += new TextDecoder().decode(part.value);
    })();
    await settle();
    expect(seen).toContain('elicitation/create');
    for (let quarter = 0; quarter < 20; quarter += 1) {
      await its.clock.advance(15_000);
      await settle();
    }
    expect(seen.match(/^: /gm)).toHaveLength(20);
    await reader?.cancel();
  });
});

describe('what headers say beside the body', () => {
  const legacy = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'book', arguments: {} } };
  const status = async (its: Stand, headers: Record<string, string>): Promise<unknown[]> => {
    const answer = await post(its, '/A/mcp', legacy, headers);
    return [answer.status, ((await answer.json()) as { error?: { code: number } }).error?.code];
  };

  it('is not believed of a version that need not have compared them: forged names are refused before anybody decides by them [E-T-04c]', async () => {
    const its = stand({ A: pushing });
    for (const version of [{}, { 'mcp-protocol-version': '2025-11-25' }, { 'mcp-protocol-version': '2025-03-26' }] as Record<
      string,
      string
    >[]) {
      expect(await status(its, { ...version, 'mcp-name': 'harmless' })).toEqual([400, -32020]);
      expect(await status(its, { ...version, 'mcp-method': 'tools/list' })).toEqual([400, -32020]);
      // What agrees is no disguise; that it belongs to no session is another matter.
      expect(await status(its, { ...version, 'mcp-method': 'tools/call', 'mcp-name': 'book' })).toEqual([400, -32600]);
    }
    expect(its.servers.flatMap(server => server.seen)).toEqual([]);
  });

  it('of sessions and events is nothing to a modern request, and without a session there is nothing to get or delete [E-T-16]', async () => {
    const its = stand({ A: returning });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: ENVELOPE() } };
    const answer = await post(its, '/A/mcp', body, { ...modernHeaders('tools/list'), 'mcp-session-id': 'of-nobody', 'last-event-id': '7' });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('mcp-session-id')).toBe(false);
    expect(its.face.sessions).toBe(0);
    for (const method of ['GET', 'DELETE']) {
      const refused = await its.fetch('/A/mcp', {
        method,
        headers: { authorization: `Bearer ${TOKENS.alice}`, accept: 'text/event-stream' },
      });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

describe('one modern request', () => {
  const call = (its: Stand, params: JsonObject = {}, headers = modernHeaders('tools/call', 'book')): Promise<Response> =>
    post(
      its,
      '/A/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'book', arguments: {}, _meta: ENVELOPE({ elicitation: { form: {} } }), ...params },
      },
      headers,
    );

  it('is refused with 400 and -32020 when a header is missing or differs from the body [E-T-02, E-T-04b]', async () => {
    const its = stand({ A: returning });
    for (const headers of [
      {},
      modernHeaders('tools/list'),
      modernHeaders('tools/call'),
      modernHeaders('tools/call', 'other'),
      { ...modernHeaders('tools/call', 'book'), 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const answer = await call(its, {}, headers as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { error: { code: number } }).error.code).toBe(-32020);
    }
    expect(its.servers.flatMap(server => server.seen).some(frame => frame.method === 'tools/call')).toBe(false);
    expect((await call(its, {}, modernHeaders('tools/call', '=?base64?Ym9vaw==?='))).status).toBe(200);
  });

  it('is refused with 400 for a missing envelope member and for a version that is not spoken, and 404 for a method there is not [E-C-12, E-V-01, E-X-10]', async () => {
    const its = stand({ A: pushing });
    const meta = ENVELOPE();
    const bare = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const old = { ...meta, 'io.modelcontextprotocol/protocolVersion': '1900-01-01' };
    const send = (method: string, _meta: JsonObject, version = '2026-07-28'): Promise<Response> =>
      post(
        its,
        '/A/mcp',
        { jsonrpc: '2.0', id: 'x', method, params: { _meta } },
        { 'mcp-protocol-version': version, 'mcp-method': method },
      );
    expect((await send('tools/list', bare)).status).toBe(400);
    // Without a version in the body there is nothing that the header could differ from.
    const none = await send('server/discover', {});
    expect([none.status, ((await none.json()) as { error: { code: number } }).error.code]).toEqual([400, -32602]);
    const unsupported = await send('tools/list', old, '1900-01-01');
    expect(unsupported.status).toBe(400);
    expect(((await unsupported.json()) as { id: string; error: { code: number } }).error.code).toBe(-32022);
    expect((await send('tasks/result', meta)).status).toBe(404);
  });

  it('is cancelled at the server when the host closes its stream [E-T-06, E-L-09]', async () => {
    const its = stand({ A: pushing });
    const stop = new AbortController();
    const headers = new Headers({
      host: '127.0.0.1:4747',
      authorization: `Bearer ${TOKENS.alice}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernHeaders('tools/call', 'book'),
    });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'book', arguments: {}, _meta: ENVELOPE() },
    });
    const pending = its.face.fetch(new Request(`${BASE}/A/mcp`, { method: 'POST', headers, body, signal: stop.signal }));
    const asked = await its.desk.next();
    stop.abort();
    await pending.catch(() => undefined);
    await settle();
    expect(asked.state()).toBe('withdrawn');
    expect(its.servers[0]?.seen.slice(-3).map(frame => frame.method ?? frame.result)).toEqual([
      'notifications/cancelled',
      { action: 'cancel' },
      'ping',
    ]);
  });

  it('outlives its own POST when its host was told to come back, and is collected by a later one, once [N5, N7, D28]', async () => {
    const its = stand({ A: pushing }, { hostLimitMs: 60_000 });
    const plain = (): Promise<Response> => call(its, { _meta: ENVELOPE() });
    const first = plain();
    const asked = await its.desk.next();
    await its.clock.advance(50_000);
    expect(text(((await (await first).json()) as { result: JsonObject }).result)).toContain('call this tool again');
    await settle();
    expect(asked.state()).toBe('waiting');
    const second = plain();
    await settle();
    asked.answer(ACCEPT);
    expect(text(((await (await second).json()) as { result: JsonObject }).result)).toBe(JSON.stringify(ACCEPT));
    expect(its.servers.flatMap(server => server.seen).filter(frame => frame.method === 'tools/call')).toHaveLength(1);
    const third = plain();
    const open = await its.desk.next();
    await its.clock.advance(50_000);
    await third;
    await its.gateways[0]?.close();
    await settle();
    expect(open.state()).toBe('withdrawn');
  });

  it('answers a round that another principal cannot continue, over separate requests [E-S-08, E-Q-03, N7]', async () => {
    const its = stand({ A: pushing });
    const first = call(its);
    await settle();
    await its.clock.advance(1);
    const round = ((await (await first).json()) as { result: JsonObject }).result;
    expect(round.resultType).toBe('input_required');
    const retry = { inputResponses: { q1: ACCEPT }, requestState: round.requestState as string };
    const foreign = await call(its, retry, { ...modernHeaders('tools/call', 'book'), authorization: `Bearer ${TOKENS.bob}` });
    expect(((await foreign.json()) as { error: { code: number } }).error.code).toBe(-32602);
    const done = ((await (await call(its, retry)).json()) as { result: JsonObject }).result;
    expect(text(done)).toBe(JSON.stringify(ACCEPT));
  });

  it('refuses a batch, a body that is no JSON, another content type and one that is too large [E-R-24, N11]', async () => {
    const its = stand({ A: returning });
    expect((await post(its, '/A/mcp', [])).status).toBe(400);
    expect((await post(its, '/A/mcp', '{')).status).toBe(400);
    expect((await post(its, '/A/mcp', {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(its, '/A/mcp', `"${'x'.repeat(5_000_000)}"`)).status).toBe(413);
  });
});

describe('a session', () => {
  const shake = async (its: Stand, version = '2025-11-25'): Promise<Record<string, string>> => {
    const params = { protocolVersion: version, capabilities: { elicitation: { form: {} } }, clientInfo: { name: 'h', version: '1' } };
    const shaken = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    await shaken.text();
    const mine = { 'mcp-session-id': shaken.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
    await post(its, '/A/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, mine);
    return mine;
  };

  it('comes back to a dropped stream and gets the rest of its own call, nothing twice and nothing of another [E-T-10, E-T-12]', async () => {
    const its = stand({ A: pushing });
    const mine = await shake(its);
    const call = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book' } }, mine);
    const reader = call.body?.getReader();
    let shown = '';
    while (!shown.includes('elicitation/create')) shown += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'u2', result: ACCEPT }, mine);
    await settle();
    const last = [...shown.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';
    const back = await its.fetch('/A/mcp', {
      headers: { ...mine, authorization: `Bearer ${TOKENS.alice}`, accept: 'text/event-stream', 'last-event-id': last },
    });
    const rest = new TextDecoder().decode((await back.body?.getReader().read())?.value);
    expect(rest).toContain('Rowan');
    expect(rest).not.toContain('elicitation/create');
  });

  it('survives the stream of its call being dropped: the call goes on and can still be answered [E-T-10]', async () => {
    const its = stand({ A: pushing });
    const mine = await shake(its);
    const call = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'book' } }, mine);
    const reader = call.body?.getReader();
    let shown = '';
    while (!shown.includes('elicitation/create')) shown += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await settle();
    expect(its.servers[0]?.seen.some(frame => frame.method === 'notifications/cancelled' || frame.result !== undefined)).toBe(false);
    await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'u2', result: ACCEPT }, mine);
    await settle();
    expect(its.servers[0]?.seen.at(-1)).toEqual({ jsonrpc: '2.0', id: 'u2', result: ACCEPT });
  });

  it('gives each of two parallel calls its question on its own stream, and nobody else a second copy [E-R-17, E-R-18, E-T-12]', async () => {
    const its = stand({ A: pushing });
    const [one, two] = [await shake(its), await shake(its)];
    const read = async (response: Response): Promise<string> => {
      const reader = response.body?.getReader();
      let text = '';
      while (!text.includes('"method"')) text += new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      return text;
    };
    const first = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'c1', method: 'tools/call', params: { name: 'book' } }, one);
    const second = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 'c2', method: 'tools/call', params: { name: 'book' } }, two);
    const [a, b] = [await read(first), await read(second)];
    expect([a.includes('"uc1"'), a.includes('"uc2"'), b.includes('"uc1"'), b.includes('"uc2"')]).toEqual([true, false, false, true]);
    const resumed = await its.fetch('/A/mcp', {
      headers: { ...two, authorization: `Bearer ${TOKENS.alice}`, accept: 'text/event-stream', 'last-event-id': '1' },
    });
    let replayed = '';
    const reader = resumed.body?.getReader();
    void (async () => {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        replayed += new TextDecoder().decode(part.value);
    })();
    await settle();
    expect(replayed).not.toContain('elicitation');
    await reader?.cancel();
  });

  it('that is ended by its host ends its server, and is unknown afterwards', async () => {
    const its = stand({ A: pushing });
    const mine = { ...(await shake(its)), authorization: `Bearer ${TOKENS.alice}` };
    expect((await its.fetch('/A/mcp', { method: 'DELETE', headers: mine })).status).toBe(200);
    await settle();
    expect(its.servers[0]?.closed()).toBe(true);
    expect((await post(its, '/A/mcp', { jsonrpc: '2.0', id: 5, method: 'tools/list' }, mine)).status).toBe(404);
  });

  it('is offered the newest legacy revision when it asks for one that nobody knows, over a bridge [E-V-03]', async () => {
    const its = stand({ A: returning });
    const params = { protocolVersion: '2025-12-31', capabilities: {}, clientInfo: { name: 'h', version: '1' } };
    const shaken = await post(its, '/A/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(await shaken.text()).toContain('"protocolVersion":"2025-11-25"');
  });
});

describe('what a server behind sees', () => {
  it('is never the token of the host, but the gateway own credential [E-Q-06]', async () => {
    const seen: (string | null)[] = [];
    const inner = stand({ A: returning });
    const outer = createGateway({
      serverName: 'Outer',
      upstream: () =>
        httpUpstream({
          url: `${BASE}/A/mcp`,
          headers: { authorization: `Bearer ${TOKENS.bob}` },
          fetch: (url, init) => {
            seen.push(new Headers(init?.headers).get('authorization'));
            return inner.fetch(new URL(url).pathname, init as RequestInit);
          },
        }),
    });
    const face = createHttpFace({ servers: new Map([['O', outer]]), authenticate: bearerGate(TOKENS.alice, 'alice') });
    closers.push(
      () => outer.close(),
      () => face.close(),
    );
    const headers = {
      host: '127.0.0.1',
      authorization: `Bearer ${TOKENS.alice}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernHeaders('tools/call', 'book'),
      'mcp-param-region': 'eu',
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'book', arguments: {}, _meta: ENVELOPE({ elicitation: { form: {} } }) },
    });
    const answer = await face.fetch(new Request(`${BASE}/O/mcp`, { method: 'POST', headers, body }));
    expect(((await answer.json()) as { result: JsonObject }).result.resultType).toBe('input_required');
    expect(new Set(seen)).toEqual(new Set([`Bearer ${TOKENS.bob}`]));
  });

  it('are the Mcp-Param headers of the host, on its first request as they came [E-T-04]', async () => {
    const seen: (string | null)[] = [];
    const inner = stand({ A: returning });
    const outer = createGateway({
      serverName: 'Outer',
      upstream: () =>
        httpUpstream({
          url: `${BASE}/A/mcp`,
          headers: { authorization: `Bearer ${TOKENS.bob}` },
          fetch: (url, init) => {
            const headers = new Headers(init?.headers);
            if (headers.get('mcp-method') === 'tools/call') seen.push(headers.get('mcp-param-region'));
            return inner.fetch(new URL(url).pathname, init as RequestInit);
          },
        }),
    });
    const face = createHttpFace({ servers: new Map([['O', outer]]), authenticate: bearerGate(TOKENS.alice, 'alice') });
    closers.push(
      () => outer.close(),
      () => face.close(),
    );
    const headers = {
      host: '127.0.0.1',
      authorization: `Bearer ${TOKENS.alice}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...modernHeaders('tools/call', 'book'),
      'mcp-param-region': 'eu',
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'book', arguments: {}, _meta: ENVELOPE({ elicitation: { form: {} } }) },
    });
    await face.fetch(new Request(`${BASE}/O/mcp`, { method: 'POST', headers, body }));
    expect(seen).toEqual(['eu']);
  });
});

describe('several servers', () => {
  it('keeps two servers apart by their address [N7]', async () => {
    const its = stand({ A: returning, B: modernServer(frame => ({ resultType: 'complete', ...TEXT(`B ${frame.method}`) })) });
    const host = await client(its, '/B/mcp', 'modern');
    expect(text(await host.callTool({ name: 'book', arguments: {} }))).toBe('B tools/call');
    expect(its.desk.asked).toHaveLength(0);
  });

  it('serves a server that took another one over at once, and the sessions of the one before until it is closed [N8]', async () => {
    const answers = (said: string) => legacyServer(frame => (frame.method === 'tools/call' ? TEXT(said) : {}));
    const its = stand({ A: answers('before'), other: answers('after') });
    const [before, after] = its.gateways as [Gateway, Gateway];
    const early = await client(its, '/A/mcp', 'legacy');
    its.served.set('A', after);
    const late = await client(its, '/A/mcp', 'legacy');
    const said = async (host: Client): Promise<string> => text(await host.callTool({ name: 'book', arguments: {} }));
    expect([await said(early), await said(late)]).toEqual(['before', 'after']);
    expect(its.face.sessions).toBe(2);
    await before.close();
    await expect(said(early)).rejects.toThrow('There is no such session');
    its.served.delete('A');
    expect(await said(late)).toBe('after');
    expect((await post(its, '/A/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(404);
  });

  it('reaches a gateway of its own kind as a server over HTTP, in both eras [E-T-01, E-T-01b]', async () => {
    const inner = stand({ A: returning });
    const desk = fakeDesk();
    const outer = createGateway({
      serverName: 'Outer',
      desk: desk.desk,
      upstream: () =>
        httpUpstream({
          url: `${BASE}/A/mcp`,
          headers: { authorization: `Bearer ${TOKENS.alice}` },
          fetch: (url, init) => inner.fetch(new URL(url).pathname, init as RequestInit),
        }),
    });
    closers.push(() => outer.close());
    for (const era of ['modern', 'legacy'] as const) {
      const [near, far] = pipe();
      await outer.connect(near);
      const host = new Client({ name: 'h', version: '1' }, era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {});
      await host.connect(far);
      const call = host.callTool({ name: 'book', arguments: {} });
      (await desk.next()).answer(ACCEPT);
      expect(text(await call)).toBe(JSON.stringify(ACCEPT));
      await host.close();
    }
    expect(() => httpUpstream({ url: 'file:///etc/passwd' })).toThrow(TypeError);
  });
});
