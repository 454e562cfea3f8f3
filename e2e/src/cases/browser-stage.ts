/**
 * A real Chromium with the element in a call's modal. The page is bundled once a run; every case gets a fresh page whose
 * every request is recorded and refused.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { closeAtEnd } from './peers.js';

export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const paths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

let browser: Promise<Browser> | undefined;
let scripts: Promise<ReadonlyMap<string, string>> | undefined;

export interface PageOptions {
  readonly locale?: string;
  readonly zone?: string;
}

/** Starts the browser and bundles the page, once a run. */
export async function warmStage(): Promise<void> {
  browser ??= launch();
  scripts ??= bundle(fileURLToPath(new URL('browser-page.js', import.meta.url)));
  // Whoever awaits it sees the failure; a run that never gets there must not die of it.
  scripts.catch(() => undefined);
  await Promise.all([browser, scripts]);
}

/** A page with an empty modal; `requests` is whatever it tried to fetch. */
export async function openStage(options: PageOptions = {}): Promise<{ readonly page: Page; readonly requests: readonly string[] }> {
  await warmStage();
  const context = await (await (browser as Promise<Browser>)).newContext({
    viewport: { width: 900, height: 800 },
    locale: options.locale ?? 'en-GB',
    ...(options.zone !== undefined && { timezoneId: options.zone }),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const files = await (scripts as Promise<ReadonlyMap<string, string>>);
  const page = await context.newPage();
  const requests: string[] = [];
  const origin = 'https://stage.example';
  await page.route('**/*', route => {
    const url = route.request().url();
    if (url === `${origin}/`) return route.fulfill({ contentType: 'text/html', body: document });
    const code = url.startsWith(`${origin}/`) ? files.get(url.slice(origin.length + 1)) : undefined;
    if (code !== undefined) return route.fulfill({ contentType: 'text/javascript', body: code });
    requests.push(url);
    return route.abort();
  });
  await page.goto(`${origin}/`);
  await start(page);
  return { page, requests };
}

/** An empty tab of the same browser, with nothing in its way. */
export async function openTab(): Promise<Page> {
  await warmStage();
  return (await (await (browser as Promise<Browser>)).newContext({ locale: 'en-GB' })).newPage();
}

/** The person reloads the page: everything in it is gone but what its host kept. */
export async function reloadStage(page: Page): Promise<void> {
  await page.reload();
  await start(page);
}

async function start(page: Page): Promise<void> {
  await page.addScriptTag({ url: `/${entryFile}`, type: 'module' });
  await page.waitForFunction('window.stage !== undefined');
}

const document =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>stage</title><body><label>Chat <input id="chat"></label>' +
  '<dialog style="width:640px;max-height:95vh"><midcall-question mode="modal"></midcall-question></dialog></body></html>';

async function launch(): Promise<Browser> {
  const executablePath = paths.find(path => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('No Chromium was found; `npm run setup` installs it, or set CHROMIUM to its path.');
  const started = await chromium.launch({ executablePath, args: chromiumArgs, headless: true });
  closeAtEnd(() => started.close());
  return started;
}

const entryFile = 'page.js';

/** An entry with everything it needs, by file name: what the element loads when it needs it stays apart, as in a real host. */
async function bundle(entry: string): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2023', lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${entry} could not be bundled`);
  return new Map(output.output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part.code] as const] : [])));
}
