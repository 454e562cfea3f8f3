/** Kill the desk at every step of a call and let another one finish: nothing lost, nothing twice. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, HostDesk } from '../index.js';
import { createDesk } from '../index.js';
import type { Pair, RawHandler } from '../session/peers.test.support.js';
import { until, watching, withRawServer } from '../session/peers.test.support.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const secret = new Uint8Array(32).fill(9);
const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const ask = {
  resultType: 'input_required',
  inputRequests: { who: { method: 'elicitation/create', params: { message: 'Name?', requestedSchema: nameForm } } },
  requestState: 'STATE',
};
const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const waiting = (desk: HostDesk): QuestionView | undefined => desk.list(me).find(view => view.state === 'waiting');

interface World {
  readonly store: Store;
  readonly storeClock: FakeClock;
  /** Answers that reached the server. */
  readonly received: unknown[];
  readonly server: RawHandler;
}

function world(): World {
  const storeClock = fakeClock();
  const received: unknown[] = [];
  const server: RawHandler = request => {
    const answers = request.params.inputResponses;
    if (answers === undefined) return ask;
    received.push(answers);
    return done;
  };
  return { store: memoryStore({ clock: storeClock }), storeClock, received, server };
}

/** A process: a desk on the shared store with one connected session, and a way to kill it. */
async function startProcess(
  { store, server }: World,
  killAt = Number.POSITIVE_INFINITY,
  when: 'before' | 'after' = 'before',
): Promise<Pair & { dead: () => boolean; steps: () => number }> {
  let steps = 0;
  let dead = false;
  const forEver = new Promise<never>(() => {});
  const mortal = new Proxy(store, {
    get(target, name) {
      const verb = target[name as keyof Store] as (...args: unknown[]) => unknown;
      if (name !== 'put' && name !== 'delete' && name !== 'compareAndSet') return typeof verb === 'function' ? verb.bind(target) : verb;
      return async (...args: unknown[]) => {
        if (dead) return forEver;
        steps += 1;
        dead = steps >= killAt;
        if (dead && when === 'before') return forEver;
        const result = await verb.apply(target, args);
        return dead ? forEver : result;
      };
    },
  });
  const clock = fakeClock();
  const desk = createDesk({ clock, store: mortal, secret, surfaces: [watching] });
  const pair = await withRawServer('modern', (request, raw) => (dead ? undefined : server(request, raw)), { desk, clock });
  return { ...pair, dead: () => dead, steps: () => steps };
}

