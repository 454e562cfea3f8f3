/** The older revisions on the wire: pushed questions, their limits, their end. */
import { choices, text } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from '../author/call.js';
import { definePrompt, defineTool, type ToolDefinition } from '../author/define.js';
import type { Duration } from '../author/duration.js';
import { accept, type Frame, type LegacyPeer, legacyPeer, type PeerOptions, textOf } from '../raw-peer.test.kit.js';

const peers: LegacyPeer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

async function open(definition: ToolDefinition, options: PeerOptions & { readonly revision?: string } = {}): Promise<LegacyPeer> {
  const peer = await legacyPeer([definition], options);
  peers.push(peer);
  return peer;
}

function tool(handler: (call: Call) => unknown): ToolDefinition {
  return defineTool('tool', {}, async (_none, call) => ({ content: [{ type: 'text', text: String(await handler(call)) }] }));
}

const form = { name: text() };
const asks = (expiresIn?: Duration): ToolDefinition =>
  tool(async call => (await call.ask('who', { message: 'Who?', form, ...(expiresIn !== undefined && { expiresIn }) })).action);

const isQuestion = (frame: Frame): boolean => frame.method === 'elicitation/create';
const isCancel = (frame: Frame): boolean => frame.method === 'notifications/cancelled';
const reply = (question: Frame, result: object): object => ({ jsonrpc: '2.0', id: question.id, result });

describe('a pushed question', () => {
  it('is a request of its own on the stream of its call, and its answer goes into the result [E-R-01, E-R-17, E-R-22, E-T-09]', async () => {
    const peer = await open(asks());
    const call = peer.start('tools/call', { name: 'tool' });
    const question = await peer.frame(isQuestion);
    expect(question).toEqual({
      jsonrpc: '2.0',
      id: expect.anything(),
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who?', requestedSchema: expect.anything() },
    });
    expect(peer.related.get(question.id)).toBe(call.id);
    await peer.send(reply(question, accept({ name: 'Ada' })));
    expect(textOf(await call.response)).toBe('accept');
  });

  it('belongs to its own call when two run side by side [E-R-17, E-R-18, E-R-21]', async () => {
    const peer = await open(asks());
    const calls = [peer.start('tools/call', { name: 'tool' }), peer.start('tools/call', { name: 'tool' })];
    const second = await peer.frame(frame => isQuestion(frame) && peer.related.get(frame.id) === calls[1]?.id);
    const first = await peer.frame(frame => isQuestion(frame) && peer.related.get(frame.id) === calls[0]?.id);
    expect(first.id).not.toBe(second.id);
    await peer.send(reply(second, { action: 'decline' }));
    expect(textOf(await (calls[1] as (typeof calls)[0]).response)).toBe('decline');
    await peer.send(reply(first, { action: 'cancel' }));
    expect(textOf(await (calls[0] as (typeof calls)[0]).response)).toBe('cancel');
    expect(peer.frames.filter(isQuestion)).toHaveLength(2);
  });

  it('is asked again when the answer does not fit, and never taken as data [E-J-07, E-J-09, E-A-08]', async () => {
    const peer = await open(asks());
    const call = peer.start('tools/call', { name: 'tool' });
    const first = await peer.frame(isQuestion);
    await peer.send(reply(first, accept({ name: 5 })));
    const second = await peer.frame(frame => isQuestion(frame) && frame.id !== first.id);
    expect(second.params.message).toContain('The answer was not taken');
    await peer.send(reply(second, accept({ name: 'Ada' })));
    expect(textOf(await call.response)).toBe('accept');
  });

  it('that the host answers with an error ends the call as an error, and is neither a yes nor a no [N1, E-A-08, E-A-13]', async () => {
    const peer = await open(asks());
    const call = peer.start('tools/call', { name: 'tool' });
    const question = await peer.frame(isQuestion);
    await peer.send({ jsonrpc: '2.0', id: question.id, error: { code: -32602, message: 'no' } });
    const frame = await call.response;
    expect(frame.result.isError).toBe(true);
    expect(textOf(frame)).toContain('could not show the question');
  });

  it('withdraws its siblings when one of them fails [N12]', async () => {
    const both = tool(call => Promise.all(['a', 'b'].map(key => call.ask(key, { message: key, form }))));
    const peer = await open(both);
    const call = peer.start('tools/call', { name: 'tool' });
    const a = await peer.frame(frame => isQuestion(frame) && frame.params.message === 'a');
    const b = await peer.frame(frame => isQuestion(frame) && frame.params.message === 'b');
    await peer.send({ jsonrpc: '2.0', id: a.id, error: { code: -32603, message: 'broken' } });
    expect((await call.response).result.isError).toBe(true);
    expect((await peer.frame(isCancel)).params.requestId).toBe(b.id);
  });
});

