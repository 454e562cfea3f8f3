/** What the verbs do over rounds: asked again, kept, given. On the wire of the newest revision. */

import { integer, text, yesNo } from '@midcall/core';
import { REJECTED_KEY } from '@midcall/core/wire';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../author/define.js';
import { asked, CANCEL, DECLINE, peers, play, questions, said, tool } from '../play.test.kit.js';
import { accept, type Frame, modernPeer, textOf } from '../raw-peer.test.kit.js';

describe('need', () => {
  const named = tool(async call => `Hello ${(await call.need('who', { message: 'Who?', form: { name: text({ maxLength: 5 }) } })).name}`);

  it('asks again when content does not fit, and says why in the message and at the root of the schema [E-J-07, E-J-09, E-A-08]', async () => {
    for (const content of [{}, { name: 5 }, { name: null }, { name: 'too long' }, { name: ['x'] }]) {
      const { last } = await play(named, [{ who: accept(content) }]);
      const question = asked(last, 'who~2');
      expect(question.message).toMatch(/^The answer was not taken:\n- Name: .+\n\nWho\?$/);
      expect(question.requestedSchema[REJECTED_KEY]).toEqual({ name: expect.any(String) });
    }
  });

  it('reads missing content as an empty form, which must then pass [D13, E-A-03]', async () => {
    const { last } = await play(named, [{ who: { action: 'accept' } }]);
    expect(Object.keys(questions(last))).toEqual(['who~2']);
  });

  it('drops what was not asked for [E-M-18]', async () => {
    const { last } = await play(named, [{ who: accept({ name: 'Ada', isAdmin: true }) }]);
    expect(textOf(last)).toBe('Hello Ada');
  });

  it('gives up after three answers that do not fit, as an error of the tool [D4, E-A-13]', async () => {
    const bad = { who: accept({ name: 5 }) };
    const { frames, last } = await play(named, [bad, bad, bad, bad]);
    expect(frames.slice(0, 4).map(frame => frame.result.resultType)).toEqual(Array(4).fill('input_required'));
    expect(last.result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(textOf(last)).toContain('asking did not work');
  });

  it('reads an unknown action as no answer, asks again, and never takes it for a yes [E-A-01, E-A-08]', async () => {
    const { last } = await play(named, [{ who: { action: 'reject', content: { name: 'Ada' } } }]);
    expect(asked(last, 'who~2').message).toContain('could not be read');
    const done = await play(named, [{ who: { action: 'reject' } }, { who: accept({ name: 'Ada' }) }]);
    expect(textOf(done.last)).toBe('Hello Ada');
  });

  it('ends plainly on decline and on cancel, in different words, with no error [N2, D12, E-A-07, E-A-13]', async () => {
    const declined = (await play(named, [{ who: DECLINE }])).last;
    const cancelled = (await play(named, [{ who: CANCEL }])).last;
    expect(declined.result.isError).toBeUndefined();
    expect(cancelled.result.isError).toBeUndefined();
    expect(textOf(declined)).toContain('will not be asked again');
    expect(textOf(cancelled)).toContain('may be asked again');
  });

  it('ignores content that comes with a decline [E-A-05]', async () => {
    const { last } = await play(named, [{ who: { action: 'decline', content: { name: 'Ada' } } }]);
    expect(textOf(last)).toContain('declined');
  });

  it('ends in the words of the author where there are some [D12]', async () => {
    const offering = tool(call =>
      call.need('who', { message: 'Who?', form: { name: text() }, declined: () => 'Use `anonymous_greet` instead.' }),
    );
    expect(textOf((await play(offering, [{ who: DECLINE }])).last)).toContain('Use `anonymous_greet` instead.');
    const replacing = tool(call =>
      call.need('who', { message: 'Who?', form: { name: text() }, otherwise: ending => said(`own ${ending.reason}`) }),
    );
    expect(textOf((await play(replacing, [{ who: CANCEL }])).last)).toBe('own cancelled');
  });

  it('runs no code below a decline, and a sibling is neither answered nor cancelled by it [D5, N5]', async () => {
    const ran: string[] = [];
    const pair = tool(async call => {
      const other = call.ask('b', { message: 'B?', form: { y: text() } }).then(answer => ran.push(`b ${answer.action}`));
      await call.need('a', { message: 'A?', form: { x: text() } });
      ran.push('below');
      await other;
    });
    await play(pair, [{ a: DECLINE, b: accept({ y: 'kept' }) }]);
    expect(ran).toEqual(['b accept']);
  });
});

describe('ask', () => {
  it('tells accept, decline and cancel apart [E-A-07, E-A-08, N2]', async () => {
    const three = tool(async call => {
      const answer = await call.ask('q', { message: 'Q?', form: { x: text() } });
      return answer.action === 'accept' ? `accept ${answer.content.x} from ${answer.from.x}` : answer.action;
    });
    expect(textOf((await play(three, [{ q: accept({ x: '1' }) }])).last)).toBe('accept 1 from person');
    expect(textOf((await play(three, [{ q: DECLINE }])).last)).toBe('decline');
    expect(textOf((await play(three, [{ q: CANCEL }])).last)).toBe('cancel');
  });

  it('goes out in one round with what is started together, and keeps what was answered when the rest is missing [D5, E-M-05, E-M-19]', async () => {
    const both = tool(async call => {
      const [a, b] = await Promise.all([
        call.ask('a', { message: 'A?', form: { x: text() } }),
        call.ask('b', { message: 'B?', form: { x: text() } }),
      ]);
      return `${a.action} ${b.action}`;
    });
    const { frames, last } = await play(both, [{ a: DECLINE }, { b: accept({ x: '1' }) }]);
    expect(frames.map(frame => Object.keys(frame.result.inputRequests ?? {}))).toEqual([['a', 'b'], ['b~2'], []]);
    expect(textOf(last)).toBe('decline accept');
  });

  it('takes an accepted answer only for the question that was asked [D4]', async () => {
    let topic = 'tea';
    const moving = tool(async call => (await call.ask('q', { message: `Shall we ${topic}?`, form: { yes: yesNo() } })).action);
    const peer = await modernPeer([moving]);
    peers.push(peer);
    const first = await peer.request('tools/call', { name: 'tool' });
    topic = 'delete everything';
    const second = await peer.request('tools/call', {
      name: 'tool',
      inputResponses: { q: accept({ yes: true }) },
      requestState: first.result.requestState,
    });
    expect(asked(second, 'q~2').message).toBe(
      'This question has changed since it was answered. Please read it again.\n\nShall we delete everything?',
    );
  });

  it('keeps a decline even if the question has changed [D5, N2]', async () => {
    let topic = 'tea';
    const moving = tool(async call => (await call.ask('q', { message: `Shall we ${topic}?`, form: { yes: yesNo() } })).action);
    const peer = await modernPeer([moving]);
    peers.push(peer);
    const first = await peer.request('tools/call', { name: 'tool' });
    topic = 'delete everything';
    const second = await peer.request('tools/call', {
      name: 'tool',
      inputResponses: { q: DECLINE },
      requestState: first.result.requestState,
    });
    expect(textOf(second)).toBe('decline');
  });

  it('runs the author’s own refinements, and hands over what the schema makes of the answer [E-J-09]', async () => {
    const form = z
      .object({ from: z.string(), to: z.string() })
      .refine(range => range.from <= range.to, { message: 'Ends before it starts', path: ['to'] });
    const ranged = tool(async call => {
      const { from, to } = await call.need('range', { message: 'When?', form });
      return `${from}..${to}`;
    });
    const { frames, last } = await play(ranged, [{ range: accept({ from: 'b', to: 'a' }) }, { range: accept({ from: 'a', to: 'b' }) }]);
    expect(asked(frames[1] as Frame, 'range~2').message).toContain('Ends before it starts');
    expect(textOf(last)).toBe('a..b');
  });

  it('refuses a nested form and a plain secret before anything goes out [N4, E-P-01, E-P-02, E-J-01]', async () => {
    const nested = tool(call =>
      call.elicit({ message: 'Q?', requestedSchema: { type: 'object', properties: { a: { type: 'object', properties: {} } } } }),
    );
    const secret = tool(call => call.ask('q', { message: 'Q?', form: { password: text() } }));
    for (const definition of [nested, secret]) {
      const { last } = await play(definition, []);
      expect(last.result).toMatchObject({ isError: true, resultType: 'complete' });
    }
  });
});

describe('confirm', () => {
  it('goes on only after a ticked yes [N2, E-A-07]', async () => {
    const sure = tool(call => call.confirm('sure', { message: 'Delete 3 rows?', tick: 'I mean it' }).then(() => 'deleted'));
    const { frames, last } = await play(sure, [{ sure: accept({ confirm: true }) }]);
    expect(asked(frames[0] as Frame, 'sure').requestedSchema).toEqual({
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'I mean it' } },
      required: ['confirm'],
    });
    expect(textOf(last)).toBe('deleted');
    const left = (await play(sure, [{ sure: accept({ confirm: false }) }])).last;
    expect(textOf(left)).toContain('left unticked');
    expect(left.result.isError).toBeUndefined();
  });

  it('is asked again on a later round when its text no longer is what was agreed to, before anything below it runs [D4, N5]', async () => {
    let rows = 3;
    let deleted = 0;
    const sure = tool(async call => {
      await call.confirm('sure', { message: `Delete ${rows} rows?` });
      await call.need('why', { message: 'Why?', form: { reason: text() } });
      deleted += 1;
    });
    const peer = await modernPeer([sure]);
    peers.push(peer);
    const one = await peer.request('tools/call', { name: 'tool' });
    const two = await peer.request('tools/call', {
      name: 'tool',
      inputResponses: { sure: accept({ confirm: true }) },
      requestState: one.result.requestState,
    });
    rows = 4000;
    const three = await peer.request('tools/call', {
      name: 'tool',
      inputResponses: { why: accept({ reason: 'old' }) },
      requestState: two.result.requestState,
    });
    expect(deleted).toBe(0);
    expect(asked(three, 'sure~2').message).toContain('Delete 4000 rows?');
    const four = await peer.request('tools/call', {
      name: 'tool',
      inputResponses: { 'sure~2': accept({ confirm: true }) },
      requestState: three.result.requestState,
    });
    expect(four.result.resultType).toBe('complete');
    expect(deleted).toBe(1);
  });
});

