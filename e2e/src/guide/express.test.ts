/** A server with pages on Express itself: the official client calls, a person opens the page with their own session. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { recordsApp } from './express.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const TOKENS = new Map([
  ['token-of-ada', 'ada'],
  ['token-of-bob', 'bob'],
]);

async function site(): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = recordsApp({
    origin,
    keys: newKey(),
    store: memoryStore(),
    ownerOf: token => TOKENS.get(token),
    signedIn: cookies => /(?:^|; )site=(\w+)/.exec(cookies)?.[1],
  });
  server.on('request', app);
  return { origin, server };
}

interface Page {
  readonly status: number;
  readonly html: string;
  readonly cookies: readonly string[];
}

/** What a browser does: Host, Cookie, Origin and where it comes from, which fetch does not let a test say. */
function browse(url: string, cookies: readonly string[], form?: Record<string, string>): Promise<Page> {
  const { origin } = new URL(url);
  const site =
    form === undefined ? { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } : { origin, 'sec-fetch-site': 'same-origin' };
  const headers = { cookie: cookies.join('; '), 'content-type': 'application/x-www-form-urlencoded', ...site };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: form === undefined ? 'GET' : 'POST', headers }, incoming => {
      let html = '';
      incoming.setEncoding('utf8').on('data', chunk => {
        html += chunk;
      });
      const set = (incoming.headers['set-cookie'] ?? []).map(line => line.split(';')[0] ?? '');
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, html, cookies: [...cookies, ...set] }));
    });
    outgoing.on('error', reject);
    outgoing.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

async function host(origin: string, token: string, onPage: (url: string) => void): Promise<Client> {
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (params.mode === 'url') onPage(params.url);
    return { action: 'accept' };
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  ends.push(() => client.close());
  return client;
}

describe('on Express', () => {
  it('a call sends its person to a page, goes on when they are done there, and nobody else can open it [E-U-13, E-S-04, D20]', async () => {
    const { origin } = await site();
    let seen: (url: string) => void = () => {};
    const page = new Promise<string>(resolve => {
      seen = resolve;
    });
    const called = (await host(origin, 'token-of-ada', url => seen(url))).callTool({ name: 'forecast', arguments: {} });
    const url = await page;
    expect(url.startsWith(`${origin}/midcall/`)).toBe(true);
    expect((await browse(url, ['site=bob'])).status).toBe(403);
    const opened = await browse(url, ['site=ada']);
    expect(opened.html).toContain('Connect the weather service');
    const hidden = Object.fromEntries(
      [...opened.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, k = '', v = '']) => [k, v]),
    );
    expect((await browse(url, opened.cookies, { ...hidden, 'field.token': 'PLANTED-7' })).html).toContain('Done');
    expect((await called).content).toEqual([{ type: 'text', text: 'Sunny, by a token of 9 characters.' }]);
    // The next call of the same person needs no page; another person's does.
    const again = await (await host(origin, 'token-of-ada', () => expect.unreachable())).callTool({ name: 'forecast', arguments: {} });
    expect(JSON.stringify(again.content)).toContain('Sunny');
    const theirs = new Promise<string>(resolve => {
      void host(origin, 'token-of-bob', resolve).then(client => client.callTool({ name: 'forecast', arguments: {} }).catch(() => {}));
    });
    expect(await theirs).not.toBe(url);
  });

  it('lets nobody in without a token', async () => {
    const { origin } = await site();
    await expect(host(origin, 'token-of-nobody', () => {})).rejects.toThrow();
  });
});
