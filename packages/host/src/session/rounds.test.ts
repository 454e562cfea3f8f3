/** Rounds of 2026-07-28 from servers that may say anything: what is shown, what is sent, what ends the call. */
import type { QuestionView } from '@midcall/core/contract';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, HostDesk } from '../index.js';
import { scriptedSurface } from '../index.js';
import type { RawHandler } from './peers.test.support.js';
import { until, withRawServer } from './peers.test.support.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const form = (message = 'Name?', name = 'name'): Record<string, unknown> => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] } },
});
const page = { method: 'elicitation/create', params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in' } };
const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const waiting = (desk: HostDesk): readonly QuestionView[] => desk.list(me).filter(view => view.state === 'waiting');
const accepting = scriptedSurface({ '*': { action: 'accept', content: { name: 'Rowan' } } });

/** Answers the calls of one tool with these results, in order; the last one for ever. */
function inOrder(...results: unknown[]): RawHandler {
  let next = 0;
  return () => results[Math.min(next++, results.length - 1)];
}

describe('a round', () => {
  it('is one retry with exactly the keys that were asked, each with its own action [E-M-30, E-A-07, N2]', async () => {
    const ask = { resultType: 'input_required', inputRequests: { who: form(), when: form('Day?', 'day') }, requestState: 's-1' };
    const pair = await withRawServer('modern', inOrder(ask, done));
    const called = pair.session.callTool({ name: 'book' });
    const views = await until(() => waiting(pair.desk).length === 2 && waiting(pair.desk));
    const [who, when] = views as [QuestionView, QuestionView];
    expect(who.round).toBeDefined();
    expect(when.round).toBe(who.round);
    await pair.desk.answer(when.id, { action: 'accept', content: { day: 'Monday' } }, person);
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.desk.answer(who.id, { action: 'decline' }, person);
    await called;
    const calls = pair.sent('tools/call');
    expect(calls).toHaveLength(2);
    expect(calls[1]?.params).toMatchObject({
      inputResponses: { when: { action: 'accept', content: { day: 'Monday' } }, who: { action: 'decline' } },
      requestState: 's-1',
    });
    await pair.close();
  });

  it('is not shown again in the same call after the person declined it; another question is [N2]', async () => {
    const again = { resultType: 'input_required', inputRequests: { a: form() } };
    const pair = await withRawServer(
      'modern',
      inOrder(again, again, { resultType: 'input_required', inputRequests: { a: form('Really?') } }, done),
    );
    const called = pair.session.callTool({ name: 'book' });
    const [first] = (await until(() => waiting(pair.desk).length > 0 && waiting(pair.desk))) as [QuestionView];
    await pair.desk.answer(first.id, { action: 'decline' }, person);
    await pair.clock.advance(0);
    const [other] = (await until(() => {
      void pair.clock.advance(0);
      return waiting(pair.desk).length > 0 && waiting(pair.desk);
    })) as [QuestionView];
    expect(other.message).toBe('Really?');
    await pair.desk.answer(other.id, { action: 'accept', content: { name: 'x' } }, person);
    await called;
    expect(
      pair.sent('tools/call').map(frame => (frame.params?.inputResponses as { a?: { action: string } } | undefined)?.a?.action),
    ).toEqual([undefined, 'decline', 'decline', 'accept']);
    await pair.desk.flush();
    expect((await pair.desk.audit.rows()).filter(row => row.stage === 'answered').map(row => row.by)).toEqual(['person', 'rule', 'person']);
    await pair.close();
  });

  it('keeps keys that are names of the prototype, pollutes nothing, loses nothing [N11]', async () => {
    const ask = JSON.parse(
      `{"resultType":"input_required","requestState":"s","inputRequests":{"__proto__":${JSON.stringify(form())},"constructor":${JSON.stringify(form())}}}`,
    ) as unknown;
    const pair = await withRawServer('modern', inOrder(ask, done), { surfaces: [accepting] });
    await pair.session.callTool({ name: 'book' });
    const sent = pair.sent('tools/call')[1]?.params?.inputResponses as object;
    expect(Object.keys(sent).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).action).toBeUndefined();
    await pair.close();
  });

  it('sends state only where the last result had one, and never to another call [E-M-34, E-M-36]', async () => {
    const pair = await withRawServer(
      'modern',
      request => {
        if (request.params.name === 'ping_tool') return done;
        const answers = request.params.inputResponses as Record<string, unknown> | undefined;
        if (answers === undefined) return { resultType: 'input_required', inputRequests: { a: form() }, requestState: 's1' };
        return 'a' in answers ? { resultType: 'input_required', inputRequests: { b: form() } } : done;
      },
      {},
    );
    const called = pair.session.callTool({ name: 'book' });
    const [first] = await until(() => waiting(pair.desk).length > 0 && waiting(pair.desk));
    await pair.session.callTool({ name: 'ping_tool' });
    await pair.desk.answer((first as QuestionView).id, { action: 'accept', content: { name: 'x' } }, person);
    const [second] = await until(() => waiting(pair.desk).length > 0 && waiting(pair.desk));
    await pair.desk.answer((second as QuestionView).id, { action: 'accept', content: { name: 'y' } }, person);
    await called;
    const legs = pair
      .sent('tools/call')
      .map(frame => [
        frame.params?.name,
        Object.keys((frame.params?.inputResponses as object | undefined) ?? {}),
        frame.params?.requestState,
      ]);
    expect(legs).toEqual([
      ['book', [], undefined],
      ['ping_tool', [], undefined],
      ['book', ['a'], 's1'],
      ['book', ['b'], undefined],
    ]);
    await pair.close();
  });

  it('echoes any state exactly, the empty one too [E-M-32, E-M-33]', async () => {
    for (const state of ['', '  a+b/=%20é\\u0041 \t', '{"n": 1.0}']) {
      const pair = await withRawServer(
        'modern',
        inOrder({ resultType: 'input_required', inputRequests: { a: form() }, requestState: state }, done),
        { surfaces: [accepting] },
      );
      await pair.session.callTool({ name: 'book' });
      expect(pair.sent('tools/call')[1]?.params?.requestState).toBe(state);
      await pair.close();
    }
  });

  it('with state alone shows nothing and is sent again after a pause [E-M-31, E-M-41]', async () => {
    const pair = await withRawServer('modern', inOrder({ resultType: 'input_required', requestState: 'wait-1' }, done), { surfaces: [] });
    const called = pair.session.callTool({ name: 'book' });
    await until(() => pair.sent('tools/call').length === 1 && pair.clock.pending > 1);
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.clock.advance(250);
    expect(await called).toMatchObject({ content: [{ text: 'done' }] });
    expect(pair.sent('tools/call')[1]?.params).toMatchObject({ requestState: 'wait-1' });
    expect(pair.sent('tools/call')[1]?.params).not.toHaveProperty('inputResponses');
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });
});

