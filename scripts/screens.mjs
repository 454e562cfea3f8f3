// Writes every screen and state, light, dark and phone, into docs/screens/ (or the folder given), from the built pages.
// Usage: node scripts/screens.mjs [--only NAME] [--out FOLDER]

import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startInboxScreens } from './screens/inbox-screens.mjs';
import { questions } from './screens/questions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const option = name => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const only = option('--only');
const out = option('--out') ?? join(root, 'docs/screens');
await mkdir(out, { recursive: true });

const bundle = await readFile(join(root, 'packages/element/dist/midcall-question.js'), 'utf8');
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>:root{color-scheme:light dark}body{margin:0;background:light-dark(#f5f6f8,#0f1113)}midcall-question{max-width:44rem;margin:0 auto}</style>
<script type="module" src="/e.js"></script><body><midcall-question></midcall-question>`;
const server = createServer((request, response) => {
  const script = request.url === '/e.js';
  response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' });
  response.end(script ? bundle : html);
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
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
const LOOKS = {
  light: { viewport: { width: 760, height: 400 }, colorScheme: 'light' },
  dark: { viewport: { width: 760, height: 400 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true },
};

for (const [name, { view, act, element = {} }] of Object.entries(questions)) {
  if (only !== undefined && !name.includes(only)) continue;
  for (const [look, settings] of Object.entries(LOOKS)) {
    const context = await browser.newContext({
      ...settings,
      deviceScaleFactor: 1,
      locale: element.locale ?? 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    const page = await context.newPage();
    await page.goto(base);
    await page.evaluate(
      ({ view, element }) => {
        const el = document.querySelector('midcall-question');
        Object.assign(el, element);
        if (element.locale?.startsWith('ar')) document.documentElement.dir = 'rtl';
        el.question = view;
        return el.updateComplete;
      },
      { view: typeof view === 'function' ? view() : view, element },
    );
    if (act !== undefined) {
      await page.waitForTimeout(700);
      await act(page);
      await page.waitForTimeout(150);
    }
    // As high as it is, so that what sticks to the bottom of a window stands where it belongs.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (look !== 'phone') await page.setViewportSize({ width: settings.viewport.width, height: Math.max(height, 400) });
    await page.screenshot({ path: join(out, `${name}-${look}.png`) });
    await context.close();
  }
}
if (only === undefined || only.startsWith('inbox')) await startInboxScreens({ browser, out, only });
await browser.close();
server.close();
