/** The desk without any server: order of events, one answer, one owner, nothing stuck. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock } from '@midcall/store';
import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, DeskQuestion, Surface } from './index.js';
import { createDesk } from './index.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

function question(change: Partial<DeskQuestion> = {}): DeskQuestion {
  return {
    params: { message: 'Your name?', requestedSchema: nameForm },
    revision: '2025-11-25',
    principal: 'local',
    server: { name: 'Records', claim: { name: 'records-admin', version: '1.2' } },
    ...change,
  };
}

function setUp(options: { reachable?: boolean } = {}): {
  desk: ReturnType<typeof createDesk>;
  clock: FakeClock;
  raised: QuestionView[];
  changed: QuestionView[];
  surface: Surface;
} {
  const clock = fakeClock();
  const desk = createDesk({ clock });
  const raised: QuestionView[] = [];
  const changed: QuestionView[] = [];
  const surface: Surface = {
    name: 'inbox',
    reachable: () => options.reachable ?? true,
    raise: view => void raised.push(view),
    changed: view => void changed.push(view),
  };
  desk.addSurface(surface);
  return { desk, clock, raised, changed, surface };
}

describe('asking', () => {
  it('puts one question before the person and gives the asker the answer [E-A-02, E-A-03]', async () => {
    const { desk, raised } = setUp();
    const asked = desk.ask(question());
    const [view] = desk.list(me) as [QuestionView];
    expect(raised.map(one => one.id)).toEqual([view.id]);
    expect(view).toMatchObject({ state: 'waiting', message: 'Your name?', server: { name: 'Records', claim: { name: 'records-admin' } } });
    expect(await desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person)).toMatchObject({ ok: true });
    const answer = await asked;
    expect(answer.result).toEqual({ action: 'accept', content: { name: 'Rowan' } });
    expect(answer.reason).toBeUndefined();
    expect(desk.get(view.id, me)?.state).toBe('saved');
    answer.settle('delivered');
    expect(desk.get(view.id, me)?.state).toBe('delivered');
  });

  it('treats a question without mode as a form [E-R-08]', async () => {
    const { desk } = setUp();
    void desk.ask(question());
    expect(desk.list(me)[0]?.form?.fields.map(field => field.name)).toEqual(['name']);
  });

  it('ends a question that nobody can see as cancel, at once and with a reason [N1]', async () => {
    const { desk } = setUp({ reachable: false });
    const answer = await desk.ask(question());
    expect(answer.result).toEqual({ action: 'cancel' });
    expect(answer).toMatchObject({ reason: 'no-surface', as: 'desk' });
  });

  it('keeps decline and cancel apart and sends no content with either [E-A-05, N2]', async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const { desk } = setUp();
      const asked = desk.ask(question());
      const id = desk.list(me)[0]?.id ?? '';
      await desk.answer(id, { action, content: { name: 'x' } }, person);
      expect((await asked).result).toEqual({ action });
    }
  });

  it('refuses content that does not fit, tells the fields, and goes on waiting [E-J-08]', async () => {
    const { desk } = setUp();
    void desk.ask(question());
    const id = desk.list(me)[0]?.id ?? '';
    const outcome = await desk.answer(id, { action: 'accept', content: { name: 7 } }, person);
    expect(outcome).toMatchObject({ ok: false, reason: 'invalid', issues: [{ field: 'name' }] });
    expect(desk.get(id, me)?.state).toBe('waiting');
  });

  it('drops what the form did not ask for, and nothing else goes out [N3]', async () => {
    const { desk } = setUp();
    const asked = desk.ask(question());
    await desk.answer(desk.list(me)[0]?.id ?? '', { action: 'accept', content: { name: 'Rowan', admin: true } }, person);
    expect((await asked).result.content).toEqual({ name: 'Rowan' });
  });

  it('takes the answer of one person only and shows the question to nobody else [N7]', async () => {
    const { desk } = setUp();
    void desk.ask(question({ principal: 'alice' }));
    const id = desk.list({ principal: 'alice' })[0]?.id ?? '';
    expect(desk.list({ principal: 'bob' })).toEqual([]);
    expect(desk.get(id, { principal: 'bob' })).toBeUndefined();
    const seen: string[] = [];
    desk.subscribe({ principal: 'bob' }, view => void seen.push(view.id));
    expect(await desk.answer(id, { action: 'decline' }, { principal: 'bob', surface: 'inbox', as: 'person' })).toMatchObject({
      reason: 'unknown',
    });
    expect(desk.get(id, { principal: 'alice' })?.state).toBe('waiting');
    expect(seen).toEqual([]);
  });

  it('shows arguments with what looks like a secret masked [N9]', async () => {
    const { desk } = setUp();
    const args = { user: 'rowan', apiKey: 'sk-live-0123456789abcdef', nested: { token: 'abc' } };
    void desk.ask(question({ call: { method: 'tools/call', name: 'book', arguments: args } }));
    expect(desk.list(me)[0]?.call?.arguments).toEqual({ user: 'rowan', apiKey: '••••••', nested: { token: '••••••' } });
  });

  it('refuses what no person can be shown, and shows nothing [E-J-14, E-U-22, N11]', async () => {
    const { desk } = setUp();
    const bad: [string, DeskQuestion['params']][] = [
      ['mode', { mode: 'voice', message: 'm', requestedSchema: nameForm } as never],
      ['schema', { message: 'm' } as never],
      ['schema', { message: 'm', requestedSchema: { type: 'object', properties: { first: '' } } }],
      ['required', { message: 'm', requestedSchema: { ...nameForm, required: ['name', 'ghost'] } }],
      ['ref', { message: 'm', requestedSchema: { type: 'object', properties: { a: { $ref: 'https://evil.example/s.json' } } } }],
      ['too-large', { message: 'x'.repeat(2_000_000), requestedSchema: nameForm }],
      ['scheme', { mode: 'url', message: 'm', url: 'javascript:alert(1)' }],
      ['invalid', { mode: 'url', message: 'm', url: 'not a url' }],
    ];
    for (const [reason, params] of bad) {
      await expect(desk.ask(question({ params })), reason).rejects.toMatchObject({ code: 'QUESTION_INVALID', data: { reason } });
    }
    expect(desk.list(me)).toEqual([]);
  });
});

describe('time', () => {
  it('expires as cancel, on every surface at once, and refuses the late answer with a reason [E-L-01, N12]', async () => {
    const { desk, clock, changed } = setUp();
    const asked = desk.ask(question({ expiresIn: 500 }));
    const id = desk.list(me)[0]?.id ?? '';
    await clock.advance(499);
    expect(desk.get(id, me)?.state).toBe('waiting');
    await clock.advance(1);
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'expired' });
    expect(changed.at(-1)).toMatchObject({ id, state: 'expired' });
    expect(await desk.answer(id, { action: 'accept', content: { name: 'x' } }, person)).toMatchObject({ ok: false, reason: 'late' });
    expect(clock.pending).toBe(0);
  });

  it('gives more time when asked, up to a limit, and tells when there is no more [E-L-02, E-L-03b]', async () => {
    const clock = fakeClock();
    const desk = createDesk({ clock, expiresIn: 60_000, maxExpiresIn: 150_000 });
    desk.addSurface({ name: 'inbox', reachable: () => true });
    const asked = desk.ask(question());
    const id = desk.list(me)[0]?.id ?? '';
    await clock.advance(50_000);
    expect(await desk.extend(id, me)).toBe(clock.now() + 60_000);
    await clock.advance(50_000);
    expect(await desk.extend(id, me)).toBe(clock.now() + 50_000);
    expect(desk.get(id, me)?.extendable).toBe(false);
    expect(await desk.extend(id, me)).toBeUndefined();
    await clock.advance(50_000);
    expect((await asked).reason).toBe('expired');
  });

  it('reminds once, a minute before the end, of what still waits', async () => {
    const { desk, clock, surface } = setUp();
    const reminded: string[] = [];
    Object.assign(surface, { remind: (view: QuestionView) => void reminded.push(`${view.message} ${clock.now()}`) });
    const start = clock.now();
    void desk.ask(question({ expiresIn: 300_000 }));
    void desk.ask(question({ expiresIn: 90_000 }));
    await clock.advance(239_999);
    expect(reminded).toEqual([]);
    await clock.advance(60_001);
    expect(reminded).toEqual([`Your name? ${start + 240_000}`]);
    expect(clock.pending).toBe(0);
  });

  it('withdraws at once when the call is cancelled [E-L-06]', async () => {
    const { desk, changed } = setUp();
    const call = new AbortController();
    const asked = desk.ask(question({ signal: call.signal }));
    call.abort();
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'withdrawn' });
    expect(changed.at(-1)?.state).toBe('withdrawn');
  });

  it('closes everything it opened when the desk closes', async () => {
    const { desk, clock } = setUp();
    const asked = desk.ask(question());
    await desk.close();
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'closed' });
    expect(await desk.ask(question())).toMatchObject({ reason: 'closed' });
    expect(clock.pending).toBe(0);
  });
});

describe('pages', () => {
  const page = question({ params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in?x=1', elicitationId: '0!/odd ümläut' } });

  it('accepts a page without content and keeps it open until the server is done [E-A-04, E-A-09, E-R-14]', async () => {
    const { desk } = setUp();
    const ids: (string | undefined)[] = [];
    const asked = desk.ask({ ...page, onRead: read => void ids.push(read.elicitationId) });
    const [view] = desk.list(me) as [QuestionView];
    expect(view.url).toMatchObject({ href: 'https://svc.example/in?x=1', host: 'svc.example' });
    await desk.opened(view.id, person);
    const answer = await asked;
    expect(answer.result).toEqual({ action: 'accept' });
    expect(desk.get(view.id, me)?.state).toBe('opened');
    answer.settle('delivered');
    expect(desk.get(view.id, me)?.state).toBe('delivered');
    expect(ids).toEqual(['0!/odd ümläut']);
  });

  it('offers retry and giving up while a page is open [E-A-11]', async () => {
    const { desk } = setUp();
    const heard: string[] = [];
    void desk.ask({ ...page, onRetry: () => void heard.push('retry'), onGiveUp: () => void heard.push('give up') });
    const id = desk.list(me)[0]?.id ?? '';
    expect(await desk.retry(id, person)).toMatchObject({ reason: 'late' });
    await desk.opened(id, person);
    expect(await desk.retry(id, person)).toMatchObject({ ok: true });
    expect(await desk.answer(id, { action: 'accept' }, person)).toMatchObject({ reason: 'second-answer' });
    expect(await desk.answer(id, { action: 'cancel' }, person)).toMatchObject({ ok: true });
    expect(heard).toEqual(['retry', 'give up']);
    expect(desk.get(id, me)?.state).toBe('withdrawn');
  });
});

describe('audit', () => {
  it('writes each stage, who acted and what was shown, and never the answer [N9, E-P-12]', async () => {
    const { desk } = setUp();
    const asked = desk.ask(question({ call: { method: 'tools/call', name: 'book' } }));
    const id = desk.list(me)[0]?.id ?? '';
    desk.shown(id, 'inbox', me);
    await desk.answer(id, { action: 'accept', content: { name: 'PLANTED' } }, person);
    (await asked).settle('delivered');
    await desk.answer(id, { action: 'decline' }, person);
    await desk.flush();
    const rows = await desk.audit.rows({ question: id });
    expect(rows.map(row => row.stage)).toEqual([
      'received',
      'attributed',
      'read',
      'inspected',
      'queued',
      'shown',
      'answered',
      'delivered',
      'refused',
    ]);
    expect(rows.find(row => row.stage === 'answered')).toMatchObject({
      by: 'person',
      surface: 'inbox',
      action: 'accept',
      reason: 'guard-time',
      server: 'Records',
    });
    expect(rows.find(row => row.stage === 'shown')?.shown).toMatch(/^[\w-]{43}$/);
    expect(rows.at(-1)).toMatchObject({ reason: 'second-answer' });
    expect(JSON.stringify(rows)).not.toContain('PLANTED');
  });
});
