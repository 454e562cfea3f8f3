/** Calls through a session against real SDK servers of both eras. */
import type { QuestionView } from '@midcall/core/contract';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnsweredBy, HostDesk } from '../index.js';
import { scriptedSurface } from '../index.js';
import { until, watching, withSdkServer } from './peers.test.support.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const nameForm = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };

const waiting = (desk: HostDesk): QuestionView | undefined => desk.list(me).find(view => view.state === 'waiting');

/** One tool that asks for a name, written for its era as the SDK teaches it. */
function bookServer(era: 'legacy' | 'modern'): () => McpServer {
  return () => {
    const server = new McpServer({ name: 'records-admin', version: '1.2' });
    server.registerTool('book', { inputSchema: z.object({ room: z.string(), apiKey: z.string().optional() }) }, async (args, ctx) => {
      if (era === 'legacy') {
        const answer = await ctx.mcpReq.elicitInput(
          { message: 'Your name?', requestedSchema: nameForm },
          { timeout: 2 ** 31 - 1, signal: ctx.mcpReq.signal },
        );
        return { content: [{ type: 'text', text: `${args.room} ${answer.action} ${String(answer.content?.name)}` }] };
      }
      const answer = ctx.mcpReq.inputResponses?.who as { action: string; content?: { name?: string } } | undefined;
      if (answer === undefined)
        return inputRequired({
          inputRequests: { who: inputRequired.elicit({ message: 'Your name?', requestedSchema: nameForm }) },
          requestState: ' s+/=é ',
        });
      return {
        content: [{ type: 'text', text: `${args.room} ${answer.action} ${String(answer.content?.name)} ${ctx.mcpReq.requestState()}` }],
      };
    });
    server.registerTool('ping_tool', {}, async () => ({ content: [{ type: 'text', text: 'pong' }] }));
    return server;
  };
}

