import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InboxServer, launch, NAME_FORM, signIn, startInbox } from './testing/inbox-server.js';

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

const ask = (message: string, name = 'Records') =>
  server.ask({
    params: { message, requestedSchema: NAME_FORM },
    server: { name, claim: { name: `${name.toLowerCase()}-admin`, version: '1.2' } },
    call: { method: 'tools/call', name: 'update_row', arguments: {} },
  });

describe('the page of one server', () => {
  it('shows who it says it is, what it asked and what it asks, and only that; mutes it and lets it ask again [D23, D36]', async () => {
    const { page, context } = await signIn(browser, server);
    const first = ask('The first?');
    void ask('The other?', 'Travel');
    await page.locator('.item', { hasText: 'The first?' }).click();
    await page.clock.runFor(700);
    await page.locator('midcall-question').getByRole('button', { name: 'Decline', exact: true }).click();
    await first;
    void ask('The second?');
    await page.getByRole('link', { name: 'All of Records' }).click();
    expect(new URL(page.url()).pathname).toBe('/server/Records');
    await page.getByRole('heading', { name: 'Records', exact: true }).waitFor();
    await page.getByText('calls itself “records-admin 1.2”').waitFor();
    expect(await page.locator('.item .first').allInnerTexts()).toEqual(['The second?', 'The first?']);
    await page.getByRole('button', { name: 'Mute Records' }).click();
    await page.getByText('Muted since').waitFor();
    expect(await page.getByRole('button', { name: 'Mute Records' }).count()).toBe(0);
    expect((await ask('Muted?')).result).toEqual({ action: 'decline' });
    await page.getByRole('button', { name: 'Let Records ask again' }).click();
    await page.getByText('Records may ask.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Records', exact: true }).waitFor();
    await page.locator('.item', { hasText: 'The second?' }).click();
    await page.locator('midcall-question').getByLabel('Name').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Records', exact: true }).waitFor();
    await context.close();
  });

  it('an address that names nobody, or is no name, shows an empty page and breaks nothing [N11]', async () => {
    const { page, context, complaints } = await signIn(browser, server);
    for (const path of ['/server/Nobody', '/server/%E0%A4%A', '/server/%3Cimg%20src=x%20onerror=alert(1)%3E', '/q/%E0%A4%A']) {
      await page.goto(server.origin + path);
      await page.locator('.line-state.live').waitFor({ state: 'attached' });
    }
    expect(complaints.filter(each => !each.includes('400'))).toEqual([]);
    await context.close();
  });

  it('the history shows one kind of ending when told to', async () => {
    const { page, context } = await signIn(browser, server);
    for (const [message, button] of [
      ['One?', 'Decline'],
      ['Two?', 'Not now'],
    ] as const) {
      const answered = ask(message);
      await page.locator('.item', { hasText: message }).click();
      await page.clock.runFor(700);
      await page.locator('midcall-question').getByRole('button', { name: button, exact: true }).click();
      await answered;
    }
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByLabel('Show questions that were').selectOption('Declined');
    expect(await page.locator('.item .first').allInnerTexts()).toEqual(['One?']);
    await page.getByLabel('Show questions that were').selectOption('Not answered');
    expect(await page.locator('.item .first').allInnerTexts()).toEqual(['Two?']);
    await page.getByLabel('Show questions that were').selectOption('All endings');
    expect(await page.locator('.item').count()).toBe(2);
    await context.close();
  });
});
