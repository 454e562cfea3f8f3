/** `call.visit` on the older revisions: ids, the notice that it is done, and -32042. */
import { text } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../author/define.js';
import { type Frame, type LegacyPeer, legacyPeer, modernPeer, type Peer, type PeerOptions, textOf } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import {
  browser,
  CALL,
  give,
  inWorld,
  KEY_PAGE,
  MESSAGE,
  PAGES,
  SECRET,
  URL_MODE,
  until,
  visiting,
  type World,
  world,
} from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const connect = visiting(async call => {
  const { apiKey } = await (await call.visit('key', { message: MESSAGE, page: KEY_PAGE })).secret();
  return `connected with ${apiKey.length} characters`;
});
const byError = visiting(async call => {
  await call.visit('key', { message: MESSAGE, page: KEY_PAGE, when: 'error' });
  return 'connected';
});

async function open(
  at: World,
  definition: ToolDefinition,
  options: PeerOptions & { readonly revision?: string } = {},
): Promise<LegacyPeer> {
  const peer = await legacyPeer([definition], inWorld(at, options));
  peers.push(peer);
  return peer;
}

const isQuestion = (frame: Frame): boolean => frame.method === 'elicitation/create';
const isNotice = (frame: Frame): boolean => frame.method === 'notifications/elicitation/complete';
const reply = (question: Frame, result: object): object => ({ jsonrpc: '2.0', id: question.id, result });

describe('a visit on 2025-11-25', () => {
  it('is asked with an id, waits for the page, and tells the client that was asked, and no other, under that id [E-N-01, E-N-02, E-N-03, E-R-11]', async () => {
    const at = world();
    const [asked, bystander] = [await open(at, connect), await open(at, connect)];
    const running = asked.start('tools/call', CALL);
    const question = await asked.frame(isQuestion);
    expect(question.params).toEqual({
      mode: 'url',
      message: MESSAGE,
      url: expect.any(String),
      elicitationId: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(question.params.url).not.toContain(question.params.elicitationId);
    await asked.send(reply(question, { action: 'accept' }));
    await at.held();
    expect(asked.frames.filter(isNotice)).toEqual([]);
    await give(at, question.params.url);
    expect(textOf(await running.response)).toBe(`connected with ${SECRET.length} characters`);
    expect(asked.frames.filter(isNotice)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: question.params.elicitationId } },
    ]);
    expect(bystander.frames.filter(isNotice)).toEqual([]);
    expect(JSON.stringify([asked.frames, bystander.frames, at.errors.map(String)])).not.toContain(SECRET);
  });

  it('gives the notice once, also where the person was faster than the host', async () => {
    const at = world();
    const peer = await open(at, connect);
    const running = peer.start('tools/call', CALL);
    const question = await peer.frame(isQuestion);
    await give(at, question.params.url);
    await peer.send(reply(question, { action: 'accept' }));
    await running.response;
    expect(peer.frames.filter(isNotice)).toHaveLength(1);
  });

  it('waits as long as the question may take, with signs of life, and then ends plainly [N12, D15]', async () => {
    const at = world();
    const peer = await open(at, connect);
    const running = peer.start('tools/call', { ...CALL, _meta: { progressToken: 'p' } });
    const question = await peer.frame(isQuestion);
    await peer.send(reply(question, { action: 'accept' }));
    await at.held();
    await at.clock.advance(60_000);
    expect(peer.frames.filter(frame => frame.method === 'notifications/progress').length).toBeGreaterThanOrEqual(3);
    await at.clock.advance(10 * 60_000);
    const last = await running.response;
    expect(last.result.isError).toBeUndefined();
    expect(textOf(last)).toMatch(/was closed or ran out|is still open/);
    expect(at.watching()).toBe(0);
  });

  it.each(['decline', 'cancel'])('ends without a notice on %s [N2]', async action => {
    const at = world();
    const peer = await open(at, connect);
    const running = peer.start('tools/call', CALL);
    const question = await peer.frame(isQuestion);
    await peer.send(reply(question, { action }));
    expect(textOf(await running.response)).toContain('was not carried out');
    expect(peer.frames.filter(isNotice)).toEqual([]);
    expect((await browser(at.pages.fetch, { site: 'alice' }).open(question.params.url)).status).toBe(404);
  });

  it('is not asked of a host without URL mode, nor on 2025-06-18, which has none [E-C-05, E-V-02]', async () => {
    const at = world();
    for (const options of [{ capabilities: { elicitation: {} } }, { revision: '2025-06-18' }]) {
      const peer = await open(at, connect, options);
      expect((await peer.request('tools/call', CALL)).result).toMatchObject({ isError: true });
      const error = await open(at, byError, options);
      expect((await error.request('tools/call', CALL)).result).toMatchObject({ isError: true });
      expect([...peer.frames, ...error.frames].filter(isQuestion)).toEqual([]);
    }
    expect(await at.store.list('visit:')).toEqual([]);
  });
});

