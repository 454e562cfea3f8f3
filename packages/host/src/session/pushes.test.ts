/** Pushed questions and `-32042` of the 2025 revisions, from servers that may say anything. */
import type { QuestionView } from '@midcall/core/contract';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, HostDesk } from '../index.js';
import { scriptedSurface } from '../index.js';
import type { RawServer } from './peers.test.support.js';
import { until, withRawServer } from './peers.test.support.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const waiting = (desk: HostDesk): QuestionView | undefined => desk.list(me).find(view => view.state === 'waiting');
const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const ask = (
  id: string | number,
  params: Record<string, unknown> = { mode: 'form', message: 'Name?', requestedSchema: nameForm },
): Record<string, unknown> => ({ id, method: 'elicitation/create', params });
const done = { content: [{ type: 'text', text: 'done' }] };
const signIn = { mode: 'url', message: 'Please sign in', url: 'https://svc.example/in?k=TOPSECRET', elicitationId: 'e1' };
const required = (elicitations: unknown): unknown => ({ error: { code: -32042, message: 'auth', data: { elicitations } } });

describe('a pushed question', () => {
  it('is answered by a bare result under its own id, on both 2025 revisions [E-A-01, E-A-05, E-R-21, E-R-22]', async () => {
    for (const revision of ['2025-06-18', '2025-11-25']) {
      const params = revision === '2025-06-18' ? { message: 'Name?', requestedSchema: nameForm } : undefined;
      const pair = await withRawServer('legacy', (_request, server) => void server.send(ask('e-7', params)), { revision });
      void pair.session.callTool({ name: 'book' }).catch(() => {});
      const view = await until(() => waiting(pair.desk));
      expect(view.revision).toBe(revision);
      await pair.desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person);
      const [answer] = await until(() => pair.server.answers.length > 0 && pair.server.answers);
      expect(answer).toEqual({ jsonrpc: '2.0', id: 'e-7', result: { action: 'accept', content: { name: 'Rowan' } } });
      await pair.close();
    }
  });

  it('that arrives before any call is made is shown all the same, for a call that cannot be named', async () => {
    const pair = await withRawServer('legacy', () => undefined);
    pair.server.send(ask(0));
    const view = await until(() => waiting(pair.desk));
    expect(view.call).toBeUndefined();
    await pair.desk.answer(view.id, { action: 'decline' }, person);
    await until(() => pair.server.answers.length === 1);
    expect(pair.server.answers).toMatchObject([{ id: 0, result: { action: 'decline' } }]);
    await pair.close();
  });

  it.each([
    ['an unknown mode', { mode: 'voice', message: 'm', requestedSchema: nameForm }],
    ['no schema', { message: 'm', schema: nameForm }],
    ['an address no browser may get', { ...signIn, url: 'javascript:alert(1)' }],
    ['a mode that was not declared', signIn],
  ])('with %s is refused with -32602 and never shown [E-X-01, E-U-22]', async (_what, params) => {
    const pair = await withRawServer('legacy', () => undefined, { modes: { form: true } });
    pair.server.send(ask(1, params));
    const [answer] = await until(() => pair.server.answers.length > 0 && pair.server.answers);
    expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });

  it('is refused with -32602 at once by a host that declared nothing [E-X-01, N1]', async () => {
    const pair = await withRawServer('legacy', () => undefined, { surfaces: [] });
    pair.server.send(ask(1));
    const [answer] = await until(() => pair.server.answers.length > 0 && pair.server.answers);
    expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(JSON.stringify(pair.sent('initialize'))).not.toContain('elicitation');
    await pair.close();
  });

  it('that the server takes back disappears, and nothing is sent [E-L-06]', async () => {
    const pair = await withRawServer('legacy', () => undefined);
    pair.server.send(ask('e-7'));
    const view = await until(() => waiting(pair.desk));
    pair.server.send({ method: 'notifications/cancelled', params: { requestId: 'e-7' } });
    await until(() => pair.desk.get(view.id, me)?.state === 'withdrawn');
    await new Promise(resolve => setImmediate(resolve));
    expect(pair.server.answers).toEqual([]);
    await pair.close();
  });

  it('disappears when the host cancels the call; the call is cancelled at the server [E-L-05, E-L-13]', async () => {
    const pair = await withRawServer('legacy', (_request, server) => void server.send(ask('e1')));
    const controller = new AbortController();
    const called = pair.session.callTool({ name: 'book' }, { signal: controller.signal });
    const view = await until(() => waiting(pair.desk));
    const callId = pair.sent('tools/call')[0]?.id;
    const failed = expect(called).rejects.toThrow('stop');
    controller.abort(new Error('stop'));
    await failed;
    expect(pair.desk.get(view.id, me)?.state).toBe('withdrawn');
    expect(pair.sent('notifications/cancelled')).toMatchObject([{ params: { requestId: callId } }]);
    await pair.close();
  });

  it('is withdrawn when its call ends without waiting for it [N12]', async () => {
    const pair = await withRawServer('legacy', (request, server) => {
      server.send(ask('e1'));
      setTimeout(() => server.send({ id: request.id, result: done }), 5);
    });
    expect(await pair.session.callTool({ name: 'book' })).toMatchObject(done);
    await until(() => pair.desk.list(me)[0]?.state === 'withdrawn');
    await pair.close();
  });

  it('asked again and again within one call ends the call at the tenth', async () => {
    let pushed = 0;
    const push = (server: RawServer): void => void server.send(ask(`e${pushed++}`));
    const pair = await withRawServer('legacy', (_request, server) => push(server), { surfaces: [scriptedSurface('decline')] });
    const pump = setInterval(() => push(pair.server), 1);
    await expect(pair.session.callTool({ name: 'nag' })).rejects.toMatchObject({ code: 'TOO_MANY_ROUNDS' });
    clearInterval(pump);
    expect(pair.desk.list(me).length).toBeLessThanOrEqual(11);
    await pair.close();
  });
});

