/** A desk with its inbox on the loopback interface, and Chromium signed in to it, as a person's is. */
import type { JsonObject } from '@midcall/core';
import { createDesk, type HostDesk, openGate } from '@midcall/host';
import { createInbox, type Inbox } from '@midcall/inbox';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { listen } from '../servers/listen.js';

export interface InboxPage {
  readonly desk: HostDesk;
  readonly inbox: Inbox;
  readonly origin: string;
  readonly context: BrowserContext;
  /** Puts a question before the person; it waits until the page is closed. */
  ask(message: string, requestedSchema: JsonObject): void;
  /** The page that was signed in. Others can be opened while it is there. */
  readonly page: Page;
  close(): Promise<void>;
}

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

export async function openInbox(): Promise<InboxPage> {
  // Somebody can be reached also while the page is away: a question that nobody could see would end at once (N1).
  const elsewhere = { name: 'elsewhere', reachable: () => true };
  const desk = createDesk({ policy: openGate, surfaces: [elsewhere] });
  let origin = '';
  const inbox = createInbox({ desk, origin: () => origin });
  desk.addSurface(inbox.surface);
  const server = await listen(toNodeHandler({ fetch: request => inbox.fetch(request) }) as never);
  origin = server.url.origin;
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(await inbox.loginLink());
  await page.getByRole('button', { name: 'Open the inbox' }).click();
  await page.locator('.line-state.live').waitFor({ state: 'attached' });
  // Stays open: a further tab is let in by the one that was signed in.
  return {
    desk,
    inbox,
    origin,
    context,
    page,
    ask(message, requestedSchema) {
      const question = { revision: '2026-07-28', principal: 'local', server: { name: 'Records' } } as const;
      void desk.ask({ ...question, params: { mode: 'form', message, requestedSchema } });
    },
    async close() {
      await browser.close();
      inbox.close();
      await desk.close();
      await server.close();
    },
  };
}