describe('-32042', () => {
  it('is answered where chosen, lists the page in URL mode with its id, and the call passes once it is done [E-N-07, E-N-08, E-N-10, E-N-11, D19]', async () => {
    const at = world();
    const peer = await open(at, byError);
    const first = await peer.request('tools/call', CALL);
    expect(first.error?.code).toBe(-32042);
    const [page, ...more] = (first.error?.data?.elicitations ?? []) as { url: string; elicitationId: string }[];
    expect(more).toEqual([]);
    expect(page).toEqual({ mode: 'url', message: MESSAGE, url: expect.any(String), elicitationId: expect.any(String) });
    expect(peer.frames.filter(isQuestion)).toEqual([]);
    await at.held();
    await give(at, page?.url as string);
    const notice = await peer.frame(isNotice);
    expect(notice.params).toEqual({ elicitationId: page?.elicitationId });
    expect(textOf(await peer.request('tools/call', CALL))).toBe('connected');
  });

  it('lists every page that is needed, each with an id of its own [E-N-10, E-N-11]', async () => {
    const at = world();
    const other = secretPage('other', { fields: { token: { title: 'Token' } } });
    const two = visiting(async call => {
      await Promise.all([
        call.visit('key', { message: MESSAGE, page: KEY_PAGE, when: 'error' }),
        call.visit('other', { message: 'And the other one.', page: other, when: 'error' }),
      ]);
      return 'both';
    });
    const { error } = await (await open(at, two)).request('tools/call', CALL);
    const listed = error?.data?.elicitations as { mode: string; elicitationId: string }[];
    expect(listed).toHaveLength(2);
    expect(new Set(listed.map(({ elicitationId }) => elicitationId)).size).toBe(2);
  });

  it('is not used once the flow has learned something: its retry would do it again [D19, N5]', async () => {
    const at = world();
    let effects = 0;
    const afterEffect = visiting(async call => {
      await call.once('order', () => {
        effects += 1;
      });
      await call.visit('key', { message: MESSAGE, page: KEY_PAGE, when: 'error' });
      return 'connected';
    });
    const peer = await open(at, afterEffect);
    const running = peer.start('tools/call', CALL);
    const question = await peer.frame(isQuestion);
    await give(at, question.params.url);
    await peer.send(reply(question, { action: 'accept' }));
    expect(textOf(await running.response)).toBe('connected');
    expect(effects).toBe(1);
  });

  it('stands for nothing but pages: a form beside one is asked, and so is the page [E-N-09]', async () => {
    const at = world();
    const both = visiting(async call => {
      await Promise.all([
        call.visit('key', { message: MESSAGE, page: KEY_PAGE, when: 'error' }),
        call.need('name', { message: 'Name?', form: { name: text() } }),
      ]);
      return 'both';
    });
    const peer = await open(at, both);
    const running = peer.start('tools/call', CALL);
    await peer.frame(frame => isQuestion(frame) && frame.params.mode === 'form');
    const question = await peer.frame(frame => isQuestion(frame) && frame.params.mode === 'url');
    await give(at, question.params.url);
    for (const asked of peer.frames.filter(isQuestion))
      await peer.send(reply(asked, { action: 'accept', ...(asked.params.mode === 'form' && { content: { name: 'Ada' } }) }));
    expect(textOf(await running.response)).toBe('both');
    expect(peer.frames.some(frame => frame.error?.code === -32042)).toBe(false);
  });

  it('does not exist on the newest revision, nor does its notice: the page is asked for as a question [E-N-13, E-N-14, E-L-08]', async () => {
    const at = world();
    const { clock, store } = at;
    const peer = await modernPeer([byError], { clock, store, pages: PAGES, capabilities: URL_MODE });
    peers.push(peer);
    const first = await peer.request('tools/call', CALL);
    const { key } = first.result.inputRequests;
    expect(key.params).not.toHaveProperty('elicitationId');
    const held = peer.start('tools/call', {
      ...CALL,
      requestState: first.result.requestState,
      inputResponses: { key: { action: 'accept' } },
    });
    await at.held();
    await give(at, key.params.url);
    await held.response;
    expect(peer.frames.filter(frame => frame.method !== undefined || frame.error !== undefined)).toEqual([]);
  });

  it('stops waiting to give notice when the client is gone [N12]', async () => {
    const at = world();
    const peer = await open(at, byError);
    await peer.request('tools/call', CALL);
    await at.held();
    await peer.close();
    await until(() => at.watching() === 0);
  });
});
