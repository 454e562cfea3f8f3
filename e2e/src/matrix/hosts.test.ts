/** What kind of host stands on the other side: one that cannot ask, one that gives up, one that cheats. */
import { expect, it } from 'vitest';
import { connectMemory } from '../peers/message-client.js';
import { describeMatrix } from './describe-matrix.js';
import { accept, drive, textOf } from './drive.js';
import { reportOf } from './report.js';

describeMatrix(
  'hosts that cannot be asked',
  () => true,
  cell => {
    it('does not ask a host that did not declare it, and says what is missing [E-C-05, E-C-06, E-C-07, E-C-13, E-L-12]', async () => {
      const client = await cell.open({ capabilities: {} });
      const { reply, asked } = await drive(client, 'tools/call', { name: 'greet', arguments: {} }, () => accept({ name: 'Rowan' }));
      expect(asked).toEqual([]);
      expect(reply.result?.resultType).not.toBe('input_required');
      expect(client.pushes).toEqual([]);
      if (cell.modern) expect(reply.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
      else expect(reply.result?.isError).toBe(true);
      expect((await reportOf(client)).effects).toEqual([]);
    });

    it('goes on without asking where the arguments hold what is needed, and names them where they do not', async () => {
      const client = await cell.open({ capabilities: {} });
      const given = await drive(client, 'tools/call', { name: 'settings', arguments: { size: 'l' } }, () => accept());
      expect(textOf(given.reply)).toBe('l');
      const { reply } = await drive(client, 'tools/call', { name: 'settings', arguments: {} }, () => accept());
      expect(textOf(reply)).toMatch(/size/);
      expect(textOf(reply)).toMatch(/Small|Large|\bs\b/);
    });

    it('never lets arguments stand for a confirmation [N1]', async () => {
      const client = await cell.open({ capabilities: {} });
      const { reply } = await drive(client, 'tools/call', { name: 'wipe', arguments: { table: 'users', sure: true, confirm: true } }, () =>
        accept(),
      );
      expect(reply.error !== undefined || reply.result?.isError === true).toBe(true);
      expect((await reportOf(client)).effects).toEqual([]);
    });
  },
);

describeMatrix(
  'hosts that can only open pages',
  cell => cell.asks && cell.revision !== '2025-06-18',
  cell => {
    it('is not asked a form, and a form is never turned into a page [E-C-04, E-C-05, D13]', async () => {
      const client = await cell.open({ capabilities: { elicitation: { url: {} } } });
      const { reply, asked } = await drive(client, 'tools/call', { name: 'greet', arguments: {} }, () => accept({ name: 'Rowan' }));
      expect(asked).toEqual([]);
      if (cell.modern) expect(reply.error?.code).toBe(-32021);
      else expect(reply.result?.isError).toBe(true);
    });

    it('reads a bare {} as form only, with or without members it does not know [E-C-04, E-C-15]', async () => {
      for (const elicitation of [{}, { form: {}, voice: {} }]) {
        const client = await cell.open({ capabilities: { elicitation } });
        const { reply } = await drive(client, 'tools/call', { name: 'greet', arguments: {} }, () => accept({ name: 'Rowan' }));
        expect(textOf(reply)).toBe('Hello Rowan');
      }
    });
  },
);

describeMatrix(
  'capabilities of one request',
  cell => cell.modern,
  cell => {
    it('judges every request by what it declares itself, never by an earlier one [E-C-07, E-C-10, E-S-08, N1]', async () => {
      const client = await cell.open();
      const ask = { name: 'greet', arguments: {} };
      const first = await client.request('tools/call', ask);
      const without = await client.request('tools/call', ask, { capabilities: {} });
      const third = await client.request('tools/call', ask);
      expect(first.result?.resultType).toBe('input_required');
      expect(without.error?.code).toBe(-32021);
      expect(third.result?.resultType).toBe('input_required');
    });

    it('refuses a retry whose host can no longer be asked the next question [E-C-10, E-C-13]', async () => {
      const client = await cell.open();
      const trip = { name: 'trip', arguments: {} };
      const one = await client.request('tools/call', trip);
      const [key = ''] = Object.keys(one.result?.inputRequests as object);
      const inputResponses = { [key]: accept({ city: 'oslo' }) };
      const two = await client.request(
        'tools/call',
        { ...trip, inputResponses, requestState: one.result?.requestState as string },
        { capabilities: {} },
      );
      expect(two.error?.code).toBe(-32021);
    });
  },
);

describeMatrix(
  'capabilities over HTTP',
  cell => cell.modern && cell.transport === 'HTTP',
  cell => {
    it('carries the missing capability on status 400 [E-C-08, E-C-09]', async () => {
      const client = await cell.open({ capabilities: {} });
      const reply = await client.request('tools/call', { name: 'greet', arguments: {} });
      expect(reply).toMatchObject({ status: 400, error: { code: -32021 } });
    });
  },
);

describeMatrix(
  'hosts that give up',
  cell => cell.asks && !cell.modern,
  cell => {
    it('takes the question back when the call is cancelled, and a late answer changes nothing [E-L-05, E-L-06, E-L-06c, E-L-07, N12]', async () => {
      const client = await cell.open();
      const cancelled = new Promise<void>(resolve => {
        client.onPush = async push => {
          await client.notify('notifications/cancelled', { requestId: 77, reason: 'the person left' });
          await until(() => client.received.some(({ frame }) => frame.method === 'notifications/cancelled'));
          resolve();
          return { result: accept({ name: `late ${push.id}` }) };
        };
      });
      const call = client.request('tools/call', { name: 'greet', arguments: {} }, { id: 77 });
      await cancelled;
      const back = client.received.find(({ frame }) => frame.method === 'notifications/cancelled');
      expect((back?.frame.params as { requestId?: unknown } | undefined)?.requestId).toBe(client.pushes[0]?.id);
      expect((await reportOf(client)).effects).toEqual([]);
      expect(client.received.some(({ frame }) => frame.id === 77 && frame.result !== undefined)).toBe(false);
      void call.catch(() => undefined);
    });

    it('ignores cancellations of what it does not know [E-L-06b]', async () => {
      const client = await cell.open();
      await client.notify('notifications/cancelled', { requestId: 'nobody' });
      await client.notify('notifications/cancelled', {});
      const { reply } = await drive(client, 'tools/call', { name: 'greet', arguments: {} }, () => accept({ name: 'Rowan' }));
      expect(textOf(reply)).toBe('Hello Rowan');
    });

    it('takes no answers that an older host smuggles into its request [E-V-04, N1, D3]', async () => {
      const client = await cell.open();
      client.onPush = () => ({ result: { action: 'decline' } });
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      };
      const reply = await client.request(
        'tools/call',
        { name: 'greet', arguments: {}, inputResponses: { who: accept({ name: 'Eve' }) }, requestState: 'forged' },
        { meta },
      );
      expect(textOf(reply)).not.toContain('Eve');
      expect((await reportOf(client)).saw.every(seen => (seen as { action: string }).action !== 'accept')).toBe(true);
    });
  },
);

describeMatrix(
  'sessions over HTTP',
  cell => cell.transport === 'session HTTP',
  cell => {
    it('sends every question on the stream of its own call, though no GET stream is open [E-R-17, E-R-18, E-T-09]', async () => {
      const client = await cell.open();
      client.onPush = () => ({ result: accept({ name: 'Rowan' }) });
      const replies = await Promise.all([501, 502].map(id => client.request('tools/call', { name: 'greet', arguments: {} }, { id })));
      expect(replies.map(textOf)).toEqual(['Hello Rowan', 'Hello Rowan']);
      expect(client.pushes.map(push => push.stream).sort()).toEqual([501, 502]);
    });
  },
);

it('asks nobody in revisions that know no questions, whatever the host declares [E-C-06, D13]', async () => {
  const { createMatrixServer } = await import('../fixtures/matrix-server.js');
  const client = await connectMemory(createMatrixServer().factory, { revision: '2025-03-26' as never });
  const { reply, asked } = await drive(client, 'tools/call', { name: 'greet', arguments: {} }, () => accept({ name: 'Rowan' }));
  expect(asked).toEqual([]);
  expect(reply.result?.isError).toBe(true);
  await client.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}