describe('choose', () => {
  interface Person {
    readonly id: string;
    readonly name: string;
  }
  const chris = (id: string): Person => ({ id, name: 'Chris' });
  let people: readonly Person[] = [];
  const pick = tool(async call => {
    const person = await call.choose('who', { message: 'Which one?', from: people, id: one => one.id, title: one => one.name });
    return `${person.id} ${people.includes(person)}`;
  });

  it('returns the caller’s own object, and tells equal titles apart', async () => {
    people = [chris('a'), chris('b')];
    const { frames, last } = await play(pick, [{ who: accept({ choice: 'b' }) }]);
    const { properties } = asked(frames[0] as Frame, 'who').requestedSchema as { properties: { choice: { oneOf: unknown[] } } };
    expect(properties.choice.oneOf).toEqual([
      { const: 'a', title: 'Chris (a)' },
      { const: 'b', title: 'Chris (b)' },
    ]);
    expect(textOf(last)).toBe('b true');
  });

  it('asks again when the answer is gone, or now means something else, and not when others come and go [D4]', async () => {
    const after = async (next: readonly Person[]): Promise<Frame> => {
      people = [
        { id: 'a', name: 'Ann' },
        { id: 'b', name: 'Bob' },
      ];
      const peer = await modernPeer([pick]);
      peers.push(peer);
      const first = await peer.request('tools/call', { name: 'tool' });
      people = next;
      return peer.request('tools/call', {
        name: 'tool',
        inputResponses: { who: accept({ choice: 'b' }) },
        requestState: first.result.requestState,
      });
    };
    expect(asked(await after([{ id: 'a', name: 'Ann' }]), 'who~2').message).toContain('no longer available');
    expect(
      asked(
        await after([
          { id: 'a', name: 'Ann' },
          { id: 'b', name: 'Eve' },
        ]),
        'who~2',
      ).message,
    ).toContain('no longer available');
    expect(
      textOf(
        await after([
          { id: 'b', name: 'Bob' },
          { id: 'c', name: 'Cid' },
        ]),
      ),
    ).toBe('b true');
  });

  it('fails with NO_OPTIONS when there is nothing to choose from', async () => {
    people = [];
    const { last } = await play(pick, []);
    expect(last.result.isError).toBe(true);
    expect(textOf(last)).toContain('nothing to choose from');
  });

  it('is not asked when the id is known and offered', async () => {
    const known = tool(call => call.choose('who', { message: 'Which?', from: ['x', 'y'], given: 'y' }));
    expect(textOf((await play(known, [])).last)).toBe('y');
  });
});

