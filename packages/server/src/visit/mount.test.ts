/** Over real HTTP, mounted as authors mount it: calls with credentials, pages with the sign-in of the same site. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { META } from '@midcall/core/wire';
import { memoryStore } from '@midcall/store';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import type { Midcall } from '../midcall.js';
import { createMidcall } from '../node.js';
import { KEYS } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import { overSocket } from './socket.test.kit.js';
import { browser, identify, URL_MODE, visiting } from './visit.test.kit.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

const KEY_PAGE = secretPage('key', { fields: { apiKey: { title: 'API key' } } });
const connect = visiting(async call => {
  const { apiKey } = await (await call.visit('key', { message: 'Records needs your API key.', page: KEY_PAGE })).secret();
  return `connected with ${apiKey.length} characters`;
});

type Mount = (midcall: () => Midcall) => Promise<Server>;

const auth = (bearer: string | undefined) =>
  bearer === undefined ? undefined : { token: bearer, clientId: 'app', scopes: [], extra: { iss: 'test', sub: bearer } };
const bearerOf = (value: string | null | undefined): string | undefined => /^Bearer (\w+)$/.exec(value ?? '')?.[1];
const handlerFor = (midcall: Midcall) =>
  createMcpHandler(() => midcall.attach(new McpServer({ name: 'Records', version: '1' }), [connect]));

const onNode: Mount = async midcall => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/pages/')) return void toNodeHandler(midcall().pages())(request as never, response);
    Object.assign(request, { auth: auth(bearerOf(request.headers.authorization)) });
    void toNodeHandler(handlerFor(midcall()))(request as never, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** As Express does for what is mounted under a path: the handler sees the path without it. */
const onNodeCutOff: Mount = async midcall => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/pages/')) {
      request.url = request.url.slice('/pages'.length);
      return void toNodeHandler(midcall().pages())(request as never, response);
    }
    Object.assign(request, { auth: auth(bearerOf(request.headers.authorization)) });
    void toNodeHandler(handlerFor(midcall()))(request as never, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const onHono: Mount = async midcall => {
  const app = new Hono();
  app.all('/pages/*', context => midcall().pages().fetch(context.req.raw));
  app.all('/mcp', context => {
    const authInfo = auth(bearerOf(context.req.header('authorization')));
    return handlerFor(midcall()).fetch(context.req.raw, { ...(authInfo !== undefined && { authInfo }) });
  });
  return new Promise(resolve => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server));
  });
};

async function post(url: string, params: object, bearer?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'connect',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'connect',
        arguments: {},
        ...params,
        _meta: {
          [META.protocolVersion]: '2026-07-28',
          [META.clientInfo]: { name: 'raw', version: '0' },
          [META.clientCapabilities]: URL_MODE,
        },
      },
    }),
  });
  const body = await response.text();
  return JSON.parse(body.startsWith('{') ? body : (/^data: (.+)$/m.exec(body)?.[1] ?? '{}'));
}

describe.each([
  ['Node', onNode],
  ['Node, the prefix cut off', onNodeCutOff],
  ['Hono', onHono],
])('mounted on %s', (_name, mount) => {
  it('one person calls with a token, opens the page with a cookie, and the call goes on; nobody else can [E-S-04, E-U-13, E-U-17, D21]', async () => {
    let midcall: Midcall | undefined;
    const server = await mount(() => midcall as Midcall);
    servers.push(server);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const errors: unknown[] = [];
    midcall = createMidcall({
      keys: KEYS,
      store: memoryStore(),
      pages: { url: `${origin}/pages`, identify },
      onError: error => errors.push(error),
    });
    const first = await post(`${origin}/mcp`, {}, 'alice');
    const { url } = first.result.inputRequests.key.params;
    const held = post(`${origin}/mcp`, { requestState: first.result.requestState, inputResponses: { key: { action: 'accept' } } }, 'alice');
    expect((await browser(overSocket, { site: 'bob' }).open(url)).status).toBe(403);
    const alice = browser(overSocket, { site: 'alice' });
    expect((await alice.open(url)).text).toContain('API key');
    expect((await alice.open(`${origin}/pages/page.css`)).headers.get('content-type')).toContain('text/css');
    await alice.open(url);
    expect((await alice.submit({ 'field.apiKey': 'PLANTED-1' })).text).toContain('Done');
    expect((await held).result.content[0].text).toBe('connected with 9 characters');
    expect((await post(`${origin}/mcp`, {}, 'alice')).result.content[0].text).toBe('connected with 9 characters');
    expect((await post(`${origin}/mcp`, {}, 'bob')).result.resultType).toBe('input_required');
    expect(errors).toHaveLength(1);
  });

  it('opens no page for callers without credentials, and none without an address of its own [D20, D21]', async () => {
    let midcall: Midcall | undefined;
    const reported: string[] = [];
    const server = await mount(() => midcall as Midcall);
    servers.push(server);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { keys: KEYS, store: memoryStore(), onError: (error: unknown) => reported.push(String(error)) };
    midcall = createMidcall({ ...options, pages: { url: `${origin}/pages`, identify } });
    expect((await post(`${origin}/mcp`, {})).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('for somebody') }],
    });
    midcall = createMidcall(options);
    expect((await post(`${origin}/mcp`, {}, 'alice')).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('where the pages') }],
    });
  });
});
