import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { principalOf } from '@midcall/core';
import { SignJWT } from 'jose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { teamInbox } from './testing/host.js';
import { CLIENT, type IdentityProvider, signInAtProvider, startIdentityProvider } from './testing/identity-provider.js';
import { type InboxServer, launch, NAME_FORM, serveInbox, startInbox } from './testing/inbox-server.js';

let browser: Browser;
let provider: IdentityProvider;
let server: InboxServer;

beforeAll(async () => {
  browser = await launch();
  provider = await startIdentityProvider();
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});
beforeEach(async () => {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  server = await serveInbox((desk, origin) => teamInbox({ desk, origin, secret, issuer: provider.issuer, clientSecret: CLIENT.secret }));
  provider.register(server.origin);
});
afterEach(() => server.close());

const host = () => new URL(provider.issuer).host;
const principal = (sub: string) => principalOf({ iss: provider.issuer, sub });

async function tab(context?: BrowserContext): Promise<Page> {
  const own = context ?? (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } }));
  return own.newPage();
}

async function signIn(login: string, path = '/'): Promise<Page> {
  const page = await tab();
  await page.goto(server.origin + path);
  await page.getByRole('button', { name: `Sign in with ${host()}` }).click();
  await signInAtProvider(page, login);
  return page;
}

const live = (page: Page) => page.locator('.line-state.live').waitFor({ state: 'attached' });

function ask(message: string, sub: string): void {
  void server.ask({ params: { message, requestedSchema: NAME_FORM }, principal: principal(sub) });
}

