import { text } from '@midcall/core';
import { fakeClock, memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { defineTool } from './author/define.js';
import { createMidcall } from './node.js';
import { accept, KEYS, modernPeer, type Peer, textOf, user } from './raw-peer.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

let message = 'Which city are you in?';
const weather = defineTool('weather', {}, async (_none, call) => {
  const answer = await call.ask('city', { message, form: { city: text() }, remember: { for: '90d' } });
  return {
    content: [{ type: 'text', text: answer.action === 'accept' ? `${answer.content.city} from ${answer.from.city}` : answer.action }],
  };
});
const team = defineTool('team', {}, async (_none, call) => ({
  content: [{ type: 'text', text: await call.choose('team', { message: 'Team?', from: ['red', 'blue'], remember: { for: '1d' } }) }],
}));

async function open() {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const peer = await modernPeer([weather, team], { clock, store });
  peers.push(peer);
  const ask = async (name: string, who: string, answer: object) => {
    const params = { name, ...user(who) };
    const first = await peer.request('tools/call', params);
    if (first.result.resultType === 'complete') return `known: ${textOf(first)}`;
    const [key] = Object.keys(first.result.inputRequests);
    return textOf(
      await peer.request('tools/call', { ...params, inputResponses: { [key as string]: answer }, requestState: first.result.requestState }),
    );
  };
  return { clock, store, peer, ask, midcall: createMidcall({ keys: KEYS, store, clock }) };
}

const alice = { kind: 'verified', iss: 'test', sub: 'alice' } as const;

describe('a remembered answer', () => {
  it('spares the same person the same question, and nobody else [N7]', async () => {
    const { ask } = await open();
    expect(await ask('weather', 'alice', accept({ city: 'Rome' }))).toBe('Rome from person');
    expect(await ask('weather', 'alice', accept({ city: 'Oslo' }))).toBe('known: Rome from remembered');
    expect(await ask('weather', 'bob', accept({ city: 'Oslo' }))).toBe('Oslo from person');
    expect(await ask('team', 'alice', accept({ choice: 'blue' }))).toBe('blue');
    expect(await ask('team', 'alice', accept({ choice: 'red' }))).toBe('known: blue');
  });

  it('is not a declined one, and not one to another question [D4]', async () => {
    const { ask } = await open();
    expect(await ask('weather', 'alice', { action: 'decline' })).toBe('decline');
    expect(await ask('weather', 'alice', accept({ city: 'Rome' }))).toBe('Rome from person');
    message = 'Which city shall I look at?';
    expect(await ask('weather', 'alice', accept({ city: 'Oslo' }))).toBe('Oslo from person');
    message = 'Which city are you in?';
  });

  it('ends with its time', async () => {
    const { ask, clock } = await open();
    await ask('weather', 'alice', accept({ city: 'Rome' }));
    await clock.advance(90 * 86_400_000);
    expect(await ask('weather', 'alice', accept({ city: 'Oslo' }))).toBe('Oslo from person');
  });

  it('can be listed without being shown, and forgotten', async () => {
    const { ask, midcall, clock, store } = await open();
    await ask('weather', 'alice', accept({ city: 'Rome' }));
    await ask('team', 'alice', accept({ choice: 'blue' }));
    const list = await midcall.remembered.list(alice);
    expect(list).toEqual([
      { id: expect.any(String), name: 'team', key: 'team', until: clock.now() + 86_400_000 },
      { id: expect.any(String), name: 'weather', key: 'city', until: clock.now() + 90 * 86_400_000 },
    ]);
    expect(JSON.stringify(await store.list(''))).not.toContain('Rome');
    expect(await midcall.remembered.forget(alice, list[1]?.id)).toBe(1);
    expect(await ask('weather', 'alice', accept({ city: 'Oslo' }))).toBe('Oslo from person');
    expect(await midcall.remembered.forget(alice)).toBe(2);
    expect(await midcall.remembered.list(alice)).toEqual([]);
  });

  it('needs a store', async () => {
    const midcall = createMidcall({ keys: KEYS });
    midcall.attach(new McpServer({ name: 'test', version: '1' }), [weather]);
    await expect(midcall.remembered.list(alice)).rejects.toMatchObject({ code: 'STORE_REQUIRED' });
  });
});