describe('the time limit of a question', () => {
  it.each([
    ['by default ten minutes', undefined, 10 * 60_000],
    ['what the author says', '90s', 90_000],
    ['seven days for more than a timer of the platform can hold', 2 ** 31, 7 * 86_400_000],
    ['seven days for Infinity', Number.POSITIVE_INFINITY, 7 * 86_400_000],
  ] as const)(
    'is %s, and its end is a cancel with the question withdrawn [N1, E-L-01, E-L-02, E-L-03b]',
    async (_what, expiresIn, limit) => {
      const peer = await open(asks(expiresIn));
      const call = peer.start('tools/call', { name: 'tool' });
      const question = await peer.frame(isQuestion);
      await peer.clock.advance(limit - 1);
      expect(peer.frames.filter(isCancel)).toEqual([]);
      await peer.clock.advance(1);
      expect(textOf(await call.response)).toBe('cancel');
      expect((await peer.frame(isCancel)).params.requestId).toBe(question.id);
    },
  );

  it('leaves nothing behind, and a late answer changes nothing [E-L-06c, E-L-07, N12]', async () => {
    const peer = await open(asks('1m'));
    const call = peer.start('tools/call', { name: 'tool' });
    const question = await peer.frame(isQuestion);
    await peer.clock.advance(60_000);
    await call.response;
    const count = peer.frames.length;
    await peer.send(reply(question, accept({ name: 'late' })));
    await peer.clock.advance(0);
    expect(peer.frames).toHaveLength(count);
    expect(peer.clock.pending).toBe(0);
  });
});

describe('when the host takes its call back', () => {
  it('the question is withdrawn, the signal aborts and nothing more is sent [E-L-05, E-L-06, E-L-07, N12]', async () => {
    let signal: AbortSignal | undefined;
    const peer = await open(
      tool(call => {
        signal = call.signal;
        return call.ask('who', { message: 'Who?', form });
      }),
    );
    const call = peer.start('tools/call', { name: 'tool' });
    const question = await peer.frame(isQuestion);
    await peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id, reason: 'changed my mind' } });
    expect((await peer.frame(isCancel)).params.requestId).toBe(question.id);
    await peer.clock.advance(0);
    expect(signal?.aborted).toBe(true);
    expect(peer.frames.filter(frame => frame.id === call.id && frame.method === undefined)).toEqual([]);
    expect(peer.clock.pending).toBe(0);
  });
});

describe('when the host is gone', () => {
  it('its open question counts as cancel, and the handler may put away what it began [N1, N2, E-A-08, E-A-08b]', async () => {
    const saw: string[] = [];
    const peer = await open(
      tool(async call => {
        const answer = await call.ask('who', { message: 'Who?', form });
        saw.push(`${answer.action} ${call.signal.aborted}`);
      }),
    );
    peer.start('tools/call', { name: 'tool' });
    await peer.frame(isQuestion);
    await peer.close();
    await peer.clock.advance(0);
    expect(saw).toEqual(['cancel true']);
    expect(peer.clock.pending).toBe(0);
  });

  it('before it could be asked, that is a cancel too, and nothing is sent [N1, N2]', async () => {
    const saw: string[] = [];
    let go = (): void => {};
    const begun = new Promise<void>(started => {
      go = started;
    });
    let close = (): void => {};
    const closed = new Promise<void>(done => {
      close = done;
    });
    const peer = await open(
      tool(async call => {
        go();
        await closed;
        saw.push((await call.ask('who', { message: 'Who?', form })).action);
      }),
    );
    peer.start('tools/call', { name: 'tool' });
    await begun;
    await peer.close();
    close();
    await peer.clock.advance(0);
    await peer.clock.advance(0);
    expect(saw).toEqual(['cancel']);
    expect(peer.frames.filter(isQuestion)).toEqual([]);
  });
});

describe('progress while a question is open', () => {
  it('goes out every 15 seconds with a rising value, if the call has a token, and stops with the question [D15, E-G-01, E-L-03]', async () => {
    const peer = await open(asks());
    const call = peer.start('tools/call', { name: 'tool', _meta: { progressToken: 'p' } });
    const question = await peer.frame(isQuestion);
    await peer.clock.advance(45_000);
    const beats = peer.frames.filter(frame => frame.method === 'notifications/progress').map(frame => frame.params);
    expect(beats.map(beat => beat.progressToken)).toEqual(['p', 'p', 'p']);
    expect(beats.map(beat => beat.progress)).toEqual([...beats.map(beat => beat.progress)].sort((a, b) => a - b));
    expect(new Set(beats.map(beat => beat.progress)).size).toBe(3);
    await peer.send(reply(question, { action: 'decline' }));
    await call.response;
    await peer.clock.advance(60_000);
    expect(peer.frames.filter(frame => frame.method === 'notifications/progress')).toHaveLength(3);
  });

  it('is not sent without a token [E-G-02]', async () => {
    const peer = await open(asks());
    peer.start('tools/call', { name: 'tool' });
    await peer.frame(isQuestion);
    await peer.clock.advance(60_000);
    expect(peer.frames.filter(frame => frame.method === 'notifications/progress')).toEqual([]);
  });
});