describe('what ends the call', () => {
  it('a server that asks for ever, after ten rounds', async () => {
    const pair = await withRawServer('modern', inOrder({ resultType: 'input_required', inputRequests: { a: form() } }), {
      surfaces: [accepting],
    });
    await expect(pair.session.callTool({ name: 'book' })).rejects.toMatchObject({ code: 'TOO_MANY_ROUNDS', data: { rounds: 10 } });
    expect(pair.desk.list(me)).toHaveLength(10);
    await pair.close();
  });

  it.each([
    [
      'something this host cannot give',
      { a: form(), b: { method: 'files/pick', params: {} } },
      { code: 'ROUND_INVALID', data: { reason: 'unknown-input-request', key: 'b' } },
    ],
    [
      'too many questions at once',
      Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`q${i}`, form()])),
      { code: 'ROUND_INVALID', data: { reason: 'too-many-questions' } },
    ],
    [
      'a form that cannot be drawn',
      { a: form(), b: { method: 'elicitation/create', params: { message: 'm' } } },
      { code: 'QUESTION_INVALID' },
    ],
    [
      'an address no browser may get',
      { a: { method: 'elicitation/create', params: { mode: 'url', message: 'm', url: 'javascript:alert(1)' } } },
      { code: 'QUESTION_INVALID', data: { reason: 'scheme' } },
    ],
    ['a mode that was not declared', { a: page }, { code: 'ROUND_INVALID', data: { reason: 'undeclared-mode' } }],
  ])('%s: nothing is shown and nothing sent', async (_what, inputRequests, error) => {
    const pair = await withRawServer('modern', inOrder({ resultType: 'input_required', inputRequests, requestState: 's' }), {
      modes: { form: true },
    });
    await expect(pair.session.callTool({ name: 'book' })).rejects.toMatchObject(error);
    expect(pair.desk.list(me)).toEqual([]);
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.close();
  });

  it('a question to a host that declared nothing with this request, because nobody can be reached [N1]', async () => {
    const pair = await withRawServer('modern', inOrder({ resultType: 'input_required', inputRequests: { a: form() }, requestState: 's' }), {
      surfaces: [],
    });
    await expect(pair.session.callTool({ name: 'book' })).rejects.toMatchObject({
      code: 'ROUND_INVALID',
      data: { reason: 'undeclared-mode', key: 'a' },
    });
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.close();
  });

  it('a round that asks nothing, and a kind of result nobody knows [E-M-37]', async () => {
    for (const result of [{ resultType: 'input_required' }, { resultType: 'needs_input', inputRequests: { a: form() } }]) {
      const pair = await withRawServer('modern', inOrder(result));
      await expect(pair.session.callTool({ name: 'book' })).rejects.toThrow();
      expect(pair.desk.list(me)).toEqual([]);
      await pair.close();
    }
  });

  it('a question in answer to a request that may not ask', async () => {
    const pair = await withRawServer(
      'modern',
      inOrder({ resultType: 'input_required', inputRequests: { who: form() }, requestState: 's' }),
    );
    await expect(pair.session.request({ method: 'tools/list' })).rejects.toMatchObject({
      code: 'ROUND_INVALID',
      data: { reason: 'method' },
    });
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });
});

