/** What a retry may and may not do, on the wire of the newest revision. */

import { text } from '@midcall/core';
import { fakeClock, memoryStore } from '@midcall/store';
import { ResourceTemplate } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definePrompt, defineResource, defineTool } from '../author/define.js';
import { accept, type Frame, KEYS, modernPeer, type Peer, type PeerOptions, textOf, user } from '../raw-peer.test.kit.js';
import { newKey } from '../state/index.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

let entered = 0;
const form = { name: text() };
const greet = defineTool('greet', { inputSchema: z.object({ polite: z.boolean().optional() }) }, async (_args, call) => {
  entered += 1;
  const { name } = await call.need('who', { message: 'Who?', form });
  return { content: [{ type: 'text', text: `Hello ${name}` }] };
});
const other = defineTool('other', { inputSchema: z.object({ polite: z.boolean().optional() }) }, async (_args, call) => {
  entered += 1;
  const { name } = await call.need('who', { message: 'Who?', form });
  return { content: [{ type: 'text', text: `Other ${name}` }] };
});
const prompt = definePrompt('ask', { argsSchema: z.object({ topic: z.string() }) }, async (_args, call) => {
  entered += 1;
  const { name } = await call.need('who', { message: 'Who?', form });
  return { messages: [{ role: 'user', content: { type: 'text', text: name } }] };
});
const resource = defineResource('note', 'note://one', {}, async (uri, _variables, call) => {
  entered += 1;
  const { name } = await call.need('who', { message: 'Who?', form });
  return { contents: [{ uri: uri.href, text: name }] };
});
const template = defineResource('page', new ResourceTemplate('page://{id}', { list: undefined }), {}, async (uri, _variables, call) => {
  entered += 1;
  const { name } = await call.need('who', { message: 'Who?', form });
  return { contents: [{ uri: uri.href, text: name }] };
});

async function open(options: PeerOptions = {}): Promise<Peer> {
  const peer = await modernPeer([greet, other, prompt, resource, template], options);
  peers.push(peer);
  entered = 0;
  return peer;
}

const call = { name: 'greet', arguments: {} };
const answers = { who: accept({ name: 'Ada' }) };

