/** Time that passes while a question is open, in every revision: nothing waits for ever, and what is over is over on both sides. */
import type { JsonObject, Revision } from '@midcall/core';
import { fakeClock } from '@midcall/store';
import { afterEach, describe, expect, it } from 'vitest';
import { createMatrixServer } from '../fixtures/matrix-server.js';
import { connectMemory } from '../peers/message-client.js';
import type { RawClient } from '../peers/raw-client.js';
import { accept, textOf } from './drive.js';

const minute = 60_000;
const day = 24 * 60 * minute;
let client: RawClient | undefined;

afterEach(async () => {
  await client?.close();
  client = undefined;
});

async function connect(revision: Revision) {
  const clock = fakeClock();
  const server = createMatrixServer({ clock });
  client = await connectMemory(server.factory, { revision });
  return { clock, server, client };
}

describe.each(['2025-06-18', '2025-11-25'] as const)('time in %s', revision => {
  it('ends a question that nobody answers as cancel, and takes it back from the host [E-L-01, E-A-08, N1, N12]', async () => {
    const { clock, server, client } = await connect(revision);
    const call = client.request('tools/call', { name: 'greet', arguments: {} });
    await asked(client);
    await clock.advance(10 * minute - 1);
    expect(server.report.saw).toEqual([]);
    await clock.advance(1);
    expect(textOf(await call)).toBe('nobody: cancel');
    const taken = client.received.filter(({ frame }) => frame.method === 'notifications/cancelled');
    expect(taken.map(({ frame }) => (frame.params as JsonObject).requestId)).toEqual(client.pushes.map(push => push.id));
  });

  it('takes no answer that comes after that [E-L-06c, E-L-07]', async () => {
    const { clock, server, client } = await connect(revision);
    const call = client.request('tools/call', { name: 'greet', arguments: {} });
    await asked(client);
    await clock.advance(10 * minute);
    await call;
    await client.raw({ jsonrpc: '2.0', id: client.pushes[0]?.id as string, result: accept({ name: 'Late' }) });
    await client.request('tools/list', {});
    expect(server.report.saw).toEqual([{ action: 'cancel' }]);
    expect(server.report.effects).toEqual([]);
  });

  it('waits for a person who takes nine minutes [E-L-02]', async () => {
    const { clock, client } = await connect(revision);
    const call = client.request('tools/call', { name: 'greet', arguments: {} });
    await asked(client);
    await clock.advance(9 * minute);
    await client.raw({ jsonrpc: '2.0', id: client.pushes[0]?.id as string, result: accept({ name: 'Slow' }) });
    expect(textOf(await call)).toBe('Hello Slow');
  });
});

describe('time in 2026-07-28', () => {
  it('refuses a state that has expired, before the handler is entered [E-M-13, E-M-16, N6]', async () => {
    const { clock, server, client } = await connect('2026-07-28');
    const greet = { name: 'greet', arguments: {} };
    const first = await client.request('tools/call', greet);
    const [key = ''] = Object.keys(first.result?.inputRequests as JsonObject);
    const retry = { ...greet, inputResponses: { [key]: accept({ name: 'Rowan' }) }, requestState: first.result?.requestState as string };
    const before = server.report.entered.greet;
    await clock.advance(day + 1);
    expect((await client.request('tools/call', retry)).error?.code).toBe(-32602);
    expect(server.report.entered.greet).toBe(before);
  });

  it('takes the answer of a person who needs most of a day, and forgets what nobody comes back for [E-M-16, E-M-20, N12]', async () => {
    const { clock, server, client } = await connect('2026-07-28');
    const greet = { name: 'greet', arguments: {} };
    const first = await client.request('tools/call', greet);
    await client.request('tools/call', greet);
    const [key = ''] = Object.keys(first.result?.inputRequests as JsonObject);
    await clock.advance(day - minute);
    const reply = await client.request('tools/call', {
      ...greet,
      inputResponses: { [key]: accept({ name: 'Rowan' }) },
      requestState: first.result?.requestState as string,
    });
    expect(textOf(reply)).toBe('Hello Rowan');
    await clock.advance(8 * day);
    expect(server.report.effects).toEqual(['greet']);
    expect(clock.pending).toBe(0);
  });
});

// The clock moves only once the question is on the wire: its time runs from there.
async function asked(client: RawClient): Promise<void> {
  while (client.pushes.length === 0) await new Promise(resolve => setImmediate(resolve));
}
