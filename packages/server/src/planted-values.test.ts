/** N9: values are planted everywhere, every way to fail is walked, and everything that leaves the process beside the answer is searched. */
import { text } from '@midcall/core';
import { fakeClock, memoryStore, type Store } from '@midcall/store';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineTool } from './author/define.js';
import { accept, type Frame, KEYS, legacyPeer, modernPeer, user } from './raw-peer.test.kit.js';

const PLANTED = 'PLANTED-7f3a-VALUE';
afterEach(() => vi.restoreAllMocks());

const form = { name: text({ maxLength: 30 }), code: text({ pattern: '^[0-9]+$', optional: true }) };
const order = defineTool('order', { inputSchema: z.object({ note: z.string().optional() }) }, async (args, call) => {
  await call.need('who', { message: 'Who?', form, given: { name: args.note } });
  const receipt = await call
    .once('pay', { unique: PLANTED }, () => {
      throw new Error('the bank said no');
    })
    .catch((error: Error) => error.message);
  await call.ask('city', { message: 'City?', form: { city: text() }, remember: { for: '1d' } });
  return { content: [{ type: 'text', text: receipt }] };
});

/** Everything said on the way: errors given to the operator, the console, standard error. */
function listen(): { readonly said: unknown[]; readonly errors: unknown[] } {
  const said: unknown[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...line) => void said.push(line));
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    said.push(chunk);
    return true;
  });
  return { said, errors: [] };
}

function dump(value: unknown): string {
  const seen = new Set<unknown>();
  const walk = (item: unknown): string => {
    if (typeof item !== 'object' || item === null) return String(item);
    if (seen.has(item)) return '';
    seen.add(item);
    return Reflect.ownKeys(item)
      .map(key => `${String(key)}=${walk((item as Record<PropertyKey, unknown>)[key])}`)
      .join(' ');
  };
  return walk(value);
}

describe('planted values', () => {
  it('reach no error, no log and no stored text, whatever goes wrong on the newest revision [N9, N6]', async () => {
    const ear = listen();
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const wrong: Frame[] = [];
    const peer = await modernPeer([order], { clock, store, onError: error => ear.errors.push(error) });
    const params = { name: 'order', arguments: { note: `${PLANTED} ${'x'.repeat(40)}` } };
    const first = await peer.request('tools/call', params);
    const state: string = first.result.requestState;
    const answer = (content: object) => ({ ...params, inputResponses: { who: accept(content) }, requestState: state });
    for (const bad of [
      { ...answer({ name: PLANTED }), requestState: `${state}x` },
      { ...answer({ name: PLANTED }), requestState: `mc1.${PLANTED}` },
      { ...answer({ name: PLANTED }), ...user('mallory') },
      { ...answer({ name: PLANTED }), arguments: { note: PLANTED } },
      { ...answer({}), inputResponses: { who: PLANTED } },
      { ...answer({}), inputResponses: PLANTED },
    ])
      wrong.push(await peer.request('tools/call', bad));
    const invalid = await peer.request('tools/call', answer({ name: PLANTED, code: PLANTED }));
    wrong.push(invalid);
    const good = await peer.request('tools/call', {
      ...params,
      inputResponses: { 'who~2': accept({ name: PLANTED, code: '1' }) },
      requestState: invalid.result.requestState,
    });
    wrong.push(await peer.request('tools/call', answer({ name: 'other' })));
    const done = await peer.request('tools/call', {
      ...params,
      inputResponses: { city: accept({ city: PLANTED }) },
      requestState: good.result.requestState,
    });
    expect(done.result.content).toEqual([{ type: 'text', text: 'the bank said no' }]);
    await peer.close();
    // A refused answer is a question again: its schema and message are searched like everything else.
    for (const frame of [...wrong, good]) expect(JSON.stringify(frame)).not.toContain(PLANTED);
    expect(dump(ear.errors)).not.toContain(PLANTED);
    expect(dump(ear.errors)).not.toContain(state.slice(20, 60));
    expect(dump(ear.said)).not.toContain(PLANTED);
    const stored = JSON.stringify(await store.list(''));
    expect(stored).not.toContain(PLANTED);
    expect(stored).not.toContain('the bank said no');
    expect(stored).not.toContain(KEYS);
  });

  it('reach no error and no log when the store or the host fails, in either era [N9]', async () => {
    const ear = listen();
    const down: Store = { ...memoryStore(), get: async () => Promise.reject(new Error('down')) };
    const modern = await modernPeer([order], { store: down, onError: error => ear.errors.push(error) });
    const params = { name: 'order', arguments: {} };
    const first = await modern.request('tools/call', params);
    const frames = [
      await modern.request('tools/call', {
        ...params,
        inputResponses: { who: accept({ name: PLANTED }) },
        requestState: first.result.requestState,
      }),
    ];
    await modern.close();
    const legacy = await legacyPeer([order], { store: down, onError: error => ear.errors.push(error) });
    const call = legacy.start('tools/call', params);
    const question = await legacy.frame(frame => frame.method === 'elicitation/create');
    await legacy.send({ jsonrpc: '2.0', id: question.id, error: { code: -32603, message: PLANTED, data: PLANTED } });
    frames.push(await call.response);
    await legacy.close();
    for (const frame of frames) expect(JSON.stringify(frame)).not.toContain(PLANTED);
    expect(dump(ear.errors)).not.toContain(PLANTED);
    expect(dump(ear.said)).not.toContain(PLANTED);
  });
});