describe('the retry of a call', () => {
  it('completes from what it carries alone [E-M-07, E-M-20, E-M-03, E-S-07]', async () => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    expect(first.result.resultType).toBe('input_required');
    expect(Object.keys(first.result.inputRequests)).toEqual(['who']);
    expect(first.result.inputRequests.who).toEqual({
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who?', requestedSchema: expect.objectContaining({ type: 'object', required: ['name'] }) },
    });
    const second = await peer.request('tools/call', { ...call, inputResponses: answers, requestState: first.result.requestState });
    expect(textOf(second)).toBe('Hello Ada');
    expect(second.result.resultType).toBe('complete');
  });

  it('goes on in another process that shares keys and store [E-S-07, E-S-08, E-S-10, E-M-20]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const one = await open({ clock, store });
    const first = await one.request('tools/call', call);
    await one.close();
    const two = await open({ clock, store });
    const second = await two.request('tools/call', { ...call, inputResponses: answers, requestState: first.result.requestState });
    expect(textOf(second)).toBe('Hello Ada');
  });

  const methods: readonly (readonly [string, object, object])[] = [
    ['tools/call', { name: 'greet', arguments: {} }, { name: 'other', arguments: {} }],
    ['prompts/get', { name: 'ask', arguments: { topic: 'a' } }, { name: 'ask', arguments: { topic: 'b' } }],
    ['resources/read', { uri: 'note://one' }, { uri: 'page://one' }],
    ['resources/read', { uri: 'page://one' }, { uri: 'page://two' }],
  ];

  describe.each(methods)('%s %j', (method, params, elsewhere) => {
    const refused = async (change: (state: string) => object, options: PeerOptions = {}): Promise<Frame> => {
      const peer = await open(options);
      const first = await peer.request(method, params);
      expect(first.result.resultType).toBe('input_required');
      entered = 0;
      const frame = await peer.request(method, { ...params, inputResponses: answers, ...change(first.result.requestState) });
      expect(entered).toBe(0);
      return frame;
    };

    it('refuses tampered state as a JSON-RPC error, before the handler is entered [N6, E-M-09, E-M-10, E-X-02]', async () => {
      const flip = (state: string): string => `${state.slice(0, -3)}${state.at(-3) === 'A' ? 'B' : 'A'}${state.slice(-2)}`;
      for (const change of [flip, (state: string) => `${state}-TAMPERED`, (state: string) => state.slice(0, 20), () => '', () => 'mc1.x']) {
        const frame = await refused(state => ({ requestState: change(state) }));
        expect(frame.error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
      }
    });

    it('refuses the state of another principal [N7, E-M-12, E-S-01, E-S-06, E-Q-03]', async () => {
      const frame = await refused(state => ({ requestState: state, ...user('mallory') }));
      expect(frame.error?.code).toBe(-32602);
    });

    it('refuses the state at another name or with other arguments [E-M-14]', async () => {
      const frame = await refused(state => ({ requestState: state, ...elsewhere }));
      expect(frame.error?.code).toBe(-32602);
    });

    it('refuses state after it expired [E-M-13]', async () => {
      const peer = await open({ stateLife: '1h' });
      const first = await peer.request(method, params);
      await peer.clock.advance(3_600_000);
      entered = 0;
      const frame = await peer.request(method, { ...params, inputResponses: answers, requestState: first.result.requestState });
      expect(frame.error?.code).toBe(-32602);
      expect(entered).toBe(0);
    });

    it('gives an identical duplicate the recorded outcome and refuses other answers to the same state [D2, E-M-15]', async () => {
      const peer = await open();
      const first = await peer.request(method, params);
      const retry = { ...params, inputResponses: answers, requestState: first.result.requestState };
      const done = await peer.request(method, retry);
      entered = 0;
      const again = await peer.request(method, retry);
      expect(again.result).toEqual(done.result);
      const changed = await peer.request(method, { ...retry, inputResponses: { who: accept({ name: 'Eve' }) } });
      expect(changed.error).toMatchObject({ code: -32602 });
      expect(entered).toBe(0);
    });

    it('says that the call was completed once the outcome is no longer kept [D2]', async () => {
      const peer = await open();
      const first = await peer.request(method, params);
      const retry = { ...params, inputResponses: answers, requestState: first.result.requestState };
      await peer.request(method, retry);
      await peer.clock.advance(10 * 60_000);
      const late = await peer.request(method, retry);
      expect(late.error).toMatchObject({ code: -32602, data: { reason: 'request_completed' } });
    });
  });

  it('cannot tell an unknown key, a bad tag and a wrong principal apart [D7, N9]', async () => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    const state: string = first.result.requestState;
    const errors = await Promise.all(
      [
        { requestState: `mc1.AAAAAAAA.${state.slice(13)}` },
        { requestState: `${state.slice(0, -4)}AAAA` },
        { requestState: state, ...user('mallory') },
      ].map(async change => (await peer.request('tools/call', { ...call, inputResponses: answers, ...change })).error),
    );
    expect(new Set(errors.map(error => JSON.stringify(error))).size).toBe(1);
  });

  it('refuses state of a server with another name, and of other keys [D2, E-Q-03]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const first = await (await open({ clock, store })).request('tools/call', call);
    const retry = { ...call, inputResponses: answers, requestState: first.result.requestState };
    const renamed = await open({ clock, store, serverName: 'elsewhere' });
    expect((await renamed.request('tools/call', retry)).error?.code).toBe(-32602);
    const rekeyed = await open({ clock, store, keys: newKey() });
    expect((await rekeyed.request('tools/call', retry)).error?.code).toBe(-32602);
    const rotated = await open({ clock, store, keys: [newKey(), KEYS] });
    expect(textOf(await rotated.request('tools/call', retry))).toBe('Hello Ada');
  });

  it('refuses state that was made over another store, and says to the operator why [D2]', async () => {
    const clock = fakeClock();
    const first = await (await open({ clock })).request('tools/call', call);
    const peer = await open({ clock });
    const frame = await peer.request('tools/call', { ...call, inputResponses: answers, requestState: first.result.requestState });
    expect(frame.error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
    expect(String(peer.errors[0])).toContain('replicas do not share a store');
  });

  it('refuses an older round, even with the answers it had [D2]', async () => {
    const twice = defineTool('twice', {}, async (_args, inner) => {
      await inner.need('a', { message: 'A?', form });
      await inner.need('b', { message: 'B?', form });
      return { content: [] };
    });
    const peer = await modernPeer([twice]);
    peers.push(peer);
    const first = await peer.request('tools/call', { name: 'twice' });
    const retry = { name: 'twice', inputResponses: { a: accept({ name: 'x' }) }, requestState: first.result.requestState };
    const second = await peer.request('tools/call', retry);
    expect(second.result.resultType).toBe('input_required');
    expect(second.result.requestState).not.toBe(first.result.requestState);
    const third = await peer.request('tools/call', {
      name: 'twice',
      inputResponses: { b: accept({ name: 'y' }) },
      requestState: second.result.requestState,
    });
    expect(third.result.resultType).toBe('complete');
    expect((await peer.request('tools/call', retry)).error).toMatchObject({ code: -32602 });
  });

  it('works without a store, but then cannot tell a repetition [E-S-07]', async () => {
    const peer = await open({ store: 'none' });
    const first = await peer.request('tools/call', call);
    const retry = { ...call, inputResponses: answers, requestState: first.result.requestState };
    expect(textOf(await peer.request('tools/call', retry))).toBe('Hello Ada');
    expect(textOf(await peer.request('tools/call', retry))).toBe('Hello Ada');
  });

  it('throttles a caller who keeps sending bad state [E-M-22, D7]', async () => {
    const peer = await open({ retries: { perSecond: 10, burst: 100 } });
    const codes: (number | undefined)[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      codes.push((await peer.request('tools/call', { ...call, requestState: 'mc1.AAAAAAAA.x' })).error?.code);
    expect(codes).toContain(1029);
    await peer.clock.advance(60_000);
    expect((await peer.request('tools/call', { ...call, requestState: 'mc1.AAAAAAAA.x' })).error?.code).toBe(-32602);
  });
});

