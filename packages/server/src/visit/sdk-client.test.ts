/** The official client at the other end: what it does by itself with held retries, state-only rounds, notices and -32042. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { type Definition, definePrompt } from '../author/define.js';
import { createMidcall } from '../node.js';
import { byTestUser, KEYS } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import { browser, PAGES, visiting, type World, world } from './visit.test.kit.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const KEY_PAGE = secretPage('key', { fields: { apiKey: { title: 'API key' } } });
const message = 'Records needs your API key.';
const connect = visiting(async call => {
  const { apiKey } = await (await call.visit('key', { message, page: KEY_PAGE })).secret();
  return `connected with ${apiKey.length} characters`;
});

async function client(at: World, era: 'legacy' | 'modern', definition: Definition) {
  const { store, clock } = at;
  const midcall = createMidcall({ keys: KEYS, store, clock, pages: PAGES, principal: byTestUser });
  const server = (): McpServer => midcall.attach(new McpServer({ name: 'Records', version: '1' }), [definition]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = era === 'modern' ? serveStdio(server, { transport: far }) : undefined;
  if (served === undefined) await server().connect(far);
  const host = new Client(
    { name: 'host', version: '1' },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  const urls: string[] = [];
  const notices: string[] = [];
  host.setRequestHandler('elicitation/create', request => {
    if (request.params.mode === 'url') urls.push(request.params.url);
    return { action: 'accept' };
  });
  host.setNotificationHandler('notifications/elicitation/complete', notification => {
    notices.push(notification.params.elicitationId);
  });
  await host.connect(near);
  closing.push(async () => {
    await host.close();
    await served?.close();
  });
  return { host, urls, notices };
}

async function finish(at: World, url: string): Promise<void> {
  const person = browser(at.pages.fetch, { site: 'alice' });
  await person.open(url);
  await person.submit({ 'field.apiKey': 'abc' });
}

const textOf = (result: { readonly content?: unknown }): unknown => (result.content as readonly { readonly text?: string }[])[0]?.text;

describe('the official client', () => {
  it('comes again by itself after a round that is state alone, and asks the person once [D18, E-A-10]', async () => {
    const at = world();
    const { host, urls } = await client(at, 'modern', connect);
    const result = host.callTool({ name: 'connect', arguments: {} });
    for (let round = 0; round < 3; round += 1) {
      await at.held();
      await at.clock.advance(45_000);
    }
    await at.held();
    await finish(at, urls[0] as string);
    expect(textOf(await result)).toBe('connected with 3 characters');
    expect(urls).toHaveLength(1);
  });

  it('gets the notice that the page is done on 2025-11-25 [E-N-01, E-N-03]', async () => {
    const at = world();
    const { host, urls, notices } = await client(at, 'legacy', connect);
    const result = host.callTool({ name: 'connect', arguments: {} });
    await at.held();
    await finish(at, urls[0] as string);
    expect(textOf(await result)).toBe('connected with 3 characters');
    expect(notices).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  });

  it('has -32042 with its pages in hand, goes there, and calls again [E-N-07, E-N-10]', async () => {
    const at = world();
    const byError = visiting(async call => {
      await call.visit('key', { message, page: KEY_PAGE, when: 'error' });
      return 'connected';
    });
    const { host, notices } = await client(at, 'legacy', byError);
    const error = await host.callTool({ name: 'connect', arguments: {} }).then(
      () => undefined,
      (thrown: { readonly code: number; readonly data: { readonly elicitations: readonly { readonly url: string }[] } }) => thrown,
    );
    expect(error?.code).toBe(-32042);
    await at.held();
    await finish(at, error?.data.elicitations[0]?.url ?? '');
    expect(textOf(await host.callTool({ name: 'connect', arguments: {} }))).toBe('connected');
    expect(notices).toHaveLength(1);
  });

  it('of a prompt is told with an error of its own that the page is still open [D11, D18]', async () => {
    const at = world();
    const prompt = definePrompt('summary', {}, async (_none, call) => {
      await call.visit('key', { message, page: KEY_PAGE });
      return { messages: [] };
    });
    const { host } = await client(at, 'modern', prompt);
    const result = host.getPrompt({ name: 'summary' }).catch((error: unknown) => error);
    for (let round = 0; round < 8; round += 1) {
      await at.held();
      await at.clock.advance(45_000);
    }
    expect(await result).toMatchObject({ code: 1002, data: { reason: 'open' } });
  });
});
