/** Over real HTTP: status codes, streams, credentials. */
import { createServer, type Server } from 'node:http';
import { text } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { memoryStore } from '@midcall/store';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { defineTool } from './author/define.js';
import { createMidcall as createPlain } from './index.js';
import type { Midcall } from './midcall.js';
import { createMidcall } from './node.js';
import { FORM, KEYS } from './raw-peer.test.kit.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

let signalled: AbortSignal | undefined;
const greet = defineTool('greet', {}, async (_none, call) => {
  signalled = call.signal;
  const { name } = await call.need('who', { message: 'Who?', form: { name: text() } });
  return { content: [{ type: 'text', text: `Hello ${name}` }] };
});
const keeps = defineTool('keeps', {}, async (_none, call) => {
  await call.ask('who', { message: 'Who?', form: { name: text() }, remember: { for: '1d' } });
  return { content: [] };
});

const works = defineTool('works', {}, async (_none, call) => {
  await call.progress(1, { total: 2, message: 'Counting' });
  const { name } = await call.need('who', { message: 'Who?', form: { name: text() } });
  return { content: [{ type: 'text', text: `Counted for ${name}` }] };
});

async function listen(midcall: Midcall, credentials?: (bearer: string) => object): Promise<string> {
  const handler = toNodeHandler(
    createMcpHandler(() => midcall.attach(new McpServer({ name: 'http', version: '1' }), [greet, keeps, works])),
  );
  const server = createServer((request, response) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined && credentials !== undefined)
      Object.assign(request, { auth: { token: bearer, clientId: 'app', scopes: [], extra: credentials(bearer) } });
    void handler(request as Parameters<typeof handler>[0], response);
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/mcp`;
}

let id = 0;
async function post(
  url: string,
  params: { readonly name: string; readonly [member: string]: unknown },
  { capabilities = FORM, bearer, progressToken }: { capabilities?: object; bearer?: string; progressToken?: string } = {},
) {
  id += 1;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        ...params,
        _meta: {
          [META.protocolVersion]: '2026-07-28',
          [META.clientInfo]: { name: 'raw', version: '0' },
          [META.clientCapabilities]: capabilities,
          ...(progressToken !== undefined && { progressToken }),
        },
      },
    }),
  });
  const body = await response.text();
  const data = body.startsWith('{') ? body : (/^data: (.+)$/m.exec(body)?.[1] ?? '{}');
  return { status: response.status, frame: JSON.parse(data), body };
}

describe('over HTTP', () => {
  it('asks with status 200 and nothing after the result, and completes on a retry of its own [E-M-01, E-M-04, E-M-20, E-M-21, E-R-03, E-S-11, E-T-05c]', async () => {
    const url = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }));
    const first = await post(url, { name: 'greet' });
    expect(first.status).toBe(200);
    expect(first.frame.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } });
    expect(first.frame.result).not.toHaveProperty('ttlMs');
    expect(first.body.match(/"jsonrpc"/g)).toHaveLength(1);
    const done = await post(url, {
      name: 'greet',
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
      requestState: first.frame.result.requestState,
    });
    expect(done.frame.result.content).toEqual([{ type: 'text', text: 'Hello Ada' }]);
  });

  it('tells progress on the stream of the request before the result that asks ends it [E-T-05, E-T-05b, E-G-01]', async () => {
    const url = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }));
    const { body } = await post(url, { name: 'works' }, { progressToken: 'p' });
    const frames = [...body.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(frames).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2, message: 'Counting' } },
      { result: { resultType: 'input_required' } },
    ]);
  });

  it('answers -32021 with status 400, from deep inside the handler [E-C-08, E-C-09]', async () => {
    const url = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }));
    const refused = await post(url, { name: 'greet' }, { capabilities: {} });
    expect(refused.status).toBe(400);
    expect(refused.frame.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
  });

  it('binds state to issuer and subject, not to the token or the app [D21, N7, E-S-04, E-S-06, E-M-12, E-Q-03]', async () => {
    const users: Record<string, object> = {
      'alice-1': { iss: 'i', sub: 'alice' },
      'alice-2': { iss: 'i', sub: 'alice' },
      bob: { iss: 'i', sub: 'bob' },
      imposter: { iss: 'j', sub: 'alice' },
    };
    const url = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }), bearer => users[bearer] ?? {});
    const first = await post(url, { name: 'greet' }, { bearer: 'alice-1' });
    const retry = {
      name: 'greet',
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
      requestState: first.frame.result.requestState,
    };
    for (const bearer of ['bob', 'imposter']) expect((await post(url, retry, { bearer })).frame.error.code).toBe(-32602);
    expect((await post(url, retry)).frame.error.code).toBe(-32602);
    expect((await post(url, retry, { bearer: 'alice-2' })).frame.result.content).toEqual([{ type: 'text', text: 'Hello Ada' }]);
  });

  it('refuses credentials that name nobody, and never takes the app for the person [D21, E-S-05]', async () => {
    const errors: unknown[] = [];
    const url = await listen(createMidcall({ keys: KEYS, onError: error => errors.push(error) }), () => ({ sub: 'x' }));
    const { frame } = await post(url, { name: 'greet' }, { bearer: 'a' });
    expect(frame.error).toMatchObject({ code: -32603, data: { reason: 'PRINCIPAL_REQUIRED' } });
    expect(errors[0]).toMatchObject({ code: 'PRINCIPAL_REQUIRED' });
  });

  it('keeps nothing for callers without credentials, unless only this machine can call [D21]', async () => {
    const open = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }));
    expect((await post(open, { name: 'keeps' })).frame.result).toMatchObject({ isError: true });
    const local = await listen(createMidcall({ keys: KEYS, store: memoryStore(), loopback: true }));
    expect((await post(local, { name: 'keeps' })).frame.result.resultType).toBe('input_required');
  });

  it('refuses every call while there are no keys that outlive the process [D8]', async () => {
    const url = await listen(createPlain({ onError: () => {} }));
    expect((await post(url, { name: 'greet' })).frame.error).toMatchObject({ data: { reason: 'KEYS_REQUIRED' } });
  });

  it('ends a round’s signal with the round, not with the flow [D6]', async () => {
    const url = await listen(createMidcall({ keys: KEYS, store: memoryStore(), onError: () => {} }));
    const first = await post(url, { name: 'greet' });
    const before = signalled;
    expect(before?.aborted).toBe(true);
    await post(url, {
      name: 'greet',
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
      requestState: first.frame.result.requestState,
    });
    expect(signalled).not.toBe(before);
  });
});

describe('the entry without Node modules', () => {
  it('speaks the same states over WebCrypto as the Node entry does [E-S-07, N6]', async () => {
    const store = memoryStore();
    const [node, plain] = await Promise.all([
      listen(createMidcall({ keys: KEYS, store, onError: () => {} })),
      listen(createPlain({ keys: KEYS, store, onError: () => {} })),
    ]);
    for (const [from, to] of [
      [node, plain],
      [plain, node],
    ] as const) {
      const first = await post(from, { name: 'greet' });
      const retry = {
        name: 'greet',
        inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
        requestState: first.frame.result.requestState,
      };
      expect((await post(to, { ...retry, requestState: `${retry.requestState}x` })).frame.error.code).toBe(-32602);
      expect((await post(to, retry)).frame.result.content).toEqual([{ type: 'text', text: 'Hello Ada' }]);
    }
  });
});
