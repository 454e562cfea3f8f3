/** What may be on the wire at all, whatever happens: every frame of a session that asked, declined, failed and was refused. */
import type { JsonObject } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expect, it } from 'vitest';
import { createMatrixServer } from '../fixtures/matrix-server.js';
import type { HttpClient } from '../peers/http-client.js';
import { MemoryClient } from '../peers/message-client.js';
import type { RawClient } from '../peers/raw-client.js';
import { describeMatrix } from './describe-matrix.js';
import { accept, cancel, decline, drive } from './drive.js';

/** Asks in every way, is answered in every way, and is refused where it can be. */
async function everything(client: RawClient): Promise<readonly JsonObject[]> {
  const greet = { name: 'greet', arguments: {} };
  for (const answer of [accept({ name: 'Rowan' }), decline, cancel]) await drive(client, 'tools/call', greet, () => answer);
  await drive(client, 'tools/call', greet, () => accept({ name: 7 }));
  await drive(client, 'tools/call', { name: 'trip', arguments: {} }, (_asked, count) =>
    count === 1 ? accept({ city: 'rome' }) : accept({ nights: 2 }),
  );
  await drive(client, 'prompts/get', { name: 'brief', arguments: {} }, () => decline);
  await client.request('tools/call', { name: 'nothing', arguments: {} });
  await client.request('tools/call', { ...greet, requestState: 'forged' });
  await client.request('no/such/method');
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) await client.request(method);
  return client.received.map(({ frame }) => frame);
}

describeMatrix(
  'the wire',
  () => true,
  cell => {
    it('holds only well-formed messages, and error codes of its own only outside the reserved range [E-X-05, E-X-06, E-X-08, E-N-09]', async () => {
      const client = await cell.open();
      const errors = (await everything(client)).flatMap(frame =>
        frame.error === undefined ? [] : [frame.error as { code: number; message: string }],
      );
      expect(errors.length).toBeGreaterThan(0);
      for (const { code, message } of errors) {
        expect(Number.isInteger(code)).toBe(true);
        expect(message).not.toBe('');
        expect(code >= -32019 && code <= -32000, String(code)).toBe(false);
        expect(code).not.toBe(-32042);
      }
    });

    it('answers no list with a question [E-M-02]', async () => {
      const client = await cell.open();
      for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
        const { result } = await client.request(method, { inputResponses: {}, requestState: 'x' });
        expect(result?.resultType).not.toBe('input_required');
        expect(result).not.toHaveProperty('inputRequests');
      }
    });
  },
);

describeMatrix(
  'the wire of the newest revision',
  cell => cell.modern,
  cell => {
    it('knows two kinds of result, and names the server in both [E-M-03, E-M-23, E-C-14b]', async () => {
      const client = await cell.open();
      const results = (await everything(client)).flatMap(frame => (frame.result === undefined ? [] : [frame.result as JsonObject]));
      expect(new Set(results.map(result => result.resultType))).toEqual(new Set(['complete', 'input_required']));
      for (const result of results) expect((result._meta as JsonObject | undefined)?.[META.serverInfo]).toMatchObject({ name: 'matrix' });
    });

    it('carries no request, no cancellation and no completion notice from the server [E-R-03, E-L-08, E-N-14]', async () => {
      const client = await cell.open();
      const methods = (await everything(client)).flatMap(frame => (frame.method === undefined ? [] : [String(frame.method)]));
      expect(client.serverRequests).toBe(0);
      expect(methods).not.toContain('notifications/cancelled');
      expect(methods).not.toContain('notifications/elicitation/complete');
    });
  },
);

describeMatrix(
  'the wire over HTTP',
  cell => cell.modern && cell.transport === 'HTTP',
  cell => {
    it('brings a question on the response of its own request, which then ends [E-T-05, E-T-05c]', async () => {
      const client = await cell.open();
      const reply = await client.request('tools/call', { name: 'greet', arguments: {} }, { id: 900 });
      expect(reply.result?.resultType).toBe('input_required');
      expect(client.received.filter(({ stream }) => stream === 900)).toHaveLength(1);
      expect((client as HttpClient).statuses.get(900)).toBe(200);
    });
  },
);

it('asks nothing before the host has said that it is ready [E-R-15]', async () => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(createMatrixServer().factory, { transport: there });
  const client = new MemoryClient({ revision: '2025-11-25' }, here, () => handle.close());
  await here.start();
  await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: client.capabilities,
    clientInfo: { name: 'raw', version: '1' },
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
  expect(client.pushes).toEqual([]);
  await client.notify('notifications/initialized');
  client.onPush = () => ({ result: decline });
  await client.request('tools/call', { name: 'greet', arguments: {} });
  expect(client.pushes).toHaveLength(1);
  await client.close();
});
