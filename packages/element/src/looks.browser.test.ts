import { readFile } from 'node:fs/promises';
import type { QuestionView } from '@midcall/core/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ElementPage, type ElementPages, startElementPages } from './testing/element-page.js';
import { everyKind, form, text, view } from './testing/views.js';

let pages: ElementPages;
let axe: string;

beforeAll(async () => {
  pages = await startElementPages();
  axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
});
afterAll(() => pages.close());

interface Screen {
  readonly view: QuestionView;
  readonly act?: (at: ElementPage) => Promise<void>;
}

const kinds = view({ form: form(...everyKind) });
const SCREENS: Readonly<Record<string, Screen>> = {
  'every kind': { view: kinds },
  errors: { view: kinds, act: at => at.button('Check your answers').click() },
  check: {
    view: view({ form: form(text('a'), text('b', { required: false })) }),
    act: async at => {
      await at.sheet.getByLabel('a', { exact: true }).fill('x');
      await at.button('Check your answers').click();
    },
  },
  confirm: {
    view: view({ message: 'Delete 4,012 rows?', form: form({ kind: 'boolean', name: 'ok', label: 'I understand', required: true }) }),
  },
  menu: { view: kinds, act: at => at.button('More for this question').click() },
  arguments: { view: kinds, act: at => at.button('show what was sent').click() },
  url: {
    view: view({
      url: { href: 'https://accounts.example.com/o', host: 'accounts.example.com', openable: true },
      findings: [{ id: 'x', severity: 'warning', where: 'url', sentence: 'Something is odd.' }],
    }),
  },
  secret: {
    view: view({
      form: form(text('password')),
      findings: [{ id: 'secret-ask', severity: 'danger', where: 'message', sentence: 'This asks for a password.' }],
    }),
  },
  saved: { view: view({ form: form(), state: 'saved', action: 'accept' }) },
  lost: { view: view({ form: form(), state: 'undeliverable', action: 'accept' }) },
  expired: { view: view({ form: form(), state: 'expired' }) },
  'answered elsewhere': {
    view: view({ form: form(text('name', { label: 'Name' })) }),
    act: async at => {
      await at.sheet.getByLabel('Name').fill('Half');
      await at.show(view({ id: 'answered elsewhere', form: form(text('name', { label: 'Name' })), state: 'delivered', action: 'decline' }));
    },
  },
};

async function drawn(at: ElementPage, { view, act }: Screen, name: string): Promise<void> {
  await at.show({ ...view, id: name }, { offers: { cutOff: true, mute: true } });
  await act?.(at);
}

describe('accessibility', () => {
  for (const [look, options] of Object.entries({
    light: { colorScheme: 'light' },
    dark: { colorScheme: 'dark' },
    'forced colours': { forcedColors: 'active' },
  } as const)) {
    it(`axe finds nothing on any screen, ${look}`, { timeout: 120_000 }, async () => {
      const at = await pages.open(options);
      await at.page.evaluate(axe);
      await at.page.clock.resume();
      for (const [name, screen] of Object.entries(SCREENS)) {
        await drawn(at, screen, name);
        const found = await at.page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
          };
          const { violations } = await axe.run();
          return violations.map(each => `${each.id}: ${each.nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`);
        });
        expect([name, ...found]).toEqual([name]);
      }
    });
  }

  it('axe would find a missing label: the check itself works', async () => {
    const at = await pages.open();
    await at.page.evaluate(axe);
    await at.page.clock.resume();
    const found = await at.page.evaluate(async () => {
      document.querySelector('main')?.append(document.createElement('input'));
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(each => each.id);
    });
    expect(found).toContain('label');
  });

  it('each input is named by its label and described by its description, and says that it is required', async () => {
    const at = await pages.open();
    await at.show(view({ form: form(text('mail', { label: 'E-mail', description: 'Work address', format: 'email' })) }));
    const input = at.sheet.getByRole('textbox', { name: 'E-mail' });
    expect(await input.getAttribute('aria-required')).toBe('true');
    const described = ((await input.getAttribute('aria-describedby')) ?? '').split(' ');
    expect(await at.sheet.locator(`#${described[0]}`).innerText()).toBe('Work address');
  });
});

describe('who asks', () => {
  it('says so where the server cannot tell people apart, and where it is reached [D26, D36]', { timeout: 60_000 }, async () => {
    const at = await pages.open();
    await at.show(view({ server: { name: 'Records', origin: 'records.example', shared: true } }));
    const header = await at.sheet.locator('header.who').innerText();
    expect(header).toContain('This server cannot tell you apart from others.');
    expect(header).toContain('records.example');
    await at.show(view({}));
    expect(await at.sheet.locator('header.who').innerText()).not.toContain('apart');
  });
});

