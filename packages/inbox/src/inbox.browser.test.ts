import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES, type LanguagePack } from '@midcall/core/words';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InboxServer, launch, NAME_FORM, serveText, signIn, startInbox } from './testing/inbox-server.js';

let browser: Browser;
let server: InboxServer;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = await startInbox();
});
afterEach(() => server.close());

const GUARD_OVER = 700;

describe('answering in the inbox', () => {
  it('a question arrives live, is answered, and both marks are seen: saved, then delivered [E-A-02, E-A-03, E-P-04, D24]', async () => {
    const { page, complaints, context } = await signIn(browser, server);
    const asked = server.ask({
      params: { message: 'What is your name?', requestedSchema: NAME_FORM },
      call: { method: 'tools/call', name: 'greet', arguments: {} },
    });
    await page.locator('.item', { hasText: 'Records' }).click();
    await page.getByLabel('Name').fill('Rowan');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Send answer' }).click();
    expect((await asked).result).toEqual({ action: 'accept', content: { name: 'Rowan' } });
    await page.getByText('Delivered to Records').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('Not now cancels, Decline declines [E-A-02, E-P-05, N2, D40]', async () => {
    const { page, context } = await signIn(browser, server);
    for (const [button, action] of [
      ['Not now', 'cancel'],
      ['Decline', 'decline'],
    ] as const) {
      const asked = server.ask({ params: { message: `For ${button}?`, requestedSchema: NAME_FORM } });
      await page.locator('.item', { hasText: `For ${button}?` }).click();
      await page.clock.runFor(GUARD_OVER);
      await page.getByRole('button', { name: button }).click();
      expect((await asked).result).toEqual({ action });
    }
    await context.close();
  });

  it('Esc, Back and closing the tab leave the question waiting, its draft kept [N2, N12, D40]', async () => {
    const { page, context } = await signIn(browser, server);
    void server.ask({ params: { message: 'Half?', requestedSchema: NAME_FORM } });
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Half');
    await page.keyboard.press('Escape');
    await page.getByText('Left waiting').waitFor({ state: 'attached' });
    await page.locator('.item').click();
    await page.goBack();
    const waiting = (): string[] => server.desk.list({ principal: 'local' }).map(question => question.state);
    expect(waiting()).toEqual(['waiting']);
    const second = await context.newPage();
    await second.goto(`${server.origin}/`);
    await second.locator('.item').waitFor(); // the tabs have to meet: the second one is let in by the first
    await page.close();
    await second.locator('.item').click();
    expect(await second.getByLabel('Name').inputValue()).toBe('Half');
    expect(waiting()).toEqual(['waiting']);
    await context.close();
  });

  it('what was typed survives a reload of the page [N12]', async () => {
    const { page, context } = await signIn(browser, server);
    void server.ask({ params: { message: 'Half?', requestedSchema: NAME_FORM } });
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Half');
    await page.getByText('Draft', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half');
    await context.close();
  });

  it('two questions wait side by side, oldest first, counted in the title; a new one takes neither place nor focus', async () => {
    const { page, context } = await signIn(browser, server);
    const first = server.ask({ params: { message: 'First?', requestedSchema: NAME_FORM } });
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Ro');
    void server.ask({ params: { message: 'Second?', requestedSchema: NAME_FORM }, server: { name: 'Mail' } });
    await page.locator('.item').nth(1).waitFor();
    await page.keyboard.type('wan');
    expect(await page.getByLabel('Name').inputValue()).toBe('Rowan');
    expect(await page.title()).toMatch(/^\(2\)/);
    expect(await page.locator('.item .server').allInnerTexts()).toEqual(['Records', 'Mail']);
    await page.clock.runFor(GUARD_OVER);
    await page.keyboard.press('Enter');
    expect((await first).result.content).toEqual({ name: 'Rowan' });
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByRole('heading', { name: 'Mail asks' }).waitFor();
    await context.close();
  });

  it('of hundreds draws the rows near what is seen, counts them all, and reaches each by scrolling, also the one that is open', async () => {
    const { page, context } = await signIn(browser, server);
    // So many servers that no limit of one holds its questions back.
    for (let at = 1; at <= 400; at++)
      void server.ask({ params: { message: `Question ${at}?`, requestedSchema: NAME_FORM }, server: { name: `Server ${at % 100}` } });
    await expect.poll(() => page.title()).toContain('400');
    const drawn = () => page.locator('.item').count();
    expect(await drawn()).toBeLessThan(200);
    const last = page.locator('.item', { hasText: 'Question 400?' });
    await expect
      .poll(async () => {
        await page.locator('.item').last().scrollIntoViewIfNeeded();
        return last.count();
      })
      .toBe(1);
    await last.click();
    await page.locator('midcall-question').getByText('Question 400?').waitFor();
    await page.reload();
    await page.locator('.item[aria-current]', { hasText: 'Question 400?' }).waitFor();
    await context.close();
  });

  it('a question taken back while one types says so and cannot be sent [N12]', async () => {
    const { page, context } = await signIn(browser, server);
    const stop = new AbortController();
    const asked = server.ask({ params: { message: 'Still?', requestedSchema: NAME_FORM }, signal: stop.signal });
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Half');
    stop.abort();
    await page.getByRole('heading', { name: 'Records no longer needs this' }).waitFor();
    expect((await asked).result).toEqual({ action: 'cancel' });
    expect(await page.getByRole('button', { name: 'Send answer' }).count()).toBe(0);
    await context.close();
  });

  it('consent to a page is told once, opens it apart, and leaves no way back into the inbox [E-U-09, E-A-04, E-A-09]', async () => {
    const { page, context } = await signIn(browser, server);
    const elsewhere = await serveText(
      '<title>Elsewhere</title><script>document.title = String(window.opener) + document.referrer</script>',
    );
    const asked = server.ask({
      params: { mode: 'url', message: 'Sign in.', url: `${elsewhere.origin}/in`, elicitationId: 'e1' },
      revision: '2025-11-25',
    });
    await page.locator('.item').click();
    await page.clock.runFor(GUARD_OVER);
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Open page' }).click()]);
    await tab.waitForLoadState();
    expect(await tab.title()).toBe('null');
    expect((await asked).result).toEqual({ action: 'accept' });
    await context.close();
    await elsewhere.close();
  });

  it('the desk is reachable while a page is open, and no longer [D22, N1]', async () => {
    expect(server.desk.reachable('local')).toBe(false);
    const { page, context } = await signIn(browser, server);
    expect(server.desk.reachable('local')).toBe(true);
    expect(server.desk.reachable('somebody-else')).toBe(false);
    await page.close();
    await expect.poll(() => server.desk.reachable('local')).toBe(false);
    await context.close();
  });

  it('says when the line is down, keeps what is typed, and comes back by itself with what is true now', async () => {
    const { page, context } = await signIn(browser, server);
    void server.ask({ params: { message: 'Half?', requestedSchema: NAME_FORM } });
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Half');
    server.desk.addSurface({ name: 'terminal', reachable: () => true });
    await context.setOffline(true);
    server.inbox.close();
    await page.locator('.notice').waitFor();
    void server.ask({ params: { message: 'Meanwhile?', requestedSchema: NAME_FORM } });
    await context.setOffline(false);
    await page.locator('.item', { hasText: 'Meanwhile?' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half');
    await context.close();
  });

  it('is worked with j, k, ? and Enter alone', async () => {
    const { page, context } = await signIn(browser, server);
    for (const message of ['One?', 'Two?']) void server.ask({ params: { message, requestedSchema: NAME_FORM } });
    await page.locator('.item').nth(1).waitFor();
    await page.keyboard.press('j');
    await page.locator('midcall-question').getByText('Two?').waitFor();
    await page.keyboard.press('k');
    await page.locator('midcall-question').getByText('One?').waitFor();
    await page.keyboard.press('?');
    await page.getByText('next question').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByText('next question').count()).toBe(0);
    await context.close();
  });

  it('on a phone shows one at a time, and Back leads to the list; nothing scrolls sideways at 320 px', async () => {
    const { page, context } = await signIn(browser, server, { viewport: { width: 320, height: 640 } });
    await page.getByRole('heading', { name: 'Nothing is waiting.' }).locator('visible=true').waitFor();
    void server.ask({ params: { message: 'One?', requestedSchema: NAME_FORM }, server: { name: 'x'.repeat(200) } });
    await page.locator('.item').click();
    expect(await page.locator('.list').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByText('All questions').click();
    await page.locator('.item').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await context.close();
  });
});

describe('accessibility of the page', () => {
  it('axe finds nothing, empty and full, light, dark and forced colours, rounds, settings, a server, audit and offline', {
    timeout: 120_000,
  }, async () => {
    const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
    for (const look of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      const { page, context } = await signIn(browser, server, look);
      const check = async (name: string): Promise<void> => {
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
          };
          return (await axe.run()).violations.map(
            each => `${each.id}: ${each.nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`,
          );
        });
        expect([name, ...found]).toEqual([name]);
      };
      await check('empty');
      void server.ask({ params: { message: 'One?', requestedSchema: NAME_FORM } });
      void server.ask({
        params: {
          message: 'Please enter your password.',
          requestedSchema: { type: 'object', properties: { password: { type: 'string' } } },
        },
      });
      await page.locator('.item').nth(1).waitFor();
      await check('full');
      await page.getByRole('button', { name: 'Keys' }).click();
      await check('keys');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      const round = { round: 'r1', server: { name: 'Travel' }, call: { method: 'tools/call', name: 'book', arguments: {} } } as const;
      const stop = new AbortController();
      for (const message of ['Who?', 'Who else?'])
        void server.ask({ ...round, signal: stop.signal, params: { message, requestedSchema: NAME_FORM } });
      await page.getByText('2 questions', { exact: true }).click();
      await page.locator('midcall-round').getByLabel('Name').first().waitFor();
      await page.clock.runFor(GUARD_OVER);
      await page.getByRole('button', { name: 'Check your answers' }).click();
      await page.locator('.summary').first().waitFor();
      await check('round with errors');
      await page.locator('#part-0').getByLabel('Name').fill('Rowan');
      await page.clock.runFor(GUARD_OVER);
      await page.locator('#part-1').getByRole('button', { name: 'Decline this one' }).click();
      await check('round with one declined');
      await page.clock.runFor(GUARD_OVER);
      await page.getByRole('button', { name: 'Check your answers' }).click();
      await page.getByRole('button', { name: 'Send answers' }).waitFor();
      await check('round checked');
      stop.abort();
      await page.getByText('Travel no longer needs this').first().waitFor();
      await check('round taken back');
      await page.getByRole('button', { name: 'What happened' }).click();
      await page.locator('.audit').waitFor();
      await check('audit');
      await server.desk.policy?.mute('local', { server: 'Mail' });
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByText('Muted since').waitFor();
      await check('settings');
      await server.desk.policy?.forget('local', server.desk.policy.rules('local')[0]?.id ?? '');
      await page.getByRole('link', { name: 'History' }).click();
      await check('history');
      await page.goto(`${server.origin}/server/Travel`);
      await page.getByRole('heading', { name: 'Travel', exact: true }).waitFor();
      await check('server');
      await page.getByRole('link', { name: 'History' }).click();
      await context.setOffline(true);
      server.inbox.close();
      await page.getByText('Not connected').first().waitFor();
      await check('offline');
      await context.close();
      await server.close();
      server = await startInbox();
    }
  });
});

describe('the file a browser is opened on', () => {
  it('from right to left, and at twice the text size, everything is in its place and nothing scrolls sideways', async () => {
    const [english] = LANGUAGES;
    const phrases = Object.fromEntries(
      Object.entries(english?.phrases ?? {}).map(([key, phrase]) => [key, typeof phrase === 'string' ? `قيد ${phrase}` : phrase]),
    ) as LanguagePack['phrases'];
    const own = await startInbox({ packs: [{ locale: 'ar', dir: 'rtl', phrases }] });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ar-EG' });
    const page = await context.newPage();
    await page.goto(await own.inbox.loginLink());
    await page.getByRole('button').click();
    await page.locator('.line-state.live').waitFor({ state: 'attached' });
    void own.ask({ params: { message: 'One?', requestedSchema: NAME_FORM } });
    void own.ask({ params: { message: 'Two?', requestedSchema: NAME_FORM }, server: { name: 'Travel' } });
    await page.locator('.item').nth(1).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar', 'rtl']);
    const x = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
    expect(await x('nav.list')).toBeGreaterThan(await x('main.pane midcall-question'));
    expect(await x('.item .monogram')).toBeGreaterThan(await x('.item .text'));
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const paths = ['/', '/history', '/settings', '/server/Travel'];
    for (const [width, size] of [
      [1280, '100%'],
      [320, '100%'],
      [1280, '200%'],
      [640, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await page.goto(own.origin + path);
        await page.locator('.line-state.live').waitFor({ state: 'attached' });
        await page.evaluate(size => document.documentElement.style.setProperty('font-size', size), size);
        expect([path, width, size, await sideways()]).toEqual([path, width, size, 0]);
      }
    }
    await context.close();
    await own.close();
  });

  it('signs in without a click, and without a token in any address [D32, N9]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'midcall-'));
    const file = join(folder, 'open.html');
    await writeFile(file, await server.inbox.loginFile(), { mode: 0o600 });
    const context = await browser.newContext();
    const page = await context.newPage();
    const addresses: string[] = [];
    page.on('request', request => addresses.push(request.url()));
    await page.goto(`file://${file}`);
    await page.locator('.line-state.live').waitFor({ state: 'attached' });
    expect(page.url()).toBe(`${server.origin}/`);
    const token = /value="([^"]+)"/.exec(await readFile(file, 'utf8'))?.[1] ?? '?';
    expect(addresses.filter(address => address.includes(token))).toEqual([]);
    await context.close();
    await rm(folder, { recursive: true });
  });
});

