/** Several desks on one store: seen everywhere, answered anywhere, decided where it was asked. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnsweredBy, AuditLog, DeskOptions, DeskQuestion, HostDesk, Surface } from '../index.js';
import { createDesk, memoryAudit, openGate } from '../index.js';
import { until } from '../session/peers.test.support.js';
import { quiet } from './quiet.test.support.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const secret = new Uint8Array(32).fill(7);
const form = { type: 'object', properties: { name: { type: 'string', maxLength: 6 } }, required: ['name'] };
const yes = { action: 'accept', content: { name: 'Rowan' } } as const;
const page: Surface = { name: 'inbox', reachable: () => true, present: () => ['local'] };

const question = (change: Partial<DeskQuestion> = {}): DeskQuestion => ({
  params: { message: 'Name?', requestedSchema: form },
  revision: '2025-11-25',
  principal: 'local',
  server: { name: 'Records' },
  ...change,
});

let open: HostDesk[] = [];
afterEach(async () => {
  for (const desk of open) await desk.close();
  open = [];
});

interface World {
  readonly clock: FakeClock;
  /** The machine's time goes on, its timers do not. */
  sleep(ms: number): void;
  readonly store: Store;
  readonly audit: AuditLog;
  desk(options?: Partial<DeskOptions>): Promise<HostDesk>;
  /** Time goes by in steps, with turns between: sealing is real work on other threads. */
  pass(ms: number): Promise<void>;
}

function world(): World {
  const awake = fakeClock();
  let slept = 0;
  const clock: FakeClock = { ...awake, now: () => awake.now() + slept };
  const store = memoryStore({ clock });
  const audit = memoryAudit();
  return {
    clock,
    sleep(ms) {
      slept += ms;
    },
    store,
    audit,
    async desk(options = {}) {
      const desk = createDesk({ clock, store, secret, audit, joined: true, policy: openGate, ...options });
      if (options.store === undefined) open.push(desk); // one that is killed never comes to an end
      await desk.ready;
      return desk;
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 500) {
        await clock.advance(Math.min(500, left));
        await quiet();
      }
    },
  };
}

const waiting = (desk: HostDesk, principal = 'local'): QuestionView | undefined =>
  desk.list({ principal }).find(view => view.state === 'waiting');
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const state = (desk: HostDesk, id: string): string | undefined => desk.get(id, me)?.state;

/** The desk of a process that was killed: nothing it does reaches the store any more. */
function mortal(store: Store): { readonly store: Store; kill(): void } {
  let dead = false;
  const forEver = new Promise<never>(() => {});
  const proxy = new Proxy(store, {
    get(target, name) {
      const verb = target[name as keyof Store] as (...args: unknown[]) => unknown;
      if (name === 'watch') return (...args: unknown[]) => (dead ? () => {} : verb.apply(target, args));
      return (...args: unknown[]) => (dead ? forEver : verb.apply(target, args));
    },
  });
  return {
    store: proxy,
    kill: () => {
      dead = true;
    },
  };
}

