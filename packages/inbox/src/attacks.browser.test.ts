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

describe('attacks that fail', () => {
  it('a foreign page can neither read the list nor answer: not by fetch, not by a form, not by a socket of events [D30, D32, E-T-15]', async () => {
    const { context } = await signIn(browser, server);
    void server.ask({ params: { message: 'Secret plan?', requestedSchema: NAME_FORM } });
    const id = server.desk.list({ principal: 'local' })[0]?.id;
    const evil = await serveText('<title>Evil</title><form method=post></form>');
    const page = await context.newPage();
    await page.goto(evil.origin);
    const tried = await page.evaluate(
      async ([origin, id]) => {
        const attempt = (path: string, init: RequestInit): Promise<string> =>
          fetch(origin + path, { credentials: 'include', ...init }).then(
            response => `${response.status}`,
            () => 'blocked',
          );
        return [
          await attempt('/api/live', {}),
          await attempt(`/api/questions/${id}/answer`, { method: 'POST', body: '{"action":"accept","content":{"name":"x"}}' }),
          await attempt(`/api/questions/${id}/answer`, {
            method: 'POST',
            mode: 'no-cors',
            headers: { 'content-type': 'text/plain' },
            body: '{"action":"decline"}',
          }),
          await new Promise(resolve => {
            const source = new EventSource(`${origin}/api/live`, { withCredentials: true });
            source.onopen = () => resolve('open');
            source.onerror = () => resolve('blocked');
          }),
        ];
      },
      [server.origin, id ?? ''] as const,
    );
    expect(tried).toEqual(['blocked', 'blocked', 'blocked', 'blocked']);
    await page.evaluate(
      ([origin, id]) => {
        const form = document.querySelector('form') as HTMLFormElement;
        form.action = `${origin}/api/questions/${id}/answer`;
        form.submit();
      },
      [server.origin, id ?? ''] as const,
    );
    await page.getByText('Refused: origin').waitFor();
    expect(server.desk.list({ principal: 'local' }).map(question => question.state)).toEqual(['waiting']);
    await evil.close();
    await context.close();
  });

  it('another name for this address is refused before anything is dispatched: DNS rebinding [D30, D32, E-T-15]', async () => {
    const rebound = await launchWithName('rebind.example');
    const page = await rebound.newPage();
    const port = new URL(server.origin).port;
    const response = await page.goto(`http://rebind.example:${port}/`);
    expect(response?.status()).toBe(403);
    const request = (headers: Record<string, string>, path = '/api/live') =>
      server.inbox.fetch(new Request(`${server.origin}${path}`, { headers }));
    expect((await request({ host: 'evil.example' })).status).toBe(403);
    expect((await request({ host: `localhost:${port}` }, '/')).status).toBe(403);
    await rebound.close();
  });

  it('the page refuses to be framed [D36]', async () => {
    const { context } = await signIn(browser, server);
    const evil = await serveText(`<title>Evil</title><iframe src="${server.origin}/"></iframe>`);
    const page = await context.newPage();
    await page.goto(evil.origin);
    const frame = page.frames().find(each => each !== page.mainFrame());
    expect(await frame?.locator('midcall-inbox').count()).toBe(0);
    const response = await server.inbox.fetch(new Request(`${server.origin}/`));
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    await evil.close();
    await context.close();
  });

  it('may be framed by the pages that are listed and by no other, and signing in by none [D36]', async () => {
    const portal = await serveText('<title>Portal</title><body>');
    const evil = await serveText('<title>Evil</title><body>');
    const framed = await startInbox({ framedBy: [portal.origin] });
    const { page: own, context } = await signIn(browser, framed);
    void framed.ask({
      params: { mode: 'url', message: 'Sign in', url: 'https://accounts.example.com/', elicitationId: 'e' },
      revision: '2025-11-25',
    });
    await own.locator('.item').waitFor();
    const put = async (at: string, path = '/') => {
      const page = await context.newPage();
      await page.goto(at);
      await page.evaluate(source => {
        const frame = document.createElement('iframe');
        frame.src = source;
        frame.width = '1000';
        frame.height = '700';
        // A frame that is refused is loaded as well, with the browser's own page.
        return new Promise(resolve => {
          frame.onload = resolve;
          document.body.append(frame);
        }).then(() => undefined);
      }, framed.origin + path);
      return page;
    };
    const good = await put(portal.origin);
    const inside = good.frameLocator('iframe');
    await inside.locator('.item').click();
    await inside.getByRole('button', { name: 'Open page' }).waitFor();
    for (const [at, path] of [
      [evil.origin, '/'],
      [portal.origin, '/login'],
      [portal.origin, '/login/callback'],
      [portal.origin, '/api/live'],
    ] as const) {
      const page = await put(at, path);
      expect(await page.frameLocator('iframe').locator('midcall-inbox, midcall-sign-in').count()).toBe(0);
      await page.close();
    }
    const headers = async (path: string) => (await framed.inbox.fetch(new Request(framed.origin + path))).headers;
    expect((await headers('/')).get('content-security-policy')).toContain(`frame-ancestors ${portal.origin}`);
    expect((await headers('/')).has('x-frame-options')).toBe(false);
    expect((await headers('/login')).get('x-frame-options')).toBe('DENY');
    for (const odd of ['*', 'https://portal.example/', 'http://portal.example', 'null'])
      await expect((async () => startInbox({ framedBy: [odd] }))()).rejects.toThrow(TypeError);
    await framed.close();
    await portal.close();
    await evil.close();
    await context.close();
  });

  it('a neighbour on another port of this machine gets the cookie and can do nothing with it [D32]', async () => {
    const { context } = await signIn(browser, server);
    const [cookie] = await context.cookies(server.origin);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const stolen = `${cookie?.name}=${cookie?.value}`;
    const replay = (headers: Record<string, string>) => server.inbox.fetch(new Request(`${server.origin}/api/live`, { headers }));
    expect((await replay({ cookie: stolen })).status).toBe(401);
    expect((await replay({ cookie: stolen, 'x-midcall-token': cookie?.value ?? '' })).status).toBe(401);
    await context.close();
  });

  it('the page token alone does nothing either [D32]', async () => {
    const { page, context } = await signIn(browser, server);
    const token = await page.evaluate(() => sessionStorage.getItem('midcall-token') ?? '');
    expect(token.length).toBeGreaterThan(20);
    const response = await server.inbox.fetch(new Request(`${server.origin}/api/live`, { headers: { 'x-midcall-token': token } }));
    expect(response.status).toBe(401);
    await context.close();
  });

  it('a login link used twice ends both sign-ins and tells the person [D32]', async () => {
    const link = await server.inbox.loginLink();
    const open = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole('button', { name: 'Open the inbox' }).click();
      return { page, context };
    };
    const first = await open();
    await first.page.locator('.line-state.live').waitFor({ state: 'attached' });
    const second = await open();
    await second.page.getByRole('heading', { name: 'This link was used twice.' }).waitFor();
    await first.page.getByRole('heading', { name: 'This link was used twice.' }).waitFor();
    await first.page.reload();
    await first.page.getByRole('heading', { name: 'This tab is not signed in.' }).waitFor();
    await first.context.close();
    await second.context.close();
  });

  it('opening a printed link uses nothing up before the click, and the token leaves the address bar at once [D32]', async () => {
    const link = await server.inbox.loginLink();
    const context = await browser.newContext();
    for (let i = 0; i < 2; i++) {
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole('button', { name: 'Open the inbox' }).waitFor();
      expect(page.url()).toBe(`${server.origin}/login`);
      if (i === 1) {
        await page.getByRole('button', { name: 'Open the inbox' }).click();
        await page.locator('.line-state.live').waitFor({ state: 'attached' });
      }
    }
    await context.close();
  });

  it('two people see only their own questions, and cannot answer each other’s by id [N7]', async () => {
    const { page, context } = await signIn(browser, server);
    server.desk.addSurface({ name: 'robins-own', reachable: principal => principal === 'robin' });
    void server.ask({ params: { message: 'For me?', requestedSchema: NAME_FORM } });
    void server.ask({ params: { message: 'For Robin?', requestedSchema: NAME_FORM }, principal: 'robin' });
    await page.locator('.item').first().waitFor();
    expect(await page.locator('.item').count()).toBe(1);
    const other = server.desk.list({ principal: 'robin' })[0]?.id;
    const status = await page.evaluate(async id => {
      const headers = { 'content-type': 'application/json', 'x-midcall-token': sessionStorage.getItem('midcall-token') ?? '' };
      return (await fetch(`/api/questions/${id}/answer`, { method: 'POST', headers, body: '{"action":"decline"}' })).status;
    }, other);
    expect(status).toBe(404);
    expect(server.desk.list({ principal: 'robin' })[0]?.state).toBe('waiting');
    await context.close();
  });
});

function launchWithName(name: string): Promise<Browser> {
  return launch([`--host-resolver-rules=MAP ${name} 127.0.0.1`]);
}
