/** Which order of events breaks a visit: restarts, replicas, races, failing stores, and requests that no browser makes. */

import { fakeClock, memoryStore, type Store } from '@midcall/store';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Frame, legacyPeer, modernPeer, type Peer, textOf } from '../raw-peer.test.kit.js';
import { customPage, oauthPage, secretPage } from './page.js';
import { BASE, browser, PAGES, URL_MODE, visiting, type World, world } from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const KEY_PAGE = secretPage('key', { fields: { apiKey: { title: 'API key' } } });
const message = 'Records needs your API key.';
const connect = visiting(async call => {
  const { apiKey } = await (await call.visit('key', { message, page: KEY_PAGE })).secret();
  return `connected with ${apiKey.length} characters`;
});
const call = { name: 'connect', arguments: {} };
const ACCEPT = { action: 'accept' };
const urlOf = (frame: Frame, key = 'key'): string => frame.result.inputRequests[key].params.url;

async function replica(at: World, definition = connect): Promise<Peer> {
  const { clock, store, errors } = at;
  const options = { clock, store, pages: PAGES, capabilities: URL_MODE, onError: (error: unknown) => errors.push(error) };
  const peer = await modernPeer([definition], options);
  peers.push(peer);
  return peer;
}

const retry = (frame: Frame, answers: object = { key: ACCEPT }): object => ({
  ...call,
  requestState: frame.result.requestState,
  inputResponses: answers,
});