describe('joined desks', () => {
  it('show each other their questions, answer them anywhere, and tell everywhere how they ended [D24, D31]', async () => {
    const here = world();
    const [asker, other, third] = [await here.desk({ surfaces: [page] }), await here.desk(), await here.desk()];
    const heard: string[] = [];
    third.subscribe(me, view => void heard.push(view.state));
    const asked = asker.ask(question());
    const view = await until(() => waiting(other));
    expect(view).toMatchObject({ message: 'Name?', server: { name: 'Records' } });
    other.shown(view.id, 'inbox', me);
    expect(await other.saveDraft(view.id, { v: 1, values: [['name', 'Row']], at: 1 }, me)).toBe(true);
    expect(asker.get(view.id, me)?.draft?.values).toEqual([['name', 'Row']]);
    const outcome = await other.answer(view.id, yes, { ...person, surface: 'terminal' });
    expect(outcome).toMatchObject({ ok: true, question: { id: view.id, state: 'saved' } });
    const answer = await asked;
    expect(answer).toMatchObject({ result: yes, as: 'person' });
    await until(() => state(third, view.id) === 'saved');
    answer.settle('delivered');
    await until(() => state(other, view.id) === 'delivered' && state(third, view.id) === 'delivered');
    expect(heard.at(-1)).toBe('delivered');
    await asker.flush();
    const rows = await here.audit.rows({ question: view.id });
    expect(rows.filter(row => row.stage === 'answered')).toMatchObject([{ by: 'person', surface: 'terminal', action: 'accept' }]);
    expect(rows.filter(row => row.stage === 'shown')).toMatchObject([{ surface: 'inbox' }]);
    expect((await here.store.list('desk/question/')).length + (await here.store.list('desk/letter/')).length).toBe(0);
  });

  it('take the first answer only, check it where it was asked, and give time there [N2, N12]', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page], expiresIn: 60_000, maxExpiresIn: 90_000 }), await here.desk()];
    const asked = asker.ask(question());
    const { id } = await until(() => waiting(other));
    expect(await other.answer(id, { action: 'accept', content: { name: 'far too long' } }, person)).toMatchObject({
      ok: false,
      reason: 'invalid',
      issues: [{ field: 'name' }],
    });
    await here.pass(30_000);
    expect(await other.extend(id, me)).toBe(here.clock.now() + 60_000);
    expect(await other.extend(id, me)).toBeUndefined();
    const outcomes = await Promise.all([
      other.answer(id, { action: 'decline' }, person),
      asker.answer(id, yes, person),
      other.answer(id, { action: 'cancel' }, person),
    ]);
    expect(outcomes.filter(one => one.ok)).toHaveLength(1);
    for (const one of outcomes) if (!one.ok) expect(one.reason).toBe('second-answer');
    expect(['accept', 'decline']).toContain((await asked).result.action);
    await until(() => state(other, id) === 'saved');
    expect(await other.answer(id, yes, person)).toMatchObject({ ok: false, reason: 'second-answer' });
  });

  it('open pages and try calls again at the desk that asked', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page] }), await here.desk()];
    let retried = 0;
    const asked = asker.ask(
      question({
        params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in', elicitationId: 'e1' },
        onRetry: () => {
          retried += 1;
        },
      }),
    );
    const { id } = await until(() => waiting(other));
    expect(await other.opened(id, person)).toMatchObject({ ok: true, question: { state: 'opened' } });
    await until(() => state(other, id) === 'opened');
    expect(await other.retry(id, person)).toMatchObject({ ok: true });
    expect(retried).toBe(1);
    (await asked).settle('delivered');
    await until(() => state(other, id) === 'delivered');
  });

  it('keep the questions of each person from every other, also by letter [N7]', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page] }), await here.desk()];
    void asker.ask(question({ principal: 'ada', signal: AbortSignal.timeout(60_000) }));
    const surface: Surface = { name: 'inbox', reachable: () => true, present: () => ['ada'] };
    asker.addSurface(surface);
    const { id } = await until(() => waiting(other, 'ada'));
    const bob: AnsweredBy = { principal: 'bob', surface: 'inbox', as: 'person' };
    expect(other.list({ principal: 'bob' })).toEqual([]);
    expect(other.get(id, { principal: 'bob' })).toBeUndefined();
    expect(await other.answer(id, yes, bob)).toMatchObject({ ok: false, reason: 'unknown' });
    expect(await other.saveDraft(id, { v: 1, values: [], at: 1 }, bob)).toBe(false);
    const stored = JSON.stringify(await here.store.list(''));
    for (const clear of ['Records', 'Name?', 'ada', 'local']) expect(stored).not.toContain(clear);
    expect(waiting(other, 'ada')?.id).toBe(id);
  });

  it('leave alone what another key sealed and what a newer version wrote [N11]', async () => {
    const here = world();
    const asker = await here.desk({ surfaces: [page] });
    const stranger = await here.desk({ secret: new Uint8Array(32).fill(1) });
    void asker.ask(question());
    const { id } = await until(() => waiting(asker));
    while ((await here.store.list('desk/question/')).length === 0) await turn();
    await here.store.put('desk/question/forged', 'd1.AAAA.BBBB');
    await here.store.put('desk/letter/nobody/x/1', 'd1.AAAA.BBBB');
    const late = await here.desk();
    expect(late.list(me).map(view => view.id)).toEqual([id]);
    expect(stranger.list(me)).toEqual([]);
    expect(stranger.reachable('local')).toBe(false);
    expect(await here.store.get('desk/question/forged')).toBeDefined();
  });

  it('remember for a week how questions ended, after every process that knew is gone', async () => {
    const here = world();
    const asker = await here.desk({ surfaces: [page] });
    const asked = asker.ask(question());
    const { id } = await until(() => waiting(asker));
    await asker.answer(id, { action: 'decline' }, person);
    (await asked).settle('delivered');
    await asker.close();
    const later = await here.desk();
    expect(later.list(me)).toMatchObject([{ id, state: 'delivered', action: 'decline' }]);
    await here.clock.advance(8 * 24 * 3_600_000); // nobody is there, nothing ticks
    expect((await here.desk()).list(me)).toEqual([]);
  });
});