describe('given values', () => {
  const config = { inputSchema: z.object({ city: z.string().optional(), days: z.unknown().optional() }) };
  const plan = defineTool('plan', config, async (args, call) => {
    const answer = await call.ask('trip', {
      message: 'Trip?',
      form: { city: text(), days: integer({ minimum: 1 }), note: text({ optional: true, default: 'none' }) },
      given: args,
    });
    return said(answer.action === 'accept' ? JSON.stringify([answer.content, answer.from]) : answer.action);
  });

  it('spare the question when every required field is given and valid', async () => {
    const { last } = await play(plan, [], {}, { city: 'Rome', days: 2 });
    expect(JSON.parse(textOf(last))).toEqual([
      { city: 'Rome', days: 2, note: 'none' },
      { city: 'argument', days: 'argument', note: 'default' },
    ]);
  });

  it('are not asked when others are missing, and come back merged with where each came from', async () => {
    const { frames, last } = await play(plan, [{ trip: accept({ days: 3 }) }], {}, { city: 'Rome' });
    const { requestedSchema } = asked(frames[0] as Frame, 'trip') ?? { requestedSchema: {} };
    expect(Object.keys(requestedSchema.properties as object)).toEqual(['days', 'note']);
    expect(requestedSchema.required).toEqual(['days']);
    expect(JSON.parse(textOf(last))).toEqual([
      { city: 'Rome', days: 3 },
      { city: 'argument', days: 'person' },
    ]);
  });

  it('count as missing when they do not fit; the message says so and the value is no default [D14]', async () => {
    const { frames } = await play(plan, [], {}, { city: 'Rome', days: -1 });
    const question = asked(frames[0] as Frame, 'trip');
    expect(question.message).toMatch(/^The value that was passed for "Days" cannot be used\./);
    expect(question.requestedSchema.properties.days).not.toHaveProperty('default');
  });

  it('never fill in a field that only the person may [D14]', async () => {
    const strict = defineTool('strict', config, async (args, call) => {
      await call.need('trip', { message: 'Trip?', form: { city: text({ personOnly: true }) }, given: args });
      return said('ok');
    });
    const { frames } = await play(strict, [], {}, { city: 'Rome' });
    expect(Object.keys(questions(frames[0] as Frame))).toEqual(['trip']);
  });

  it('prefill shows a value and lets the person change it [N3]', async () => {
    const filled = tool(async call => (await call.need('q', { message: 'Q?', form: { city: text() }, prefill: { city: 'Rome' } })).city);
    const { frames, last } = await play(filled, [{ q: accept({ city: 'Oslo' }) }]);
    expect((asked(frames[0] as Frame, 'q').requestedSchema.properties as { city: object }).city).toMatchObject({
      default: 'Rome',
    });
    expect(textOf(last)).toBe('Oslo');
  });
});
