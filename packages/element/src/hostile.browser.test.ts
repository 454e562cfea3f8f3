import type { Field } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ElementPages, startElementPages } from './testing/element-page.js';
import { everyKind, form, text, view } from './testing/views.js';
import { PAYLOADS } from './testing/xss-corpus.js';

let pages: ElementPages;

beforeAll(async () => {
  pages = await startElementPages();
});
afterAll(() => pages.close());

/** The payload in every place where a server's text can stand. */
function everywhere(payload: string, index: number): QuestionView[] {
  // Long lists and the time zones are drawn for the first payloads only: their rows come from the same two functions.
  const kinds =
    index < 3 ? everyKind : everyKind.filter(field => ['title', 'notes', 'ratio', 'archive', 'few', 'any', 'odd'].includes(field.name));
  const fields = kinds.map((field): Field => {
    const named = { ...field, name: `${field.name}${payload}`, label: payload, description: payload };
    if (field.kind === 'choice' || field.kind === 'choices') {
      return {
        ...named,
        options: field.options.slice(0, index < 3 ? 40 : 16).map((_, at) => ({ value: `${at}${payload}`, title: `${at}${payload}` })),
      } as Field;
    }
    return field.kind === 'text' && field.format === undefined ? ({ ...named, default: payload } as Field) : (named as Field);
  });
  const common = view({
    id: `x${index}${payload}`,
    server: { name: payload, claim: { name: payload, version: payload } },
    call: { method: 'tools/call', name: payload, arguments: { [payload]: payload } },
    message: payload,
    findings: [{ id: 'odd', severity: 'warning', where: 'message', span: [0, 5], sentence: payload }],
  });
  const first = fields[0] as Field;
  return [
    { ...common, form: form(...fields), rejected: [{ field: first.name, rule: 'x', message: payload }] },
    { ...common, id: `u${index}`, url: { href: payload, host: payload, openable: false } },
    {
      ...common,
      id: `e${index}`,
      form: form(...fields),
      state: 'withdrawn',
      note: payload,
      draft: { v: 1, at: 0, values: [[first.name, payload]] },
    },
  ];
}

describe('text of a server', () => {
  it(`runs nothing, loads nothing and becomes no element, for ${PAYLOADS.length} payloads in every text slot [N11, E-U-12]`, {
    timeout: 120_000,
  }, async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
    const at = await pages.open();
    const before = at.requests.length;
    for (let i = 0; i < PAYLOADS.length; i += 20) {
      const views = PAYLOADS.slice(i, i + 20).flatMap((payload, offset) => everywhere(payload, i + offset));
      const strange = await at.page.evaluate(async views => {
        const element = document.querySelector('midcall-question') as HTMLElement & { question: unknown; updateComplete: Promise<unknown> };
        const found: string[] = [];
        for (const question of views) {
          element.question = question;
          await element.updateComplete;
          for (const button of element.shadowRoot?.querySelectorAll<HTMLElement>('[aria-controls=arguments]') ?? []) button.click();
          await element.updateComplete;
          const root = element.shadowRoot as ShadowRoot;
          const bad =
            'script, img, image, iframe, object, embed, video, audio, marquee, meta, base, link, style, form, math, template, slot, use, midcall-question';
          for (const node of root.querySelectorAll(bad)) found.push(node.outerHTML);
          for (const node of root.querySelectorAll('*')) {
            for (const { name, value } of node.attributes)
              if (name.startsWith('on') || (name === 'href' && !value.startsWith('#field-'))) found.push(`${name}=${value}`);
          }
        }
        return found;
      }, views);
      expect(strange).toEqual([]);
    }
    expect(await at.page.evaluate(() => (globalThis as unknown as { ran?: number }).ran)).toBeUndefined();
    expect(at.requests.slice(before)).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it('shows what would turn, hide or move other text as marks, and leaves real scripts as they are [N11]', async () => {
    const at = await pages.open();
    await at.show(view({ message: 'Pay \u202e001$\u202c to שלום?\u200b', form: form() }));
    const message = await at.sheet.locator('.message').innerText();
    expect(message).not.toMatch(/[\u202e\u202c\u200b]/);
    expect(message).toContain('שלום');
    expect(message).toContain('U+202E');
  });

  it('an address in a message is text: nothing to click [E-U-03, E-U-12]', async () => {
    const at = await pages.open();
    await at.show(view({ message: 'Sign in at https://evil.example/login then press Accept', form: form(text('name')) }));
    expect(await at.sheet.getByRole('link').count()).toBe(0);
    expect(await at.sheet.locator('.message').innerText()).toContain('https://evil.example/login');
  });

  it('works under a strict policy with Trusted Types, and asks nothing of any other place', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(...everyKind) }));
    await at.button('show what was sent').click();
    await at.button('More for this question').click();
    expect(at.complaints).toEqual([]);
    expect(new Set(at.requests.map(url => new URL(url).host)).size).toBe(1);
  });
});

