/** `call.visit` on the newest revision: what is sent, what is believed, how long it waits, what later calls know. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../author/define.js';
import { type Frame, modernPeer, type Peer, type PeerOptions, textOf, user } from '../raw-peer.test.kit.js';
import { customPage } from './page.js';
import {
  BASE,
  browser,
  CALL,
  give,
  inWorld,
  KEY_PAGE,
  MESSAGE,
  PAGES,
  SECRET,
  until,
  visiting,
  type World,
  world,
} from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const seen: string[] = [];
const connect = visiting(async call => {
  const visited = await call.visit('key', { message: MESSAGE, page: KEY_PAGE });
  const { apiKey } = await visited.secret();
  seen.push(apiKey);
  return `connected ${JSON.stringify(visited)}`;
});

async function open(at: World, definition: ToolDefinition = connect, options: PeerOptions = {}): Promise<Peer> {
  const peer = await modernPeer([definition], inWorld(at, options));
  peers.push(peer);
  return peer;
}

const urlOf = (frame: Frame): string => frame.result.inputRequests.key.params.url;
const retry = (frame: Frame, answer?: object): object => ({
  ...CALL,
  requestState: frame.result.requestState,
  ...(answer !== undefined && { inputResponses: { key: answer } }),
});
const ACCEPT = { action: 'accept' };

describe('a visit', () => {
  it('is asked in URL mode, with an opaque handle and nothing else in its address [E-P-03, E-U-01, E-U-04, E-N-14]', async () => {
    const at = world();
    const first = await (await open(at)).request('tools/call', { ...CALL, ...user('alice_p_jones') });
    const { params } = first.result.inputRequests.key;
    expect(params).toEqual({ mode: 'url', message: MESSAGE, url: expect.stringMatching(/^https:\/\/records\.test\/mc\/[\w-]{22}$/) });
    expect(JSON.stringify(params)).not.toContain('alice');
  });

  it('goes on only when the store says that it was completed, not because the question was accepted [E-A-09, E-A-10, D18]', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    const second = peer.start('tools/call', retry(first, ACCEPT));
    await at.held();
    await at.clock.advance(45_000);
    const waiting = await second.response;
    // Only state: a repeated URL item would ask for consent again.
    expect(waiting.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    expect(waiting.result).not.toHaveProperty('inputRequests');
    const third = peer.start('tools/call', retry(waiting));
    await at.held();
    await give(at, urlOf(first));
    expect(textOf(await third.response)).toBe(`connected {"since":${at.clock.now()}}`);
    expect(seen.at(-1)).toBe(SECRET);
  });

  it('passes without a wait if the page was finished before the retry came [D18]', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    await give(at, urlOf(first));
    expect(textOf(await peer.request('tools/call', retry(first, ACCEPT)))).toContain('connected');
  });

  it('counts for later calls of the same person without asking, and for nobody else [D18, E-S-01, E-S-06, N7]', async () => {
    const at = world();
    const peer = await open(at);
    await give(at, urlOf(await peer.request('tools/call', CALL)));
    expect(textOf(await peer.request('tools/call', CALL))).toContain('connected');
    const other = await peer.request('tools/call', { ...CALL, ...user('bob') });
    expect(other.result.resultType).toBe('input_required');
    // What the caller says about itself opens nothing.
    const claims = await peer.request('tools/call', { name: 'connect', arguments: { iss: 'test', sub: 'alice' }, ...user('bob') });
    expect(claims.result.resultType).toBe('input_required');
  });

  it('is held eight times and then ends plainly, saying where the page is still open [D18, N12]', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    let last = first;
    for (let round = 1; round <= 8; round += 1) {
      const next = peer.start('tools/call', round === 1 ? retry(first, ACCEPT) : retry(last));
      await at.held();
      await at.clock.advance(45_000);
      last = await next.response;
      expect(last.result.resultType).toBe(round < 8 ? 'input_required' : 'complete');
    }
    expect(last.result.isError).toBeUndefined();
    expect(textOf(last)).toContain('still open at records.test. Call connect again when the person is done there.');
    await give(at, urlOf(first));
    expect(textOf(await peer.request('tools/call', CALL))).toContain('connected');
  });

  it('holds at most eight retries of one principal at a time; more are answered at once [D18]', async () => {
    const at = world();
    const peer = await open(at);
    const flows: { readonly first: Frame; readonly held: Promise<Frame> }[] = [];
    for (let flow = 1; flow <= 8; flow += 1) {
      const first = await peer.request('tools/call', CALL);
      flows.push({ first, held: peer.start('tools/call', retry(first, ACCEPT)).response });
      await at.held(flow);
    }
    const ninth = await peer.request('tools/call', CALL);
    expect((await peer.request('tools/call', retry(ninth, ACCEPT))).result).not.toHaveProperty('inputRequests');
    const bob = await peer.request('tools/call', { ...CALL, ...user('bob') });
    const bobs = peer.start('tools/call', { ...retry(bob, ACCEPT), ...user('bob') });
    await at.held(9);
    // Any one of its pages completes them all: it is one person and one key.
    await give(at, urlOf(flows[3]?.first as Frame));
    for (const { held } of flows) expect(textOf(await held)).toContain('connected');
    await give(at, urlOf(bob), 'bob');
    expect(textOf(await bobs.response)).toContain('connected');
  });

  it.each([
    ['decline', 'the person declined'],
    ['cancel', 'closed without an answer'],
  ])('ends in its own words on %s, and nobody can finish the page any more [N2, E-A-08]', async (action, words) => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    const last = await peer.request('tools/call', retry(first, { action }));
    expect(last.result.isError).toBeUndefined();
    expect(textOf(last)).toContain(words);
    const late = await browser(at.pages.fetch, { site: 'alice' }).open(urlOf(first));
    expect(late.status).toBe(404);
  });

  it('ends when the person closes the page, and says how to get a new one [N12]', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    const held = peer.start('tools/call', retry(first, ACCEPT));
    await at.held();
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    expect((await person.submit({ action: 'close' })).text).toContain('Nothing was kept');
    expect(textOf(await held.response)).toContain('was closed or ran out before it was finished');
  });

  it('needs a host that opens pages: a form is never asked instead, nor a page of a host that declares only forms [E-C-05, D13]', async () => {
    const at = world();
    const peer = await open(at, connect, { capabilities: { elicitation: { form: {} } } });
    const { error } = await peer.request('tools/call', CALL);
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
    expect(await at.store.list('visit:')).toEqual([]);
  });

  it('asks again under a new address when its facts change before they were agreed to, and the old page is gone [D4]', async () => {
    const at = world();
    let amount = 40;
    const approve = customPage<{ amount: number }>('approve', (_request, page) =>
      page.form === undefined ? page.page('Pay', page.guard) : page.done({ amount: page.data.amount as number }),
    );
    const pay = visiting(async call => {
      const visited = await call.visit('key', { message: 'Pay?', page: approve, data: { amount } });
      return (await visited.secret()).amount;
    });
    const served = world({ pages: { ...PAGES, known: [approve as never] }, store: at.store, clock: at.clock });
    const peer = await open(at, pay);
    const first = await peer.request('tools/call', CALL);
    const person = browser(served.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    await person.submit();
    amount = 50;
    const second = await peer.request('tools/call', retry(first, ACCEPT));
    const again = second.result.inputRequests['key~2'].params.url;
    expect(again).not.toBe(urlOf(first));
    expect((await browser(served.pages.fetch, { site: 'alice' }).open(urlOf(first))).status).toBe(404);
    await person.open(again);
    await person.submit();
    const last = await peer.request('tools/call', {
      ...CALL,
      requestState: second.result.requestState,
      inputResponses: { 'key~2': ACCEPT },
    });
    expect(textOf(last)).toBe('50');
  });

  it('stays completed in its own flow when the handler forgets the value, and is asked anew by the next call', async () => {
    const at = world();
    const twice = visiting(async call => {
      const visited = await call.visit('key', { message: MESSAGE, page: KEY_PAGE });
      await visited.forget();
      await call.confirm('sure', { message: 'Go on?' });
      return visited.secret().catch((error: { code: string }) => error.code);
    });
    const peer = await open(at, twice);
    const first = await peer.request('tools/call', CALL);
    await give(at, urlOf(first));
    const second = await peer.request('tools/call', retry(first, ACCEPT));
    expect(Object.keys(second.result.inputRequests)).toEqual(['sure']);
    const answers = { sure: { action: 'accept', content: { confirm: true } } };
    const last = await peer.request('tools/call', { ...CALL, requestState: second.result.requestState, inputResponses: answers });
    expect(textOf(last)).toBe('VISIT_REQUIRED');
    expect((await peer.request('tools/call', CALL)).result.resultType).toBe('input_required');
  });

  it('tells nothing of what was given to the host, the log, an error, an address, or the store in the clear [E-U-14, E-U-16, E-S-03, N9]', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    const person = browser(at.pages.fetch, { site: 'alice' });
    await person.open(urlOf(first));
    const done = await person.submit({ 'field.apiKey': SECRET });
    const again = await person.open(urlOf(first));
    const last = await peer.request('tools/call', retry(first, ACCEPT));
    expect(seen.at(-1)).toBe(SECRET);
    const rows = await at.store.list('');
    for (const place of [peer.frames, done, again, last, rows, at.errors.map(String), peer.errors.map(String)]) {
      expect(JSON.stringify(place)).not.toContain(SECRET);
    }
  });

  it('can be listed and taken back by who it belongs to', async () => {
    const at = world();
    const peer = await open(at);
    await give(at, urlOf(await peer.request('tools/call', CALL)));
    const { createMidcall } = await import('../node.js');
    const { KEYS } = await import('../raw-peer.test.kit.js');
    const { visits } = createMidcall({ keys: KEYS, store: at.store, clock: at.clock });
    const alice = { kind: 'verified', iss: 'test', sub: 'alice' } as const;
    expect(await visits.list({ ...alice, sub: 'bob' })).toEqual([]);
    expect(await visits.list(alice)).toMatchObject([{ key: 'key' }]);
    expect(await visits.forget(alice)).toBe(1);
    expect((await peer.request('tools/call', CALL)).result.resultType).toBe('input_required');
  });

  it('needs a store, an address and a way to tell who comes, and says which [D20]', async () => {
    const at = world();
    const codeOf = async (options: PeerOptions): Promise<string> => {
      let code = '';
      const probing = visiting(call =>
        call.visit('key', { message: MESSAGE, page: KEY_PAGE }).catch((error: { code: string }) => {
          code = error.code;
        }),
      );
      const peer = await open(at, probing, options);
      await peer.request('tools/call', CALL);
      return code;
    };
    expect(await codeOf({ store: 'none' })).toBe('STORE_REQUIRED');
    expect(await codeOf({ pages: { url: BASE } })).toBe('IDENTIFY_REQUIRED');
  });

  it('waits no longer once the host has hung up', async () => {
    const at = world();
    const peer = await open(at);
    const first = await peer.request('tools/call', CALL);
    const held = peer.start('tools/call', retry(first, ACCEPT));
    await at.held();
    await peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: held.id } });
    await until(() => at.watching() === 0);
  });
});
