/** What the verbs do over rounds: asked again, kept, given, done once. On the wire of the newest revision. */
import { choice, integer, text, yesNo } from '@midcall/core';
import { REJECTED_KEY } from '@midcall/core/wire';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Call } from '../author/call.js';
import { definePrompt, defineTool, type ToolDefinition } from '../author/define.js';
import { accept, FORM, type Frame, modernPeer, type Peer, type PeerOptions, textOf } from '../raw-peer.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const DECLINE = { action: 'decline' };
const CANCEL = { action: 'cancel' };

function said(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}

function tool(handler: (call: Call) => unknown): ToolDefinition {
  return defineTool('tool', {}, async (_none, call) => said(String(await handler(call))));
}

/** Plays a call: each entry answers the questions of one round, by key without its `~n`. */
async function play(definition: ToolDefinition, rounds: readonly Record<string, object>[], options: PeerOptions = {}, args: object = {}) {
  const peer = await modernPeer([definition], options);
  peers.push(peer);
  const params = { name: definition.name, arguments: args };
  const frames = [await peer.request('tools/call', params)];
  for (const round of rounds) {
    const last = frames.at(-1) as Frame;
    const keys = Object.keys(last.result?.inputRequests ?? {});
    const inputResponses = Object.fromEntries(
      Object.entries(round).map(([key, answer]) => [keys.find(wire => wire.split('~')[0] === key) ?? key, answer]),
    );
    frames.push(await peer.request('tools/call', { ...params, inputResponses, requestState: last.result?.requestState }));
  }
  return { peer, frames, last: frames.at(-1) as Frame };
}

interface Asked {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Record<string, object>; readonly required?: string[]; readonly [REJECTED_KEY]?: object };
}

const questions = (frame: Frame): Record<string, { readonly params: Asked }> => frame.result.inputRequests;

function asked(frame: Frame, key: string): Asked {
  const question = questions(frame)[key];
  if (question === undefined) throw new Error(`not asked: ${key}`);
  return question.params;
}

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