describe('results', () => {
  it('without a resultType are complete, whatever stands beside them [E-M-38]', async () => {
    const pair = await withRawServer('modern', inOrder({ inputRequests: { who: form() }, content: [] }));
    expect(await pair.session.callTool({ name: 'book' })).toMatchObject({ content: [] });
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });

  it.each([
    ['another type', { structuredContent: { total: 'four' } }],
    ['no structured content', {}],
  ])('with %s where the tool promises one are refused; the answer counts as delivered', async (_what, result) => {
    const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const pair = await withRawServer(
      'modern',
      request => {
        if (request.method === 'tools/list')
          return {
            resultType: 'complete',
            tools: [{ name: 'sum', inputSchema: { type: 'object' }, outputSchema }],
            ttlMs: 0,
            cacheScope: 'private',
          };
        return request.params.inputResponses === undefined
          ? { resultType: 'input_required', inputRequests: { a: form() } }
          : { resultType: 'complete', content: [], ...result };
      },
      { surfaces: [accepting] },
    );
    await pair.session.listTools();
    await expect(pair.session.callTool({ name: 'sum' })).rejects.toMatchObject({ code: 'RESULT_INVALID' });
    expect(pair.desk.list(me)).toMatchObject([{ state: 'delivered' }]);
    await pair.close();
  });

  it('say that an answer was not taken when the server refuses the retry [D24, N8]', async () => {
    const pair = await withRawServer(
      'modern',
      inOrder({ resultType: 'input_required', inputRequests: { a: form() } }, { error: { code: -32602, message: 'bad state' } }),
      { surfaces: [accepting] },
    );
    await expect(pair.session.callTool({ name: 'book' })).rejects.toMatchObject({ code: -32602 });
    expect(pair.desk.list(me)).toMatchObject([{ state: 'undeliverable', note: 'Records did not take the answer.' }]);
    await pair.close();
  });

  it('say that the call was lost when the connection went before the answer was taken [D24, N8]', async () => {
    let calls = 0;
    const pair = await withRawServer(
      'modern',
      (_request, server) => {
        calls += 1;
        if (calls === 1) return { resultType: 'input_required', inputRequests: { a: form() } };
        void server.close();
        return undefined;
      },
      { surfaces: [accepting] },
    );
    await expect(pair.session.callTool({ name: 'book' })).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    expect(pair.desk.list(me)).toMatchObject([{ state: 'undeliverable', note: 'Could not be delivered: the call was lost.' }]);
    await pair.close();
  });

  it('end a call whose server stays silent, and cancel it there [E-L-01]', async () => {
    const pair = await withRawServer('modern', () => undefined, { serverTime: 60_000 });
    const called = pair.session.callTool({ name: 'book' });
    const failed = expect(called).rejects.toMatchObject({ code: 'SERVER_SILENT' });
    await until(() => pair.sent('tools/call').length === 1);
    await pair.clock.advance(60_000);
    await failed;
    expect(pair.sent('notifications/cancelled')).toHaveLength(1);
    await pair.close();
  });
});

