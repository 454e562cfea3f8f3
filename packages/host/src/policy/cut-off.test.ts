/** A server is cut off while its questions are in front of the person. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, DeskAnswer, DeskPolicy, DeskQuestion, HostDesk, PolicyOptions } from '../index.js';
import { createDesk, createPolicy } from '../index.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };

function question(server: string, change: Partial<DeskQuestion> = {}): DeskQuestion {
  return {
    params: { message: 'Your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
    revision: '2026-07-28',
    principal: 'local',
    server: { name: server },
    call: { method: 'tools/call', name: 'book' },
    ...change,
  };
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

interface SetUp {
  readonly desk: HostDesk;
  readonly policy: DeskPolicy;
  readonly clock: FakeClock;
  /** Every view that a surface was told of. */
  readonly told: QuestionView[];
}

function setUp(options: Partial<PolicyOptions> & { readonly deskStore?: Store } = {}): SetUp {
  const clock = fakeClock();
  const policy = createPolicy({ clock, random: () => 0.5, ...options });
  const told: QuestionView[] = [];
  const desk = createDesk({
    clock,
    policy,
    surfaces: [{ name: 'inbox', reachable: () => true, changed: view => void told.push(view) }],
    ...(options.deskStore !== undefined && { store: options.deskStore, secret: new Uint8Array(32).fill(5) }),
  });
  return { desk, policy, clock, told };
}

const waiting = (desk: HostDesk): readonly QuestionView[] => desk.list(me).filter(view => view.state === 'waiting');

describe('a cut-off', () => {
  it('takes back what that server has open, at once for the person, as a late decline for the server, and nothing of others [D23, N1, N2]', async () => {
    const { desk, policy, clock, told } = setUp();
    const ends: [DeskAnswer, number][] = [];
    for (let i = 0; i < 3; i += 1) void desk.ask(question('Records')).then(answer => ends.push([answer, clock.now()]));
    void desk.ask(question('Calendar'));
    const start = clock.now();
    const [first] = waiting(desk);
    if (first === undefined) throw new Error('nothing shown');
    told.length = 0;
    await policy.mute('local', { server: 'Records', cutOff: true });
    expect(waiting(desk).map(view => view.server.name)).toEqual(['Calendar']);
    expect(told.map(view => [view.server.name, view.state, view.action])).toEqual(Array(3).fill(['Records', 'saved', 'decline']));
    expect(await desk.answer(first.id, { action: 'accept', content: {} }, person)).toMatchObject({ ok: false, reason: 'unknown' });
    await clock.advance(1_999);
    expect(ends).toEqual([]);
    await clock.advance(90_001);
    expect(ends.map(([answer]) => [answer.result.action, answer.as, answer.reason])).toEqual(Array(3).fill(['decline', 'rule', 'cut-off']));
    const times = ends.map(([, at]) => at - start);
    expect(new Set(times).size).toBe(3);
    expect(times.every((at, i) => at - (times[i - 1] ?? 0) >= 2_000)).toBe(true);
    await desk.flush();
    expect((await desk.audit.rows({ question: first.id })).filter(row => row.by === 'rule').map(row => [row.stage, row.reason])).toEqual([
      ['policy', 'cut-off'],
      ['answered', 'cut-off'],
    ]);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('of one tool leaves the others of the server open; a mute takes nothing back [D23]', async () => {
    const { desk, policy } = setUp();
    void desk.ask(question('Records'));
    void desk.ask(question('Records', { call: { method: 'tools/call', name: 'drop' } }));
    await policy.mute('local', { server: 'Records' });
    expect(waiting(desk)).toHaveLength(2);
    await policy.mute('local', { server: 'Records', tool: 'drop', cutOff: true });
    expect(waiting(desk).map(view => view.call?.name)).toEqual(['book']);
    await desk.close();
  });

  it('written into the file counts the same, and for one person only if it is theirs [N7]', async () => {
    const { desk, policy } = setUp();
    void desk.ask(question('Records'));
    void desk.ask(question('Records', { principal: 'alice' }));
    await policy.mute('alice', { server: 'Records', cutOff: true });
    expect(waiting(desk)).toHaveLength(1);
    expect(desk.list({ principal: 'alice' })).toEqual([]);
    policy.configure({ servers: { Records: { cutOff: true } } });
    expect(waiting(desk)).toEqual([]);
    await desk.close();
  });

  it('of more questions than refusals may wait holds the rest, and shows them again if it is taken back [D23, N12]', async () => {
    const { desk, policy, clock } = setUp({ config: { rate: { perMinute: 600, burst: 100 }, concurrent: 100 } });
    for (let i = 0; i < 40; i += 1) void desk.ask(question('Records'));
    expect(waiting(desk)).toHaveLength(40);
    const rule = await policy.mute('local', { server: 'Records', cutOff: true });
    expect(waiting(desk)).toEqual([]);
    await policy.forget('local', rule.id);
    expect(waiting(desk)).toHaveLength(8);
    await clock.advance(600_000);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('that comes while an answer is being stored loses to it, and counts if storing fails [D24]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    let refuse = false;
    let release: (() => void) | undefined;
    const slow: Store = {
      ...store,
      compareAndSet: async (key, version, value, options) => {
        if (refuse) {
          refuse = false;
          await new Promise<void>(resolve => {
            release = resolve;
          });
          throw new Error('disk full');
        }
        return store.compareAndSet(key, version, value, options);
      },
    };
    const { desk, policy } = setUp({ deskStore: slow });
    void desk.ask(question('Records'));
    const [view] = waiting(desk);
    await desk.flush();
    while ((await store.list('desk/question/')).length === 0) await turn(); // the question itself is stored
    refuse = true;
    const answered = desk.answer(view?.id ?? '', { action: 'accept', content: {} }, person);
    while (release === undefined) await turn();
    await policy.mute('local', { server: 'Records', cutOff: true });
    expect(waiting(desk)).toHaveLength(1);
    const failed = expect(answered).rejects.toThrow('disk full');
    release();
    await failed;
    expect(waiting(desk)).toEqual([]);
    await desk.close();
  });
});
