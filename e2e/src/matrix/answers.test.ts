/** One question, every way to answer it, in every cell that can ask. */
import { REJECTED_KEY } from '@midcall/core/wire';
import { expect, it } from 'vitest';
import { describeMatrix } from './describe-matrix.js';
import { accept, cancel, decline, drive, textOf } from './drive.js';
import { reportOf } from './report.js';

const greet = { name: 'greet', arguments: {} };

describeMatrix(
  'answers',
  cell => cell.asks,
  cell => {
    it('gives an accepted answer to the handler, which goes on with it [E-R-05, E-A-03, E-A-07, E-M-03]', async () => {
      const client = await cell.open();
      const { reply, asked } = await drive(client, 'tools/call', greet, () => accept({ name: 'Rowan' }));
      expect(textOf(reply)).toBe('Hello Rowan');
      expect(asked).toHaveLength(1);
      expect(asked[0]?.params.message).toBe('Whom shall I greet?');
      expect(reply.result?.resultType).toBe(cell.modern ? 'complete' : undefined);
      expect(await reportOf(client)).toMatchObject({ effects: ['greet'] });
    });

    it('carries the question in the shape of its revision and no other [E-R-01, E-R-02, E-R-03, E-R-06, E-R-09, E-R-10, E-R-23]', async () => {
      const client = await cell.open();
      const { asked } = await drive(client, 'tools/call', greet, () => cancel);
      const [question] = asked;
      expect(question?.method).toBe('elicitation/create');
      expect(question?.params.requestedSchema).toMatchObject({
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      });
      if (cell.revision === '2025-06-18') expect(question?.params).not.toHaveProperty('mode');
      else expect(question?.params.mode ?? 'form').toBe('form');
      if (cell.modern) {
        expect(client.pushes).toEqual([]);
        expect(Object.keys(question ?? {}).sort()).toEqual(['key', 'method', 'params']);
        expect(question?.params).not.toHaveProperty('_meta');
        expect(question?.params).not.toHaveProperty('task');
      } else {
        expect(client.pushes[0]?.id).not.toBeNull();
        expect(client.received.every(({ frame }) => (frame.result as { resultType?: string } | undefined)?.resultType === undefined)).toBe(
          true,
        );
      }
    });

    it('tells decline, cancel and the lack of both apart, and none of them is an error [E-A-01, E-A-07, E-A-08, E-A-13, N2]', async () => {
      const client = await cell.open();
      const declined = await drive(client, 'tools/call', greet, () => decline);
      const cancelled = await drive(client, 'tools/call', greet, () => cancel);
      expect(textOf(declined.reply)).toBe('nobody: decline');
      expect(textOf(cancelled.reply)).toBe('nobody: cancel');
      expect(declined.reply.result?.isError).not.toBe(true);
      expect(cancelled.reply.result?.isError).not.toBe(true);
      expect(await reportOf(client)).toMatchObject({ effects: [], saw: [{ action: 'decline' }, { action: 'cancel' }] });
    });

    it('ends a call whose confirm was declined, put off or left unticked, each in its own words, and does nothing [N2, N5, D12, E-A-08b]', async () => {
      const client = await cell.open();
      const wipe = { name: 'wipe', arguments: { table: 'users' } };
      const field = (params: { requestedSchema?: unknown }): string =>
        Object.keys((params.requestedSchema as { properties: object }).properties)[0] ?? '';
      const said = [];
      for (const answer of [() => decline, () => cancel]) said.push(textOf((await drive(client, 'tools/call', wipe, answer)).reply));
      said.push(textOf((await drive(client, 'tools/call', wipe, asked => accept({ [field(asked.params)]: false }))).reply));
      expect(said[0]).toMatch(/declined/);
      expect(said[0]).toMatch(/not be asked again/);
      expect(said[1]).toMatch(/without an answer/);
      expect(said[1]).toMatch(/may be asked again/);
      expect(said[2]).toMatch(/unticked/);
      expect(new Set(said).size).toBe(3);
      expect((await reportOf(client)).effects).toEqual([]);
      const done = await drive(client, 'tools/call', wipe, asked => accept({ [field(asked.params)]: true }));
      expect(textOf(done.reply)).toBe('dropped users');
      expect((await reportOf(client)).effects).toEqual(['drop users']);
    });

    it('asks again with a reason at the field when the content is missing, null, wrong or too short [E-J-07, E-J-09, E-M-19, D4, D13]', async () => {
      const client = await cell.open();
      const bad = [accept(), accept({ name: null }), { action: 'accept', content: null }, accept({ name: 7 })] as const;
      for (const first of bad) {
        const { reply, asked } = await drive(client, 'tools/call', greet, (_asked, count) =>
          count === 1 ? first : accept({ name: 'Rowan' }),
        );
        expect(textOf(reply)).toBe('Hello Rowan');
        expect(asked).toHaveLength(2);
        const again = asked[1]?.params as { message: string; requestedSchema: Record<string, unknown> };
        expect(again.message).not.toBe('Whom shall I greet?');
      }
      const { asked } = await drive(client, 'tools/call', greet, (_asked, count) => accept({ name: count === 1 ? 'R' : 'Rowan' }));
      const schema = asked[1]?.params.requestedSchema as Record<string, Record<string, string>>;
      expect(schema[REJECTED_KEY]?.name).toMatch(/2/);
      expect((await reportOf(client)).effects).toHaveLength(bad.length + 1);
    });

    it('gives up after three answers that do not fit, without the handler having seen one [D4, E-A-08]', async () => {
      const client = await cell.open();
      const { reply, asked } = await drive(client, 'tools/call', greet, () => accept({ name: 'R' }));
      expect(asked).toHaveLength(4);
      expect(reply.result?.isError).toBe(true);
      expect(await reportOf(client)).toMatchObject({ effects: [], saw: [] });
    });

    it('drops members that no field asked for, whatever they are called [E-A-05, E-A-06, N11]', async () => {
      const client = await cell.open();
      const content = JSON.parse('{"name":"Rowan","isAdmin":true,"__proto__":{"isAdmin":true},"constructor":"x"}');
      const { reply } = await drive(client, 'tools/call', greet, () => accept(content));
      expect(textOf(reply)).toBe('Hello Rowan');
      expect((await reportOf(client)).saw).toEqual([{ action: 'accept', content: { name: 'Rowan' }, from: { name: 'person' } }]);
      expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    });

    it('keeps an unticked box, an unanswered one and a blank text apart [N2, N3]', async () => {
      const client = await cell.open();
      const flags = { name: 'flags', arguments: {} };
      const { reply } = await drive(client, 'tools/call', flags, () => accept({ on: false }));
      expect(JSON.parse(textOf(reply))).toEqual({ on: false });
      const { reply: other } = await drive(client, 'tools/call', flags, () => accept({ on: true, note: '' }));
      expect(JSON.parse(textOf(other))).toEqual({ on: true, note: '' });
    });

    it('does not ask for what was given and is valid, and asks for what was given and is not [D14]', async () => {
      const client = await cell.open();
      const given = await drive(client, 'tools/call', { name: 'settings', arguments: { size: 'l' } }, () => accept({ size: 's' }));
      expect(given.asked).toEqual([]);
      expect(textOf(given.reply)).toBe('l');
      const wrong = await drive(client, 'tools/call', { name: 'settings', arguments: { size: 'huge' } }, () => accept({ size: 's' }));
      expect(wrong.asked).toHaveLength(1);
      expect(textOf(wrong.reply)).toBe('s');
    });

    it('asks in prompts and resources as it does in tools, and ends them with a typed error when refused [E-M-01, E-R-19, D11]', async () => {
      const client = await cell.open();
      const prompt = await drive(client, 'prompts/get', { name: 'brief', arguments: {} }, () => accept({ topic: 'tides' }));
      expect(JSON.stringify(prompt.reply.result)).toContain('Write about tides');
      const resource = await drive(client, 'resources/read', { uri: 'note://today' }, () => accept({ reason: 'audit' }));
      expect(JSON.stringify(resource.reply.result)).toContain('read for audit');
      const declined = await drive(client, 'prompts/get', { name: 'brief', arguments: {} }, () => decline);
      expect(declined.reply.error?.code).toBe(1001);
      const cancelled = await drive(client, 'resources/read', { uri: 'note://today' }, () => cancel);
      expect(cancelled.reply.error?.code).toBe(1002);
    });
  },
);