describe('resume', () => {
  it('shows the same question with the same draft and finishes the call', async () => {
    const here = world();
    const first = await startProcess(here);
    void first.session.callTool({ name: 'book', arguments: { room: 'blue' } }).catch(() => {});
    const before = await until(() => waiting(first.desk));
    await first.desk.saveDraft(before.id, { v: 1, values: [['name', 'Row']], at: 1 }, me);
    expect(JSON.stringify(await here.store.list(''))).not.toMatch(/STATE|blue|Row|Name/);

    const second = await startProcess(here);
    expect((await second.desk.resume()).calls).toEqual([]); // the first desk is alive
    await here.storeClock.advance(10_000);
    const { calls, lost } = await second.desk.resume();
    expect(calls).toMatchObject([{ server: 'Records', method: 'tools/call', name: 'book', outcome: 'resumed' }]);
    expect(lost).toEqual([]);
    const after = await until(() => waiting(second.desk));
    expect(after).toMatchObject({ id: before.id, draft: { values: [['name', 'Row']] }, call: { arguments: { room: 'blue' } } });
    await second.desk.answer(after.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    expect(await calls[0]?.result).toMatchObject({ content: [{ text: 'done' }] });
    expect(second.sent('tools/call')[0]?.params).toMatchObject({
      name: 'book',
      arguments: { room: 'blue' },
      requestState: 'STATE',
      inputResponses: { who: { content: { name: 'Rowan' } } },
    });
    await second.desk.close();
    expect((await here.store.list('desk/')).map(entry => entry.key).filter(key => !key.startsWith('desk/alive/'))).toEqual([]);
  });

  it('gives each call to one of two desks that try at once', async () => {
    const here = world();
    const first = await startProcess(here);
    void first.session.callTool({ name: 'book' }).catch(() => {});
    await until(() => waiting(first.desk));
    const [second, third] = [await startProcess(here), await startProcess(here)];
    const reports = await Promise.all([second.desk.resume({ force: true }), third.desk.resume({ force: true })]);
    expect(reports.flatMap(report => report.calls)).toHaveLength(1);
  });

  it('is fenced: a desk that was taken over while it slept sends nothing any more [N5]', async () => {
    const here = world();
    const first = await startProcess(here);
    const sleeping = first.session.callTool({ name: 'book' });
    const asleep = expect(sleeping).rejects.toMatchObject({ code: 'CALL_ABORTED', data: { reason: 'taken-over' } });
    const view = await until(() => waiting(first.desk));
    const second = await startProcess(here);
    const { calls } = await second.desk.resume({ force: true });
    await until(() => waiting(second.desk));
    expect(await first.desk.answer(view.id, { action: 'accept', content: { name: 'Sleeper' } }, person)).toMatchObject({ ok: false });
    await asleep;
    expect((await here.store.list('desk/')).map(entry => entry.key.split('/')[1])).toEqual(expect.arrayContaining(['call', 'question']));
    const again = await until(() => waiting(second.desk));
    await second.desk.answer(again.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    await calls[0]?.result;
    expect(here.received).toEqual([{ who: { action: 'accept', content: { name: 'Rowan' } } }]);
    expect(first.desk.get(view.id, me)?.state).toBe('withdrawn');
  });

  it('leaves alone what another key sealed, and calls of servers that are not attached', async () => {
    const here = world();
    const first = await startProcess(here);
    void first.session.callTool({ name: 'book' }).catch(() => {});
    await until(() => waiting(first.desk));
    const stranger = createDesk({ clock: fakeClock(), store: here.store, secret: new Uint8Array(32).fill(1) });
    expect(await stranger.resume({ force: true })).toEqual({ calls: [], lost: [] });
    const unattached = createDesk({ clock: fakeClock(), store: here.store, secret });
    expect(await unattached.resume({ force: true })).toEqual({ calls: [], lost: [] });
    expect((await here.store.list('desk/call/')).length).toBe(1);
  });

  it('tells the person that a suspended 2025 call is lost [N8]', async () => {
    const here = world();
    const first = createDesk({ clock: fakeClock(), store: here.store, secret, surfaces: [watching] });
    void first.ask({
      params: { message: 'Name?', requestedSchema: nameForm },
      revision: '2025-11-25',
      principal: 'local',
      server: { name: 'Records' },
    });
    const view = await until(() => waiting(first));
    await first.saveDraft(view.id, { v: 1, values: [], at: 1 }, me);
    const second = createDesk({ clock: fakeClock(), store: here.store, secret });
    expect(await second.resume({ force: true })).toMatchObject({
      calls: [],
      lost: [{ id: view.id, state: 'withdrawn', note: 'The call was lost.' }],
    });
    expect(second.list(me)).toMatchObject([{ id: view.id, state: 'withdrawn' }]);
    expect(await second.answer(view.id, { action: 'decline' }, person)).toMatchObject({ ok: false, reason: 'late' });
  });

  it.each(['before', 'after'] as const)(
    'killed %s any write: an answer that was saved arrives once, or is reported [N5, N8, N12, D24]',
    async when => {
      for (let killAt = 1; killAt <= 16; killAt += 1) {
        const here = world();
        const first = await startProcess(here, killAt, when);
        let finished = false;
        void first.session.callTool({ name: 'book' }).then(
          () => {
            finished = true;
          },
          () => {},
        );
        const view = await until(() => waiting(first.desk) ?? (first.dead() && null)).catch(() => undefined);
        let saved = false;
        if (view) {
          void first.desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person).then(outcome => {
            saved = outcome.ok;
          });
        }
        await until(() => first.dead() || finished);
        for (let turn = 0; turn < 30; turn += 1) await new Promise(resolve => setImmediate(resolve));

        const second = await startProcess(here);
        const report = await second.desk.resume({ force: true });
        let settled = false;
        const results = Promise.allSettled(report.calls.map(call => call.result)).then(() => {
          settled = true;
        });
        const again = await until(() => waiting(second.desk) ?? (settled && null));
        if (again) await second.desk.answer(again.id, { action: 'accept', content: { name: 'Again' } }, person);
        await results;

        expect(here.received.length, `${when} write ${killAt}`).toBeLessThanOrEqual(1);
        const reported = report.lost.some(one => one.state === 'undeliverable');
        if (saved) expect(here.received.length === 1 || reported, `${when} write ${killAt}`).toBe(true);
        if (again) expect(here.received).toHaveLength(1);
        if (finished) expect(here.received).toHaveLength(1);
      }
    },
  );
});