describe('addresses', () => {
  const href = 'https://accounts.example.com.evil.example/o?flow=7f3c#part';
  const page = view({ url: { href, host: 'accounts.example.com.evil.example', openable: true } });

  it('the whole address and its host apart are shown before consent; nothing is opened or fetched until the click [N10, E-P-07, E-U-05, E-U-06, E-U-07, E-U-08, E-U-10]', async () => {
    const at = await pages.open();
    const before = at.requests.length;
    await at.show(page);
    expect(await at.sheet.locator('.href').innerText()).toBe(href);
    expect(await at.sheet.locator('.host strong').innerText()).toBe('evil.example');
    expect(await at.sheet.getByRole('link').count()).toBe(0);
    expect(at.requests.slice(before)).toEqual([]);
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toEqual([]);
    await at.button('Open page').click();
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toEqual([
      [href, '_blank', 'noopener,noreferrer'],
    ]);
    expect(await at.answers()).toEqual([{ action: 'accept' }]);
  });

  it('an earlier consent to the same host opens nothing by itself [E-U-07]', async () => {
    const at = await pages.open();
    await at.show(page);
    await at.button('Open page').click();
    await at.show({ ...page, id: 'q2' });
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toHaveLength(1);
  });

  it('a host may open it its own way [E-U-09]', async () => {
    const at = await pages.open();
    await at.show(page);
    await at.page.evaluate(() => document.addEventListener('midcall-open-url', event => event.preventDefault()));
    await at.button('Open page').click();
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toEqual([]);
    expect((await at.told('midcall-open-url')).map(each => each.detail)).toEqual([{ id: 'q1', href, again: false }]);
  });

  it('what is not a web address is never offered for opening [E-U-22, N10]', async () => {
    const at = await pages.open();
    await at.show(view({ url: { href: 'javascript:alert(1)', host: '', openable: false } }));
    expect(await at.button('Open page').count()).toBe(0);
    expect(await at.button('Decline').count()).toBe(1);
    await at.page.keyboard.press('Control+Enter');
    expect(await at.answers()).toEqual([]);
  });

  it('already opened, it waits and offers to open again or to stop [E-N-06]', async () => {
    const at = await pages.open();
    await at.show({ ...page, state: 'opened' });
    await at.sheet.getByText('Already opened, still waiting').waitFor();
    await at.button('Open again').click();
    expect(await at.answers()).toEqual([]);
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toHaveLength(1);
    await at.button('Stop waiting').click();
    expect(await at.answers()).toEqual([{ action: 'cancel' }]);
  });
});

describe('a server that asks for a secret', () => {
  const secret = view({
    message: 'Please enter your password.',
    form: form(text('password', { label: 'Password' })),
    findings: [{ id: 'secret-ask', severity: 'danger', where: { field: 'password' }, sentence: 'This asks for a password.' }],
  });

  it('is covered: no field to type into until the person insists, and then under a warning [N4]', async () => {
    const at = await pages.open();
    await at.show(secret);
    expect(await at.sheet.locator('input').count()).toBe(0);
    expect(await at.sheet.getByRole('heading', { level: 3 }).innerText()).toContain('Records is asking for a password');
    await at.page.keyboard.press('Control+Enter');
    await at.button('Show the question anyway').click();
    expect(await at.sheet.getByLabel('Password').count()).toBe(1);
    expect(await at.sheet.locator('.blocked').innerText()).toContain('Do not type a password');
    expect(await at.answers()).toEqual([]);
  });

  it('can be cut off with one click, which also declines; the button is there only if the host can do it [N4]', async () => {
    const at = await pages.open();
    await at.show(secret);
    expect(await at.button('Cut Records off').count()).toBe(0);
    await at.show({ ...secret, id: 'q2' }, { offers: { cutOff: true } });
    await at.button('Cut Records off').click();
    expect((await at.told('midcall-cut-off')).map(each => each.detail)).toEqual([{ id: 'q2', server: 'Records' }]);
    expect(await at.answers()).toEqual([{ action: 'decline' }]);
  });
});

describe('an address that is opened by hand', () => {
  it('can be copied and consented to without anything being opened here [E-A-09, E-U-07]', async () => {
    const at = await pages.open();
    await at.show(view({ url: { href: 'https://accounts.example.com/o', host: 'accounts.example.com', openable: true } }));
    expect(await at.button('I have opened it').count()).toBe(0);
    await at.button('Copy address').click();
    await at.button('I have opened it').click();
    expect(await at.page.evaluate(() => (globalThis as unknown as { opened: unknown[] }).opened)).toEqual([]);
    expect(await at.answers()).toEqual([{ action: 'accept' }]);
  });
});
