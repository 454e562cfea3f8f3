/** Access to a third party, against a real authorization server: the way there, the way back, and who else tries to take it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, modernPeer, type Peer, textOf } from '../raw-peer.test.kit.js';
import { type AuthorizationServer, authorizationServer, CLIENT, REDIRECT, signIn } from './authorization-server.test.kit.js';
import { type OAuthPage, oauthPage } from './page.js';
import { type Browser, browser, PAGES, type Seen, URL_MODE, visiting, type World, world } from './visit.test.kit.js';

let as: AuthorizationServer;
beforeAll(async () => {
  as = await authorizationServer();
});
afterAll(() => as.close());

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const pageFor = (issuer: string, scopes: readonly string[] = ['repo', 'offline_access']): OAuthPage =>
  oauthPage({
    name: 'codehost',
    title: 'Codehost',
    issuer,
    discovery: 'oidc',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes,
    parameters: { prompt: 'consent' },
  });

const used: string[] = [];
const connecting = (page: OAuthPage) =>
  visiting(async call => {
    const connected = await call.visit('codehost', { message: 'Records wants to read your repositories.', page });
    const { accessToken, ...rest } = await connected.secret();
    used.push(accessToken);
    return JSON.stringify(rest);
  });
const call = { name: 'connect', arguments: {} };

interface Begun {
  readonly at: World;
  readonly peer: Peer;
  readonly first: Frame;
  readonly url: string;
  readonly connected: () => Promise<boolean>;
  readonly finish: () => Promise<Frame>;
  readonly reasons: () => unknown[];
  readonly person: (site?: string) => Browser;
}

/** Alice's call has asked; nobody has opened anything yet. */
async function begun(page: OAuthPage = pageFor(as.issuer)): Promise<Begun> {
  const at = world({ pages: { ...PAGES, known: [page as never] } });
  const { clock, store, errors } = at;
  const peer = await modernPeer([connecting(page)], {
    clock,
    store,
    pages: PAGES,
    capabilities: URL_MODE,
    onError: error => errors.push(error),
  });
  peers.push(peer);
  const first = await peer.request('tools/call', call);
  return {
    at,
    peer,
    first,
    url: first.result.inputRequests.codehost.params.url,
    connected: async () => (await peer.request('tools/call', call)).result.resultType === 'complete',
    finish: () =>
      peer.request('tools/call', { ...call, requestState: first.result.requestState, inputResponses: { codehost: { action: 'accept' } } }),
    reasons: () => errors.map(error => (error as { data?: { reason?: unknown } }).data?.reason),
    person: site => personOf(at, site),
  };
}

