/** Who may open a page, from where it may be posted, and what it gives away: every request here is one a browser can make. */
import { afterEach, describe, expect, it } from 'vitest';
import { modernPeer, type Peer } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import { BASE, browser, PAGES, type Seen, URL_MODE, visiting, type World, world } from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const KEY_PAGE = secretPage('key', { title: 'Connect', fields: { apiKey: { title: 'API key' }, note: { title: 'Note', optional: true } } });
const connect = visiting(async call => {
  await call.visit('key', { message: 'Records needs <your> key.', page: KEY_PAGE, expiresIn: '20m' });
  return 'connected';
});
const call = { name: 'connect', arguments: {} };
const SECRET = 'PLANTED-sk-51e0';

/** Alice has called; this is her page. */
async function begun(at: World): Promise<{ readonly url: string; readonly connected: () => Promise<boolean> }> {
  const { clock, store, errors } = at;
  const options = { clock, store, pages: PAGES, capabilities: URL_MODE, onError: (error: unknown) => errors.push(error) };
  const peer = await modernPeer([connect], options);
  peers.push(peer);
  const first = await peer.request('tools/call', call);
  return {
    url: first.result.inputRequests.key.params.url,
    connected: async () => (await peer.request('tools/call', call)).result.resultType === 'complete',
  };
}

const reasons = (at: World): unknown[] => at.errors.map(error => (error as { data?: { reason?: unknown } }).data?.reason);

describe('a forwarded link', () => {
  it('opened by somebody else is refused, gives nothing away, and changes nothing [E-U-17, E-U-18, N7]', async () => {
    const at = world();
    const { url, connected } = await begun(at);
    const victim = browser(at.pages.fetch, { site: 'bob' });
    const seen = await victim.open(url);
    expect(seen.status).toBe(403);
    expect(seen.text).toContain('This page is not yours');
    expect(seen.text).not.toContain('Records needs');
    expect(seen.text).not.toContain('<form');
    expect(reasons(at)).toEqual(['other_principal']);
    // Nor can bob post what the form would have posted.
    const owner = browser(at.pages.fetch, { site: 'alice' });
    await owner.open(url);
    for (const [name, value] of owner.cookies) if (name !== 'site') victim.cookies.set(name, value);
    const forged = browser(at.pages.fetch, Object.fromEntries(victim.cookies));
    const guard = /name="guard" value="([^"]*)"/.exec(owner.at?.text ?? '')?.[1] ?? '';
    const posted = await post(at, url, { guard, 'field.apiKey': SECRET }, Object.fromEntries(forged.cookies));
    expect(posted.status).toBe(403);
    expect(await connected()).toBe(false);
    // Its owner goes on undisturbed.
    expect((await owner.submit({ 'field.apiKey': SECRET })).text).toContain('Done');
    expect(await connected()).toBe(true);
  });

  it('opened in a clean browser demands a sign-in: the address alone opens nothing [E-U-02, E-U-13]', async () => {
    const at = world();
    const { url } = await begun(at);
    const seen = await browser(at.pages.fetch).open(url);
    expect(seen.status).toBe(401);
    expect(seen.text).not.toContain('Records needs');
  });

  it('leads to the sign-in of the site where there is one, and that cannot be skipped by posting [E-U-17]', async () => {
    const toSignIn = () => Response.redirect('https://records.test/sign-in', 302);
    const at = world({ pages: { url: BASE, identify: toSignIn } });
    const { url } = await begun(at);
    const response = await at.pages.fetch(new Request(url, { headers: { host: 'records.test' } }));
    expect(response.headers.get('location')).toBe('https://records.test/sign-in');
    expect((await post(at, url, { 'field.apiKey': SECRET }, {})).status).toBe(401);
  });

  it('does not become valid by editing it [E-U-19]', async () => {
    const at = world();
    const { url } = await begun(at);
    const bob = browser(at.pages.fetch, { site: 'bob' });
    const handle = url.slice(-22);
    const edits = [
      `${url}?sub=bob`,
      `${url}?principal=bob&iss=test`,
      `${url}/`,
      `${url.slice(0, -1)}A`,
      `${BASE}/${'A'.repeat(22)}`,
      `${BASE}/../${handle}`,
      `${url}#bob`,
    ];
    for (const edit of edits) expect([403, 404]).toContain((await bob.open(edit)).status);
  });
});

async function post(
  at: World,
  url: string,
  values: Record<string, string>,
  cookies: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return at.pages.fetch(
    new Request(url, {
      method: 'POST',
      body: new URLSearchParams(values).toString(),
      headers: {
        host: 'records.test',
        origin: 'https://records.test',
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
        ...headers,
      },
    }),
  );
}

