import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ElementPage, type ElementPages, startElementPages } from './testing/element-page.js';
import { everyKind, form, options, text, view } from './testing/views.js';

let pages: ElementPages;

beforeAll(async () => {
  pages = await startElementPages();
});
afterAll(() => pages.close());

async function sent(at: ElementPage): Promise<unknown> {
  await at.button('Send answer').click();
  return (await at.answers()).at(-1);
}

describe('what each kind of field sends', () => {
  it('which mark is the decimal one is told, a comma is refused and not guessed, and how a number was read is shown [E-A-06, N3]', async () => {
    const at = await pages.open();
    const price = view({ form: form({ kind: 'number', name: 'price', label: 'Price', required: true, minimum: 0, maximum: 9999 }) });
    await at.show(price, { locale: 'de' });
    expect(await at.sheet.locator('[data-field=price] .hint').innerText()).toContain('Dezimalstellen mit Punkt, etwa 3.5');
    await at.sheet.getByLabel('Price').fill('3,5');
    await at.button('Antwort senden').click();
    expect(await at.answers()).toEqual([]);
    expect(await at.sheet.locator('.error').innerText()).toContain('Schreiben Sie Dezimalstellen mit Punkt');
    await at.pastGuard();
    await at.sheet.getByLabel('Price').fill('1234.5');
    expect(await at.sheet.locator('.reading').innerText()).toBe('Gelesen als 1.234,5');
    await at.button('Antwort senden').click();
    expect((await at.answers()).at(-1)).toEqual({ action: 'accept', content: { price: 1234.5 } });
    await at.show({ ...price, id: 'q2' }, { locale: 'en' });
    expect(await at.sheet.locator('[data-field=price] .hint').innerText()).toContain('Decimals with a point, such as 3.5');
    await at.sheet.getByLabel('Price').fill('3.07');
    expect(await sent(at)).toEqual({ action: 'accept', content: { price: 3.07 } });
  });

  it('a date comes from the picker; one that was begun and not finished is neither blank nor sent [N2, N3]', async () => {
    const at = await pages.open();
    const day = view({ form: form(text('day', { label: 'Day', format: 'date', required: false })) });
    await at.show(day);
    await at.sheet.getByLabel('Day').focus();
    await at.page.keyboard.type('31');
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
    expect(await at.sheet.locator('.error').innerText()).toContain('Enter a whole date such as 2026-11-29');
    await at.sheet.getByLabel('Day').fill('2026-12-24');
    await at.pastGuard();
    expect(await sent(at)).toEqual({ action: 'accept', content: { day: '2026-12-24' } });
  });

  it('a moment is sent with the offset of the chosen zone, shown before it goes [N3]', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(text('when', { label: 'When', format: 'date-time' })) }));
    await at.sheet.getByLabel('Date', { exact: true }).fill('2026-07-01');
    await at.sheet.getByLabel('Time', { exact: true }).fill('09:30');
    expect(await at.sheet.locator('.reading').innerText()).toContain('2026-07-01T09:30:00+02:00');
    await at.sheet.getByLabel('Time zone').selectOption('Asia/Tokyo');
    expect(await at.sheet.locator('.reading').innerText()).toContain('2026-07-01T09:30:00+09:00');
    expect(await sent(at)).toEqual({ action: 'accept', content: { when: '2026-07-01T09:30:00+09:00' } });
  });

  it('half a moment is refused by name and not dropped [N2]', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(text('when', { label: 'When', format: 'date-time', required: false })) }));
    await at.sheet.getByLabel('Date', { exact: true }).fill('2026-07-01');
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
    expect(await at.sheet.locator('.error').innerText()).toMatch(/date and (a )?time/i);
  });

  it('an optional yes/no has a third state, and a required one is never answered by leaving it alone [N2, N3]', async () => {
    const at = await pages.open();
    const yesNo = (required: boolean) =>
      view({
        id: String(required),
        form: form({ kind: 'boolean', name: 'b', label: 'Archive?', required }, text('t', { required: false })),
      });
    await at.show(yesNo(false));
    expect(await at.sheet.getByRole('radio', { name: 'No answer' }).isChecked()).toBe(true);
    await at.sheet.getByRole('radio', { name: 'No', exact: true }).check();
    await at.sheet.getByRole('radio', { name: 'No answer' }).check();
    await at.button('Check your answers').click();
    await at.pastGuard();
    expect(await sent(at)).toEqual({ action: 'accept', content: {} });
    await at.show(yesNo(true));
    expect(await at.sheet.getByRole('radio', { name: 'No answer' }).count()).toBe(0);
    expect(await at.sheet.locator('input:checked').count()).toBe(0);
    await at.button('Check your answers').click();
    expect(await at.sheet.locator('#summary').count()).toBe(1);
    await at.pastGuard();
    await at.sheet.getByRole('radio', { name: 'No', exact: true }).check();
    await at.button('Check your answers').click();
    await at.pastGuard();
    expect(await sent(at)).toEqual({ action: 'accept', content: { b: false } });
  });

  it('a choice has nothing chosen beforehand, shows all options up to fifteen, and can be cleared where optional [N3]', async () => {
    const at = await pages.open();
    await at.show(view({ form: form({ kind: 'choice', name: 'c', label: 'Which', required: false, options: options(9) }) }));
    expect(await at.sheet.getByRole('radio').count()).toBe(9);
    expect(await at.sheet.locator('input:checked').count()).toBe(0);
    await at.sheet.getByRole('radio', { name: 'Option 4' }).check();
    await at.button('Clear this answer').click();
    expect(await sent(at)).toEqual({ action: 'accept', content: {} });
  });

  it('several may be chosen within bounds that are said before; the answer keeps the server’s order', async () => {
    const at = await pages.open();
    await at.show(
      view({ form: form({ kind: 'choices', name: 'c', label: 'Which', required: true, minItems: 1, maxItems: 2, options: options(4) }) }),
    );
    expect(await at.sheet.locator('.hint').first().innerText()).toBe('Choose 1 to 2');
    for (const index of [3, 0, 1]) await at.sheet.getByRole('checkbox', { name: `Option ${index}` }).check();
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
    await at.pastGuard();
    await at.sheet.getByRole('checkbox', { name: 'Option 1' }).uncheck();
    expect(await sent(at)).toEqual({ action: 'accept', content: { c: ['v0', 'v3'] } });
  });

  it('defaults stand in the inputs before anything is sent, and are sent as they stand [E-J-05, N3]', async () => {
    const at = await pages.open();
    await at.show(
      view({
        form: form(
          text('name', { label: 'Name', default: 'Rowan' }),
          { kind: 'integer', name: 'n', label: 'How many', required: true, default: 3 },
          { kind: 'boolean', name: 'b', label: 'Archive?', required: false, default: true },
          { kind: 'choice', name: 'c', label: 'Which', required: true, options: options(3), default: 'v1' },
          { kind: 'choices', name: 'm', label: 'Any', required: false, options: options(3), default: ['v2'] },
        ),
      }),
    );
    expect(await at.sheet.getByLabel('Name').inputValue()).toBe('Rowan');
    expect(await at.sheet.getByLabel('How many').inputValue()).toBe('3');
    expect(await at.sheet.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    expect(await at.sheet.getByRole('radio', { name: 'Option 1' }).isChecked()).toBe(true);
    expect(await at.sheet.getByRole('checkbox', { name: 'Option 2' }).isChecked()).toBe(true);
    await at.button('Check your answers').click();
    await at.pastGuard();
    expect(await sent(at)).toEqual({ action: 'accept', content: { name: 'Rowan', n: 3, b: true, c: 'v1', m: ['v2'] } });
  });

  it('a field it cannot draw becomes a box for JSON, with the server’s own shape at hand [N12]', async () => {
    const at = await pages.open();
    await at.show(
      view({
        form: form({ kind: 'opaque', name: 'o', label: 'Filter', required: false, schema: { type: 'object', properties: { from: {} } } }),
      }),
    );
    await at.sheet.getByText('show what Records expects').click();
    expect(await at.sheet.locator('.shape pre').innerText()).toContain('"from"');
    await at.sheet.getByLabel('Filter').fill('{"from"');
    await at.button('Send answer').click();
    expect(await at.answers()).toEqual([]);
  });

  it('a field called __proto__ is data like any other [N11]', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(text('__proto__', { label: 'Name' })) }));
    await at.sheet.getByLabel('Name').fill('Rowan');
    await at.button('Send answer').click();
    const own = await at.page.evaluate(() => {
      const [answer] = (globalThis as unknown as { told: { type: string; detail: { content: object } }[] }).told.filter(
        each => each.type === 'midcall-answer',
      );
      return Object.entries(answer?.detail.content ?? {});
    });
    expect(own).toEqual([['__proto__', 'Rowan']]);
    expect(await at.page.evaluate(() => ({}) instanceof Object && !('Rowan' in {}))).toBe(true);
  });
});