describe('a visit', () => {
  it('goes on at another replica than the one that asked, and than the one that showed the page [E-S-07, E-S-09]', async () => {
    const at = world();
    const first = await (await replica(at)).request('tools/call', call);
    await peers.pop()?.close();
    const held = (await replica(at)).start('tools/call', retry(first));
    await at.held();
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    await person.submit({ 'field.apiKey': 'abc' });
    expect(textOf(await held.response)).toBe('connected with 3 characters');
  });

  it('of a server on stdio that was restarted is asked again under its new address [N12]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const options = { clock, store, capabilities: URL_MODE, principal: () => undefined };
    const before = await modernPeer([connect], options);
    const first = await before.request('tools/call', call);
    await before.close();
    const after = await modernPeer([connect], options);
    peers.push(after);
    const second = await after.request('tools/call', retry(first));
    expect(urlOf(second, 'key~2')).not.toBe(urlOf(first));
    expect(new URL(urlOf(second, 'key~2')).port).not.toBe(new URL(urlOf(first)).port);
  });

  it('gives the same retry, sent twice while it is held, the same outcome [D2]', async () => {
    const at = world();
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const both = [peer.start('tools/call', retry(first)), peer.start('tools/call', retry(first))];
    await at.held();
    await at.clock.advance(45_000);
    const [one, two] = await Promise.all(both.map(({ response }) => response));
    expect(one?.result.resultType).toBe('input_required');
    expect(two?.result.requestState).toBe(one?.result.requestState);
  });

  it('is completed exactly once however many finish the page together, and the call sees that one value', async () => {
    const at = world();
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const many = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const one = browser(at.pages.fetch, { site: 'alice' });
        await one.open(urlOf(first));
        return one;
      }),
    );
    const seen = await Promise.all(many.map((one, nth) => one.submit({ 'field.apiKey': 'x'.repeat(nth + 1) })));
    const won = seen.findIndex(({ text }) => text.includes('Done'));
    expect(seen.filter(({ text }) => text.includes('Done'))).toHaveLength(1);
    expect(textOf(await peer.request('tools/call', retry(first)))).toBe(`connected with ${won + 1} characters`);
  });

  it('that the host declines ends as declined, even if the page was finished a moment before; the next call has it [N2]', async () => {
    const at = world();
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    await person.submit({ 'field.apiKey': 'abc' });
    const last = await peer.request('tools/call', retry(first, { key: { action: 'decline' } }));
    expect(textOf(last)).toContain('the person declined');
    expect(textOf(await peer.request('tools/call', call))).toBe('connected with 3 characters');
  });

  it('can be tried again when the store failed at the last step [N12]', async () => {
    const at = world();
    let failing = true;
    const store: Store = {
      ...at.store,
      put: async (key, value, options) => {
        if (failing && key.startsWith('visited:')) throw new Error('disk full');
        await at.store.put(key, value, options);
      },
    };
    const flaky = world({ store, clock: at.clock, onError: error => at.errors.push(error) });
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const person = browser(flaky.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    expect((await person.submit({ 'field.apiKey': 'abc' })).status).toBe(503);
    failing = false;
    await person.open(urlOf(first));
    expect((await person.submit({ 'field.apiKey': 'abc' })).text).toContain('Done');
    expect(textOf(await peer.request('tools/call', retry(first)))).toBe('connected with 3 characters');
  });

  it('for one page is not completed by another one under the same key, even of the same person', async () => {
    const at = world();
    const other = secretPage('other', { fields: { apiKey: { title: 'API key' } } });
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    await person.submit({ 'field.apiKey': 'abc' });
    const elsewhere = visiting(async call => (await (await call.visit('key', { message, page: other })).secret()).apiKey);
    const second = await (await replica(at, elsewhere)).request('tools/call', call);
    expect(second.result.resultType).toBe('input_required');
  });

  it('does not open from a row that was moved under another name, or whose ticket was swapped [N6, E-S-01, E-S-03]', async () => {
    const at = world();
    const peer = await replica(at);
    const first = await peer.request('tools/call', call);
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    await person.submit({ 'field.apiKey': 'abc' });
    const [alices] = await at.store.list('visited:');
    const bobs = await peer.request('tools/call', { ...call, _meta: { 'test/user': 'bob' } });
    const bob = browser(at.pages.fetch, { site: 'bob' });
    await bob.open(urlOf(bobs));
    await bob.submit({ 'field.apiKey': 'defgh' });
    const place = (await at.store.list('visited:')).find(({ key }) => key !== alices?.key)?.key as string;
    await at.store.put(place, alices?.value as string);
    const stolen = await peer.request('tools/call', { ...call, _meta: { 'test/user': 'bob' } });
    expect(stolen.result).toMatchObject({ isError: true });
    expect(textOf(stolen)).not.toContain('connected');
    const [one, two] = await at.store.list('visit:');
    await at.store.put(one?.key as string, two?.value as string, { expiresAt: at.clock.now() + 60_000 });
    expect((await browser(at.pages.fetch, { site: 'bob' }).open(`${BASE}/${one?.key.slice('visit:'.length)}`)).status).toBe(503);
  });

  it('of a page that this process does not know says so to the operator, not to the person', async () => {
    const at = world();
    const custom = customPage<{ ok: true }>('approve', (_request, page) => page.done({ ok: true }));
    const peer = await replica(
      at,
      visiting(async call => (await call.visit('key', { message, page: custom })).since),
    );
    const first = await peer.request('tools/call', call);
    const seen = await browser(at.pages.fetch, { site: 'alice' }).open(urlOf(first));
    expect(seen.status).toBe(503);
    expect(at.errors).toMatchObject([{ code: 'PAGE_UNKNOWN' }]);
  });

  it("keeps what the author's page threw out of what is said, since it may hold what was typed [N9]", async () => {
    const at = world();
    const throws = customPage('throws', (_request, page) => {
      if (page.form !== undefined) throw new Error(`cannot take ${page.form.get('card')}`);
      return page.page('Card', page.guard);
    });
    const served = world({
      pages: { ...PAGES, known: [throws] },
      store: at.store,
      clock: at.clock,
      onError: error => at.errors.push(error),
    });
    const peer = await replica(
      at,
      visiting(async call => (await call.visit('key', { message, page: throws })).since),
    );
    const person = browser(served.pages.fetch, { site: 'alice' });
    await person.open(urlOf(await peer.request('tools/call', call)));
    const seen = await person.submit({ card: 'PLANTED-4000' });
    expect(seen.status).toBe(503);
    expect(seen.text).not.toContain('PLANTED');
    expect(at.errors).toMatchObject([{ code: 'PAGE_FAILED' }]);
    expect(String(at.errors[0])).not.toContain('PLANTED');
  });

  it('of a host that keeps asking in parallel never holds more than eight, whatever the order [D18]', async () => {
    const at = world();
    const peer = await legacyPeer([connect], {
      clock: at.clock,
      store: at.store,
      pages: PAGES,
      capabilities: URL_MODE,
    });
    peers.push(peer);
    const calls = Array.from({ length: 12 }, () => peer.start('tools/call', call));
    for (const { id } of calls) {
      const question = await peer.frame(frame => frame.method === 'elicitation/create' && peer.related.get(frame.id) === id);
      await peer.send({ jsonrpc: '2.0', id: question.id, result: ACCEPT });
    }
    await at.held(8);
    const early = await Promise.all(calls.slice(8).map(({ response }) => response));
    for (const frame of early) expect(textOf(frame)).toContain('still open');
    expect(at.watching()).toBe(8);
  });
});