describe('a page', () => {
  it('is not used up by looking at it, however often [D20]', async () => {
    const at = world();
    const { url, connected } = await begun(at);
    const before = await at.store.list('');
    for (let look = 0; look < 10; look += 1) expect((await browser(at.pages.fetch, { site: 'alice' }).open(url)).status).toBe(200);
    await at.pages.fetch(new Request(url, { method: 'HEAD', headers: { host: 'records.test' } }));
    expect(await at.store.list('')).toEqual(before);
    expect(await connected()).toBe(false);
  });

  it('is completed once, and shows what was typed to nobody afterwards [N9]', async () => {
    const at = world();
    const { url } = await begun(at);
    const [one, other] = [browser(at.pages.fetch, { site: 'alice' }), browser(at.pages.fetch, { site: 'alice' })];
    await one.open(url);
    await other.open(url);
    const both = await Promise.all([one.submit({ 'field.apiKey': SECRET }), other.submit({ 'field.apiKey': 'other' })]);
    expect(both.map(seen => seen.status).sort()).toEqual([200, 404]);
    const late = await one.open(url);
    expect(late.text).toContain('Done');
    expect(late.text).not.toContain(SECRET);
  });

  it('ends with its time [N12, E-U-21]', async () => {
    const at = world();
    const { url } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    await alice.open(url);
    await at.clock.advance(20 * 60_000);
    expect((await alice.submit({ 'field.apiKey': SECRET })).status).toBe(404);
  });

  it('says at the box what is missing, keeps nothing, and does not send back what was typed', async () => {
    const at = world();
    const { url, connected } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    await alice.open(url);
    const seen = await alice.submit({ 'field.apiKey': '', 'field.note': SECRET });
    expect(seen.status).toBe(422);
    expect(seen.text).toContain('id="apiKey-wrong">Fill this in');
    expect(seen.text).not.toContain(SECRET);
    expect(await connected()).toBe(false);
  });

  it('draws everything as text: the message, and what the host calls itself [N11]', async () => {
    const at = world();
    const { url } = await begun(at);
    const seen = await browser(at.pages.fetch, { site: 'alice' }).open(url);
    expect(seen.text).toContain('Records needs &lt;your&gt; key.');
    expect(seen.text).toContain('through a host that calls itself “raw 0”');
    expect(seen.text).not.toMatch(/<script|style=|onclick/);
  });

  it('carries a strict policy, is kept nowhere, framed by nobody and tells nobody where the person was', async () => {
    const at = world();
    const { url } = await begun(at);
    const seen = await browser(at.pages.fetch, { site: 'alice' }).open(url);
    const policy = seen.headers.get('content-security-policy');
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src|unsafe|https:/);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(seen.headers.get('set-cookie')).toMatch(
      /^__Host-midcall-[\w-]+=[\w-]{44}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it.each([
    ['another host (DNS rebinding)', { host: 'evil.test' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['no guard', { guard: '' }],
    ['the guard of another page', { guard: 'A'.repeat(43) }],
  ])('takes no post with %s', async (_what, change: Record<string, string>) => {
    const at = world();
    const { url, connected } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    await alice.open(url);
    const { guard, ...headers } = change;
    const seen = await alice.submit({ 'field.apiKey': SECRET, ...(guard !== undefined && { guard }) }, headers);
    expect(seen.status).toBe(403);
    expect(await connected()).toBe(false);
    expect(reasons(at)).toHaveLength(1);
  });

  it('takes no post without an origin, of another type, or longer than 64 KiB', async () => {
    const at = world();
    const { url, connected } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    await alice.open(url);
    const bare = new Request(url, { method: 'POST', body: '', headers: { host: 'records.test', cookie: 'site=alice' } });
    expect((await at.pages.fetch(bare)).status).toBe(403);
    expect((await alice.submit({}, { 'content-type': 'application/json' })).status).toBe(413);
    await alice.open(url);
    expect((await alice.submit({ 'field.apiKey': 'x'.repeat(70_000) })).status).toBe(413);
    expect(await connected()).toBe(false);
  });

  it('cannot be loaded by another site into its own page', async () => {
    const at = world();
    const { url } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    expect((await alice.open(url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).status).toBe(
      403,
    );
    expect((await alice.open(url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    // A link in the host leads here.
    expect((await alice.open(url, { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  it('answers only so many requests, and a principal opens only so many pages [E-U-21]', async () => {
    const at = world();
    const { url } = await begun(at);
    const alice = browser(at.pages.fetch, { site: 'alice' });
    let seen: Seen | undefined;
    for (let look = 0; look <= 60; look += 1) seen = await alice.open(url);
    expect(seen?.status).toBe(429);
    const { clock, store } = at;
    const peer = await modernPeer([connect], { clock, store, pages: PAGES, capabilities: URL_MODE });
    peers.push(peer);
    for (let ask = 0; ask < 60; ask += 1) await peer.request('tools/call', call);
    expect((await peer.request('tools/call', call)).result).toMatchObject({ isError: true });
  });

  it('says a plain sentence when the store fails, and the rest to the operator alone [N9]', async () => {
    const at = world();
    const { url } = await begun(at);
    const broken = world({
      store: { ...at.store, get: () => Promise.reject(new Error(`disk ${SECRET}`)) },
      onError: error => at.errors.push(error),
    });
    const seen = await browser(broken.pages.fetch, { site: 'alice' }).open(url);
    expect(seen.status).toBe(503);
    expect(seen.text).not.toContain('disk');
    expect(at.errors).toHaveLength(1);
  });
});
