/** Several questions: one after the other, several at once, and what a decline among them does. */
import { expect, it } from 'vitest';
import { describeMatrix } from './describe-matrix.js';
import { accept, cancel, decline, drive, textOf } from './drive.js';
import { reportOf } from './report.js';

describeMatrix(
  'rounds',
  cell => cell.asks,
  cell => {
    it('asks two questions one after the other and acts once, after the second [E-M-17, E-M-20, E-S-07, N5]', async () => {
      const client = await cell.open();
      const { reply, asked, rounds, states } = await drive(client, 'tools/call', { name: 'trip', arguments: {} }, (_asked, count) =>
        count === 1 ? accept({ city: 'oslo' }) : accept({ nights: 3 }),
      );
      expect(textOf(reply)).toBe('oslo/3');
      expect(asked.map(one => one.params.message)).toEqual(['Which city?', 'How many nights in oslo?']);
      expect(rounds).toBe(2);
      if (cell.modern) expect(new Set(states).size).toBe(2);
      const { effects, entered } = await reportOf(client);
      expect(effects).toEqual(['book']);
      expect(entered.trip).toBe(3);
    });

    it('asks questions that were started together in one round, and each is answered by its own action [E-M-05, D5]', async () => {
      const client = await cell.open();
      const { reply, asked, rounds } = await drive(client, 'tools/call', { name: 'pair', arguments: {} }, one =>
        one.params.message === 'Left?' ? decline : accept({ value: 'r' }),
      );
      expect(textOf(reply)).toBe('decline accept');
      expect(asked).toHaveLength(2);
      expect(new Set(asked.map(one => one.key)).size).toBe(cell.modern ? 2 : 1);
      if (cell.modern) expect(rounds).toBe(1);
    });

    it('ends at a declined need: nothing below it runs and no further question is asked [N2, N5, D5]', async () => {
      const client = await cell.open();
      const { reply, asked } = await drive(client, 'tools/call', { name: 'trip', arguments: {} }, () => decline);
      expect(asked).toHaveLength(1);
      expect(reply.result?.isError).not.toBe(true);
      expect((await reportOf(client)).effects).toEqual([]);
    });

    it('can be called again after it was put off, and then goes through [N2, D12, E-M-16]', async () => {
      const client = await cell.open();
      await drive(client, 'tools/call', { name: 'trip', arguments: {} }, () => cancel);
      const { reply } = await drive(client, 'tools/call', { name: 'trip', arguments: {} }, (_asked, count) =>
        count === 1 ? accept({ city: 'rome' }) : accept({ nights: 1 }),
      );
      expect(textOf(reply)).toBe('rome/1');
      expect((await reportOf(client)).effects).toEqual(['book']);
    });

    it('keeps flows apart that run at the same time [E-S-09, E-S-10, N7]', async () => {
      const client = await cell.open();
      const names = ['Ada', 'Grace', 'Lin'];
      if (cell.modern) {
        const replies = await Promise.all(
          names.map(name => drive(client, 'tools/call', { name: 'greet', arguments: { tone: ` (${name})` } }, () => accept({ name }))),
        );
        expect(replies.map(one => textOf(one.reply))).toEqual(names.map(name => `Hello ${name} (${name})`));
      } else {
        let next = 0;
        client.onPush = () => ({ result: accept({ name: names[next++] ?? '' }) });
        const replies = await Promise.all(names.map(() => client.request('tools/call', { name: 'greet', arguments: {} })));
        expect(replies.map(textOf).sort()).toEqual(names.map(name => `Hello ${name}`).sort());
      }
    });
  },
);

describeMatrix(
  'rounds over the newest revision',
  cell => cell.modern,
  cell => {
    it('asks for the answer that is missing, and takes no answer under another key [E-M-18, E-M-19, D5]', async () => {
      const client = await cell.open();
      const { reply, asked } = await drive(client, 'tools/call', { name: 'pair', arguments: {} }, (one, count) =>
        count === 2 ? undefined : accept({ value: one.params.message === 'Left?' ? 'l' : 'r' }),
      );
      expect(asked.map(one => one.params.message)).toEqual(['Left?', 'Right?', 'Right?']);
      expect(asked[2]?.key).not.toBe(asked[1]?.key);
      expect(textOf(reply)).toBe('accept accept');
    });

    it('ignores answers that nobody asked for, on the first request and later [E-M-18, D3]', async () => {
      const client = await cell.open();
      const first = await client.request('tools/call', {
        name: 'greet',
        arguments: {},
        inputResponses: { who: accept({ name: 'Eve' }), other: decline },
      });
      expect(first.result?.resultType).toBe('input_required');
      expect((await reportOf(client)).saw).toEqual([]);
    });

    it('refuses answers that are not a map of objects [E-X-02, E-X-03, D3]', async () => {
      const client = await cell.open();
      const first = await client.request('tools/call', { name: 'greet', arguments: {} });
      const state = first.result?.requestState as string;
      for (const inputResponses of [5, [], 'x']) {
        const reply = await client.request('tools/call', { name: 'greet', arguments: {}, inputResponses, requestState: state } as never);
        expect(reply.error?.code ?? reply.result?.resultType).not.toBe('complete');
      }
      expect((await reportOf(client)).saw).toEqual([]);
    });
  },
);