describe('-32042', () => {
  it('shows its pages, waits for the notice, and calls again under a new id [E-N-05, E-N-12, E-U-07, E-U-08]', async () => {
    let calls = 0;
    const pair = await withRawServer('legacy', () =>
      calls++ === 0 ? required([{ mode: 'form', message: 'Token?', requestedSchema: nameForm }, signIn]) : done,
    );
    const called = pair.session.callTool({ name: 'link' });
    const view = await until(() => waiting(pair.desk));
    expect(pair.desk.list(me)).toHaveLength(1);
    expect(view).toMatchObject({ url: { href: signIn.url, host: 'svc.example' }, call: { name: 'link' } });
    await pair.desk.opened(view.id, person);
    await new Promise(resolve => setImmediate(resolve));
    expect(calls).toBe(1);
    pair.server.send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    expect(await called).toMatchObject(done);
    const [first, second] = pair.sent('tools/call');
    expect(second?.id).not.toBe(first?.id);
    expect(pair.server.answers).toEqual([]);
    expect(pair.desk.get(view.id, me)?.state).toBe('delivered');
    await pair.close();
  });

  it('waits for the notice no longer than it was told, and the person can say "again" before that [E-N-06]', async () => {
    let calls = 0;
    const pair = await withRawServer('legacy', () => (calls++ < 2 ? required([signIn]) : done), { completionWait: 30_000 });
    const called = pair.session.callTool({ name: 'link' });
    const first = await until(() => waiting(pair.desk));
    await pair.desk.opened(first.id, person);
    await pair.clock.advance(29_999);
    expect(calls).toBe(1);
    await pair.clock.advance(1);
    const second = await until(() => waiting(pair.desk));
    await pair.desk.opened(second.id, person);
    await new Promise(resolve => setImmediate(resolve));
    await pair.desk.retry(second.id, person);
    expect(await called).toMatchObject(done);
    expect(calls).toBe(3);
    await pair.close();
  });

  it('that names no page, and one that comes back for ever, end the call', async () => {
    const none = await withRawServer('legacy', () => required([]));
    await expect(none.session.callTool({ name: 'link' })).rejects.toMatchObject({
      code: 'ROUND_INVALID',
      data: { reason: 'nothing-requested' },
    });
    expect(none.desk.list(me)).toEqual([]);
    expect(none.sent('tools/call')).toHaveLength(1);
    await none.close();
    const endless = await withRawServer('legacy', () => required([signIn]), { surfaces: [scriptedSurface('accept')], completionWait: 0 });
    const failed = expect(endless.session.callTool({ name: 'link' })).rejects.toMatchObject({
      code: 'TOO_MANY_ROUNDS',
      data: { rounds: 10 },
    });
    for (let i = 0; i < 40; i += 1) {
      await endless.clock.advance(1);
      await new Promise(resolve => setImmediate(resolve));
    }
    await failed;
    await endless.close();
  });

  it('refused by the person ends in words that name neither the address nor the server’s text [E-A-05, N9]', async () => {
    const pair = await withRawServer('legacy', () => required([signIn]), { surfaces: [scriptedSurface('decline')] });
    const result = await pair.session.callTool({ name: 'link' });
    expect(JSON.stringify(result)).not.toMatch(/TOPSECRET|svc\.example|Please sign in/);
    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('declined') }] });
    expect(result.isError).toBeUndefined();
    expect(pair.sent('tools/call')).toHaveLength(1);
    await pair.close();
  });

  it('with an address no browser may get shows nothing', async () => {
    const pair = await withRawServer('legacy', () => required([{ ...signIn, url: 'javascript:alert(1)' }]));
    await expect(pair.session.callTool({ name: 'link' })).rejects.toMatchObject({ code: 'QUESTION_INVALID' });
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });

  it('is an ordinary error on 2025-06-18, which does not know it [E-C-06]', async () => {
    const pair = await withRawServer('legacy', () => required([signIn]), { revision: '2025-06-18' });
    await expect(pair.session.callTool({ name: 'link' })).rejects.toMatchObject({ code: -32042 });
    expect(pair.desk.list(me)).toEqual([]);
    await pair.close();
  });
});

describe('completion notices', () => {
  it('for ids that nobody knows, or again for the same id, change nothing [E-N-04]', async () => {
    const pair = await withRawServer('legacy', () => undefined);
    pair.server.send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'nobody' } });
    pair.server.send(ask(1, signIn));
    const view = await until(() => waiting(pair.desk));
    await pair.desk.opened(view.id, person);
    await until(() => pair.server.answers.length === 1);
    expect(pair.desk.get(view.id, me)?.state).toBe('opened');
    for (let i = 0; i < 2; i += 1) pair.server.send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    await until(() => pair.desk.get(view.id, me)?.state === 'delivered');
    expect(pair.server.answers).toMatchObject([{ id: 1, result: { action: 'accept' } }]);
    await pair.close();
  });
});