describe('languages and verdicts', () => {
  it('speaks the browser’s language from a pack that is data, and shows what only the desk can judge at the field [D37]', async () => {
    const { page, context } = await signInGerman();
    const schema = { type: 'object', properties: { code: { type: 'string', title: 'Code', pattern: '^[A-Z]{3}$' } }, required: ['code'] };
    const asked = server.ask({ params: { message: 'Which one?', requestedSchema: schema } });
    await page.locator('.item').click();
    await page.getByRole('heading', { name: 'Records fragt' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Antwort senden' }).click();
    expect(await page.locator('.error').innerText()).toContain('Füllen Sie das aus');
    await page.getByLabel('Code').fill('abc');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Antwort senden' }).click();
    await page.locator('.error', { hasText: /./ }).waitFor();
    expect(await page.getByLabel('Code').inputValue()).toBe('abc');
    await page.getByLabel('Code').fill('ABC');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Antwort senden' }).click();
    expect((await asked).result).toEqual({ action: 'accept', content: { code: 'ABC' } });
    await context.close();
  });

  async function signInGerman() {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(await server.inbox.loginLink());
    await page.getByRole('button', { name: 'Eingang öffnen' }).click();
    await page.locator('.line-state.live').waitFor({ state: 'attached' });
    return { page, context };
  }
});