describe('people of a team sign in by their provider', () => {
  it('two people, each in a browser of their own, see and answer only what was asked of them [D21, D32, N7]', async () => {
    const [robin, kim] = await Promise.all([signIn('robin'), signIn('kim')]);
    await Promise.all([live(robin), live(kim)]);
    ask('For Robin?', 'robin');
    ask('For Kim?', 'kim');
    await robin.locator('.item').first().waitFor();
    await kim.locator('.item').first().waitFor();
    expect(await robin.locator('.item').allInnerTexts()).toEqual([expect.stringContaining('For Robin?')]);
    expect(await kim.locator('.item').allInnerTexts()).toEqual([expect.stringContaining('For Kim?')]);
    const others = server.desk.list({ principal: principal('kim') })[0]?.id;
    const tried = await robin.evaluate(async id => {
      const headers = { 'content-type': 'application/json', 'x-midcall-token': sessionStorage.getItem('midcall-token') ?? '' };
      const reply = (act: string) => fetch(`/api/questions/${id}/${act}`, { method: 'POST', headers, body: '{"action":"decline"}' });
      return [(await reply('answer')).status, (await reply('seen')).status, (await reply('audit')).status];
    }, others);
    expect(tried[0]).toBe(404);
    expect(tried[2]).toBe(404);
    expect(server.desk.list({ principal: principal('kim') })[0]?.state).toBe('waiting');
    expect(server.desk.reachable(principal('robin'))).toBe(true);
    expect(server.desk.reachable(principal('nobody'))).toBe(false);
    await robin.context().close();
    await kim.context().close();
  });

  it('the question whose link was followed is shown once one is in; signing out ends it here', async () => {
    server.desk.addSurface({ name: 'mail', reachable: () => true });
    ask('From a link?', 'robin');
    await expect.poll(() => server.desk.list({ principal: principal('robin') }).length).toBe(1);
    const [question] = server.desk.list({ principal: principal('robin') });
    const page = await signIn('robin', `/q/${question?.id}`);
    await page.locator('midcall-question').getByText('From a link?').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Signed in as robin of the team').waitFor();
    const token = await page.evaluate(() => sessionStorage.getItem('midcall-token') ?? '');
    const cookie = (await page.context().cookies(server.origin)).map(({ name, value }) => `${name}=${value}`).join('; ');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out.' }).waitFor();
    const replay = await server.inbox.fetch(new Request(`${server.origin}/api/live`, { headers: { cookie, 'x-midcall-token': token } }));
    expect(replay.status).toBe(401);
    await page.context().close();
  });

  it('who says no at the provider, is not let in, or finds it out of reach, is told so and can try again', async () => {
    const page = await tab();
    await page.goto(`${server.origin}/`);
    await page.getByRole('button', { name: `Sign in with ${host()}` }).click();
    await page.getByText('[ Cancel ]').click();
    await page.getByRole('heading', { name: 'You were not signed in.' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/login`);
    await page.evaluate(readAxe());
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: `Sign in with ${host()}` }).click();
    await signInAtProvider(page, 'mallory');
    await page.getByRole('heading', { name: 'This inbox is not open to you.' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('midcall-token'))).toBeNull();
    await page.context().close();
    provider.down(true);
    const fresh = await startInbox({ oidc: { issuer: provider.issuer, clientId: CLIENT.id } });
    const other = await tab();
    await other.goto(`${fresh.origin}/`);
    await other.getByRole('button', { name: `Sign in with ${host()}` }).click();
    await other.getByRole('heading', { name: `${host()} cannot be reached.` }).waitFor();
    provider.down(false);
    await other.context().close();
    await fresh.close();
  });
});

describe('attacks that fail', () => {
  interface Unfinished {
    readonly page: Page;
    /** The callback's address, its code unused. */
    readonly url: string;
    /** The flow cookie, as a header has it. */
    readonly cookie: string;
    /** What the page was about to post. */
    readonly body: { readonly query: string; readonly tab: string };
  }

  /** Somebody's own sign-in, stopped just before it is finished. */
  async function unfinished(login: string): Promise<Unfinished> {
    const page = await tab();
    let url = '';
    page.on('request', request => {
      if (request.url().includes('/login/callback?')) url = request.url();
    });
    const posted = page.waitForRequest('**/login/finish');
    await page.route('**/login/finish', route => route.abort());
    await page.goto(`${server.origin}/`);
    await page.getByRole('button', { name: `Sign in with ${host()}` }).click();
    await signInAtProvider(page, login);
    const body = (await posted).postDataJSON() as Unfinished['body'];
    const flow = (await page.context().cookies(`${server.origin}/login`)).find(({ name }) => name.endsWith('-flow'));
    return { page, url, body, cookie: `${flow?.name}=${flow?.value}` };
  }

  it('a victim sent to the attacker’s callback is signed in as nobody, even with the attacker’s cookie planted by a neighbour on another port [D20, D32]', async () => {
    const { url, cookie, page } = await unfinished('attacker');
    const victim = await tab();
    await victim.goto(url);
    await victim.getByRole('heading', { name: 'The sign-in could not be finished.' }).waitFor();
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await victim.context().addCookies([{ name, value, domain: '127.0.0.1', path: '/login' }]);
    await victim.goto(url);
    await victim.getByRole('heading', { name: 'The sign-in could not be finished.' }).waitFor();
    expect(await victim.evaluate(() => sessionStorage.getItem('midcall-token'))).toBeNull();
    await victim.context().close();
    await page.context().close();
  });

  it('a sign-in is finished once, by its own tab, with its own state; looking uses nothing up, and no page and no cookie tells its secrets [D20, D32, N9]', async () => {
    const { url, cookie, body, page } = await unfinished('robin');
    const finish = async (given: object, cookies = cookie) =>
      (
        await server.inbox.fetch(
          new Request(`${server.origin}/login/finish`, {
            method: 'POST',
            headers: { origin: server.origin, 'content-type': 'application/json', cookie: cookies },
            body: JSON.stringify(given),
          }),
        )
      ).status;
    const code = new URL(url).searchParams.get('code') ?? '';
    expect(code.length).toBeGreaterThan(20);
    const look = await server.inbox.fetch(new Request(url));
    expect([look.status, (await look.text()).includes(code)]).toEqual([200, false]);
    expect(page.url()).toBe(`${server.origin}/login`);
    expect(await finish({ ...body, tab: 'guessed' })).toBe(401);
    expect(await finish(body, '')).toBe(401);
    expect(
      await finish(
        body,
        cookie.replace(/.$/, end => (end === 'A' ? 'B' : 'A')),
      ),
    ).toBe(401);
    const [, sealed = ''] = cookie.split('.');
    expect(atob(sealed.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(new URL(url).searchParams.get('state'));
    const both = await Promise.all([finish(body), finish(body)]);
    expect(both.sort()).toEqual([200, 401]);
    expect(await finish(body)).toBe(401);
    const other = await unfinished('robin');
    const crossed = body.query.replace(/state=[^&]*/, `state=${new URL(other.url).searchParams.get('state')}`);
    expect(await finish({ query: crossed, tab: other.body.tab }, other.cookie)).toBe(401);
    await page.context().close();
    await other.page.context().close();
  });

  it('only a token that the provider signed for us, just now, signs people out [D32]', async () => {
    const page = await signIn('robin');
    await live(page);
    const post = async (token: string, headers: Record<string, string> = {}) =>
      (
        await server.inbox.fetch(
          new Request(`${server.origin}/login/backchannel`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
            body: new URLSearchParams({ logout_token: token }).toString(),
          }),
        )
      ).status;
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const good = { iss: provider.issuer, aud: CLIENT.id, iat: now, exp: now + 120, jti: 'j1', sub: 'robin', events };
    const forged = await new SignJWT(good).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret));
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa(JSON.stringify(good)).replaceAll('=', '')}.`;
    const bad = [
      forged,
      none,
      'not a token',
      await provider.sign({ ...good, aud: 'another-client' }),
      await provider.sign({ ...good, iss: 'https://other.example' }),
      await provider.sign({ ...good, iat: now - 3_600, exp: now + 60 }),
      await provider.sign({ ...good, nonce: 'n' }),
      await provider.sign({ ...good, events: {} }),
      await provider.sign({ iss: good.iss, aud: good.aud, iat: now, exp: good.exp, jti: 'j2', events }),
    ];
    for (const token of bad) expect(await post(token)).toBe(400);
    expect(await post(await provider.sign(good), { origin: 'https://evil.example' })).toBe(403);
    await live(page);
    expect(await post(await provider.sign({ ...good, sub: 'kim' }))).toBe(200);
    await live(page);
    expect(await post(await provider.sign(good))).toBe(200);
    await page.getByRole('heading', { name: 'You are signed out.' }).waitFor();
    await page.context().close();
  });

  it('who signs out at the provider itself is signed out of the inbox [D32]', async () => {
    const page = await signIn('robin');
    await live(page);
    const there = await page.context().newPage();
    await there.goto(`${provider.issuer}/session/end`);
    await there.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('heading', { name: 'You are signed out.' }).waitFor();
    await page.context().close();
  });
});

function readAxe(): string {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}

function axe(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });
}