describe('many options', () => {
  const city = view({ form: form({ kind: 'choice', name: 'city', label: 'City', required: true, options: options(10_000) }) });

  it('draws only what is in sight, tells the true size, and takes a keystroke in under 50 ms', async () => {
    const at = await pages.open();
    await at.show(city);
    expect(await at.sheet.getByRole('option').count()).toBeLessThan(30);
    expect(await at.sheet.getByRole('option').first().getAttribute('aria-setsize')).toBe('10000');
    const times = await at.page.evaluate(async () => {
      const element = document.querySelector('midcall-question') as HTMLElement & { updateComplete: Promise<unknown> };
      const input = element.shadowRoot?.querySelector('input') as HTMLInputElement;
      const took: number[] = [];
      for (const query of ['O', 'Op', 'Opt', 'Option 9', 'Option 99', 'Option 9', '', '7']) {
        input.value = query;
        const start = performance.now();
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await element.updateComplete;
        element.getBoundingClientRect();
        took.push(performance.now() - start);
      }
      return took.sort((a, b) => a - b);
    });
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(50);
  });

  it('is searched and chosen from the keyboard; Enter chooses and does not send', async () => {
    const at = await pages.open();
    await at.show(city);
    await at.sheet.getByRole('combobox').focus();
    await at.page.keyboard.type('option 777');
    await at.page.keyboard.press('ArrowDown');
    const active = await at.sheet.getByRole('combobox').getAttribute('aria-activedescendant');
    expect(await at.sheet.locator(`#${active}`).innerText()).toContain('Option 7770');
    await at.page.keyboard.press('Enter');
    expect(await at.answers()).toEqual([]);
    expect(await at.sheet.locator('.chosen').innerText()).toContain('Option 7770');
    await at.page.keyboard.press('Control+Enter');
    expect(await at.answers()).toEqual([{ action: 'accept', content: { city: 'v7770' } }]);
  });
});