describe('the handler of pages', () => {
  it('answers whatever is sent to it, says nothing it should not, and stores nothing', async () => {
    const at = world();
    const peer = await replica(at);
    const url = urlOf(await peer.request('tools/call', call));
    const before = (await at.store.list('')).length;
    const text = fc.string({ unit: 'binary', maxLength: 40 }).map(value => value.replace(/[^\x20-\x7e]/g, '?'));
    const path = fc.oneof(
      fc.constant(url),
      fc.constant(`${BASE}/callback`),
      text.map(part => `${BASE}/${encodeURIComponent(part)}`),
    );
    const headers = fc.dictionary(
      fc.constantFrom('host', 'origin', 'cookie', 'sec-fetch-site', 'sec-fetch-dest', 'content-type', 'x-forwarded-host', 'authorization'),
      fc.oneof(
        text,
        fc.constantFrom(
          'records.test',
          'https://records.test',
          'site=alice',
          'site=bob',
          'same-origin',
          'application/x-www-form-urlencoded',
        ),
      ),
    );
    const query = fc.dictionary(fc.constantFrom('code', 'state', 'error', 'iss', 'guard', '__proto__'), text);
    await fc.assert(
      fc.asyncProperty(
        path,
        headers,
        query,
        fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
        text,
        async (place, sent, asked, method, body) => {
          const target = new URL(place);
          for (const [name, value] of Object.entries(asked)) target.searchParams.set(name, value);
          const clean = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value.trim()]));
          const request = new Request(target, { method, headers: clean, ...(method !== 'GET' && method !== 'HEAD' && { body }) });
          const response = await at.pages.fetch(request);
          expect([200, 401, 403, 404, 413, 429]).toContain(response.status);
          expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
          // Only alice, asking as a browser of hers does, gets to see what this is about.
          if ((await response.text()).includes('Records needs')) expect(clean.cookie).toContain('site=alice');
          await at.clock.advance(1_000);
        },
      ),
      { numRuns: 300 },
    );
    expect((await at.store.list('')).length).toBeLessThanOrEqual(before);
  });
});

describe('a page that is defined wrongly', () => {
  it('is refused where it stands: names, fields, and addresses that are neither https nor of this machine [E-U-04]', () => {
    const field = { title: 'x' };
    expect(() => secretPage('a b', { fields: { apiKey: field } })).toThrow(TypeError);
    expect(() => secretPage('key', { fields: {} })).toThrow(TypeError);
    expect(() => secretPage('key', { fields: JSON.parse('{"__proto__":{"title":"x"}}') })).toThrow(TypeError);
    expect(() => secretPage('key', { fields: Object.fromEntries(Array.from({ length: 13 }, (_none, at) => [`f${at}`, field])) })).toThrow(
      TypeError,
    );
    const options = { name: 'o', title: 'O', clientId: 'c', scopes: [] };
    for (const issuer of ['http://codehost.example', 'ftp://codehost.example', 'https://user:pass@codehost.example', 'codehost']) {
      expect(() => oauthPage({ ...options, issuer })).toThrow(TypeError);
    }
    expect(() => oauthPage({ ...options, issuer: 'http://127.0.0.1:4000' })).not.toThrow();
    for (const url of ['http://records.example/mc', 'https://records.example/mc?x=1', '/mc'])
      expect(() => world({ pages: { ...PAGES, url } })).toThrow(TypeError);
  });
});
