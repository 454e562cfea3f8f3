import type { Browser, Page } from 'playwright-core';
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

const GUARD_OVER = 700;
const call = { method: 'tools/call', name: 'greet', arguments: {} } as const;
const rules = () => server.desk.policy?.rules('local') ?? [];
const openMenu = async (page: Page): Promise<void> => {
  await page.locator('.item').first().click();
  await page.getByRole('button', { name: 'More for this question' }).click();
};

describe('rules a person makes in the inbox, with no code of the host', () => {
  it('mutes a server from the menu, lists it, and lets it ask again [D23, N1]', async () => {
    const { page, context, complaints } = await signIn(browser, server);
    void server.ask({ call, params: { message: 'Who?', requestedSchema: NAME_FORM } });
    await openMenu(page);
    await page.getByRole('button', { name: 'Mute Records' }).click();
    await page.getByText('Records is muted.').waitFor();
    expect(rules()).toMatchObject([{ kind: 'mute', server: 'Records', principal: 'local' }]);
    await page.getByRole('link', { name: 'Settings' }).last().click();
    await page.getByText('Muted since').waitFor();
    await page.getByRole('button', { name: 'Let Records ask again' }).click();
    await page.getByText('Every server may ask.').waitFor();
    expect(rules()).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a secret-ask is cut off with one click: it is declined, and so is the next question of that server [E-P-02, N4, D23]', async () => {
    const { page, context } = await signIn(browser, server);
    const password = { type: 'object', properties: { password: { type: 'string' } } } as const;
    const asked = server.ask({ call, params: { message: 'Your password?', requestedSchema: password } });
    await page.locator('.item').click();
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Cut Records off' }).click();
    expect((await asked).result).toEqual({ action: 'decline' });
    expect(rules()).toMatchObject([{ kind: 'cut-off', server: 'Records' }]);
    const next = await server.ask({ call, params: { message: 'And now?', requestedSchema: NAME_FORM } });
    expect([next.result, next.as]).toEqual([{ action: 'decline' }, 'rule']);
    await context.close();
  }, 60_000);

  it('remembers an answer when told to, fills it in next time without sending it, and forgets it [N1, D23]', async () => {
    const { page, context } = await signIn(browser, server);
    const question = { call, params: { message: 'Who?', requestedSchema: NAME_FORM } };
    const first = server.ask(question);
    await openMenu(page);
    await page.getByRole('button', { name: 'Remember this answer' }).click();
    await page.getByLabel('Name').fill('Rowan');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await first;
    await expect.poll(rules).toMatchObject([{ kind: 'remembered', content: { name: 'Rowan' }, send: false }]);
    void server.ask(question);
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Rowan');
    expect(server.desk.list({ principal: 'local' }).map(each => each.state)).toEqual(['delivered', 'waiting']);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Forget the answer to Records: Who?' }).click();
    await page.getByText('No answer is remembered.').waitFor();
    expect(rules()).toEqual([]);
    await context.close();
  });

  it('shows only one’s own rules, and forgets only those [N7]', async () => {
    const rule = await server.desk.policy?.mute('somebody-else', { server: 'Records' });
    const { page, context } = await signIn(browser, server);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Every server may ask.').waitFor();
    const status = await page.evaluate(async id => {
      const headers = { 'content-type': 'application/json', 'x-midcall-token': sessionStorage.getItem('midcall-token') ?? '' };
      return (await fetch(`/api/rules/${id}/forget`, { method: 'POST', headers, body: '{}' })).status;
    }, rule?.id);
    expect(status).toBe(404);
    expect(server.desk.policy?.rules('somebody-else')).toHaveLength(1);
    await context.close();
  });
});

describe('history and the list', () => {
  it('tells what happened to a question, step by step, from the audit [D34]', async () => {
    const { page, context } = await signIn(browser, server);
    const asked = server.ask({ call, params: { message: 'Who?', requestedSchema: NAME_FORM } });
    await page.locator('.item').click();
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await asked;
    await page.getByRole('button', { name: 'What happened' }).click();
    await page.getByText('Answered · Decline').waitFor();
    await page.locator('.audit').getByText('you, inbox').first().waitFor();
    await context.close();
  });

  it('shows the questions of one server alone when told to', async () => {
    const { page, context } = await signIn(browser, server);
    for (const name of ['Records', 'Mail'])
      void server.ask({ call, server: { name }, params: { message: `${name}?`, requestedSchema: NAME_FORM } });
    await page.locator('.item').nth(1).waitFor();
    await page.getByLabel('Show questions of').selectOption('Mail');
    await expect.poll(() => page.locator('.item .server').allInnerTexts()).toEqual(['Mail']);
    await page.getByLabel('Show questions of').selectOption('');
    await expect.poll(() => page.locator('.item').count()).toBe(2);
    await context.close();
  });

  it('notifies only after a click, only while the page is not in front, outside quiet hours, and of the server alone [D35]', async () => {
    const { page, context } = await signIn(browser, server);
    await context.grantPermissions(['notifications'], { origin: server.origin });
    await page.evaluate(() => {
      const told: string[] = [];
      class Recorded {
        static permission = 'granted';
        static requestPermission = async (): Promise<string> => 'granted';
        onclick = null;
        constructor(title: string, options: NotificationOptions) {
          told.push(`${title}|${options.body ?? ''}`);
        }
        close(): void {}
      }
      Object.assign(globalThis, { told, Notification: Recorded });
      document.hasFocus = () => false;
    });
    const told = (): Promise<readonly string[]> => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    const ask = async (message: string): Promise<void> => {
      const count = server.desk.list({ principal: 'local' }).length;
      void server.ask({ call, params: { message, requestedSchema: NAME_FORM } });
      await page.getByRole('link', { name: 'Waiting' }).click();
      await page.locator('.item').nth(count).waitFor();
    };
    await ask('Nobody turned it on?');
    expect(await told()).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('On in this browser').waitFor();
    await ask('Secret words?');
    expect(await told()).toEqual(['Records asks|']);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('From').fill('00:00');
    await page.getByLabel('To').fill('23:59');
    await ask('At night?');
    expect(await told()).toHaveLength(1);
    await context.close();
  });
});
