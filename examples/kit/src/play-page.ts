/** Plays a page example as a person does, in Chromium: books a table, says no, and closes a question without an answer. */
import { chromium, type Locator, type Page } from 'playwright-core';
import type { HostPage } from './host-page.js';
import { createRestaurant, type Restaurant } from './restaurant.js';

export interface Played {
  /** What the page said of each call, in order: accepted, declined, closed. */
  readonly said: readonly string[];
  /** What the browser complained about; nothing, where all is well. */
  readonly complaints: readonly string[];
  /** Every other place that the page tried to reach. */
  readonly elsewhere: readonly string[];
  /** What the restaurant has booked. */
  readonly booked: readonly string[];
}

/** Serves the page of an example, plays it, and closes it again. */
export async function playExample(serve: (restaurant: Restaurant) => Promise<HostPage>): Promise<Played> {
  const restaurant = createRestaurant();
  const app = await serve(restaurant);
  try {
    return { ...(await playPage(app.origin)), booked: restaurant.booked };
  } finally {
    await app.close();
  }
}

/** What an example does to verify itself: plays, tells, and sets the exit code. */
export async function verifyExample(serve: (restaurant: Restaurant) => Promise<HostPage>): Promise<void> {
  const { said, complaints, elsewhere, booked } = await playExample(serve);
  const good = booked.length === 1 && complaints.length === 0 && elsewhere.length === 0;
  for (const line of said) process.stdout.write(`${line}\n`);
  process.stdout.write(good ? 'ok\n' : `NOT OK ${[...complaints, ...elsewhere].join('\n')}\n`);
  process.exitCode = good ? 0 : 1;
}

async function playPage(origin: string): Promise<Omit<Played, 'booked'>> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 900, height: 900 } });
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', error => complaints.push(String(error)));
    page.on('request', request => !request.url().startsWith(origin) && elsewhere.push(request.url()));
    await page.goto(origin);
    return { said: [await accept(page), await decline(page), await close(page)], complaints, elsewhere };
  } finally {
    await browser.close();
  }
}

async function accept(page: Page): Promise<string> {
  const sheet = await begin(page);
  await sheet.getByLabel('Day').fill('2027-03-14');
  await sheet.getByLabel('Guests').fill('4');
  await sheet.getByLabel('On the terrace').check();
  await press(sheet.getByRole('button', { name: 'Check your answers' }), sheet.getByRole('heading', { name: 'Check your answers' }));
  await press(sheet.getByRole('button', { name: 'Send answer' }), sheet.getByLabel('I know about the deposit'));
  await sheet.getByLabel('I know about the deposit').check();
  return ended(page, sheet.getByRole('button', { name: /^Yes/ }));
}

async function decline(page: Page): Promise<string> {
  const sheet = await begin(page);
  return ended(page, sheet.getByRole('button', { name: 'Decline', exact: true }));
}

async function close(page: Page): Promise<string> {
  await begin(page);
  await page.keyboard.press('Escape');
  return said(page);
}

async function begin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Book a table' }).click();
  const sheet = page.locator('midcall-question');
  await sheet.getByText('When would you like to come').waitFor();
  return sheet;
}

/** Buttons do nothing in the first moment of a sheet: presses again until what it leads to is there. */
async function press(button: Locator, leadsTo: Locator, state: 'visible' | 'hidden' = 'visible'): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
    await button.click({ timeout: 1_000 }).catch(() => {});
    const there = await leadsTo.waitFor({ state, timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (there) return;
  }
  throw new Error('A button was pressed and nothing came of it.');
}

async function ended(page: Page, button: Locator): Promise<string> {
  await press(button, page.locator('dialog[open]'), 'hidden');
  return said(page);
}

/** What the page said last; it says "…" while a call is under way. */
async function said(page: Page): Promise<string> {
  const log = page.locator('#said').filter({ hasNotText: '…' });
  await log.waitFor();
  return ((await log.textContent()) ?? '').trim();
}
