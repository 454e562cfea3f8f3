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
const call = { method: 'tools/call', name: 'set_up', arguments: {} } as const;
const CODE = { type: 'object', properties: { code: { type: 'string', title: 'Code', pattern: '^[A-Z]{3}$' } }, required: ['code'] };
const SURE = { type: 'object', properties: { ok: { type: 'boolean', title: 'I am sure' } }, required: ['ok'] };

const ask = (round: string, message: string, requestedSchema: object) =>
  server.ask({ round, call, params: { message, requestedSchema: requestedSchema as typeof NAME_FORM } });
const states = () => server.desk.list({ principal: 'local' }).map(question => question.state);
const press = async (page: Page, name: string): Promise<void> => {
  await page.clock.runFor(GUARD_OVER);
  await page.getByRole('button', { name, exact: true }).click();
};

describe('several questions of one round', () => {
  it('are one row and one sheet, checked once and sent together [E-P-06, D5]', async () => {
    const { page, context, complaints } = await signIn(browser, server);
    const first = ask('r1', 'Who?', NAME_FORM);
    const second = ask('r1', 'Sure?', SURE);
    await page.getByText('2 questions', { exact: true }).waitFor();
    expect(await page.locator('.item').count()).toBe(1);
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Rowan');
    await press(page, 'Check your answers');
    // The confirm is neither ticked nor declined: nothing moves on, and nothing was sent.
    await page.getByText('Tick the box, or decline this one').first().waitFor();
    expect(states()).toEqual(['waiting', 'waiting']);
    await page.getByLabel('I am sure').check();
    await press(page, 'Check your answers');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    expect(states()).toEqual(['waiting', 'waiting']);
    await press(page, 'Send answers');
    expect((await first).result).toEqual({ action: 'accept', content: { name: 'Rowan' } });
    expect((await second).result).toEqual({ action: 'accept', content: { ok: true } });
    await page.getByText('Delivered to Records').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('one is declined and one closed, each by its own act, and the third is still answered [D5, N2]', async () => {
    const { page, context } = await signIn(browser, server);
    const asked = [ask('r1', 'Who?', NAME_FORM), ask('r1', 'Sure?', SURE), ask('r1', 'Which code?', CODE)];
    await page.getByText('3 questions', { exact: true }).waitFor();
    await page.locator('.item').click();
    await page.clock.runFor(GUARD_OVER);
    await page.locator('#part-1').getByRole('button', { name: 'Decline this one' }).click();
    await page.locator('#part-1').getByText('Records will be told no to this one.').waitFor();
    await page.locator('#part-1').getByRole('button', { name: 'Undo' }).click();
    await page.clock.runFor(GUARD_OVER);
    await page.locator('#part-1').getByRole('button', { name: 'Decline this one' }).click();
    await page.locator('#part-2').getByRole('button', { name: 'Not now, only this one' }).click();
    await page.getByLabel('Name').fill('Rowan');
    await press(page, 'Check your answers');
    await press(page, 'Send answers');
    expect((await Promise.all(asked)).map(answer => answer.result)).toEqual([
      { action: 'accept', content: { name: 'Rowan' } },
      { action: 'decline' },
      { action: 'cancel' },
    ]);
    await context.close();
  });

  it('an answer that the desk refuses sends the whole sheet back, nothing of it saved, all of it kept [D5, D37, N12]', async () => {
    const { page, context } = await signIn(browser, server);
    const asked = [ask('r1', 'Who?', NAME_FORM), ask('r1', 'Which code?', CODE)];
    await page.getByText('2 questions', { exact: true }).waitFor();
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Rowan');
    await page.getByRole('textbox', { name: 'Code' }).fill('abc');
    await press(page, 'Check your answers');
    await press(page, 'Send answers');
    await page.locator('#part-1 .summary').waitFor();
    expect(states()).toEqual(['waiting', 'waiting']);
    expect(await page.getByLabel('Name').inputValue()).toBe('Rowan');
    await page.getByRole('textbox', { name: 'Code' }).fill('ABC');
    await press(page, 'Check your answers');
    await page.clock.runFor(GUARD_OVER);
    await page.getByRole('button', { name: 'Change Code' }).click();
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('ABC');
    await press(page, 'Check your answers');
    await press(page, 'Send answers');
    expect((await Promise.all(asked)).map(answer => answer.result.content)).toEqual([{ name: 'Rowan' }, { code: 'ABC' }]);
    await context.close();
  });

  it('a half-filled sheet survives leaving and a reload; declining all declines each [N12, D40]', async () => {
    const { page, context } = await signIn(browser, server);
    const asked = [ask('r1', 'Who?', NAME_FORM), ask('r1', 'Sure?', SURE)];
    await page.getByText('2 questions', { exact: true }).waitFor();
    await page.locator('.item').click();
    await page.getByLabel('Name').fill('Half');
    await page.keyboard.press('Escape');
    await page.getByText('Left waiting').waitFor({ state: 'attached' });
    expect(states()).toEqual(['waiting', 'waiting']);
    await page.reload();
    await page.locator('.item').click();
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half');
    await press(page, 'Decline all');
    expect((await Promise.all(asked)).map(answer => answer.result)).toEqual([{ action: 'decline' }, { action: 'decline' }]);
    await context.close();
  });

  it('questions of two rounds, or of two servers that claim one round, stay apart', async () => {
    const { page, context } = await signIn(browser, server);
    void ask('r1', 'Who?', NAME_FORM);
    void ask('r2', 'Sure?', SURE);
    void server.ask({ round: 'r1', call, server: { name: 'Mail' }, params: { message: 'Also?', requestedSchema: NAME_FORM } });
    await page.locator('.item').nth(2).waitFor();
    expect(await page.getByText('2 questions', { exact: true }).count()).toBe(0);
    await context.close();
  });
});

describe('the address that takes a round', () => {
  it('takes no answers of different rounds, of nobody’s, or twice for one question, and saves nothing of them', async () => {
    const { page, context } = await signIn(browser, server);
    void ask('r1', 'Who?', NAME_FORM);
    void ask('r2', 'Who else?', NAME_FORM);
    await page.locator('.item').nth(1).waitFor();
    const [one, two] = server.desk.list({ principal: 'local' }).map(question => question.id);
    const result = { action: 'decline' };
    const post = (answers: unknown): Promise<number> =>
      page.evaluate(async body => {
        const headers = { 'content-type': 'application/json', 'x-midcall-token': sessionStorage.getItem('midcall-token') ?? '' };
        return (await fetch('/api/round', { method: 'POST', headers, body: JSON.stringify({ answers: body }) })).status;
      }, answers);
    expect(
      await post([
        { id: one, result },
        { id: two, result },
      ]),
    ).toBe(400);
    expect(
      await post([
        { id: one, result },
        { id: one, result },
      ]),
    ).toBe(400);
    expect(
      await post([
        { id: one, result },
        { id: 'unknown', result },
      ]),
    ).toBe(404);
    expect(await post([{ id: one, result: { action: 'maybe' } }])).toBe(400);
    expect(await post([])).toBe(400);
    expect(states()).toEqual(['waiting', 'waiting']);
    await context.close();
  });
});
