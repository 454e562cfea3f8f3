import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RECORDS, type Running, startCli } from '../testing/run-cli.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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
const complaints: string[] = [];
let running: Running;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  running = startCli(['dev', '--no-open', '--name', 'Records', '--', process.execPath, RECORDS]);
  const [, file = ''] = await running.seen(/browser: (\S+\.html)/);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(`file://${file}`);
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

afterAll(async () => {
  await browser?.close();
  running?.child.kill('SIGINT');
  await running?.finished;
});

/** For a moment after it appears a button does nothing; a person presses it again. */
async function press(button: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await button.click({ timeout: 2_000 }).catch(() => {});
        return button.isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(false);
}

/** Rules that axe finds broken on the page as it is now. */
async function faults(): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> } };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => String(node.target)).join(', ')}`);
  });
}

it('lets an author run a tool and answer its questions as a person will, with the wire beside it, under a strict policy', async () => {
  await page.getByRole('button', { name: 'Run delete_stale_records' }).click();
  const sheet = page.locator('midcall-question');
  await sheet.getByText('Which records may go?').waitFor();
  expect(await faults()).toEqual([]);

  await sheet.getByText('Shopping carts').click();
  await press(sheet.getByRole('button', { name: 'Check your answers' }));
  await press(sheet.getByRole('button', { name: 'Send answer' }));
  const confirm = page.locator('midcall-question').last();
  await confirm.getByText('Delete 918 rows from carts').first().waitFor();
  await confirm.getByRole('checkbox').click();
  await press(confirm.getByRole('button', { name: /^Yes, delete 918 rows/ }));

  await page.getByText('Deleted 918 rows from carts').waitFor();
  expect(await page.locator('.command').textContent()).toContain('--answer plan.table=carts');
  const asking = page.locator('.frame.asks').first();
  await asking.locator('summary').click();
  expect(await asking.locator('.json').textContent()).toContain('"resultType": "input_required"');
  expect(await faults()).toEqual([]);
});

it('fits a phone without scrolling sideways, one part at a time, in the dark too', async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const part of ['Tools', 'Call', 'Wire']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await faults()).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('plays a host that cannot ask at the flick of a switch', async () => {
  await page.getByRole('checkbox', { name: 'Host can ask' }).click();
  await page.getByText('restarting with other settings').waitFor();
  await page.locator('.status.ready').waitFor();
  await page.getByRole('button', { name: 'Run delete_stale_records' }).click();
  await page.locator('.outcome .badge.failed').waitFor();
  expect(complaints).toEqual([]);
});
