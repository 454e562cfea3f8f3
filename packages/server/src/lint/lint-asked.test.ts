/** What a running server's log says of the questions it asks. */
import { text, yesNo } from '@midcall/core';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../author/define.js';
import { accept, modernPeer, type Peer } from '../raw-peer.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const tool = defineTool('clean', { inputSchema: z.object({ note: z.string() }) }, async ({ note }, call) => {
  await call.confirm('sure', { message: 'Are you sure?' });
  for (const seat of [1, 2]) await call.ask(`seat:${seat}`, { message: `See https://example.com/${note}`, form: { name: text() } });
  await call.ask('fine', { message: `Which of the tables of ${note}?`, form: { really: yesNo({ default: false }), name: text() } });
  return { content: [] };
});

async function play(note: string, log: (line: string) => void): Promise<void> {
  const peer = await modernPeer([tool], { log });
  peers.push(peer);
  for (const _call of [1, 2]) {
    let frame = await peer.request('tools/call', { name: 'clean', arguments: { note } });
    while (frame.result.resultType === 'input_required') {
      const { requestState, inputRequests } = frame.result;
      const [key = ''] = Object.keys(inputRequests);
      const content = key === 'sure' ? { confirm: true } : key === 'fine' ? { really: true, name: 'x' } : { name: 'x' };
      frame = await peer.request('tools/call', {
        name: 'clean',
        arguments: { note },
        requestState,
        inputResponses: { [key]: accept(content) },
      });
    }
  }
}

it('names each question that is not good once, by its key and without its text, and says what to do [N9]', async () => {
  const lines: string[] = [];
  await play('PLANTED', line => lines.push(line));
  expect(lines).toEqual([
    expect.stringMatching(/^midcall: clean, question sure: .* Say what will happen, .* \[confirm-without-stakes\]$/),
    expect.stringMatching(/^midcall: clean, question seat:#: .* `visit`, .* \[link-in-text\]$/),
  ]);
  expect(lines.join('\n')).not.toContain('PLANTED');
});
