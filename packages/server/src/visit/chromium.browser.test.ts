/** The pages in a real browser: what it sends by itself, what its policy lets happen, and what the pages look like to axe. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fakeClock, memoryStore } from '@midcall/store';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { modernPeer, type Peer, textOf } from '../raw-peer.test.kit.js';
import { authorizationServer, CLIENT } from './authorization-server.test.kit.js';
import { html } from './html.js';
import { customPage, oauthPage, secretPage, type Page as VisitPage } from './page.js';
import { URL_MODE, visiting } from './visit.test.kit.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});
afterAll(() => browser.close());

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const call = { name: 'connect', arguments: {} };

async function begun(page: VisitPage<unknown>, data = {}) {
  const clock = fakeClock(Date.now());
  const definition = visiting(async inside =>
    JSON.stringify(await (await inside.visit('it', { message: 'Records needs this.', page, data })).secret()),
  );
  const peer = await modernPeer([definition], { clock, store: memoryStore({ clock }), capabilities: URL_MODE, principal: () => undefined });
  peers.push(peer);
  const first = await peer.request('tools/call', call);
  const { message, url } = first.result.inputRequests.it.params;
  const finish = async () =>
    textOf(
      await peer.request('tools/call', { ...call, requestState: first.result.requestState, inputResponses: { it: { action: 'accept' } } }),
    );
  return { url: url as string, code: /code: (\S+)$/.exec(message)?.[1] ?? '', finish };
}

/** Opens the page and types the code. Fails on anything the browser complains about, such as its policy. */
async function opened(url: string, code: string): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const context = await browser.newContext({ bypassCSP: false });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', line => complaints.push(line.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(url);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Go on' }).click();
  return { page, complaints };
}

/** axe needs scripts, which our policy forbids: it looks at the same document under none. */
async function violations(page: Page): Promise<unknown[]> {
  const context = await browser.newContext({ bypassCSP: true });
  const copy = await context.newPage();
  const css = await page.evaluate<string>("[...document.styleSheets[0].cssRules].map(rule => rule.cssText).join('\\n')");
  await copy.setContent((await page.content()).replace(/<link[^>]*>/, `<style>${css}</style>`));
  await copy.evaluate(AXE);
  const result = await copy.evaluate<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>('axe.run()');
  await context.close();
  return result.violations.map(({ id, nodes }) => ({ id, at: nodes.map(node => node.html) }));
}

describe('in Chromium', () => {
  it('a secret is given in three steps, by keyboard alone, and axe finds nothing to object to', async () => {
    const key = secretPage('key', {
      title: 'Connect the mail service',
      fields: { apiKey: { title: 'API key', description: 'Read access is enough.' } },
    });
    const { url, code, finish } = await begun(key);
    const { page, complaints } = await opened(url, code);
    await page.getByLabel('API key').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth")).not.toBe('none');
    await page.getByLabel('API key').fill('sk-1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    expect(await finish()).toBe('{"apiKey":"sk-1"}');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('access is given at the real authorization server and back, under our policy', async () => {
    // The port is the listener's: registered at any, as for native applications (RFC 8252).
    const as = await authorizationServer(['http://127.0.0.1/callback'], 'native');
    try {
      const host = oauthPage({
        name: 'codehost',
        title: 'Codehost',
        issuer: as.issuer,
        discovery: 'oidc',
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        scopes: ['repo'],
      });
      const { url, code, finish } = await begun(host);
      const { page } = await opened(url, code);
      await page.getByRole('button', { name: 'Go to Codehost' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Go to Codehost' }).click();
      await page.locator('input[name=login]').fill('alice');
      await page.locator('input[name=password]').fill('anything');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      expect(page.url()).toBe(url);
      expect(await finish()).toContain('accessToken');
      await page.context().close();
    } finally {
      await as.close();
    }
  });

  it('a foreign page can neither post to the page, frame it nor read it', async () => {
    const approve = customPage<{ ok: true }>('approve', (_request, page) =>
      page.form === undefined
        ? page.page('Pay?', html`<h1>Pay?</h1><form method="post">${page.guard}<button class="main">Pay</button></form>`)
        : page.done({ ok: true }),
    );
    const { url, code, finish } = await begun(approve);
    const { page, complaints } = await opened(url, code);
    await page.getByRole('button', { name: 'Pay' }).waitFor();
    const evil = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<form method=post action="${url}"><button>Win</button></form><iframe src="${url}"></iframe>`),
    );
    await new Promise<void>(resolve => evil.listen(0, '127.0.0.1', resolve));
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
    const read = await other.evaluate(
      `fetch(${JSON.stringify(url)}, { credentials: 'include' }).then(response => response.text(), () => 'blocked')`,
    );
    expect(read).toBe('blocked');
    expect(await await other.frames()[1]?.content()).not.toContain('Pay?');
    await other.getByRole('button', { name: 'Win' }).click();
    await other.getByRole('heading', { name: 'This is not possible' }).waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    expect(await finish()).toBe('{"ok":true}');
    expect(complaints).toEqual([]);
    evil.closeAllConnections();
    evil.close();
    await page.context().close();
  });
});
