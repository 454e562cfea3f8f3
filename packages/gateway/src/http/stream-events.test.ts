import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { streamEvents } from './stream-events.js';

const note = (method: string): JSONRPCMessage => ({ jsonrpc: '2.0', method });

async function replayed(events: ReturnType<typeof streamEvents>, last: string): Promise<string[]> {
  const sent: string[] = [];
  await events.replayEventsAfter(last, {
    send: async (_id, message) => void sent.push((message as { method: string }).method),
  });
  return sent;
}

describe('the events of a session', () => {
  it('gives again what came after, on that stream only, and never what primed it [E-T-10, E-T-12]', async () => {
    const events = streamEvents();
    const primed = await events.storeEvent('one', {} as JSONRPCMessage);
    await events.storeEvent('two', note('other'));
    const first = await events.storeEvent('one', note('first'));
    await events.storeEvent('one', {} as JSONRPCMessage);
    await events.storeEvent('one', note('second'));
    expect(await replayed(events, primed)).toEqual(['first', 'second']);
    expect(await replayed(events, first)).toEqual(['second']);
  });

  it('forgets the oldest by number and by size, and knows a forgotten id no more', async () => {
    const few = streamEvents({ events: 2 });
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await few.storeEvent('s', note(name)));
    expect(await few.getStreamIdForEventId?.(ids[0] ?? '')).toBeUndefined();
    await expect(replayed(few, ids[0] ?? '')).rejects.toThrow('not known');
    expect(await replayed(few, ids[1] ?? '')).toEqual(['c']);
    const small = streamEvents({ characters: 100 });
    const gone = await small.storeEvent('s', note('a'));
    const kept = await small.storeEvent('s', note('x'.repeat(200)));
    expect(await small.getStreamIdForEventId?.(gone)).toBeUndefined();
    expect(await small.getStreamIdForEventId?.(kept)).toBe('s');
  });
});
