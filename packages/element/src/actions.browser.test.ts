import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ElementPage, type ElementPages, NOW, startElementPages } from './testing/element-page.js';
import { form, text, view } from './testing/views.js';

let pages: ElementPages;
let at: ElementPage;

beforeAll(async () => {
  pages = await startElementPages();
});
afterAll(() => pages.close());

const confirm = view({
  message: 'Delete 4,012 rows?',
  form: form({ kind: 'boolean', name: 'ok', label: 'I understand that they cannot be brought back', required: true }),
});
const named = view({ form: form(text('name', { label: 'Name' })) });
const two = view({ form: form(text('name', { label: 'Name' }), text('place', { label: 'Place', required: false })) });

async function open(): Promise<ElementPage> {
  at = await pages.open();
  return at;
}

describe('the three answers', () => {
  it('accept: what was typed and is visible is sent, once, by the button [E-A-02, E-A-03, N3]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Rowan');
    expect(await at.answers()).toEqual([]);
    await at.button('Send answer').click();
    await at.button('Sending').click({ force: true });
    await at.button('Decline').click({ force: true });
    expect(await at.answers()).toEqual([{ action: 'accept', content: { name: 'Rowan' } }]);
  });

  it('decline: its own button, its own meaning, no content, also in the middle of typing [E-A-02, E-A-05, E-P-05, E-P-09, N2]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Row');
    await expect(at.sheet.locator('.quiet').first().innerText()).resolves.toContain('tells Records no; it will not ask again');
    await at.button('Decline').click();
    expect(await at.answers()).toEqual([{ action: 'decline' }]);
  });

  it('cancel: Not now says that the server may ask again [E-A-02, E-P-05, N2]', async () => {
    await open();
    await at.show(named);
    await expect(at.sheet.locator('.quiet').last().innerText()).resolves.toContain('closes without an answer; Records may ask again');
    await at.button('Not now').click();
    expect(await at.answers()).toEqual([{ action: 'cancel' }]);
  });

  it('Esc in a call’s modal is cancel [E-A-02, N2, D40]', async () => {
    await open();
    await at.show(named);
    await at.page.keyboard.press('Escape');
    expect(await at.answers()).toEqual([{ action: 'cancel' }]);
  });

  it('closing a call’s modal is cancel [E-A-02, N2, D40]', async () => {
    await open();
    await at.show(named);
    await at.button('Close without an answer').click();
    expect(await at.answers()).toEqual([{ action: 'cancel' }]);
  });

  it('Esc with something typed asks once, keeps the draft, and can be taken back [D40, N12]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Half');
    await at.page.keyboard.press('Escape');
    await at.sheet.getByText('Keep your draft and close?').waitFor();
    expect(await at.answers()).toEqual([]);
    await at.pastGuard();
    await at.button('Go back to the question').click();
    expect(await at.sheet.getByLabel('Name').inputValue()).toBe('Half');
    await at.page.keyboard.press('Escape');
    await at.pastGuard();
    await at.button('Keep draft and close').click();
    expect(await at.answers()).toEqual([{ action: 'cancel' }]);
    expect((await at.told('midcall-draft')).at(-1)?.detail).toMatchObject({ id: 'q1', draft: { values: [['name', 'Half']] } });
  });

  it('in an inbox Esc leaves the question waiting: nothing is answered, the draft is kept [N2, D40]', async () => {
    await open();
    await at.show(named, { mode: 'inbox' });
    await at.sheet.getByLabel('Name').fill('Half');
    await at.page.keyboard.press('Escape');
    expect((await at.told()).map(each => each.type)).toEqual(['midcall-seen', 'midcall-draft', 'midcall-leave']);
    expect(await at.button('Close without an answer').count()).toBe(0);
  });

  it('Esc that belongs to another input of the page answers nothing', async () => {
    await open();
    await at.show(named);
    await at.page.locator('#elsewhere').focus();
    await at.page.keyboard.press('Escape');
    expect(await at.answers()).toEqual([]);
  });
});

describe('review before sending', () => {
  it('shows every answer with a way to change it, and sends what was changed [E-P-06, E-P-12, N3]', async () => {
    await open();
    await at.show(two);
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Check your answers').click();
    await at.pastGuard();
    expect(await at.answers()).toEqual([]);
    expect(await at.sheet.locator('[data-answer=place]').innerText()).toContain('Not answered, left out');
    await at.button('Change Name').click();
    expect(await at.sheet.getByLabel('Name').evaluate(input => (input.getRootNode() as ShadowRoot).activeElement === input)).toBe(true);
    await at.sheet.getByLabel('Name').fill('Robin');
    await at.pastGuard();
    await at.button('Check your answers').click();
    await at.pastGuard();
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([{ action: 'accept', content: { name: 'Robin' } }]);
  });

  it('decline and not now stay within reach on the review [E-P-05, E-P-09]', async () => {
    await open();
    await at.show(two);
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Check your answers').click();
    await at.pastGuard();
    await at.button('Decline').click();
    expect(await at.answers()).toEqual([{ action: 'decline' }]);
  });

  it('a confirm is unticked whatever default was sent, its button inert until ticked, and the button says what happens [N1, N2]', async () => {
    await open();
    await at.show(view({ ...confirm, form: form({ kind: 'boolean', name: 'ok', label: 'I understand', required: true, default: true }) }));
    const button = at.button('Yes, delete 4,012 rows');
    expect(await at.sheet.getByRole('checkbox').isChecked()).toBe(false);
    await button.click({ force: true });
    expect(await at.answers()).toEqual([]);
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await at.sheet.getByRole('checkbox').check();
    await button.click();
    expect(await at.answers()).toEqual([{ action: 'accept', content: { ok: true } }]);
  });

  it('an empty form is answered by its button alone and sends an empty object', async () => {
    await open();
    await at.show(view({ form: form() }));
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([{ action: 'accept', content: {} }]);
  });
});