describe('a host that cannot ask', () => {
  const deploy = defineTool('deploy', { inputSchema: z.object({ environment: z.string().optional() }) }, async (args, call) => {
    const { environment } = await call.need('target', {
      message: 'Where?',
      form: { environment: choice({ staging: 'Staging', production: 'Live' }) },
      given: args,
    });
    return said(environment);
  });

  it('gets one precise result that names the missing arguments, their types and choices', async () => {
    const { last } = await play(deploy, [], { capabilities: {} });
    expect(last.result).toMatchObject({ resultType: 'complete' });
    expect(textOf(last)).toContain('- environment: Environment; one of "staging" (Staging), "production" (Live)');
    const wrong = await play(deploy, [], { capabilities: {} }, { environment: 'moon' });
    expect(textOf(wrong.last)).toMatch(/- environment: .*Choose|- environment: .*one of/);
    expect(textOf((await play(deploy, [], { capabilities: {} }, { environment: 'staging' })).last)).toBe('staging');
  });

  it('gets -32021 naming what is missing where no argument would help; a confirmation never falls back [E-C-07, E-C-08, E-C-13, D1]', async () => {
    const sure = defineTool(
      'sure',
      { inputSchema: z.object({ confirm: z.boolean().optional(), sure: z.boolean().optional() }) },
      async (_args, call) => {
        await call.confirm('sure', { message: 'Sure?' });
        return said('done');
      },
    );
    const { last } = await play(sure, [], { capabilities: {} }, { confirm: true, sure: true });
    expect(last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
    const { last: url } = await play(
      tool(call => call.elicit({ mode: 'url', message: 'Open', url: 'https://example.com/x' })),
      [],
    );
    expect(url.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
  });

  it('is judged on every request, not on the connection: bare {} is form only [E-C-04, E-C-05, E-C-10, E-C-07]', async () => {
    const peer = await modernPeer([deploy]);
    peers.push(peer);
    const params = { name: 'deploy', arguments: {} };
    const [with1, without, bare, urlOnly] = await Promise.all([
      peer.request('tools/call', params, FORM),
      peer.request('tools/call', params, {}),
      peer.request('tools/call', params, { elicitation: {} }),
      peer.request('tools/call', params, { elicitation: { url: {} } }),
    ]);
    expect([with1, without, bare, urlOnly].map(frame => frame.result.resultType)).toEqual([
      'input_required',
      'complete',
      'input_required',
      'complete',
    ]);
  });

  it('may lose the capability between rounds, and come again with it [E-C-10]', async () => {
    const two = tool(async call => {
      await call.need('a', { message: 'A?', form: { x: text() } });
      await call.need('b', { message: 'B?', form: { x: text() } });
      return 'done';
    });
    const peer = await modernPeer([two]);
    peers.push(peer);
    const first = await peer.request('tools/call', { name: 'tool' });
    const retry = { name: 'tool', inputResponses: { a: accept({ x: '1' }) }, requestState: first.result.requestState };
    expect((await peer.request('tools/call', retry, {})).error?.code).toBe(-32021);
    expect(Object.keys((await peer.request('tools/call', retry)).result.inputRequests)).toEqual(['b']);
  });

  it('can be told apart beforehand', async () => {
    const careful = tool(call => (call.can('form') ? 'form' : call.can('sampling') ? 'sampling' : 'neither'));
    expect(textOf((await play(careful, [])).last)).toBe('form');
    expect(textOf((await play(careful, [], { capabilities: { sampling: {} } })).last)).toBe('sampling');
    expect(textOf((await play(careful, [], { capabilities: {} })).last)).toBe('neither');
  });
});

describe('pin, once and request', () => {
  it('read once and do once over all rounds of a call [N5, D9]', async () => {
    let reads = 0;
    const keys: string[] = [];
    const steady = tool(async call => {
      const price = await call.pin('price', async () => {
        reads += 1;
        return { amount: 10 + reads };
      });
      const receipt = await call.once('charge', key => {
        keys.push(key);
        return { id: `r${keys.length}` };
      });
      await call.need('a', { message: 'A?', form: { x: text() } });
      await call.need('b', { message: 'B?', form: { x: text() } });
      return `${price.amount} ${receipt.id}`;
    });
    const { last } = await play(steady, [{ a: accept({ x: '1' }) }, { b: accept({ x: '1' }) }]);
    expect(textOf(last)).toBe('11 r1');
    expect(reads).toBe(1);
    expect(keys).toHaveLength(1);
  });

  it('repeat a failure as it was, without running the effect again [N5]', async () => {
    let runs = 0;
    const failing = tool(async call => {
      const failure = await call
        .once('charge', () => {
          runs += 1;
          throw new RangeError('card declined');
        })
        .catch((error: Error) => `${error.name}: ${error.message}`);
      await call.need('a', { message: 'A?', form: { x: text() } });
      return failure;
    });
    const { last } = await play(failing, [{ a: accept({ x: '1' }) }]);
    expect(textOf(last)).toBe('RangeError: card declined');
    expect(runs).toBe(1);
  });

  it('keep an effect to one per business key, over calls of the same person only [D9]', async () => {
    let runs = 0;
    const pay = tool(call => call.once('pay', { unique: 'order-7' }, () => `run ${++runs}`));
    const peer = await modernPeer([pay]);
    peers.push(peer);
    const as = (name: string) => peer.request('tools/call', { name: 'tool', _meta: { 'test/user': name } });
    expect([textOf(await as('alice')), textOf(await as('alice')), textOf(await as('bob'))]).toEqual(['run 1', 'run 1', 'run 2']);
  });

  it('need a store, and say so [D9]', async () => {
    const { last } = await play(
      tool(call => call.once('x', () => 1)),
      [],
      { store: 'none' },
    );
    expect(textOf(last)).toContain('needs a store');
    const eager = defineTool('eager', { needs: ['once'] }, () => said(''));
    await expect(modernPeer([eager], { store: 'none' }).then(peer => peer.request('tools/call', { name: 'eager' }))).resolves.toMatchObject(
      { error: {} },
    );
  });

  it('request sampling and roots with the same state and capability check [D16, E-M-06, E-C-13]', async () => {
    const roots = tool(async call => JSON.stringify(await call.request('r', { method: 'roots/list' })));
    const { frames, last } = await play(roots, [{ r: { roots: [{ uri: 'file:///x' }] } }], { capabilities: { roots: {} } });
    expect(frames[0]?.result.inputRequests).toEqual({ r: { method: 'roots/list', params: {} } });
    expect(textOf(last)).toBe('{"roots":[{"uri":"file:///x"}]}');
    expect((await play(roots, [])).last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { roots: {} } } });
    const odd = await play(
      tool(call => call.request('r', { method: 'tools/list' })),
      [],
    );
    expect(odd.last.result.isError).toBe(true);
  });
});