describe('answers that nobody asked for', () => {
  it('are ignored on a first call, and the question is asked [D3, E-M-18]', async () => {
    const peer = await open();
    const frame = await peer.request('tools/call', { ...call, inputResponses: { who: accept({ name: 'Ada' }), more: {} } });
    expect(frame.result.resultType).toBe('input_required');
  });

  it('are ignored beside the one that was asked [E-M-18]', async () => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    const done = await peer.request('tools/call', {
      ...call,
      inputResponses: { ...answers, more: accept({}) },
      requestState: first.result.requestState,
    });
    expect(textOf(done)).toBe('Hello Ada');
  });

  it('do not stand in for the missing one, which is asked again under a new key [E-M-19, E-M-05, D5]', async () => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    const again = await peer.request('tools/call', {
      ...call,
      inputResponses: { wrong: accept({}) },
      requestState: first.result.requestState,
    });
    expect(Object.keys(again.result.inputRequests)).toEqual(['who~2']);
    const done = await peer.request('tools/call', {
      ...call,
      inputResponses: { 'who~2': accept({ name: 'Ada' }) },
      requestState: again.result.requestState,
    });
    expect(textOf(done)).toBe('Hello Ada');
  });

  it.each([
    ['a number for an answer', { who: 12345 }],
    ['null for an answer', { who: null }],
    ['null', null],
    ['a list', []],
    ['a text', 'who'],
  ])('are an error when they are no map of objects: %s [E-X-02, E-X-03, D3]', async (_what, inputResponses) => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    entered = 0;
    const frame = await peer.request('tools/call', { ...call, inputResponses, requestState: first.result.requestState });
    expect(frame.error).toMatchObject({ code: -32602, data: { reason: 'invalid_input_responses' } });
    expect(entered).toBe(0);
    const done = await peer.request('tools/call', { ...call, inputResponses: answers, requestState: first.result.requestState });
    expect(textOf(done)).toBe('Hello Ada');
  });

  it('are refused when there are more than 64 or more than 256 KiB of them [D7]', async () => {
    const peer = await open();
    const first = await peer.request('tools/call', call);
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, {}]));
    const large = { who: accept({ name: 'x'.repeat(256 * 1024) }) };
    for (const inputResponses of [many, large]) {
      expect((await peer.request('tools/call', { ...call, inputResponses, requestState: first.result.requestState })).error?.code).toBe(
        -32602,
      );
    }
  });
});
