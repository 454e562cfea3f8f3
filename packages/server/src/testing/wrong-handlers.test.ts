/** A handler that is wrong in each way, and how the rehearsal says so. */
import { choice, isMidcallError, text, yesNo } from '@midcall/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '../author/call.js';
import { defineTool } from '../author/define.js';
import { type Answers, accept, decline, type FailureData, pick, type RehearseOptions, rehearse, reply, tick } from './index.js';

const said = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });

async function fault(handler: (call: Call) => unknown, answers: Answers = {}, options: RehearseOptions = {}) {
  const tool = defineTool('tool', {}, async (_none, call) => said(String(await handler(call))));
  const error = await rehearse(tool, {}, answers, options).then(
    rehearsal => {
      throw new Error(`nothing was wrong: ${rehearsal.text}`);
    },
    (caught: unknown) => caught,
  );
  if (!isMidcallError(error)) throw error;
  expect(error.code).toBe('REHEARSAL_FAILED');
  const { rule, key, line } = error.data as FailureData;
  return { rule, key, line, message: error.message, cause: error.cause };
}

const target = { message: 'Which?', form: { where: choice({ a: 'Here', b: 'There' }) } };

describe('a rehearsal fails', () => {
  it('when a question depends on something that changes by itself, and says where it is asked', async () => {
    let count = 0;
    const { rule, key, line, message } = await fault(
      call => {
        count += 1;
        return call.confirm('sure', { message: `Run ${count}?` });
      },
      { sure: tick() },
    );
    expect({ rule, key }).toEqual({ rule: 'not-deterministic', key: 'sure' });
    expect(line).toMatch(/wrong-handlers\.test\.ts:\d+/);
    expect(message).toContain("asked 'sure': Run 1?");
    expect(message).toContain("asked 'sure': Run 2?");
    expect(message).toContain('call.pin');
  });

  it('when what the handler returns changes by itself', async () => {
    let count = 0;
    const { rule } = await fault(() => {
      count += 1;
      return count;
    });
    expect(rule).toBe('not-deterministic');
  });

  it('when the handler reads what its own effect changes, and would tell another story after a crash [N5]', async () => {
    const rows = ['a', 'b'];
    const { rule, message } = await fault(
      async call => {
        if (rows.length === 0) return 'nothing was deleted';
        await call.confirm('sure', { message: 'Delete both rows?' });
        await call.once('delete', () => rows.splice(0).length);
        return 'deleted';
      },
      { sure: tick() },
    );
    expect(rule).toBe('not-deterministic');
    expect(message).toMatch(/first {2}ended: deleted\n {2}again {2}ended: nothing was deleted/);
    expect(message).toContain('its own effect changes');
  });

  it('when another question is asked the second time', async () => {
    let count = 0;
    const { rule } = await fault(
      async call => {
        count += 1;
        return count % 2 === 0 ? call.ask('even', target) : call.ask('odd', target);
      },
      { odd: decline(), even: decline() },
    );
    expect(rule).toBe('not-deterministic');
  });

  it('when something outside changes and no once is open, and says between which lines [N5]', async () => {
    const sent: string[] = [];
    const { rule, line, message } = await fault(
      async call => {
        await call.ask('where', target);
        sent.push('mail');
        await call.confirm('sure', { message: 'Sure?' });
      },
      { where: accept({ where: 'a' }), sure: tick() },
      { world: () => sent },
    );
    expect(rule).toBe('outside-once');
    expect(line).toMatch(/wrong-handlers\.test\.ts:\d+/);
    expect(message).toMatch(/between 'where' \(.*\) and 'sure' \(.*\)/);
    expect(message).toContain('call.once');
  });

  it('when the effect stands behind the last question and outside once', async () => {
    const sent: string[] = [];
    const handler = async (call: Call) => {
      await call.confirm('sure', { message: 'Sure?' });
      sent.push('mail');
    };
    expect((await fault(handler, { sure: tick() }, { world: () => sent.length })).rule).toBe('outside-once');
    sent.length = 0;
    expect((await fault(handler, { sure: tick() }, { world: () => sent.length, revision: '2025-11-25' })).rule).toBe('outside-once');
  });

  it('when the handler goes on without waiting for a question', async () => {
    const { rule, key, message } = await fault(call => {
      void call.confirm('sure', { message: 'Sure?' });
      return 'done';
    });
    expect({ rule, key }).toEqual({ rule: 'not-awaited', key: 'sure' });
    expect(message).toContain("Await call.confirm('sure', …)");
  });

  it('when the handler races a question against a timer of its own', async () => {
    const { rule, key } = await fault(call => Promise.race([call.ask('where', target), Promise.resolve('too late')]));
    expect({ rule, key }).toEqual({ rule: 'not-awaited', key: 'where' });
  });

  it('when a catch would have swallowed what is wrong with the call itself', async () => {
    const { rule, key, message, cause } = await fault(
      async call => {
        const first = await call.ask('where', target);
        const second = await call.ask('where', target).catch(() => 'swallowed');
        return [first, second];
      },
      { where: accept({ where: 'a' }) },
    );
    expect({ rule, key }).toEqual({ rule: 'misuse', key: 'where' });
    expect(message).toMatch(/used twice.*wrong-handlers\.test\.ts:\d+/s);
    expect(message).toMatch(/before {2}call\.ask\('where'/);
    expect(cause).toMatchObject({ code: 'KEY_REUSED' });
  });

  it('when a form asks for a secret [N4]', async () => {
    const { rule, cause } = await fault(call => call.ask('key', { message: 'Sign in', form: { password: text() } }));
    expect(rule).toBe('misuse');
    expect(cause).toMatchObject({ code: 'SECRET_ASK' });
  });

  it('when nobody answers, with the line to paste', async () => {
    const { rule, key, message } = await fault(call =>
      call.need('order', {
        message: 'What shall it be?',
        form: { size: choice({ s: 'Small', l: 'Large' }), mail: text({ format: 'email' }), gift: yesNo({ optional: true }) },
      }),
    );
    expect({ rule, key }).toEqual({ rule: 'unanswered', key: 'order' });
    expect(message).toContain('> What shall it be?');
    expect(message).toContain("order: accept({ size: 's', mail: 'name@example.com' }), // 's' | 'l' // optional: gift");
    expect((await fault(call => call.confirm('sure', { message: 'Sure?' }))).message).toContain('  sure: tick(),');
    expect((await fault(call => call.choose('a:b', { message: 'Which?', from: ['x', 'y'] }))).message).toContain(
      "  'a:b': pick('x'), // 'x' | 'y'",
    );
  });

  it('when the line to paste is pasted and fits no longer', async () => {
    const choose = (call: Call) => call.choose('which', { message: 'Which?', from: ['x', 'y'] });
    expect(await fault(choose, { which: pick('z') })).toMatchObject({
      rule: 'misfit',
      message: expect.stringContaining("does not offer 'z'"),
    });
    expect((await fault(choose, { which: tick() })).rule).toBe('misfit');
    expect((await fault(choose, { which: reply({}) })).rule).toBe('misfit');
  });

  it('when a question is asked again and no second answer was scripted', async () => {
    const { rule, message } = await fault(call => call.need('name', { message: 'Name?', form: { name: text({ minLength: 3 }) } }), {
      name: accept({ name: 'x' }),
    });
    expect(rule).toBe('asked-again');
    expect(message).toContain('at least 3');
    expect(message).toContain("'name': [first, second]");
  });

  it('when an answer is never asked for, or one too many is scripted', async () => {
    expect(await fault(() => 'done', { ghost: tick() })).toMatchObject({ rule: 'unused', key: 'ghost' });
    const many = await fault(call => call.ask('where', target), { where: [decline(), decline()] });
    expect(many).toMatchObject({ rule: 'unused', key: 'where' });
    expect(many.message).toContain("asked 'where' 1 time, and 1 more answer was scripted");
  });

  it('when revisions of the protocol are told apart by the handler', async () => {
    const { rule, message } = await fault(call => (call.can('url') ? 'page' : 'form'));
    expect(rule).toBe('disagree');
    expect(message).toMatch(/2026-07-28 {2}page\n {2}2025-06-18 {2}form/);
    const asked = await fault(
      async call => {
        if (call.can('url')) await call.confirm('new', { message: 'New?' });
        else await call.confirm('old', { message: 'Old?' });
      },
      { new: tick(), old: tick() },
    );
    expect(asked.message).toContain("'new'");
  });

  it('when arguments or results do not fit the schemas of the tool', async () => {
    const tool = defineTool(
      'tool',
      {
        inputSchema: z.object({ id: z.string() }),
        outputSchema: z.object({ ok: z.boolean() }),
        otherwise: () => ({ content: [], structuredContent: { ok: false } }),
      },
      () => ({ content: [], structuredContent: { ok: 'yes' } }),
    );
    await expect(rehearse(tool, {})).rejects.toThrow(/does not take these arguments[\s\S]*id/);
    await expect(rehearse(tool, { id: 'x' })).rejects.toThrow(/its outputSchema does not take[\s\S]*ok/);
  });

  it('when what a round left to be done at its end fails', async () => {
    const { rule } = await fault(call => {
      call.defer(() => {
        throw new Error('lock was gone');
      });
    });
    expect(rule).toBe('reported');
  });
});