describe('a handler that throws the -32042 of 2025-11-25', () => {
  const pages = defineTool('tool', {}, () => {
    const elicitations = [{ mode: 'url', elicitationId: 'x1', url: 'https://svc.example/in', message: 'Sign in' }];
    throw Object.assign(new Error('URL elicitation required'), { code: -32042, data: { elicitations } });
  });
  const URLS = { elicitation: { form: {}, url: {} } };

  it('asks its pages as questions, without the id and without that error [E-N-13, E-N-14, E-R-11]', async () => {
    const { frames, last } = await play(pages, [{ 'url:1': { action: 'accept' } }, { 'url:1': DECLINE }], { capabilities: URLS });
    expect(frames[0]?.result.inputRequests).toEqual({
      'url:1': { method: 'elicitation/create', params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in' } },
    });
    // Agreed, but the page is not done: accept is consent, not completion (E-A-09).
    expect(Object.keys(frames[1]?.result.inputRequests)).toEqual(['url:1~2']);
    expect(textOf(last)).toContain('declined');
  });

  it('is told what is missing where pages cannot be opened [E-C-05, E-C-08]', async () => {
    expect((await play(pages, [])).last.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
  });

  it('ends when the page stays open round after round [E-M-16]', async () => {
    const agreed = { 'url:1': { action: 'accept' } };
    const { last } = await play(pages, Array(8).fill(agreed), { capabilities: URLS });
    expect(textOf(last)).toContain('svc.example is still open');
  });
});

describe('the call', () => {
  it('runs what was deferred at the end of every round, and aborts its signal [D6]', async () => {
    const log: string[] = [];
    const holding = tool(async call => {
      const { signal } = call;
      call.defer(() => log.push(`closed ${signal.aborted}`));
      await call.need('a', { message: 'A?', form: { x: text() } });
      return 'done';
    });
    await play(holding, [{ a: accept({ x: '1' }) }]);
    expect(log).toEqual(['closed true', 'closed true']);
  });

  it('says which key was used twice, and which keys cannot be used', async () => {
    const twice = tool(async call => {
      void call.ask('a', { message: 'A?', form: { x: text() } });
      await call.ask('a', { message: 'A?', form: { x: text() } });
    });
    expect(textOf((await play(twice, [])).last)).toContain("'a' is used twice");
    for (const key of ['', 'a~2', '__proto__', 'x'.repeat(65)]) {
      expect(
        textOf(
          (
            await play(
              tool(call => call.ask(key, { message: 'A?', form: { x: text() } })),
              [],
            )
          ).last,
        ),
      ).toContain('A key is');
    }
  });

  it('ends when its rounds run out [D5]', async () => {
    const endless = tool(async call => {
      for (let at = 0; ; at += 1) await call.need(`q:${at}`, { message: 'More?', form: { x: text() } });
    });
    const answer = { q: accept({ x: '1' }) };
    const peer = await modernPeer([endless], { rounds: 3 });
    peers.push(peer);
    let frame = await peer.request('tools/call', { name: 'tool' });
    for (let round = 0; round < 3; round += 1) {
      const [key] = Object.keys(frame.result.inputRequests);
      frame = await peer.request('tools/call', {
        name: 'tool',
        inputResponses: { [key as string]: answer.q },
        requestState: frame.result.requestState,
      });
    }
    expect(frame.result.isError).toBe(true);
    expect(textOf(frame)).toContain('more than 3 rounds');
  });

  it('spills a long journal to the store, so that the state stays small and the end is the same [D7]', async () => {
    const long = tool(async call => {
      let total = 0;
      for (let at = 0; at < 12; at += 1) total += (await call.need(`q:${at}`, { message: 'More?', form: { x: text() } })).x.length;
      return total;
    });
    const peer = await modernPeer([long]);
    peers.push(peer);
    const sizes: number[] = [];
    let frame = await peer.request('tools/call', { name: 'tool' });
    while (frame.result.resultType === 'input_required') {
      sizes.push(frame.result.requestState.length);
      const [key] = Object.keys(frame.result.inputRequests);
      frame = await peer.request('tools/call', {
        name: 'tool',
        inputResponses: { [key as string]: accept({ x: 'y'.repeat(1000) }) },
        requestState: frame.result.requestState,
      });
    }
    expect(textOf(frame)).toBe('12000');
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    expect(sizes.at(-1)).toBe(sizes.at(-2));
  });

  it('ends a prompt that is not gone along with as a JSON-RPC error of its own [D11, E-X-06]', async () => {
    const prompt = definePrompt('p', {}, async (_none, call) => {
      await call.need('who', { message: 'Who?', form: { name: text() } });
      return { messages: [] };
    });
    const peer = await modernPeer([prompt]);
    peers.push(peer);
    const end = async (answer: object): Promise<Frame> => {
      const first = await peer.request('prompts/get', { name: 'p' });
      return peer.request('prompts/get', { name: 'p', inputResponses: { who: answer }, requestState: first.result.requestState });
    };
    expect((await end(DECLINE)).error).toMatchObject({ code: 1001, data: { reason: 'declined' } });
    expect((await end(CANCEL)).error).toMatchObject({ code: 1002, data: { reason: 'cancelled' } });
  });
});
