/** A desk, its inbox and a browser on loopback, for tests against the page as it is built. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDesk, type DeskAnswer, type DeskQuestion, type HostDesk } from '@midcall/host';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { createInbox, type Inbox, type InboxOptions } from '../create-inbox.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface InboxServer {
  readonly desk: HostDesk;
  readonly inbox: Inbox;
  readonly origin: string;
  /** Asks and delivers whatever is answered. */
  ask(question: Partial<DeskQuestion> & Pick<DeskQuestion, 'params'>): Promise<DeskAnswer>;
  close(): Promise<void>;
}

export function startInbox(options: Partial<InboxOptions> = {}): Promise<InboxServer> {
  return serveInbox((desk, origin) => {
    const inbox = createInbox({ desk, origin, ...options });
    desk.addSurface(inbox.surface);
    return inbox;
  });
}

/** @param make an inbox of this desk, as one of its surfaces */
export async function serveInbox(make: (desk: HostDesk, origin: () => string) => Inbox): Promise<InboxServer> {
  const desk = createDesk();
  let origin = '';
  const inbox = make(desk, () => origin);
  const server = await listen(request => inbox.fetch(request));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    desk,
    inbox,
    origin,
    async ask(question) {
      const answer = await desk.ask({ revision: '2026-07-28', principal: 'local', server: { name: 'Records' }, ...question });
      answer.settle('delivered');
      return answer;
    },
    async close() {
      inbox.close();
      await desk.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** A plain server on loopback, for pages of somebody else. */
export async function serveText(text: string, type = 'text/html'): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const server = await listen(async () => new Response(text, { headers: { 'content-type': type } }));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

export function launch(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS, ...more] });
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

/** Opens a printed link, clicks, and waits until the page is live. */
export async function signIn(browser: Browser, server: InboxServer, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  await page.clock.install();
  const complaints: string[] = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(await server.inbox.loginLink());
  await page.getByRole('button', { name: 'Open the inbox' }).click();
  await page.locator('.line-state.live').waitFor({ state: 'attached' });
  return { context, page, complaints };
}

/** A form field that asks for one name. */
export const NAME_FORM = { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] } as const;

async function listen(handle: (request: Request) => Promise<Response>): Promise<Server> {
  const server = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function answer(handle: (request: Request) => Promise<Response>, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const stop = new AbortController();
  outgoing.on('close', () => stop.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value));
  const body = incoming.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal: stop.signal,
    ...body,
  });
  const response = await handle(request);
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  });
  try {
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
  } catch {
    // The reader went away.
  }
  outgoing.end();
}
