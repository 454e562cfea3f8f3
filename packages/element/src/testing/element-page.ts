/** A page with one element on it, as a careful host would serve it: strict policy, Trusted Types, nothing from elsewhere. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { QuestionView } from '@midcall/core/contract';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html; base-uri 'none'; form-action 'none'";

export const FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Told {
  readonly type: string;
  readonly detail: unknown;
}

export class ElementPage {
  readonly page: Page;
  /** Everything that the page tried to load. */
  readonly requests: string[] = [];
  /** What the browser complained about: policy violations, errors. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('request', request => this.requests.push(request.url()));
    page.on('console', message => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', error => this.complaints.push(String(error)));
  }

  get sheet() {
    return this.page.locator('midcall-question');
  }

  button(name: string | RegExp) {
    return this.sheet.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Draws a question and waits until its buttons answer. */
  async show(view: QuestionView, properties: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.page.evaluate(
      ([view, properties]) => {
        const element = document.querySelector('midcall-question') as HTMLElement & { question: unknown; updateComplete: Promise<unknown> };
        Object.assign(element, properties, { question: view });
        return element.updateComplete;
      },
      [view, properties] as const,
    );
    await this.pastGuard();
  }

  async pastGuard(): Promise<void> {
    await this.page.clock.runFor(700);
  }

  /** Everything the element has told so far, in order. */
  told(type?: string): Promise<Told[]> {
    return this.page.evaluate(
      type => (globalThis as unknown as { told: Told[] }).told.filter(each => type === undefined || each.type === type),
      type,
    );
  }

  answers(): Promise<unknown[]> {
    return this.told('midcall-answer').then(all => all.map(each => each.detail));
  }
}

export interface ElementPages {
  open(options?: BrowserContextOptions): Promise<ElementPage>;
  close(): Promise<void>;
}

export async function startElementPages(): Promise<ElementPages> {
  const bundle = await readFile(new URL('../../dist/midcall-question.js', import.meta.url));
  const server = await listen(bundle);
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS] });
  return {
    async open(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 760, height: 900 },
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        ...options,
      });
      const page = await context.newPage();
      await page.clock.install({ time: NOW });
      const element = new ElementPage(page);
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(() => customElements.get('midcall-question') !== undefined);
      // From here on time passes only when a test says so, however slow the machine is.
      await page.clock.pauseAt(NOW + 30_000);
      return element;
    },
    async close() {
      await browser.close();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** When every test begins. */
export const NOW = Date.UTC(2026, 10, 29, 12, 0, 0);

const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A host</title>
<link rel="icon" href="/icon"><link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script>
<body><main><h1>A host</h1><label>Elsewhere <input id="elsewhere"></label><midcall-question></midcall-question></main>`;

const SCRIPT = `import * as midcall from '/midcall-question.js';
globalThis.midcall = midcall;
globalThis.told = [];
globalThis.opened = [];
globalThis.open = (...args) => { opened.push(args); return null; };
const element = document.querySelector('midcall-question');
for (const type of ['answer', 'draft', 'more-time', 'open-url', 'seen', 'guarded', 'cut-off', 'mute', 'expired', 'leave'])
  element.addEventListener('midcall-' + type, event => told.push({ type: event.type, detail: event.detail }));`;

async function listen(bundle: Buffer): Promise<Server> {
  const files = new Map<string, readonly [type: string, body: string | Buffer]>([
    ['/', ['text/html; charset=utf-8', DOCUMENT]],
    ['/page.js', ['text/javascript', SCRIPT]],
    ['/page.css', ['text/css', ':root{color-scheme:light dark}body{margin:0}main{padding:8px}']],
    ['/midcall-question.js', ['text/javascript', bundle]],
    ['/icon', ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>']],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.[0] ?? 'text/plain', 'content-security-policy': POLICY });
    response.end(file?.[1] ?? '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