describe('errors', () => {
  it('stand in a summary that takes focus and links to the fields, in the same words as at the fields [E-J-08]', async () => {
    await open();
    await at.show(view({ form: form(text('name', { label: 'Name' }), text('mail', { label: 'Mail', format: 'email' })) }));
    await at.sheet.getByLabel('Mail').fill('nobody');
    await at.button('Check your answers').click();
    const summary = at.sheet.locator('#summary');
    expect(await summary.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)).toBe(true);
    const atField = await at.sheet.locator('[data-field=mail] .error').innerText();
    expect(await summary.innerText()).toContain(atField.replace(/^Error:\s*/, ''));
    await summary.getByRole('link').nth(1).click();
    const input = at.sheet.getByLabel('Mail');
    expect(await input.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)).toBe(true);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await at.answers()).toEqual([]);
  });

  it('the server’s own reasons are shown at the fields, and what was typed is kept [E-J-08]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Send answer').click();
    await at.show({ ...named, rejected: [{ field: 'name', rule: 'taken', message: 'Choose another name: this one is taken' }] });
    expect(await at.sheet.locator('#summary').innerText()).toContain('Records did not take the answer');
    expect(await at.sheet.locator('[data-field=name] .error').innerText()).toContain('Choose another name: this one is taken');
    expect(await at.sheet.getByLabel('Name').inputValue()).toBe('Rowan');
    await at.sheet.getByLabel('Name').fill('Robin');
    await at.button('Send answer').click();
    expect(await at.answers()).toHaveLength(2);
  });

  it('a host that could not take the answer opens the sheet again with its sentence', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Send answer').click();
    await at.show(named, { refusal: { sentence: 'Not sent: no connection' } });
    expect(await at.sheet.locator('#summary').innerText()).toContain('Not sent: no connection');
    await at.button('Send answer').click();
    expect(await at.answers()).toHaveLength(2);
  });
});

describe('guard time', () => {
  it('a key or click meant for something else answers nothing, and only the audit hears of it', async () => {
    await open();
    await at.page.evaluate(
      question => {
        (document.querySelector('midcall-question') as unknown as { question: unknown }).question = question;
      },
      view({ form: form() }),
    );
    await at.button('Send answer').click();
    await at.button('Decline').click();
    expect(await at.answers()).toEqual([]);
    expect((await at.told('midcall-guarded')).map(each => each.detail)).toEqual([
      { id: 'q1', action: 'accept' },
      { id: 'q1', action: 'decline' },
    ]);
    await at.pastGuard();
    await at.button('Send answer').click();
    expect(await at.answers()).toHaveLength(1);
  });

  it('holds again after the window was covered', async () => {
    await open();
    await at.show(view({ form: form() }));
    await at.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
  });

  it('a double click on the check does not send what was never reviewed [E-P-06, N3]', async () => {
    await open();
    await at.show(two);
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Check your answers').dblclick();
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
  });

  it('a question that appears never takes focus from what the person is doing', async () => {
    await open();
    await at.page.locator('#elsewhere').focus();
    await at.show(named);
    await at.show({ ...two, id: 'q2' });
    expect(await at.page.evaluate(() => document.activeElement?.id)).toBe('elsewhere');
  });
});