/** A browser for which our pages are at records.test, and the authorization server where it is. Cookies are per site. */
function personOf(at: World, site?: string): Browser {
  const theirs = new Map<string, string>();
  return browser(
    async request => {
      if (request.url.startsWith('https://records.test/')) return at.pages.fetch(request);
      const headers = new Headers(request.headers);
      headers.set('cookie', [...theirs].map(([name, value]) => `${name}=${value}`).join('; '));
      headers.delete('host');
      const response = await fetch(request.url, {
        method: request.method,
        headers,
        redirect: 'manual',
        ...(request.method === 'POST' && { body: await request.text() }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') theirs.delete(name);
        else theirs.set(name, value);
      }
      const kept = new Headers(response.headers);
      kept.delete('set-cookie');
      return new Response(await response.text(), { status: response.status, headers: kept });
    },
    site === undefined ? {} : { site },
  );
}

async function goThrough(person: Browser, url: string, login = 'alice'): Promise<Seen> {
  await person.open(url);
  await person.submit({ action: 'go' });
  return signIn(person, login);
}

describe('access to a third party', () => {
  it('is given on its own page to this server, kept under its principal, and used by later calls [E-U-14, E-U-16, N7]', async () => {
    const { url, finish, connected, person, peer, at } = await begun();
    const alice = person('alice');
    const done = await goThrough(alice, url);
    expect(done.text).toContain('Done');
    expect(done.url).toBe(url);
    expect(JSON.parse(textOf(await finish()))).toEqual({ scope: expect.stringContaining('repo'), expiresAt: at.clock.now() + 300_000 });
    expect(as.tokens).toContain(used.at(-1));
    expect(await connected()).toBe(true);
    const rows = await at.store.list('');
    for (const secret of [...as.tokens, CLIENT.secret]) {
      expect(JSON.stringify([peer.frames, rows, done, at.errors.map(String)])).not.toContain(secret);
    }
  });

  it('begins on a page that names who asks, the scopes, the client and where the answer goes, and only a post leads on [E-Q-04]', async () => {
    const { url, person, at } = await begun();
    const before = (await at.store.list('trip:')).length;
    const seen = await person('alice').open(url);
    for (const shown of ['test</strong> asks', 'raw 0', '<code>repo</code>', `<code>${CLIENT.id}</code>`, REDIRECT])
      expect(seen.text).toContain(shown);
    expect(seen.text).toContain(`<code>${new URL(as.issuer).host}</code>`);
    expect(seen.headers.get('content-security-policy')).toContain("form-action 'self'; frame-ancestors 'none'");
    expect((await at.store.list('trip:')).length).toBe(before);
    expect(seen.headers.get('set-cookie')).toMatch(/^__Host-.*HttpOnly; SameSite=Lax; Secure$/);
  });

  it('carries PKCE, an exact redirect address and a fresh state each time, stored only after consent and used once [E-Q-05]', async () => {
    const { url, person, at, finish } = await begun();
    const alice = person('alice');
    const sent: URL[] = [];
    for (let time = 0; time < 2; time += 1) {
      const before = as.requests.length;
      await alice.open(url);
      await alice.submit({ action: 'go' });
      const request = as.requests.slice(before).find(one => one.url.startsWith('/auth?'));
      sent.push(new URL(request?.url ?? '', as.issuer));
    }
    const [one, two] = sent.map(to => Object.fromEntries(to.searchParams));
    expect(one).toMatchObject({
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.any(String),
    });
    expect(one?.state).not.toBe(two?.state);
    expect(one?.code_challenge).not.toBe(two?.code_challenge);
    expect(one?.state?.length).toBeGreaterThanOrEqual(43);
    expect(await at.store.list('trip:')).toHaveLength(2);
    await signIn(alice, 'alice');
    await finish();
    // The state of the trip that came back is used up; the same address again leads to nothing.
    expect(await at.store.list('trip:')).toHaveLength(1);
    const back = await at.pages.fetch(
      new Request(`${REDIRECT}?code=x&state=${two?.state}`, { headers: { host: 'records.test', cookie: cookieOf(alice) } }),
    );
    expect(back.status).toBe(404);
  });

  it('never sends the credentials of the MCP call onward, and shows the client secret to the token endpoint alone [E-U-15, E-Q-06]', async () => {
    const before = as.requests.length;
    const { url, person, finish } = await begun();
    await goThrough(person('alice'), url);
    await finish();
    const made = as.requests.slice(before);
    expect(made.filter(one => one.headers.authorization?.startsWith('Bearer'))).toEqual([]);
    const basic = made.filter(one => one.headers.authorization?.startsWith('Basic'));
    expect(basic.map(one => one.url)).toEqual(['/token']);
    expect(made.filter(one => one.url.includes(CLIENT.secret) || (one.url !== '/token' && one.body.includes(CLIENT.secret)))).toEqual([]);
  });

  it('is renewed when it runs out, by one of all who need it at once, and asked for anew when it was taken back', async () => {
    const { url, person, finish, connected, peer, at } = await begun();
    await goThrough(person('alice'), url);
    await finish();
    const before = used.at(-1);
    await at.clock.advance(280_000);
    const asked = as.requests.length;
    const calls = await Promise.all([1, 2, 3].map(() => peer.request('tools/call', call)));
    expect(calls.map(frame => frame.result.resultType)).toEqual(['complete', 'complete', 'complete']);
    expect(as.requests.slice(asked).filter(one => one.body.includes('grant_type=refresh_token'))).toHaveLength(1);
    expect(used.at(-1)).not.toBe(before);
    await as.revokeAll();
    await at.clock.advance(300_000);
    expect(await connected()).toBe(false);
    expect((await at.store.list('visited:')).length).toBe(0);
    expect(at.errors).toEqual([]);
  });

  it('checks the identity token against the nonce it sent, where the scopes ask for one', async () => {
    const { url, person, connected } = await begun(pageFor(as.issuer, ['openid', 'offline_access']));
    await goThrough(person('alice'), url);
    const request = as.requests.findLast(one => one.url.startsWith('/auth?'));
    expect(new URL(request?.url ?? '', as.issuer).searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(await connected()).toBe(true);
  });

  it('that the person refuses there leaves everything as it was, and can be tried again', async () => {
    const { url, person, connected } = await begun();
    const alice = person('alice');
    await alice.open(url);
    await alice.submit({ action: 'go' });
    const abort = /href="([^"]*\/abort)"/.exec(alice.at?.text ?? '')?.[1] ?? '';
    const refused = await alice.open(new URL(abort, alice.at?.url).href);
    expect(refused.text).toContain('Codehost gave no access');
    expect(await connected()).toBe(false);
    expect((await goThrough(alice, url)).text).toContain('Done');
  });

  it('says a plain sentence when the other server is away, and its operator the reason [N9]', async () => {
    const gone = await authorizationServer();
    const { url, person, at } = await begun(pageFor(gone.issuer));
    await gone.close();
    const seen = await person('alice').open(url);
    expect(seen.status).toBe(503);
    expect(at.errors).toMatchObject([{ code: 'PAGE_FAILED' }]);
  });
});

describe('an attacker', () => {
  it('who forwards the link of her page gets nobody else to connect for her [E-U-17, E-U-18]', async () => {
    const { url, connected, person, reasons } = await begun();
    const seen = await person('bob').open(url);
    expect(seen.status).toBe(403);
    expect(reasons()).toEqual(['other_principal']);
    expect(await connected()).toBe(false);
  });

  it('who forwards the address of the third party gets nobody else to connect for her: the way back needs her browser and her sign-in [E-U-18, D20]', async () => {
    const { url, connected, person, reasons, at } = await begun();
    const attacker = person('alice');
    await attacker.open(url);
    const before = as.requests.length;
    await attacker.submit({ action: 'go' });
    const provider = new URL(as.requests.slice(before).find(one => one.url.startsWith('/auth?'))?.url ?? '', as.issuer).href;
    const exchanged = as.tokens.length;
    // Bob follows it, signs in there with his own account and agrees, as the page of a service he knows asks him to.
    for (const site of ['bob', undefined]) {
      const victim = person(site);
      await victim.open(provider);
      const seen = await signIn(victim, 'bob');
      expect(seen.url).toContain(`${REDIRECT}?code=`);
      expect(seen.text).toContain('This page belongs to another browser');
      expect(seen.text).not.toContain('Records wants');
    }
    expect(as.tokens.length).toBe(exchanged);
    expect(reasons()).toEqual(['callback_other_browser', 'callback_other_browser']);
    expect(await connected()).toBe(false);
    expect(await at.store.list('visited:')).toEqual([]);
    // Nothing was used up: she can still finish what she began herself.
    expect((await signIn(attacker, 'alice')).text).toContain('Done');
  });

  it('who has got the cookie of the page over to the victim is stopped by who the victim is [E-U-18, N7]', async () => {
    const { url, connected, person, reasons } = await begun();
    const attacker = person('alice');
    await attacker.open(url);
    const before = as.requests.length;
    await attacker.submit({ action: 'go' });
    const provider = new URL(as.requests.slice(before).find(one => one.url.startsWith('/auth?'))?.url ?? '', as.issuer).href;
    const victim = person('bob');
    for (const [name, value] of attacker.cookies) if (name !== 'site') victim.cookies.set(name, value);
    await victim.open(provider);
    expect((await signIn(victim, 'bob')).text).toContain('This page is not yours');
    expect(reasons()).toEqual(['other_principal']);
    expect(await connected()).toBe(false);
  });

  it('who signs in there herself cannot plant her account into somebody else by an address that leads back [E-Q-05]', async () => {
    // Alice and Mallory are both at it; Mallory sends Alice the way back that ends in Mallory's account.
    const mallory = await begun();
    const malloryBrowser = mallory.person('alice');
    await malloryBrowser.open(mallory.url);
    await malloryBrowser.submit({ action: 'go' });
    malloryBrowser.cookies.clear();
    const back = await signIn(malloryBrowser, 'mallory');
    const victim = mallory.person('alice');
    expect((await victim.open(back.url)).text).toContain('another browser');
    expect(await mallory.connected()).toBe(false);
  });

  it('who makes up a state, leaves it out or repeats it gets nowhere [E-Q-05]', async () => {
    const { url, person, connected, at } = await begun();
    const alice = person('alice');
    await alice.open(url);
    await alice.submit({ action: 'go' });
    for (const query of [
      '',
      '?code=x',
      '?code=x&state=',
      `?code=x&state=${'A'.repeat(43)}`,
      '?code=x&state=a&state=b',
      '?error=access_denied',
    ]) {
      expect((await alice.open(`${REDIRECT}${query}`)).status).toBe(404);
    }
    expect(
      (await at.pages.fetch(new Request(REDIRECT, { method: 'POST', headers: { host: 'records.test', origin: 'https://records.test' } })))
        .status,
    ).toBe(403);
    expect(await connected()).toBe(false);
  });

  it('who comes back after ten minutes begins anew [E-Q-05]', async () => {
    const { url, person, connected, at } = await begun();
    const alice = person('alice');
    await alice.open(url);
    await alice.submit({ action: 'go' });
    await at.clock.advance(10 * 60_000);
    expect((await signIn(alice, 'alice')).status).toBe(404);
    expect(await connected()).toBe(false);
  });
});

function cookieOf(person: Browser): string {
  return [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
