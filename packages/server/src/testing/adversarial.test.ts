/** Handlers and scripts that try to get a rehearsal out of step, to do something twice in it, or to hide from it. */
import { choice, text } from '@midcall/core';
import { memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { Call } from '../author/call.js';
import { defineTool } from '../author/define.js';
import { type Answers, accept, cancel, decline, pick, type RehearseOptions, rehearse, tick } from './index.js';

const said = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const play = (handler: (call: Call) => unknown, answers: Answers = {}, options: RehearseOptions = {}) =>
  rehearse(
    defineTool('tool', {}, async (_none, call) => said(String(await handler(call)))),
    {},
    answers,
    options,
  );
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const turns = async (count: number): Promise<void> => {
  for (let one = 0; one < count; one += 1) await turn();
};

describe('a rehearsal stays in step', () => {
  it('with handlers that take their time between questions, before effects and inside them', async () => {
    let done = 0;
    const { text: words, effects } = await play(
      async call => {
        await turns(7);
        const which = await call.choose('which', { message: 'Which?', from: ['a', 'b'] });
        await turns(5);
        return call.once('go', async () => {
          await turns(9);
          done += 1;
          return which;
        });
      },
      { which: pick('b') },
      { world: () => done },
    );
    expect(words).toBe('b');
    expect(effects).toHaveLength(1);
    expect(done).toBe(1);
  });

  it('with effects and questions in one round, in any order', async () => {
    const done: string[] = [];
    const effect = (call: Call, key: string) => call.once(key, () => done.push(key));
    const { effects, rounds } = await play(
      call =>
        Promise.all([
          effect(call, 'first'),
          call.confirm('sure', { message: 'Delete row 1?' }),
          turns(3).then(() => effect(call, 'later')),
          call.pin('now', () => done.length),
        ]),
      { sure: tick() },
      { world: () => done.length },
    );
    expect(done.sort()).toEqual(['first', 'later']);
    expect(effects.map(({ key }) => key).sort()).toEqual(['first', 'later']);
    expect(rounds).toBe(1);
  });

  it('with an effect that fails: it fails once, and everybody sees the same failure', async () => {
    let tries = 0;
    const { text: words, effects } = await play(call =>
      call
        .once('go', () => {
          tries += 1;
          throw new RangeError(`try ${tries}`);
        })
        .catch((error: Error) => `${error.name}: ${error.message}`),
    );
    expect(words).toBe('RangeError: try 1');
    expect(effects).toMatchObject([{ key: 'go', error: { message: 'try 1' } }]);
  });

  it('with twenty rounds, whose state no longer fits onto the wire', async () => {
    const keys = Array.from({ length: 20 }, (_none, index) => `note:${index}`);
    const note = 'x'.repeat(400);
    const { rounds, text: words } = await play(
      async call => {
        let length = 0;
        for (const key of keys) length += (await call.need(key, { message: `Note ${key}?`, form: { note: text() } })).note.length;
        return length;
      },
      Object.fromEntries(keys.map(key => [key, accept({ note })])),
    );
    expect(rounds).toBe(20);
    expect(words).toBe('8000');
  });

  it('with a decline beside an open question, which is then not waited for [D5]', async () => {
    const { text: words, asked } = await play(
      call =>
        Promise.all([
          call.need('where', { message: 'Where?', form: { where: choice(['here']) } }),
          call.need('when', { message: 'When?', form: { when: choice(['now']) } }),
        ]),
      { where: decline(), when: cancel() },
    );
    expect(words).toContain('the person declined');
    expect(asked.map(({ action }) => action)).toEqual(['decline', 'cancel']);
  });
});

describe('a rehearsal hides nothing', () => {
  it('of what an answer function or the look at the world throws', async () => {
    const confirm = (call: Call) => call.confirm('sure', { message: 'Delete row 1?' });
    const broken = () => {
      throw new Error('my own mistake');
    };
    await expect(play(confirm, { sure: broken })).rejects.toThrow('my own mistake');
    await expect(play(confirm, { sure: tick() }, { world: broken })).rejects.toThrow('my own mistake');
  });

  it('of keys that are names of every object', async () => {
    const ask = (key: string) => (call: Call) => call.confirm(key, { message: 'Delete row 1?' });
    await expect(play(ask('constructor'))).rejects.toThrow(/asked 'constructor'/);
    expect((await play(ask('constructor'), { constructor: tick() } as Answers)).asked).toHaveLength(1);
    await expect(play(ask('__proto__'))).rejects.toMatchObject({ data: { rule: 'misuse' } });
  });

  it('of an effect that runs on behind the end of the call', async () => {
    const done: string[] = [];
    const handler = (call: Call) => {
      void call.once('late', async () => {
        await turns(3);
        done.push('late');
      });
      return 'done';
    };
    await expect(play(handler, {}, { world: () => done })).rejects.toMatchObject({ data: { rule: 'not-awaited', key: 'late' } });
  });

  it('and leaves nothing in the store when it failed', async () => {
    const store = memoryStore();
    const handler = async (call: Call) => {
      await call.once('pay', { unique: '7' }, () => 'paid');
      await call.confirm('sure', { message: 'Delete row 1?' });
    };
    await expect(play(handler, {}, { store })).rejects.toThrow(/asked 'sure'/);
    expect(await store.list('')).toEqual([]);
    await play(handler, { sure: tick() }, { store });
    expect((await store.list('once:')).length).toBe(1);
  });

  it('and does not hold the process: no timer is left', async () => {
    const { asked } = await play(call => call.confirm('sure', { message: 'Delete row 1?' }), { sure: tick() });
    expect(asked).toHaveLength(1);
    const left = process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    await play(call => call.confirm('sure', { message: 'Delete row 1?' }), { sure: tick() });
    expect(process.getActiveResourcesInfo().filter(name => name === 'Timeout').length).toBeLessThanOrEqual(left);
  });
});