describe('time and ends', () => {
  it('an expiry while the sheet is open takes the buttons away, says so, and sends nothing [N1, N12]', async () => {
    await open();
    await at.show({ ...named, expiresAt: NOW + 70_000 });
    await at.sheet.getByLabel('Name').fill('Half');
    await at.page.clock.runFor(12_000);
    expect(await at.sheet.getByRole('status').first().innerText()).toMatch(/left to answer Records/);
    await at.page.clock.runFor(60_000);
    await at.sheet.getByRole('heading', { name: 'This question has expired' }).waitFor();
    expect(await at.button('Send answer').count()).toBe(0);
    expect(await at.answers()).toEqual([]);
    expect(await at.told('midcall-expired')).toHaveLength(1);
    expect(await at.sheet.locator('[data-answer=name]').innerText()).toContain('Half');
  });

  it('More time is asked for and told when it comes', async () => {
    await open();
    await at.show({ ...named, expiresAt: NOW + 90_000 });
    await at.button('More time').click();
    expect(await at.told('midcall-more-time')).toHaveLength(1);
    await at.show({ ...named, expiresAt: NOW + 900_000 });
    expect(await at.sheet.locator('#status').innerText()).toMatch(/You have more time/);
  });

  it('withdrawn while typing: nothing was sent, what was typed can still be copied [N12]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Half');
    await at.show({ ...named, state: 'withdrawn' });
    await at.sheet.getByRole('heading', { name: 'Records no longer needs this' }).waitFor();
    expect(await at.sheet.locator('[data-answer=name]').innerText()).toContain('Half');
    expect(await at.answers()).toEqual([]);
  });

  it('answered in another place while it stood here: says so, says how, sends nothing, and what was typed can still be copied [D24, N12]', async () => {
    await open();
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Half');
    await at.show({ ...named, state: 'delivered', action: 'decline' });
    await at.sheet.getByRole('heading', { name: 'This was answered somewhere else' }).waitFor();
    expect(await at.sheet.locator('.outcome').innerText()).toContain('You declined');
    expect(await at.sheet.locator('[data-answer=name]').innerText()).toContain('Half');
    expect(await at.answers()).toEqual([]);
    // What was answered here is not elsewhere.
    await at.show({ ...named, id: 'q2' });
    await at.sheet.getByLabel('Name').fill('Robin');
    await at.button('Send answer').click();
    await at.show({ ...named, id: 'q2', state: 'delivered', action: 'accept' });
    expect(await at.sheet.locator('.outcome').innerText()).not.toContain('somewhere else');
  });

  it('saved, delivered and lost are three different marks [D24, N8]', async () => {
    await open();
    const outcome = (): Promise<string> => at.sheet.locator('.outcome').innerText();
    await at.show({ ...named, state: 'saved', action: 'accept' });
    expect(await outcome()).toContain('Saved');
    expect(await outcome()).not.toContain('Delivered');
    await at.show({ ...named, state: 'delivered', action: 'accept' });
    expect(await outcome()).toContain('Delivered to Records');
    await at.show({ ...named, state: 'undeliverable', action: 'accept' });
    expect(await outcome()).toContain('Could not be delivered: the call was lost');
  });
});

describe('without a desk', () => {
  it('two questions asked at once wait their turn, and each gets its own answer', async () => {
    await open();
    await at.page.evaluate(() => {
      const { midcall } = globalThis as unknown as { midcall: { ask: (...args: unknown[]) => Promise<unknown> } };
      const element = document.querySelector('midcall-question');
      const params = (message: string) => ({ message, requestedSchema: { type: 'object', properties: {} } });
      const results: unknown[] = [];
      Object.assign(globalThis, { results });
      void midcall.ask(element, params('First?'), { server: 'Records' }).then(result => results.push(['first', result]));
      void midcall.ask(element, params('Second?'), { server: 'Mail' }).then(result => results.push(['second', result]));
    });
    const results = (): Promise<unknown> => at.page.evaluate(() => (globalThis as unknown as { results: unknown }).results);
    await at.sheet.getByText('First?').waitFor();
    await at.pastGuard();
    await at.button('Decline').click();
    await at.sheet.getByText('Second?').waitFor();
    expect(await results()).toEqual([['first', { action: 'decline' }]]);
    await at.pastGuard();
    await at.button('Send answer').click();
    await at.page.waitForFunction(() => (globalThis as unknown as { results: unknown[] }).results.length === 2);
    expect(await results()).toEqual([
      ['first', { action: 'decline' }],
      ['second', { action: 'accept', content: {} }],
    ]);
  });

  it('a question taken back by the server says so and counts as nobody’s answer [E-L-06, N1]', async () => {
    await open();
    await at.page.evaluate(() => {
      const { midcall } = globalThis as unknown as { midcall: { ask: (...args: unknown[]) => Promise<unknown> } };
      const stop = new AbortController();
      const params = { message: 'Still needed?', requestedSchema: { type: 'object', properties: {} } };
      const result = midcall.ask(document.querySelector('midcall-question'), params, { server: 'Records', signal: stop.signal });
      Object.assign(globalThis, { stop, result });
    });
    await at.sheet.getByText('Still needed?').waitFor();
    const result = await at.page.evaluate(() => {
      const { stop, result } = globalThis as unknown as { stop: AbortController; result: Promise<unknown> };
      stop.abort();
      return result;
    });
    expect(result).toEqual({ action: 'cancel' });
    await at.sheet.getByRole('heading', { name: 'Records no longer needs this' }).waitFor();
  });

  it('shows what it is told about who asks, for which call, and why [E-P-04, E-P-11, D36]', async () => {
    await open();
    await at.show(named);
    const said = await at.sheet.locator('.sheet').innerText();
    expect(said).toContain('Records asks');
    expect(said).toContain('calls itself “records-admin 1.2”');
    expect(said).toContain('delete_stale_records');
    expect(said).toContain('What is it about?');
    await at.button('show what was sent').click();
    expect(await at.sheet.locator('#arguments').innerText()).toContain('customers');
    await at.show({ ...named, id: 'q3', server: { name: 'Mail' } });
    expect(await at.sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Mail asks');
  });
});