describe('progress', () => {
  it('keeps a slow call alive, up to a hard limit of the server’s own time [E-L-03, E-L-03b, E-G-02]', async () => {
    let token: unknown;
    const pair = await withRawServer(
      'modern',
      request => {
        token = (request.params._meta as Record<string, unknown>).progressToken;
        return undefined;
      },
      { serverTime: 60_000, serverTimeMax: 300_000 },
    );
    const told: number[] = [];
    const called = pair.session.callTool({ name: 'slow' }, { onprogress: ({ progress }) => void told.push(progress) });
    let ended: unknown;
    void called.catch((error: unknown) => {
      ended = error;
    });
    await until(() => token !== undefined);
    for (let n = 1; n <= 9; n += 1) {
      await pair.clock.advance(30_000);
      pair.server.send({ method: 'notifications/progress', params: { progressToken: token, progress: n + 0.5 } });
      await until(() => told.length === n);
      expect(ended).toBeUndefined();
    }
    await pair.clock.advance(30_000);
    expect(ended).toMatchObject({ code: 'SERVER_SILENT' });
    await pair.close();
    expect(pair.clock.pending).toBe(0);
  });
});

describe('a page', () => {
  it('stays open on the screen while the server holds the call, and can be given up [E-A-11]', async () => {
    const hold = { resultType: 'input_required', requestState: 'held' };
    const pair = await withRawServer(
      'modern',
      inOrder({ resultType: 'input_required', inputRequests: { auth: page }, requestState: 's' }, hold),
    );
    const called = pair.session.callTool({ name: 'link' });
    const [view] = (await until(() => waiting(pair.desk).length > 0 && waiting(pair.desk))) as [QuestionView];
    expect(view.url?.href).toBe('https://svc.example/in');
    await pair.desk.opened(view.id, person);
    await until(() => pair.sent('tools/call').length === 2);
    expect(pair.sent('tools/call')[1]?.params).toMatchObject({ inputResponses: { auth: { action: 'accept' } } });
    expect(pair.desk.get(view.id, me)?.state).toBe('opened');
    await new Promise(resolve => setImmediate(resolve));
    await pair.desk.retry(view.id, person);
    await until(() => pair.sent('tools/call').length === 3);
    const failed = expect(called).rejects.toMatchObject({ code: 'CALL_ABORTED', data: { action: 'cancel' } });
    await pair.desk.answer(view.id, { action: 'cancel' }, person);
    await failed;
    await pair.close();
  });

  it('is delivered when the call goes on', async () => {
    const pair = await withRawServer('modern', inOrder({ resultType: 'input_required', inputRequests: { auth: page } }, done), {
      surfaces: [accepting],
    });
    await pair.session.callTool({ name: 'link' });
    expect(pair.desk.list(me)).toMatchObject([{ state: 'delivered' }]);
    await pair.close();
  });
});