describe.each(['legacy', 'modern'] as const)('a call that asks, %s', era => {
  it('is attributed, answered at the desk and finished [E-P-04, E-P-11]', async () => {
    const pair = await withSdkServer(era, bookServer(era), { origin: '127.0.0.1:3901' });
    const called = pair.session.callTool({ name: 'book', arguments: { room: 'blue', apiKey: 'sk-live-0123456789abcdef' } });
    const view = await until(() => waiting(pair.desk));
    expect(view).toMatchObject({
      server: { name: 'Records', origin: '127.0.0.1:3901', claim: { name: 'records-admin', version: '1.2' } },
      call: { method: 'tools/call', name: 'book', arguments: { room: 'blue', apiKey: '••••••' } },
      revision: era === 'modern' ? '2026-07-28' : '2025-11-25',
    });
    await pair.desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    const result = await called;
    expect(result.content).toMatchObject([{ text: expect.stringContaining('blue accept Rowan') }]);
    expect(pair.desk.get(view.id, me)?.state).toBe('delivered');
    await pair.close();
  });

  it.each(['decline', 'cancel'] as const)('reaches the server as %s, and is no error [E-A-05, N2]', async action => {
    const pair = await withSdkServer(era, bookServer(era), { surfaces: [scriptedSurface(action)] });
    const result = await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    expect(result.isError).toBeUndefined();
    expect(result.content).toMatchObject([{ text: expect.stringContaining(`blue ${action} undefined`) }]);
    await pair.close();
  });

  it('answers by script, by field name where there is no key', async () => {
    const pair = await withSdkServer(era, bookServer(era), { surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    const result = await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    expect(result.content).toMatchObject([{ text: expect.stringContaining('accept Rowan') }]);
    await pair.close();
  });

  it('cancels a question that the script does not know and says which', async () => {
    const unanswered: string[] = [];
    const script = scriptedSurface({ other: 'accept' }, { onUnanswered: (view, why) => void unanswered.push(`${why}: ${view.message}`) });
    const pair = await withSdkServer(era, bookServer(era), { surfaces: [script] });
    const result = await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    expect(result.content).toMatchObject([{ text: expect.stringContaining('blue cancel') }]);
    expect(unanswered).toEqual(['unscripted: Your name?']);
    await pair.close();
  });

  it('waits as long as the person does: no time limit of the SDK or of the server counts human time [E-L-01, E-L-04]', async () => {
    const pair = await withSdkServer(era, bookServer(era), { serverTime: 60_000, expiresIn: 3_600_000 });
    const called = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    const view = await until(() => waiting(pair.desk));
    await pair.clock.advance(30 * 60_000);
    await pair.desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    expect((await called).content).toMatchObject([{ text: expect.stringContaining('accept Rowan') }]);
    await pair.close();
    expect(pair.clock.pending).toBe(0);
  });

  it('withdraws the question everywhere when the host gives up the call, and cancels only what runs [E-L-05, E-L-06, E-L-10, E-L-13]', async () => {
    const pair = await withSdkServer(era, bookServer(era));
    const controller = new AbortController();
    const called = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } }, { signal: controller.signal });
    const view = await until(() => waiting(pair.desk));
    controller.abort(new Error('changed my mind'));
    await expect(called).rejects.toThrow('changed my mind');
    expect(pair.desk.get(view.id, me)?.state).toBe('withdrawn');
    expect(pair.sent('notifications/cancelled')).toHaveLength(era === 'modern' ? 0 : 1);
    await pair.close();
  });

  it('withdraws the question when the connection closes, and says that the session is gone [N8, N12]', async () => {
    const pair = await withSdkServer(era, bookServer(era));
    let told = 0;
    pair.client.onclose = () => {
      told += 1;
    };
    const called = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    const view = await until(() => waiting(pair.desk));
    const failed = expect(called).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await pair.client.close();
    await failed;
    expect(pair.desk.get(view.id, me)?.state).toBe('withdrawn');
    expect(told).toBe(1);
    await pair.close();
  });

  it('declares nothing when nobody can be reached [N1, E-C-01, E-C-03]', async () => {
    const pair = await withSdkServer(era, bookServer(era), { surfaces: [] });
    const failed = await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } }).catch((error: unknown) => error);
    if (era === 'modern') expect(failed).toMatchObject({ code: -32021 });
    else expect(failed).toMatchObject({ isError: true });
    expect(JSON.stringify(pair.frames.filter(frame => frame.from === 'host'))).not.toContain('elicitation');
    await pair.close();
  });

  it('passes the host’s own approval before every leg, and ends where it refuses [E-P-08]', async () => {
    const legs: [string, number][] = [];
    const approve = ({ name, leg }: { name: string; leg: number }): void => {
      legs.push([name, leg]);
      if (name === 'ping_tool') throw new Error('not allowed here');
    };
    const pair = await withSdkServer(era, bookServer(era), { approve, surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    await expect(pair.session.callTool({ name: 'ping_tool' })).rejects.toThrow('not allowed here');
    const book: [string, number][] =
      era === 'modern'
        ? [
            ['book', 1],
            ['book', 2],
          ]
        : [['book', 1]];
    expect(legs).toEqual([...book, ['ping_tool', 1]]);
    expect(pair.sent('tools/call').map(frame => frame.params?.name)).toEqual(book.map(([name]) => name));
    await pair.close();
  });

  it('declares only the modes it was given [E-C-03]', async () => {
    const pair = await withSdkServer(era, bookServer(era), { modes: { form: true } });
    void pair.session.callTool({ name: 'book', arguments: { room: 'blue' } }).catch(() => {});
    await until(() => waiting(pair.desk));
    const declared = era === 'modern' ? pair.sent('tools/call')[0]?.params?._meta : pair.sent('initialize')[0]?.params?.capabilities;
    const text = JSON.stringify(declared);
    expect(text).toContain('"elicitation":{"form":{}}');
    await pair.close();
  });
});

