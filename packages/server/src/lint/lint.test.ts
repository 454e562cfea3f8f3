import { choice, choices, integer, number, text, yesNo } from '@midcall/core';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '../author/call.js';
import { defineTool } from '../author/define.js';
import { compileSource } from '../author/form-source.js';
import { createMidcall } from '../index.js';
import { newKey } from '../state/index.js';
import { type Answers, accept, pick, rehearse, tick } from '../testing/index.js';
import { lint } from './lint.js';
import type { LintedQuestion } from './lint-question.js';

const ids = (question: LintedQuestion) => lint(question).map(({ id }) => id);
const done = { content: [{ type: 'text' as const, text: 'done' }] };

describe('a question', () => {
  it('is fine if it is short, names what is at stake, and every host can draw it', () => {
    expect(lint({ message: 'Deploy web: which environment?', form: { environment: choice(['staging', 'production']) } })).toEqual([]);
    expect(lint({ message: 'Delete 4,012 rows from customers?', confirm: true })).toEqual([]);
    expect(lint({ message: 'Go ahead?', confirm: true, tick: 'Delete all 4,012 rows' })).toEqual([]);
  });

  it('has seven fields at most', () => {
    const form = (count: number) => Object.fromEntries(Array.from({ length: count }, (_none, index) => [`field${index}`, text()]));
    expect(ids({ message: 'Tell us', form: form(7) })).toEqual([]);
    expect(ids({ message: 'Tell us', form: form(8) })).toEqual(['too-many-fields']);
    expect(ids({ message: 'Tell us', form: { type: 'object', properties: {} } })).toEqual(['empty-form']);
  });

  it('holds no links, in the message nor in the fields', () => {
    expect(ids({ message: 'Read https://example.com/terms first', form: { ok: yesNo() } })).toEqual(['link-in-text']);
    expect(ids({ message: 'Agree?', form: { ok: yesNo({ description: 'See www.example.com/terms' }) } })).toEqual(['link-in-text']);
  });

  it.each(['Are you sure?', 'Continue?', 'Do you want to proceed?', 'Please confirm this action.', 'OK?'])(
    'says what a yes means: %s',
    message => {
      expect(ids({ message, confirm: true })).toEqual(['confirm-without-stakes']);
      expect(ids({ message, confirm: true, tick: 'Yes, go ahead' })).toEqual(['confirm-without-stakes']);
    },
  );

  it('names the hosts that cannot draw it, and what they can draw', () => {
    const findings = lint({
      key: 'order',
      message: 'Order',
      form: {
        price: number({ title: 'Price', minimum: 0 }),
        guests: integer({ minimum: 1, maximum: 4, default: 2 }),
        toppings: choices({ o: 'Olives', c: 'Capers' }),
        size: choice({ s: 'Small', l: 'Large' }),
        gift: yesNo({ optional: true }),
      },
    });
    expect(findings.map(({ id, field, key, hosts }) => [id, field, key, hosts])).toEqual([
      ['number-field', 'price', 'order', ['Codex']],
      ['number-field', 'guests', 'order', ['Codex']],
      ['multi-select', 'toppings', 'order', ['Codex', 'goose']],
      ['titled-options', 'size', 'order', ['goose']],
      ['optional-boolean', 'gift', 'order', ['goose']],
    ]);
    expect(findings[1]?.rewrite).toEqual({ guests: { title: 'Guests', type: 'string', enum: ['1', '2', '3', '4'], default: '2' } });
    expect(findings[3]?.rewrite).toEqual({ size: { title: 'Size', type: 'string', enum: ['Small', 'Large'] } });
  });

  it('offers only rewrites that are legal forms without the same finding', () => {
    const fields = {
      price: number({ minimum: 0, default: 9.5, description: 'In euros.' }),
      count: integer(),
      few: integer({ minimum: 1, maximum: 3 }),
      toppings: choices({ o: 'Olives', c: 'Capers' }, { default: ['c'] }),
      row: choice({ 'a81f-00': 'Seat A', 'b81f-11': 'Seat B' }),
      gift: yesNo({ optional: true }),
    };
    for (const [name, field] of Object.entries(fields)) {
      const findings = lint({ message: 'Which?', form: { [name]: field, other: text() } });
      expect(findings.length).toBeGreaterThan(0);
      for (const { id, rewrite } of findings) {
        const form = { type: 'object' as const, properties: rewrite as object };
        expect(() => compileSource(form)).not.toThrow();
        expect(lint({ message: 'Which?', form }).map(finding => finding.id)).not.toContain(id);
      }
    }
  });

  it('takes numbers as text in the rewrite exactly where it took the number', () => {
    const rewrite = lint({ message: 'Which?', form: { count: integer({ minimum: 0 }) } })[0]?.rewrite as object;
    const { check } = compileSource({ type: 'object', properties: rewrite });
    expect([check({ count: '12' }), check({ count: '-1' }), check({ count: '1.5' }), check({ count: 'x' })]).toMatchObject([
      { ok: true },
      { ok: false },
      { ok: false },
      { ok: false },
    ]);
  });

  it('shows no codes where people should read', () => {
    expect(ids({ message: 'Which?', form: { id: choice({ '4f1d2c3b-aa00': 'Chris in Ulm', '5f1d2c3b-aa00': 'Chris in Bonn' }) } })).toEqual(
      ['opaque-values'],
    );
  });
});

