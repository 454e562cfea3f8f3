import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbedPages, framePage, hostPage, type Origin, open, startEmbedPages } from './testing/embed-pages.js';
import { form, text, view } from './testing/views.js';

let pages: EmbedPages;
let host: Origin;
let asking: Origin;
let evil: Origin;

beforeAll(async () => {
  pages = await startEmbedPages();
  [host, asking, evil] = await Promise.all([pages.newOrigin(), pages.newOrigin(), pages.newOrigin()]);
});
afterAll(() => pages.close());

type Told = readonly (readonly [name: string, detail: unknown])[];
interface Host {
  readonly framed: { question: unknown; close(): void } & EventTarget;
  readonly told: Told;
  readonly midcall: { ask(surface: unknown, params: unknown, options: unknown): Promise<unknown> };
}

const fresh = { askedAt: Date.now(), expiresAt: Date.now() + 600_000 };
const NAME = view({ ...fresh, message: 'Your name?', form: form(text('name', { label: 'Name' })) });
const SECRET = view({
  ...fresh,
  id: 'q-secret',
  message: 'Your password?',
  form: form(text('password', { label: 'Password' })),
  findings: [{ id: 'secret-ask', severity: 'danger', where: 'message', sentence: 'Asks for a password.' }],
});
const PAGE = view({
  ...fresh,
  id: 'q-url',
  message: 'Sign in',
  url: { href: 'https://accounts.example.com/', host: 'accounts.example.com', openable: true },
});

const show = (page: Page, question: unknown) =>
  page.evaluate(question => {
    (globalThis as unknown as Host).framed.question = question;
  }, question);
const told = (page: Page) => page.evaluate(() => (globalThis as unknown as Host).told);
const answers = async (page: Page) => (await told(page)).filter(([name]) => name === 'midcall-answer').map(([, detail]) => detail);

/** A button does nothing in the first moment after a sheet appears; this tries it until it does. */
const clickPastGuard = (page: Page, button: Locator) =>
  expect
    .poll(async () => {
      if ((await answers(page)).length === 0) await button.click({ timeout: 1_000 }).catch(() => {});
      return (await answers(page)).length;
    })
    .toBe(1);

/** Long after the sheet had loaded. */
const knockedOften = (frame: Frame | undefined) => frame?.waitForFunction(() => (globalThis as unknown as { knocks: number }).knocks > 30);