describe('2026-07-28', () => {
  it('repeats the original request with the answers and the exact state under a new id [E-M-32, E-M-33, E-M-35, E-M-39, E-M-40, E-A-12, E-R-04]', async () => {
    const pair = await withSdkServer('modern', bookServer('modern'), { surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    await pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    const [first, second] = pair.sent('tools/call');
    expect(second?.id).not.toBe(first?.id);
    const withoutToken = ({ _meta: meta, ...params }: Record<string, unknown> = {}): unknown => ({
      ...params,
      _meta: { ...(meta as object), progressToken: undefined },
    });
    expect(withoutToken(second?.params)).toEqual({
      ...(withoutToken(first?.params) as object),
      inputResponses: { who: { action: 'accept', content: { name: 'Rowan' } } },
      requestState: ' s+/=é ',
    });
    expect(first?.params?._meta).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28' });
    expect(pair.frames.filter(frame => frame.from === 'host' && frame.message.method === undefined)).toEqual([]);
    await pair.close();
  });

  it('judges for every request whether somebody can be reached, retries and direct calls included [E-C-02, E-C-11, N1]', async () => {
    let there = false;
    const surface = { ...watching, reachable: () => there };
    const pair = await withSdkServer('modern', bookServer('modern'), { surfaces: [surface] });
    const capabilities = (frame: unknown): unknown =>
      (frame as { params: { _meta: Record<string, unknown> } }).params._meta['io.modelcontextprotocol/clientCapabilities'];
    await pair.session.callTool({ name: 'ping_tool' });
    there = true;
    const called = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    const view = await until(() => waiting(pair.desk));
    there = false;
    await pair.desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    await called;
    await pair.client.listTools();
    expect(pair.sent('tools/call').map(capabilities)).toEqual([
      {},
      { elicitation: { form: {}, url: {} } },
      { elicitation: { form: {}, url: {} } },
    ]);
    expect(pair.sent('tools/list').map(capabilities)).toEqual([{}]);
    await pair.close();
  });

  it('shows a question of a call made on the client directly as from a call that cannot be named', async () => {
    const pair = await withSdkServer('modern', bookServer('modern'));
    const called = pair.client.callTool({ name: 'book', arguments: { room: 'blue' } });
    const view = await until(() => waiting(pair.desk));
    expect(view.call).toBeUndefined();
    await pair.desk.answer(view.id, { action: 'decline' }, person);
    expect((await called).content).toMatchObject([{ text: expect.stringContaining('decline') }]);
    await pair.close();
  });

  it('asks in prompts and resources as in tools', async () => {
    const build = (): McpServer => {
      const server = new McpServer({ name: 's', version: '1' });
      server.registerPrompt('letter', {}, async ctx => {
        const answer = ctx.mcpReq.inputResponses?.who as { content?: { name?: string } } | undefined;
        if (answer === undefined)
          return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: nameForm }) } });
        return { messages: [{ role: 'user', content: { type: 'text', text: `Dear ${answer.content?.name}` } }] };
      });
      server.registerResource('r', 'x://r', {}, async (uri, ctx) => {
        const answer = ctx.mcpReq.inputResponses?.who as { content?: { name?: string } } | undefined;
        if (answer === undefined)
          return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: nameForm }) } });
        return { contents: [{ uri: uri.href, text: `For ${answer.content?.name}` }] };
      });
      return server;
    };
    const pair = await withSdkServer('modern', build, { surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    expect(await pair.session.getPrompt({ name: 'letter' })).toMatchObject({ messages: [{ content: { text: 'Dear Rowan' } }] });
    expect(await pair.session.readResource({ uri: 'x://r' })).toMatchObject({ contents: [{ text: 'For Rowan' }] });
    await pair.close();
  });

  it('keeps no result of a call that carried answers [E-K-01]', async () => {
    let reads = 0;
    const build = (): McpServer => {
      const server = new McpServer({ name: 's', version: '1' });
      server.registerResource('r', 'x://r', {}, async (uri, ctx) => {
        reads += 1;
        if (ctx.mcpReq.inputResponses === undefined) {
          return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: nameForm }) } });
        }
        return { contents: [{ uri: uri.href, text: 'private' }], ttlMs: 3_600_000, cacheScope: 'private' };
      });
      return server;
    };
    const pair = await withSdkServer('modern', build, { surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    await pair.session.readResource({ uri: 'x://r' });
    await pair.client.readResource({ uri: 'x://r' });
    expect(reads).toBe(4);
    await pair.close();
  });

  it('takes the structured result of a tool that asked first and whose output is promised', async () => {
    const build = (): McpServer => {
      const server = new McpServer({ name: 's', version: '1' });
      server.registerTool('sum', { outputSchema: z.object({ total: z.number() }) }, async ctx => {
        if (ctx.mcpReq.inputResponses === undefined)
          return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: nameForm }) } });
        return { content: [], structuredContent: { total: 4 } };
      });
      return server;
    };
    const pair = await withSdkServer('modern', build, { surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    await pair.session.listTools();
    expect(await pair.session.callTool({ name: 'sum' })).toMatchObject({ structuredContent: { total: 4 } });
    await pair.close();
  });
});