describe('presence', () => {
  it('at one desk makes the person reachable at all, raises nothing else, and ends with the page [D22]', async () => {
    const here = world();
    const opened: string[] = [];
    const door: Surface = { name: 'browser', reachable: () => false, raise: view => void opened.push(view.id) };
    let there: readonly string[] = ['local'];
    const [asker, other] = [await here.desk({ surfaces: [door] }), await here.desk()];
    expect(asker.reachable('local')).toBe(false);
    other.addSurface({ name: 'inbox', reachable: who => there.includes(who), present: () => there });
    await until(() => asker.reachable('local'));
    expect([asker.present('local'), asker.reachable('eve')]).toEqual([true, false]);
    void asker.ask(question());
    await until(() => waiting(other));
    expect(opened).toEqual([]);
    const stop = other.subscribe(me, () => {});
    there = [];
    stop();
    await until(() => !asker.reachable('local'));
  });

  it('raises in a terminal what another desk asks, also what waited before the terminal came', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page] }), await here.desk()];
    void asker.ask(question());
    await until(() => waiting(other));
    const raised: string[] = [];
    const gone: string[] = [];
    other.addSurface({
      name: 'terminal',
      reachable: () => true,
      present: () => ['local'],
      raise: view => void raised.push(view.message),
      changed: view => void (view.state === 'waiting' || gone.push(view.state)),
    });
    expect(raised).toEqual(['Name?']);
    void asker.ask(question({ params: { message: 'Second?', requestedSchema: form } }));
    await until(() => raised.length === 2);
    await asker.close();
    await until(() => gone.length === 2);
    expect(gone).toEqual(['withdrawn', 'withdrawn']);
  });

  it('is reminded of what another desk asks, a minute before its end, and not of what has ended', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page] }), await here.desk()];
    const reminded: string[] = [];
    other.addSurface({ ...page, name: 'terminal', remind: view => void reminded.push(view.message) });
    void asker.ask(question({ params: { message: 'Later?', requestedSchema: form }, expiresIn: 300_000 }));
    void asker.ask(question({ expiresIn: 90_000 })); // too short to be forgotten
    void asker.ask(question({ params: { message: 'Over?', requestedSchema: form }, expiresIn: 300_000 }));
    await until(() => other.list(me).length === 3);
    const over = other.list(me).find(view => view.message === 'Over?');
    await other.answer(over?.id ?? '', { action: 'decline' }, person);
    await here.pass(239_000);
    expect(reminded).toEqual([]);
    await here.pass(2_000);
    expect(reminded).toEqual(['Later?']);
  });

  it('that was only a frozen process: what it was asked meanwhile is raised after all [N1, D22]', async () => {
    const here = world();
    const frozen = mortal(here.store);
    const raised: string[] = [];
    const asker = await here.desk({ surfaces: [{ name: 'browser', reachable: () => true, raise: view => void raised.push(view.id) }] });
    await here.desk({ store: frozen.store, surfaces: [page] });
    await until(() => asker.present('local'));
    frozen.kill();
    await here.pass(3_000);
    void asker.ask(question());
    const { id } = await until(() => waiting(asker));
    raised.length = 0; // the desk raises; it is the door that leaves a present person in peace
    await here.pass(6_000);
    await until(() => raised.includes(id));
  });
});