describe('a definition', () => {
  it('takes no agreement and no secret as an argument', () => {
    const tool = defineTool(
      'drop',
      { inputSchema: z.object({ table: z.string(), userConfirmed: z.boolean(), api_key: z.string(), dryRun: z.boolean() }) },
      () => done,
    );
    expect(lint(tool).map(({ id, field, name }) => [id, field, name])).toEqual([
      ['argument-confirms', 'userConfirmed', 'drop'],
      ['argument-secret', 'api_key', 'drop'],
    ]);
  });

  it('does not say two things about what it does', () => {
    const reads = defineTool('reads', { annotations: { readOnlyHint: true }, needs: ['once'] }, () => done);
    expect(lint(reads).map(({ id }) => id)).toEqual(['read-only-with-effects']);
    const drops = defineTool('drops', { annotations: { destructiveHint: true } }, () => done);
    expect(lint(drops)).toMatchObject([{ id: 'destructive-without-once', severity: 'info' }]);
  });

  it('is warned of in one line when it is attached, once, and nowhere if nobody listens', () => {
    const lines: string[] = [];
    const midcall = createMidcall({ keys: newKey(), store: memoryStore(), log: line => lines.push(line) });
    const tool = defineTool('drop', { inputSchema: z.object({ confirmed: z.boolean() }) }, () => done);
    for (let request = 0; request < 3; request += 1) midcall.attach(new McpServer({ name: 'test', version: '1' }), [tool]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^midcall: drop: .*\[argument-confirms\]$/);
    expect(lines[0]).not.toContain('\n');
  });
});

describe('a whole call', () => {
  async function found(handler: (args: Readonly<Record<string, unknown>>, call: Call) => unknown, answers: Answers, args = {}) {
    const tool = defineTool(
      'drop',
      { inputSchema: z.object({ table: z.string().optional() }), annotations: { destructiveHint: true }, needs: ['once'] },
      async (given, call) => {
        await handler(given, call);
        return done;
      },
    );
    return (await rehearse(tool, args, answers)).findings.map(({ id, key }) => (key === undefined ? id : `${id} ${key}`));
  }

  it('turns to the person twice at most', async () => {
    const ask = (call: Call, key: string) => call.confirm(key, { message: `Drop table ${key}?` });
    const three = async (_args: object, call: Call) => {
      for (const key of ['a', 'b', 'c']) await ask(call, key);
    };
    const together = (_args: object, call: Call) => Promise.all(['a', 'b', 'c'].map(key => ask(call, key)));
    const answers = { a: tick(), b: tick(), c: tick() };
    expect(await found(three, answers)).toEqual(['more-than-two-rounds']);
    expect(await found(together, answers)).toEqual([]);
  });

  it('keeps its texts while it runs', async () => {
    let rows = 10;
    const handler = async (_args: object, call: Call) => {
      await call.ask('table', { message: `Which of ${rows} tables?`, form: { table: text() } });
      await call.confirm('sure', { message: 'Drop customers?' });
    };
    const answers: Answers = {
      table: () => {
        rows = 9;
        return accept({ table: 'x' });
      },
      sure: tick(),
    };
    expect(await found(handler, { ...answers, table: [accept({ table: 'x' })] })).not.toContain('message-changes table');
    expect(await found(handler, { ...answers, table: [answers.table as never, accept({ table: 'x' })] })).toContain(
      'message-changes table',
    );
  });

  it('does not ask first thing what could have been an argument', async () => {
    const form = { table: text() };
    const confirm = (call: Call) => call.confirm('sure', { message: 'Drop customers?' });
    const asked = async (_args: object, call: Call) => {
      await call.need('table', { message: 'Which table?', form });
      await confirm(call);
    };
    const given = async (args: Readonly<Record<string, unknown>>, call: Call) => {
      await call.need('table', { message: 'Which table?', form, given: args });
      await confirm(call);
    };
    const answers = { table: accept({ table: 'x' }), sure: tick() };
    expect(await found(asked, answers)).toEqual(['asked-at-start table']);
    expect(await found(given, answers)).toEqual([]);
  });

  it('does not destroy with nobody asked because the model brought all arguments [D14]', async () => {
    const handler = async (args: Readonly<Record<string, unknown>>, call: Call) => {
      await call.need('table', { message: 'Which table?', form: { table: text() }, given: args });
    };
    expect(await found(handler, {}, { table: 'x' })).toEqual(['satisfiable-without-confirm']);
    const personOnly = async (args: Readonly<Record<string, unknown>>, call: Call) => {
      await call.need('table', { message: 'Which table?', form: { table: text({ personOnly: true }) }, given: args });
    };
    expect(await found(personOnly, { table: accept({ table: 'x' }) }, { table: 'x' })).not.toContain('satisfiable-without-confirm');
  });

  it('is judged on what it chooses from, too', async () => {
    const handler = async (_args: object, call: Call) => {
      await null;
      await call.choose('who', {
        message: 'Which Chris?',
        from: ['4f1d2c3b-aa00', '4f1d2c3b-aa01'],
        id: String,
        title: id => `Chris ${id}`,
      });
      await call.confirm('sure', { message: 'Drop customers?' });
    };
    expect(await found(handler, { who: pick('4f1d2c3b-aa00'), sure: tick() })).toEqual(['opaque-values who']);
  });
});