describe('a question in a frame of another origin', () => {
  it('is drawn, grows to its height, is answered once, and keeps the page and the frame apart [D36, E-A-03]', async () => {
    const { page, frame, complaints } = await open(
      pages.browser,
      hostPage(host, framePage(asking, ['https://other.example', host.origin])),
    );
    const answer = page.evaluate(() => {
      const { midcall, framed } = globalThis as unknown as Host;
      const params = {
        message: 'Your name?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
      };
      return midcall.ask(framed, params, { server: 'Records' });
    });
    await frame.getByLabel('Name').fill('Robin');
    await expect.poll(async () => (await told(page)).map(([name]) => name)).toContain('midcall-draft');
    await clickPastGuard(page, frame.getByRole('button', { name: 'Send answer' }));
    expect(await answer).toEqual({ action: 'accept', content: { name: 'Robin' } });
    expect((await answers(page)).length).toBe(1);
    expect((await told(page)).map(([name]) => name)).toContain('midcall-seen');
    expect(await page.locator('iframe').evaluate(each => each.getBoundingClientRect().height)).toBeLessThan(300);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('asks for a secret and opens a page there too, where the page around it is listed [D36]', async () => {
    const { page, frame } = await open(pages.browser, hostPage(host, framePage(asking, [host.origin])));
    await show(page, SECRET);
    await frame.getByRole('button', { name: 'Decline', exact: true }).waitFor();
    await show(page, PAGE);
    await frame.getByRole('button', { name: 'Open page' }).waitFor();
    await frame.getByText('https://accounts.example.com/').waitFor();
    await page.context().close();
  });

  it('a frame that never comes is nobody who saw the question: it ends as cancel [N1, N12]', async () => {
    const { page } = await open(pages.browser, hostPage(host, `${asking.origin}/nothing-here`, 200));
    await show(page, NAME);
    await expect.poll(() => answers(page)).toEqual([{ action: 'cancel' }]);
    await page.context().close();
  });

  it('a frame that was loaded again shows the question again', async () => {
    const { page, frame } = await open(pages.browser, hostPage(host, framePage(asking, [host.origin])));
    await show(page, NAME);
    await frame.getByLabel('Name').waitFor();
    await page.evaluate(() => {
      const own = document.querySelector('iframe') as HTMLIFrameElement;
      own.src = String(own.src);
    });
    await frame.getByLabel('Name').fill('Kim');
    await expect.poll(async () => (await told(page)).some(([name]) => name === 'midcall-draft')).toBe(true);
    await page.context().close();
  });
});

describe('attacks that fail', () => {
  it('a page that is not listed cannot frame the sheet at all, and where the header was forgotten it gets no secret and no address to press [D36]', async () => {
    const careful = await open(pages.browser, hostPage(evil, framePage(asking, [host.origin]), 300));
    await show(careful.page, NAME);
    await expect.poll(() => answers(careful.page)).toEqual([{ action: 'cancel' }]);
    expect(careful.complaints.join()).toContain('frame-ancestors');
    await careful.page.context().close();

    // The page in the frame draws what its own desk tells it; who frames it is told nothing and can only lay itself over.
    const script = (view: unknown) => `document.querySelector('midcall-question').question = ${JSON.stringify(view)};`;
    for (const question of [SECRET, PAGE]) {
      const bare = asking.page(script(question), { body: '<midcall-question mode="inbox"></midcall-question>' });
      const framing = evil.page('', { body: `<iframe src="${bare}" width="700" height="500"></iframe>` });
      const { page, frame } = await open(pages.browser, framing);
      await frame.getByText('not shown inside another page').waitFor();
      expect(await frame.getByRole('button', { name: /Open page|Show the question|Cut/ }).count()).toBe(0);
      expect(await frame.getByRole('link', { name: 'Open it in a tab of its own' }).getAttribute('href')).toBe(bare);
      await page.context().close();
    }
    const plain = asking.page(script(NAME), { body: '<midcall-question mode="inbox"></midcall-question>' });
    const { page, frame } = await open(pages.browser, evil.page('', { body: `<iframe src="${plain}" width="700" height="500"></iframe>` }));
    await frame.getByLabel('Name').waitFor();
    await page.context().close();
  });

  it('a listed page inside a page that is not listed is no better [D36]', async () => {
    const inner = framePage(asking, [host.origin], {});
    const middle = hostPage(host, inner);
    const { page } = await open(pages.browser, evil.page('', { body: `<iframe src="${middle}" width="780" height="600"></iframe>` }));
    const around = page.frames().find(each => each.url() === middle);
    await around?.waitForFunction(() => 'framed' in globalThis);
    await around?.evaluate(question => {
      (globalThis as unknown as Host).framed.question = question;
    }, SECRET);
    await page.frameLocator('iframe').frameLocator('iframe').getByText('not shown inside another page').waitFor();
    await page.context().close();
  });

  it('messages of the wrong origin, of a sibling frame, and of an opener open no line and show nothing [D36]', async () => {
    const frameAt = framePage(asking, [host.origin], {});
    const knock = `globalThis.knocks = 0; const knock = target => { knocks++; const { port1, port2 } = new MessageChannel(); target.postMessage({ midcall: 1, type: 'open' }, '*', [port2]); port1.postMessage({ midcall: 1, type: 'show', question: ${JSON.stringify(NAME)}, mode: 'modal', offers: {}, locale: '', timeZone: '', packs: [] }); };`;

    // The parent is not listed.
    const wrong = await open(
      pages.browser,
      evil.page(`${knock} setInterval(() => knock(frames[0]), 20);`, { body: `<iframe src="${frameAt}"></iframe>` }),
    );
    await wrong.frame.locator('midcall-question').waitFor({ state: 'attached' });
    await wrong.page.evaluate(() => {
      (globalThis as unknown as { knocks: number }).knocks = 0;
    });
    await knockedOften(wrong.page.mainFrame());
    expect(
      await wrong.frame.locator('midcall-question').evaluate(each => (each as unknown as { question: unknown }).question),
    ).toBeUndefined();
    await wrong.page.context().close();

    // A sibling in the listed page, of the listed page's own origin even: it is not the parent.
    const sibling = host.page(`${knock} setInterval(() => knock(parent.frames[0]), 20);`);
    const both = host.page('', { body: `<iframe src="${frameAt}"></iframe><iframe src="${sibling}"></iframe>` });
    const beside = await open(pages.browser, both);
    await knockedOften(beside.page.frames().find(each => each.url() === sibling));
    expect(
      await beside.page
        .frameLocator('iframe >> nth=0')
        .locator('midcall-question')
        .evaluate(each => (each as unknown as { question: unknown }).question),
    ).toBeUndefined();
    await beside.page.context().close();

    // A listed page that opened the sheet as a window of its own is an opener, not a parent.
    const opener = await open(
      pages.browser,
      host.page(`${knock} globalThis.go = () => { const w = open(${JSON.stringify(frameAt)}); setInterval(() => knock(w), 20); };`),
    );
    const popup = opener.page.context().waitForEvent('page');
    await opener.page.evaluate(() => (globalThis as unknown as { go(): void }).go());
    const window = await popup;
    await window.waitForLoadState();
    await knockedOften(opener.page.mainFrame());
    expect(await window.locator('midcall-question').evaluate(each => (each as unknown as { question: unknown }).question)).toBeUndefined();
    await opener.page.context().close();
  });

  it('a frame that sends anything it likes answers nothing that was not asked, nothing twice, and nothing that does not fit the form [D36, N3, N11]', async () => {
    // The frame's origin is right; its page is hostile.
    const hostile =
      asking.page(`let line; addEventListener('message', ({ ports, data }) => { if (data?.type === 'open') { line = ports[0]; line.onmessage = ({ data }) => { globalThis.shown = data; }; globalThis.line = line; } });
parent.postMessage({ midcall: 1, type: 'ready' }, '*');`);
    const { page, complaints } = await open(pages.browser, hostPage(host, hostile));
    await show(page, { ...NAME, form: form(text('name', { label: 'Name', maxLength: 5 })) });
    const inside = page.frames().find(each => each.url() === hostile);
    await inside?.waitForFunction(() => (globalThis as unknown as { shown?: { question?: unknown } }).shown?.question !== undefined);
    await inside?.evaluate(() => {
      const { line } = globalThis as unknown as { line: MessagePort };
      const event = (detail: unknown, id = 'q1', name = 'midcall-answer') =>
        line.postMessage({ midcall: 1, type: 'event', name, id, detail });
      for (const odd of [
        null,
        7,
        'x',
        [],
        { midcall: 2 },
        { midcall: 1, type: 'event' },
        { midcall: 1, type: 'size', height: -1 },
        { midcall: 1, type: 'size', height: 'NaN' },
      ])
        line.postMessage(odd);
      event({ action: 'accept', content: { name: 'x' } }, 'another');
      event({ action: 'accept', content: { name: 'much too long' } });
      event({ action: 'yes' });
      event({ id: 'q1' }, 'q1', 'constructor');
      for (let i = 0; i < 20_000; i++) event({ id: 'q1', server: 'Somebody else' }, 'q1', 'midcall-mute');
      event({ action: 'decline' });
      event({ action: 'accept', content: { name: 'late' } });
    });
    await expect.poll(() => answers(page)).toEqual([{ action: 'decline' }]);
    const all = await told(page);
    expect(all.filter(([name]) => name === 'midcall-mute').length).toBeLessThanOrEqual(2_000);
    expect(all.find(([name]) => name === 'midcall-mute')?.[1]).toEqual({ id: 'q1', server: 'Records' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a flood of questions from the page leaves the frame with the newest, drawn few times and still usable [D36, N11]', async () => {
    const { page, frame } = await open(pages.browser, hostPage(host, framePage(asking, [host.origin])));
    await page.waitForFunction(() => 'framed' in globalThis);
    const inside = page.frames()[1];
    await frame.locator('midcall-question').evaluate(element => {
      let drawn = 0;
      const own = element as unknown as { updated(): void };
      const { updated } = own;
      own.updated = function (this: unknown) {
        drawn++;
        updated.call(this);
      };
      Object.defineProperty(globalThis, 'drawn', { get: () => drawn });
    });
    await page.evaluate(question => {
      const { framed } = globalThis as unknown as Host;
      for (let i = 0; i < 5_000; i++) framed.question = { ...question, id: `q${i}`, message: `Question ${i}` };
    }, NAME);
    await frame.getByText('Question 4999').waitFor();
    expect(await inside?.evaluate(() => (globalThis as unknown as { drawn: number }).drawn)).toBeLessThan(400);
    await frame.getByLabel('Name').fill('Robin');
    await page.context().close();
  });

  it('takes exact origins only', async () => {
    const { page } = await open(
      pages.browser,
      host.page('globalThis.midcall = midcall;', { body: '<iframe></iframe><midcall-question></midcall-question>' }),
    );
    const refused = await page.evaluate(() => {
      const { midcall } = globalThis as unknown as {
        midcall: { FramedQuestion: new (f: unknown, o: unknown) => unknown; receiveQuestions(e: unknown, o: unknown): unknown };
      };
      const fails = (act: () => unknown): boolean => {
        try {
          act();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      const odd = [
        '*',
        'null',
        '',
        'https://host.example/',
        'https://host.example/path',
        'host.example',
        'https://*.example',
        'HTTPS://host.example',
      ];
      return [
        ...odd.map(origin => fails(() => new midcall.FramedQuestion(document.querySelector('iframe'), { origin }))),
        ...odd.map(origin => fails(() => midcall.receiveQuestions(document.querySelector('midcall-question'), { from: [origin] }))),
        fails(() => midcall.receiveQuestions(document.querySelector('midcall-question'), { from: [] })),
      ];
    });
    expect(refused).toEqual(refused.map(() => true));
    await page.context().close();
  });
});