describe('every width and setting', () => {
  it('nothing scrolls sideways at 320 px, whatever a server wrote', { timeout: 60_000 }, async () => {
    const at = await pages.open({ viewport: { width: 320, height: 640 } });
    const long = 'x'.repeat(300);
    const screens = {
      ...SCREENS,
      long: {
        view: view({
          message: long,
          server: { name: long, claim: { name: long } },
          call: { method: 'tools/call' as const, name: long },
          form: form(text(long, { description: long })),
        }),
      },
    };
    for (const [name, screen] of Object.entries(screens)) {
      await drawn(at, screen, name);
      const wide = await at.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect([name, wide]).toEqual([name, 0]);
    }
  });

  it('at 200 % text size nothing scrolls sideways and every button is in reach', { timeout: 60_000 }, async () => {
    const at = await pages.open({ viewport: { width: 640, height: 480 } });
    await at.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const [name, screen] of Object.entries(SCREENS)) {
      await drawn(at, screen, name);
      expect([name, await at.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)]).toEqual([
        name,
        0,
      ]);
    }
    await at.show(kinds);
    await at.button('Not now').scrollIntoViewIfNeeded();
    expect(await at.button('Not now').isVisible()).toBe(true);
  });

  it('the actions stay in sight on a phone however long the form is', async () => {
    const at = await pages.open({ viewport: { width: 360, height: 740 } });
    await at.show(kinds);
    for (const name of ['Check your answers', 'Decline', 'Not now']) {
      const box = await at.button(name).boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    }
  });

  it('what can be pressed is at least 44 px high on touch', async () => {
    const at = await pages.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await at.show(kinds);
    const low = await at.page.evaluate(() =>
      [
        ...(document
          .querySelector('midcall-question')
          ?.shadowRoot?.querySelectorAll<HTMLElement>('.button, .quiet, .option, .input, .row, .icon') ?? []),
      ]
        .filter(node => node.getBoundingClientRect().height < 43.5)
        .map(node => node.className),
    );
    expect(low).toEqual([]);
  });

  it('in forced colours what is chosen, disabled or in error is still told apart', async () => {
    const at = await pages.open();
    await at.page.emulateMedia({ forcedColors: 'active' });
    await at.show(view({ message: 'Delete it?', form: form({ kind: 'boolean', name: 'ok', label: 'I understand', required: true }) }));
    const style = (property: string): Promise<string> =>
      at.sheet.locator('.primary').evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), property);
    const inert = await style('color');
    expect(await style('border-top-style')).toBe('solid');
    await at.sheet.getByRole('checkbox').check();
    expect(await style('color')).not.toBe(inert);
  });

  it('with reduced motion nothing moves', async () => {
    const at = await pages.open();
    await at.page.emulateMedia({ reducedMotion: 'reduce' });
    await at.show(kinds);
    expect(await at.sheet.locator('.primary').evaluate(node => getComputedStyle(node).transitionDuration)).toBe('0s');
  });

  it('a language from right to left turns the sheet, keeps addresses from left to right, and isolates what the server wrote', async () => {
    const at = await pages.open();
    await at.show(SCREENS.url?.view ?? kinds, { locale: 'ar', packs: [{ locale: 'ar', dir: 'rtl', phrases: await arabicStandIn() }] });
    const box = async (selector: string) => (await at.sheet.locator(selector).boundingBox()) ?? { x: 0, width: 0 };
    expect((await box('.monogram')).x).toBeGreaterThan((await box('.title')).x);
    expect(await at.sheet.locator('.href').evaluate(node => getComputedStyle(node).direction)).toBe('ltr');
    expect(await at.sheet.locator('.message').evaluate(node => getComputedStyle(node).unicodeBidi)).toBe('plaintext');
    expect(await at.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });

  it('from right to left every screen stays inside its page at 320 px, and axe finds nothing', { timeout: 120_000 }, async () => {
    const at = await pages.open({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    await at.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await at.page.evaluate(axe);
    await at.page.clock.resume();
    const packs = [{ locale: 'ar', dir: 'rtl', phrases: await arabicStandIn() }];
    for (const [name, screen] of Object.entries(SCREENS)) {
      await at.show({ ...screen.view, id: name }, { locale: 'ar', packs, offers: { cutOff: true, mute: true } });
      const { width, left, found } = await at.page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
        const box = document.querySelector('midcall-question')?.getBoundingClientRect();
        return { width: box?.width ?? 0, left: box?.left ?? -1, found: (await axe.run()).violations.map(({ id }) => id) };
      });
      expect([name, left >= 0, width <= 320, ...found]).toEqual([name, true, true]);
      expect(await at.sheet.locator('section.sheet').getAttribute('dir')).toBe('rtl');
    }
  });
});

/** A pack is data: here every phrase stands in for its Arabic one, which is enough to turn the sheet around. */
async function arabicStandIn(): Promise<Readonly<Record<string, unknown>>> {
  const { LANGUAGES } = await import('@midcall/core/words');
  const [english] = LANGUAGES;
  return Object.fromEntries(
    Object.entries(english?.phrases ?? {}).map(([key, phrase]) => [key, typeof phrase === 'string' ? phrase.replace(/^/, 'قيد ') : phrase]),
  );
}