describe('the keyboard alone', () => {
  it('fills every kind of field, checks, goes back to change, and sends [E-P-06]', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(...everyKind) }));
    const key = (...keys: string[]) => keys.reduce((before, each) => before.then(() => at.page.keyboard.press(each)), Promise.resolve());
    const tabTo = async (id: string): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        const here = await at.page.evaluate(() => document.querySelector('midcall-question')?.shadowRoot?.activeElement?.id);
        if (here === id) return;
        await key('Tab');
      }
      throw new Error(`Tab never reached ${id}`);
    };
    const order: string[] = [];
    for (const [index, typed] of [
      [0, 'Report'],
      [1, 'a@example.org'],
      [2, 'https://example.org/'],
      [5, 'Notes'],
      [6, '2.5'],
      [7, '4'],
    ] as const) {
      await tabTo(`field-${index}`);
      order.push(`field-${index}`);
      await at.page.keyboard.type(typed);
      if (index === 0) {
        await key('Enter');
        expect(await at.sheet.locator('#summary, .check').count()).toBe(0);
      }
    }
    await tabTo('field-8');
    await key('Space');
    await tabTo('field-10');
    await key('Space', 'ArrowDown');
    await tabTo('field-12');
    await at.page.keyboard.type('Option 33');
    await key('Enter');
    await tabTo('field-13');
    await key('Space');
    await key('Control+Enter');
    await at.sheet.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await at.pastGuard();
    await key('Escape');
    await at.sheet.getByLabel('Title').waitFor();
    await at.pastGuard();
    await tabTo('field-0');
    await key('End');
    await at.page.keyboard.type('!');
    await key('Control+Enter');
    await at.pastGuard();
    await key('Control+Enter');
    expect(await at.answers()).toEqual([
      {
        action: 'accept',
        content: {
          title: 'Report!',
          mail: 'a@example.org',
          site: 'https://example.org/',
          notes: 'Notes',
          ratio: 2.5,
          count: 4,
          sure: true,
          few: 'v1',
          many: 'v33',
          any: ['v0'],
        },
      },
    ]);
  });

  it('fills a date, a moment with an offset of one’s own, a third state, a long list, a searched crowd within its bounds, and a box of JSON [E-P-06, N2, N3]', async () => {
    const at = await pages.open();
    const fields = everyKind.filter(({ name }) => ['day', 'when', 'archive', 'some', 'crowd', 'odd'].includes(name));
    await at.show(view({ form: form(...fields.map(field => (field.name === 'crowd' ? { ...field, minItems: 2, maxItems: 3 } : field))) }));
    const { keyboard } = at.page;
    const focused = () => at.page.evaluate(() => document.querySelector('midcall-question')?.shadowRoot?.activeElement?.id ?? '');
    const tabTo = async (id: string): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        if ((await focused()) === id) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never reached ${id}`);
    };
    await tabTo('field-0');
    await keyboard.type('12012026');
    await tabTo('field-1');
    await keyboard.type('12012026');
    await tabTo('field-1-time');
    await keyboard.type('0930AM');
    await tabTo('field-1-zone');
    await keyboard.type('UTC');
    expect(await at.sheet.locator('.reading').first().textContent()).toContain('2026-12-01T09:30:00Z');
    // An optional yes/no is "no answer" until a key says otherwise; arrows move among the three.
    await tabTo('field-2-2');
    await keyboard.press('ArrowUp');
    await tabTo('field-3');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await tabTo('field-4');
    for (const query of ['Option 33', 'Option 7']) {
      await keyboard.type(query);
      await keyboard.press('Enter');
      for (let i = 0; i < query.length; i++) await keyboard.press('Backspace');
      if (query === 'Option 33') {
        await keyboard.press('Control+Enter');
        await at.sheet.locator('#summary').getByText('Choose at least 2').waitFor();
        await at.pastGuard();
        await tabTo('field-4');
      }
    }
    await tabTo('field-5');
    await keyboard.type('"as it is"');
    await keyboard.press('Control+Enter');
    await at.sheet.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await at.pastGuard();
    await keyboard.press('Control+Enter');
    expect(await at.answers()).toEqual([
      {
        action: 'accept',
        content: {
          day: '2026-12-01',
          when: '2026-12-01T09:30:00Z',
          archive: false,
          some: 'v2',
          crowd: ['v7', 'v33'],
          odd: 'as it is',
        },
      },
    ]);
  });

  it('Enter in the only text field sends it, but not while an input method is composing', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(text('name', { label: 'Name' })) }));
    const input = at.sheet.getByLabel('Name');
    await input.fill('田');
    await input.evaluate(node =>
      node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true })),
    );
    expect(await at.answers()).toEqual([]);
    await input.press('Enter');
    expect(await at.answers()).toEqual([{ action: 'accept', content: { name: '田' } }]);
  });
});

describe('drafts', () => {
  it('come back with the question, and an update of it never throws away what was typed [N12]', async () => {
    const at = await pages.open();
    const named = view({ form: form(text('name', { label: 'Name' }), text('place', { label: 'Place' })) });
    await at.show({ ...named, draft: { v: 1, at: 0, values: [['name', 'Half']] } });
    expect(await at.sheet.getByLabel('Name').inputValue()).toBe('Half');
    await at.sheet.getByLabel('Place').fill('Here');
    await at.show({ ...named, expiresAt: (named.expiresAt ?? 0) + 1000 });
    expect(await at.sheet.getByLabel('Place').inputValue()).toBe('Here');
    await at.page.clock.runFor(500);
    expect((await at.told('midcall-draft')).at(-1)?.detail).toMatchObject({
      id: 'q1',
      draft: {
        v: 1,
        values: [
          ['name', 'Half'],
          ['place', 'Here'],
        ],
      },
    });
  });

  it('another question takes nothing over from the last one', async () => {
    const at = await pages.open();
    const named = view({ form: form(text('name', { label: 'Name' })) });
    await at.show(named);
    await at.sheet.getByLabel('Name').fill('Half');
    await at.show({ ...named, id: 'q2' });
    expect(await at.sheet.getByLabel('Name').inputValue()).toBe('');
    expect((await at.told('midcall-draft')).at(-1)?.detail).toMatchObject({ id: 'q1' });
  });
});