describe('2025', () => {
  it('names no call while several are in flight, and names the one that is alone', async () => {
    const pair = await withSdkServer('legacy', bookServer('legacy'));
    const first = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    await until(() => waiting(pair.desk));
    const second = pair.session.callTool({ name: 'book', arguments: { room: 'red' } });
    await until(() => pair.desk.list(me).length === 2);
    const [one, two] = pair.desk.list(me) as [QuestionView, QuestionView];
    expect(one.call?.arguments).toEqual({ room: 'blue' });
    expect(two.call).toBeUndefined();
    await pair.desk.answer(two.id, { action: 'accept', content: { name: 'Two' } }, person);
    await pair.desk.answer(one.id, { action: 'accept', content: { name: 'One' } }, person);
    expect((await first).content).toMatchObject([{ text: 'blue accept One' }]);
    expect((await second).content).toMatchObject([{ text: 'red accept Two' }]);
    await pair.close();
  });

  it('names every call where the host wants one at a time; the next one waits its turn and may give up', async () => {
    const pair = await withSdkServer('legacy', bookServer('legacy'), { oneAtATime: true });
    const first = pair.session.callTool({ name: 'book', arguments: { room: 'blue' } });
    const impatient = new AbortController();
    const second = pair.session.callTool({ name: 'book', arguments: { room: 'red' } }, { signal: impatient.signal });
    const third = pair.session.callTool({ name: 'book', arguments: { room: 'green' } });
    const one = await until(() => waiting(pair.desk));
    const failed = expect(second).rejects.toThrow('enough');
    impatient.abort(new Error('enough'));
    await failed;
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.desk.answer(one.id, { action: 'decline' }, person);
    await first;
    const two = await until(() => waiting(pair.desk));
    expect(two.call?.arguments).toEqual({ room: 'green' });
    await pair.desk.answer(two.id, { action: 'decline' }, person);
    await third;
    expect(pair.sent('tools/call')).toHaveLength(2);
    await pair.close();
  });

  it('closes the question when the server takes it back, and sends nothing [E-L-06]', async () => {
    const build = (): McpServer => {
      const server = new McpServer({ name: 's', version: '1' });
      server.registerTool('impatient', {}, async ctx => {
        const controller = new AbortController();
        const asked = ctx.mcpReq.elicitInput({ message: 'Quick?', requestedSchema: nameForm }, { signal: controller.signal });
        setImmediate(() => controller.abort('no longer needed'));
        await asked.catch(() => {});
        await new Promise(resolve => setImmediate(resolve));
        return { content: [{ type: 'text', text: 'went on alone' }] };
      });
      return server;
    };
    const pair = await withSdkServer('legacy', build);
    expect((await pair.session.callTool({ name: 'impatient' })).content).toMatchObject([{ text: 'went on alone' }]);
    expect(pair.desk.list(me)).toMatchObject([{ state: 'withdrawn' }]);
    expect(pair.frames.filter(frame => frame.from === 'host' && frame.message.result !== undefined)).toEqual([]);
    await pair.close();
  });
});
