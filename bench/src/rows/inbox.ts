/** The inbox and the element as a browser has them: what is loaded, how soon a question can be answered, what a keystroke and ten thousand of anything cost. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type InboxPage, openInbox } from '../hosts/inbox-page.js';
import type { Measured, MeasureOptions, Row } from '../row.js';

const NAME = { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] } as const;

async function withInbox(work: (inbox: InboxPage) => Promise<Measured>): Promise<Measured> {
  const inbox = await openInbox();
  try {
    return await work(inbox);
  } finally {
    await inbox.close();
  }
}

/**
 * What comes before the first question can be seen, gzipped: document, script, styles. Parts that the page loads later are
 * kept from it here, so that the question is seen to need none of them.
 */
function firstLoad(): Promise<Measured> {
  return withInbox(async ({ context, origin, ask }) => {
    ask('What is your name?', NAME);
    const page = await context.newPage();
    await page.route(/inbox-[^/]+\.js$/, route => route.abort());
    const sizes: Promise<number>[] = [];
    page.on('response', response => {
      const { pathname } = new URL(response.url());
      if (pathname === '/' || /\.(js|css)$/.test(pathname)) sizes.push(response.body().then(body => gzipSync(body, { level: 9 }).length));
    });
    await page.goto(`${origin}/`);
    await page.locator('.item').first().waitFor();
    const bytes = (await Promise.all([...sizes])).reduce((sum, size) => sum + size, 0);
    return { value: bytes, spread: [bytes, bytes] };
  });
}

async function elementSize(): Promise<Measured> {
  const file = fileURLToPath(import.meta.resolve('@midcall/element/midcall-question.js'));
  const bytes = gzipSync(await readFile(file), { level: 9 }).length;
  return { value: bytes, spread: [bytes, bytes] };
}

/** From the start of the navigation to the question's field being there to type in; the browser's own clock. */
function usable(): Promise<Measured> {
  return withInbox(async ({ context, inbox, desk, ask }) => {
    ask('What is your name?', NAME);
    const [question] = desk.list({ principal: 'local' });
    const seen: number[] = [];
    for (let visit = 0; visit < 13; visit += 1) {
      const page = await context.newPage();
      await page.goto(inbox.questionLink(question?.id ?? ''));
      await page.getByLabel('Name').waitFor();
      seen.push(await page.evaluate(() => performance.now()));
      await page.close();
    }
    return undisturbed(seen.slice(2));
  });
}

/** From the key to the frame after the list has changed: the slowest of about fifty keys, each at its best of five times. */
function keystroke({ count = 10_000 }: MeasureOptions = {}): Promise<Measured> {
  return withInbox(async ({ context, origin, ask }) => {
    const options = Array.from({ length: count }, (_, at) => ({ const: `c${at}`, title: `${CITIES[at % CITIES.length]} ${at}` }));
    ask('Which city?', { type: 'object', properties: { city: { type: 'string', title: 'City', oneOf: options } }, required: ['city'] });
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await page.locator('.item').first().click();
    const field = page.getByRole('combobox');
    await field.click();
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          // After the frame that draws what the key changed.
          requestAnimationFrame(() => setTimeout(() => seen.push(performance.now() - start)));
        },
        { capture: true },
      );
    });
    const rounds: number[][] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const word of ['lisbon 4', 'osaka', 'quito 99', 'b']) {
        for (const key of word) await page.keyboard.press(key === ' ' ? 'Space' : key);
        for (const _ of word) await page.keyboard.press('Backspace');
      }
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50))));
      rounds.push(await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen.splice(0)));
    }
    const [first = []] = rounds;
    const best = first.map((_, at) => Math.min(...rounds.map(round => round[at] ?? Number.POSITIVE_INFINITY)));
    return { value: Math.max(...best), spread: [Math.min(...best), Math.max(...rounds.flat())] };
  });
}

const CITIES = ['Lisbon', 'Osaka', 'Quito', 'Bergen', 'Nairobi', 'Tallinn', 'Montreal', 'Hobart', 'Graz', 'Leeds'];

/** From the start of the navigation until the inbox shows that so many wait. */
function manyShown({ count = 10_000 }: MeasureOptions = {}): Promise<Measured> {
  return withInbox(async inbox => {
    await fill(inbox, count);
    const seen: number[] = [];
    for (let visit = 0; visit < 5; visit += 1) seen.push(await visitAll(inbox, count));
    return undisturbed(seen);
  });
}

/** The wait for a frame while the list is scrolled: of each round what only one in twenty is longer than. */
function manyScrolled({ count = 10_000 }: MeasureOptions = {}): Promise<Measured> {
  return withInbox(async inbox => {
    await fill(inbox, count);
    await visitAll(inbox, count);
    const { page } = inbox;
    const box = await page.locator('.item').first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await page.evaluate(() => {
        const gaps: number[] = [];
        Object.assign(globalThis, { gaps, watching: true });
        let last = performance.now();
        const frame = (): void => {
          const now = performance.now();
          gaps.push(now - last);
          last = now;
          if ((globalThis as unknown as { watching: boolean }).watching) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
      for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, round % 2 === 0 ? 2_500 : -2_500);
      const gaps = await page.evaluate(() => {
        (globalThis as unknown as { watching: boolean }).watching = false;
        return (globalThis as unknown as { gaps: number[] }).gaps;
      });
      rounds.push(gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.NaN);
    }
    return undisturbed(rounds);
  });
}

/** Opens the inbox; gives the milliseconds until it told how many wait and the first of them were drawn. */
async function visitAll({ page, origin }: InboxPage, count: number): Promise<number> {
  await page.goto(`${origin}/`);
  await page.waitForFunction(wanted => document.title.includes(`(${wanted})`), count, { timeout: 60_000 });
  await page.locator('.item').first().waitFor();
  return page.evaluate(() => performance.now());
}

/** The best of the rounds: what the machine held up says nothing about the page. */
function undisturbed(values: readonly number[]): Measured {
  return { value: Math.min(...values), spread: [Math.min(...values), Math.max(...values)] };
}

async function fill(inbox: InboxPage, count: number): Promise<void> {
  // The page is away meanwhile: ten thousand that arrive one by one are no list.
  await inbox.page.goto('about:blank');
  for (let at = 0; at < count; at += 1) inbox.ask(`Delete record ${at}?`, NAME);
  while (inbox.desk.list({ principal: 'local' }).length < count) await new Promise(resolve => setTimeout(resolve, 20));
}

export const inboxRows: readonly Row[] = [
  { bench: 'inbox.first-load', rival: 'nothing loaded', unit: 'bytes', measure: firstLoad },
  { bench: 'inbox.element', rival: 'nothing loaded', unit: 'bytes', measure: elementSize },
  { bench: 'inbox.usable', rival: 'the start of the navigation', unit: 'ms', measure: usable },
  { bench: 'inbox.keystroke', rival: 'the key', unit: 'ms', measure: keystroke },
  { bench: 'inbox.many.shown', rival: 'the start of the navigation', unit: 'ms', measure: manyShown },
  { bench: 'inbox.many.scrolled', rival: 'the frame before', unit: 'ms', measure: manyScrolled },
];