describe('what a host of an older revision is asked', () => {
  it('has no mode and no arrays in 2025-06-18, and the answer comes back whole [E-R-10, E-C-06]', async () => {
    const many = tool(async call => {
      const { days } = await call.need('q', { message: 'Days?', form: { days: choices(['mon', 'tue', 'wed'] as const, { minItems: 1 }) } });
      return days.join('+');
    });
    const peer = await open(many, { revision: '2025-06-18', capabilities: { elicitation: {} } });
    const call = peer.start('tools/call', { name: 'tool' });
    const question = await peer.frame(isQuestion);
    expect(question.params).not.toHaveProperty('mode');
    const properties = question.params.requestedSchema.properties as Record<string, { type: string }>;
    expect(Object.values(properties).map(property => property.type)).toEqual(['boolean', 'boolean', 'boolean']);
    const [, second, third] = Object.keys(properties) as [string, string, string];
    await peer.send(reply(question, accept({ [second]: true, [third]: true })));
    expect(textOf(await call.response)).toBe('tue+wed');
  });

  it('is nothing before 2025-06-18, whatever the host declares [D13, E-T-14, E-C-06]', async () => {
    const peer = await open(asks(), { revision: '2025-03-26' });
    const frame = await peer.request('tools/call', { name: 'tool' });
    expect(frame.result.isError).toBe(true);
    expect(peer.frames.filter(isQuestion)).toEqual([]);
  });

  it('is nothing without the capability: an error result for tools, a JSON-RPC error for prompts [E-C-06, E-C-05, E-L-12, D1]', async () => {
    const prompt = definePrompt('p', {}, async (_none, call) => {
      await call.need('who', { message: 'Who?', form });
      return { messages: [] };
    });
    for (const capabilities of [{}, { elicitation: { url: {} } }, { elicitation: { voice: {} } }]) {
      const peer = await legacyPeer([asks(), prompt], { capabilities });
      peers.push(peer);
      expect((await peer.request('tools/call', { name: 'tool' })).result.isError).toBe(true);
      expect((await peer.request('prompts/get', { name: 'p' })).error).toMatchObject({ code: -32603, data: { reason: 'unavailable' } });
      expect(peer.frames.filter(isQuestion)).toEqual([]);
    }
  });

  it('carries an id in URL mode, a new one each time [E-R-11, E-R-13]', async () => {
    const url = tool(async call => (await call.elicit({ mode: 'url', message: 'Open', url: 'https://example.com/x' })).action);
    const peer = await open(url, { capabilities: { elicitation: { form: {}, url: {} } } });
    const ids = new Set<string>();
    for (let at = 0; at < 3; at += 1) {
      const call = peer.start('tools/call', { name: 'tool' });
      const question = await peer.frame(frame => isQuestion(frame) && !ids.has(frame.params.elicitationId));
      ids.add(question.params.elicitationId);
      await peer.send(reply(question, { action: 'accept' }));
      expect(textOf(await call.response)).toBe('accept');
    }
    expect(ids.size).toBe(3);
  });

  it('gets the -32042 of a handler as it is if it opens pages, and an error result if not [E-N-07, D19]', async () => {
    const elicitations = [{ mode: 'url', elicitationId: 'x1', url: 'https://svc.example/in', message: 'Sign in' }];
    const pages = tool(() => {
      throw Object.assign(new Error('URL elicitation required'), { name: 'ProtocolError', code: -32042, data: { elicitations } });
    });
    const without = await open(pages);
    expect((await without.request('tools/call', { name: 'tool' })).result.isError).toBe(true);
    const thrower = tool(async () => {
      const { UrlElicitationRequiredError } = await import('@modelcontextprotocol/server');
      throw new UrlElicitationRequiredError(elicitations as never);
    });
    const peer = await open(thrower, { capabilities: { elicitation: { form: {}, url: {} } } });
    expect((await peer.request('tools/call', { name: 'tool' })).error).toMatchObject({ code: -32042, data: { elicitations } });
  });

  it('is decided by the negotiated revision, not by what a request smuggles: envelope, answers and state are not looked at [N6, E-V-04]', async () => {
    const peer = await open(asks(), { capabilities: {} });
    const frame = await peer.request('tools/call', {
      name: 'tool',
      _meta: { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: { elicitation: { form: {} } } },
      inputResponses: { who: accept({ name: 'forged' }) },
      requestState: 'mc1.forged',
    });
    expect(frame.result.isError).toBe(true);
    expect(textOf(frame)).not.toContain('forged');
    expect(frame.result.resultType).toBeUndefined();
  });
});
