/** A page, a frame of another origin that draws its questions, and whoever else a test needs, each an origin of its own. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core';
import { FLAGS } from './element-page.js';

const STRICT =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'; img-src data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html";

export interface Origin {
  readonly origin: string;
  /** Address of a page with this script; `headers` beside the policy. */
  page(script: string, more?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> }): string;
}

export interface EmbedPages {
  readonly browser: Browser;
  newOrigin(): Promise<Origin>;
  close(): Promise<void>;
}

export async function startEmbedPages(): Promise<EmbedPages> {
  const bundle = await readFile(new URL('../../dist/midcall-question.js', import.meta.url));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS] });
  const servers: Server[] = [];
  return {
    browser,
    async newOrigin() {
      const pages = new Map<string, readonly [text: string, headers: Readonly<Record<string, string>>]>();
      const server = createServer((request, response) => {
        if (request.url === '/midcall-question.js') {
          response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(bundle);
          return;
        }
        const [text, headers] = pages.get(request.url ?? '') ?? ['', {}];
        response.writeHead(text === '' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return {
        origin,
        page(script, { body = '', headers = {} } = {}) {
          const path = `/page-${pages.size}`;
          pages.set(path, [
            `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"><body>${body}<script type="module">import * as midcall from '/midcall-question.js';\n${script}</script>`,
            headers,
          ]);
          return origin + path;
        },
      };
    },
    async close() {
      await browser.close();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise(resolve => server.close(resolve));
      }
    },
  };
}

/** A page that draws what these origins show it, as a careful one is served. */
export function framePage(at: Origin, from: readonly string[], headers: Readonly<Record<string, string>> | 'careful' = 'careful'): string {
  const script = `globalThis.stop = midcall.receiveQuestions(document.querySelector('midcall-question'), { from: ${JSON.stringify(from)} });`;
  const careful = { 'content-security-policy': `${STRICT}; frame-ancestors ${from.join(' ')}` };
  return at.page(script, { body: '<midcall-question></midcall-question>', headers: headers === 'careful' ? careful : headers });
}

/** A page around it, with the questions' outer half as `framed` and what it is told as `told`. */
export function hostPage(at: Origin, frame: string, patience = 10_000): string {
  return at.page(
    `globalThis.framed = new midcall.FramedQuestion(document.querySelector('iframe'), { origin: ${JSON.stringify(new URL(frame).origin)}, patience: ${patience} });
globalThis.told = [];
globalThis.midcall = midcall;
for (const name of ['answer', 'draft', 'seen', 'more-time', 'mute', 'cut-off', 'open-url', 'guarded', 'leave'])
  framed.addEventListener('midcall-' + name, event => told.push([event.type, event.detail]));
document.querySelector('iframe').src = ${JSON.stringify(frame)};`,
    { body: '<iframe title="A question" width="700" height="300"></iframe>' },
  );
}

export async function open(
  browser: Browser,
  address: string,
): Promise<{ readonly page: Page; readonly frame: FrameLocator; readonly complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(address);
  return { page, frame: page.frameLocator('iframe'), complaints };
}