describe('a desk that died', () => {
  it('has its questions reported lost on every other desk, once in the audit [N8, N12]', async () => {
    const here = world();
    const victim = mortal(here.store);
    const [asker, one, two] = [await here.desk({ store: victim.store, surfaces: [page] }), await here.desk(), await here.desk()];
    void asker.ask(question());
    const { id } = await until(() => waiting(one) && waiting(two));
    victim.kill();
    await here.pass(5_000);
    expect(state(one, id)).toBe('waiting'); // three signs have not been missed yet
    await here.pass(15_000);
    await until(() => state(one, id) === 'withdrawn' && state(two, id) === 'withdrawn');
    expect(one.get(id, me)?.note).toBe('The call was lost.');
    expect(await two.answer(id, yes, person)).toMatchObject({ ok: false, reason: 'late' });
    await Promise.all([one.flush(), two.flush()]);
    const ends = (await here.audit.rows({ question: id })).filter(row => row.stage === 'closed');
    expect(ends).toHaveLength(1);
    expect(await here.store.list('desk/question/')).toEqual([]);
    // A desk that comes later is told as well.
    expect(state(await here.desk(), id)).toBe('withdrawn');
  });

  it('refuses an answer that it did not take any more, within a bounded time [N12]', async () => {
    const here = world();
    const victim = mortal(here.store);
    const [asker, other] = [await here.desk({ store: victim.store, surfaces: [page] }), await here.desk()];
    void asker.ask(question());
    const { id } = await until(() => waiting(other));
    victim.kill();
    const answered = other.answer(id, yes, person);
    let outcome: unknown;
    void answered.then(one => {
      outcome = one;
    });
    for (let at = 0; at < 6_000 && outcome === undefined; at += 500) await here.pass(500);
    await until(() => outcome !== undefined);
    expect(outcome).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(await here.store.list('desk/letter/')).toEqual([]);
  });

  it('is not taken for dead after the machine slept: every sign is old then, and nobody is dead', async () => {
    const here = world();
    const [asker, other] = [await here.desk({ surfaces: [page] }), await here.desk()];
    const asked = asker.ask(question({ expiresIn: 36_000_000 }));
    const { id } = await until(() => waiting(other));
    await here.pass(20_000);
    // Asleep: one step, in which every timer comes due at once and late.
    here.sleep(4 * 3_600_000);
    await here.pass(20_000);
    expect(state(other, id)).toBe('waiting');
    expect(await other.answer(id, yes, person)).toMatchObject({ ok: true });
    (await asked).settle('delivered');
  });

  it('is not asked for what it left behind before anybody looked: those are shown as lost, never as waiting [N8]', async () => {
    const here = world();
    const victim = mortal(here.store);
    const asker = await here.desk({ store: victim.store, surfaces: [page] });
    void asker.ask(question());
    const { id } = await until(() => waiting(asker));
    while ((await here.store.list('desk/question/')).length === 0) await turn();
    victim.kill();
    await here.clock.advance(60_000);
    const later = await here.desk();
    expect(later.list(me)).toEqual([]);
    await here.pass(6_000);
    await until(() => state(later, id) === 'withdrawn');
  });
});
