/** Rules before a person, at a real desk with a fake clock. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, DeskPolicy, DeskQuestion, HostDesk, PolicyOptions } from '../index.js';
import { createDesk, createPolicy, createSealer, scriptedSurface } from '../index.js';
import { createVirtualPerson } from './virtual-person.js';

const me = { principal: 'local' };
const person: AnsweredBy = { ...me, surface: 'inbox', as: 'person' };
const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

function question(change: Partial<DeskQuestion> = {}): DeskQuestion {
  return {
    params: { message: 'Your name?', requestedSchema: nameForm },
    revision: '2025-11-25',
    principal: 'local',
    server: { name: 'Records' },
    call: { method: 'tools/call', name: 'book' },
    expiresIn: 60_000,
    ...change,
  };
}

function setUp({ clock = fakeClock(), ...options }: Partial<Omit<PolicyOptions, 'clock'>> & { clock?: FakeClock } = {}): {
  desk: HostDesk;
  policy: DeskPolicy;
  clock: FakeClock;
} {
  const policy = createPolicy({ clock, random: () => 0.5, ...options });
  const desk = createDesk({ clock, policy, surfaces: [{ name: 'inbox', reachable: () => true }] });
  return { desk, policy, clock };
}

const shown = (desk: HostDesk): readonly QuestionView[] => desk.list(me).filter(view => view.state === 'waiting');

describe('standing rules', () => {
  it.each([
    ['mute', { mute: true }],
    ['cut-off', { cutOff: true }],
    ['deny', { tools: { 'b*': 'deny' as const } }],
  ])(
    '%s refuses as a person would: later, with decline, marked as a rule in the audit only [D23, N1, N2, E-P-08]',
    async (rule, server) => {
      const { desk, clock } = setUp({ config: { servers: { Records: server } } });
      const asked = desk.ask(question());
      let answered = false;
      void asked.then(() => {
        answered = true;
      });
      await clock.advance(1_999);
      expect(answered).toBe(false);
      expect(desk.list(me)).toEqual([]);
      await clock.advance(28_001);
      expect((await asked).result).toEqual({ action: 'decline' });
      await desk.flush();
      expect((await desk.audit.rows()).find(row => row.stage === 'answered')).toMatchObject({
        by: 'rule',
        action: 'decline',
        reason: rule,
      });
    },
  );

  it('of one tool or server leave the others alone [D23]', async () => {
    const { desk } = setUp({ config: { servers: { Records: { tools: { drop: 'deny', 'drop_*': 'deny' } }, Other: { mute: true } } } });
    void desk.ask(question());
    expect(shown(desk)).toHaveLength(1);
  });

  it('give refusals one at a time, and hold what comes beyond thirty-two [D23]', async () => {
    const { desk, clock } = setUp({ config: { servers: { Records: { mute: true } } } });
    const ends: number[] = [];
    for (let i = 0; i < 34; i += 1)
      void desk.ask(question({ expiresIn: 600_000 })).then(({ result }) => result.action === 'decline' && ends.push(clock.now()));
    await clock.advance(600_000);
    expect(new Set(ends).size).toBe(ends.length);
    expect(ends.length).toBe(34);
    const gaps = ends.map((end, i) => end - (ends[i - 1] ?? end)).slice(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
  });

  it('go out at once where nobody can learn from the time they take, in CI [D23]', async () => {
    const { desk, clock } = setUp({ immediate: true, config: { servers: { Records: { mute: true } } } });
    const asked = desk.ask(question());
    await clock.advance(0);
    expect((await asked).result).toEqual({ action: 'decline' });
  });

  it('come before the script: the file decides, then the script, then nobody, with a reason [D23, N1]', async () => {
    const clock = fakeClock();
    const policy = createPolicy({ clock, immediate: true, config: { servers: { Records: { mute: true } } } });
    const desk = createDesk({ clock, policy, surfaces: [scriptedSurface({ '*': { name: 'Rowan' } })] });
    const asked = desk.ask(question());
    await clock.advance(0);
    expect(await asked).toMatchObject({ result: { action: 'decline' }, as: 'rule' });
    policy.configure({});
    expect(await desk.ask(question())).toMatchObject({ result: { action: 'accept' }, as: 'script' });
    const other = createDesk({ clock, policy, surfaces: [scriptedSurface({ somethingElse: 'accept' })] });
    expect(await other.ask(question())).toMatchObject({ result: { action: 'cancel' }, reason: 'unscripted' });
    expect(await createDesk({ clock, policy }).ask(question())).toMatchObject({ result: { action: 'cancel' }, reason: 'no-surface' });
  });

  it('wins over an answer that is remembered, whichever was made later [D23, N1]', async () => {
    const { desk, policy, clock } = setUp({ immediate: true });
    void desk.ask(question());
    await policy.mute('local', { server: 'Records', tool: 'book' });
    await policy.remember('local', shown(desk)[0] as QuestionView, {
      content: { name: 'Rowan' },
      until: clock.now() + 1_000_000,
      send: true,
    });
    const asked = desk.ask(question());
    await clock.advance(0);
    expect(await asked).toMatchObject({ result: { action: 'decline' }, as: 'rule' });
  });

  it('made by a person are listed, dated and taken back', async () => {
    const { desk, policy, clock } = setUp({ immediate: true });
    const rule = await policy.mute('local', { server: 'Records', tool: 'book' });
    expect(policy.rules('local')).toMatchObject([{ kind: 'mute', server: 'Records', tool: 'book', madeAt: clock.now() }]);
    expect(policy.rules('alice')).toEqual([]);
    const asked = desk.ask(question());
    await clock.advance(0);
    expect((await asked).result.action).toBe('decline');
    expect(await policy.forget('alice', rule.id)).toBe(false);
    expect(await policy.forget('local', rule.id)).toBe(true);
    void desk.ask(question());
    expect(shown(desk)).toHaveLength(1);
  });
});

describe('passing limits', () => {
  it('hold a burst, let it through as time passes, and cancel what was never shown [D23, E-P-10, N1]', async () => {
    const { desk, clock } = setUp({ config: { rate: { perMinute: 6, burst: 3 } } });
    const answers = Array.from({ length: 20 }, () => desk.ask(question()));
    expect(shown(desk)).toHaveLength(3);
    await clock.advance(10_000);
    expect(shown(desk)).toHaveLength(4);
    await clock.advance(50_000);
    const ended = await Promise.all(answers);
    expect(new Set(ended.map(answer => answer.result.action))).toEqual(new Set(['cancel']));
    expect(ended.filter(answer => answer.reason === 'rate').length).toBeGreaterThan(10);
    expect(clock.pending).toBe(0);
  });

  it('of concurrency let the next question through when one ends [D23]', async () => {
    const { desk, clock } = setUp({ config: { concurrent: 1 } });
    void desk.ask(question());
    void desk.ask(question({ params: { message: 'Second?', requestedSchema: nameForm } }));
    expect(shown(desk).map(view => view.message)).toEqual(['Your name?']);
    await desk.answer(shown(desk)[0]?.id ?? '', { action: 'accept', content: { name: 'x' } }, person);
    expect(shown(desk).map(view => view.message)).toEqual(['Second?']);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('keep a server quiet after it was refused again and again, and say so to the audit only [D23]', async () => {
    const { desk, clock } = setUp({ config: { quietMode: { after: 3, for: 30_000 } } });
    let asked = 0;
    const nag = async (): Promise<void> => {
      while (asked < 100) {
        asked += 1;
        const answer = await desk.ask(question({ expiresIn: 40_000 }));
        if (answer.result.action !== 'decline') return;
      }
    };
    const nagging = nag();
    for (let i = 0; i < 20; i += 1) {
      const [view] = shown(desk);
      if (view !== undefined) await desk.answer(view.id, { action: 'decline' }, person);
      await clock.advance(1);
    }
    expect(asked).toBe(4);
    await clock.advance(30_000);
    expect(shown(desk)).toHaveLength(1);
    await desk.close();
    await nagging;
  });

  it('do not disturb at the times of the policy, nor while the person says so [D23]', async () => {
    const at = new Date(2026, 0, 5, 23, 0).getTime();
    const clock = fakeClock(at);
    const policy = createPolicy({ clock, config: { doNotDisturb: [{ from: '22:00', to: '07:00' }] } });
    const desk = createDesk({ clock, policy, surfaces: [{ name: 'inbox', reachable: () => true }] });
    void desk.ask(question({ expiresIn: 24 * 3_600_000 }));
    expect(shown(desk)).toHaveLength(0);
    await clock.advance(8 * 3_600_000 - 1);
    expect(shown(desk)).toHaveLength(0);
    await clock.advance(1);
    expect(shown(desk)).toHaveLength(1);
    await policy.doNotDisturb('local', clock.now() + 1_000);
    void desk.ask(question());
    expect(shown(desk)).toHaveLength(1);
    await policy.doNotDisturb('local', undefined);
    expect(shown(desk)).toHaveLength(2);
  });

  it('are withdrawn with the call while they hold [D23, N12]', async () => {
    const { desk } = setUp({ config: { concurrent: 1 } });
    void desk.ask(question());
    const call = new AbortController();
    const asked = desk.ask(question({ signal: call.signal }));
    call.abort();
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'withdrawn' });
  });
});

describe('each passing limit', () => {
  const limits: [string, string, () => Partial<Omit<PolicyOptions, 'clock'>>, (set: ReturnType<typeof setUp>) => Promise<void>][] = [
    ['rate', 'rate', () => ({ config: { rate: { perMinute: 0.01, burst: 1 } } }), async ({ desk }) => void desk.ask(question())],
    ['concurrency', 'concurrency', () => ({ config: { concurrent: 1 } }), async ({ desk }) => void desk.ask(question({ expiresIn: 9e6 }))],
    [
      'a full queue of another server',
      'full-queue',
      () => ({ config: { queue: 1 } }),
      async ({ desk }) => void desk.ask(question({ server: { name: 'Other' }, expiresIn: 9e6 })),
    ],
    [
      'quiet mode',
      'quiet-mode',
      () => ({ config: { quietMode: { after: 1, for: 9e6 } } }),
      async ({ desk }) => {
        void desk.ask(question());
        await desk.answer(shown(desk)[0]?.id ?? '', { action: 'decline' }, person);
      },
    ],
    ['do-not-disturb', 'do-not-disturb', () => ({}), async ({ policy, clock }) => policy.doNotDisturb('local', clock.now() + 9e6)],
  ];

  it.each(limits)(
    'holds a question out of sight and cancels it at its expiry, never declines: %s [D23, N1]',
    async (_name, reason, options, before) => {
      const clock = fakeClock();
      const set = setUp({ clock, ...options() });
      await before(set);
      const seen = shown(set.desk).length;
      const asked = set.desk.ask(question({ expiresIn: 30_000 }));
      expect(shown(set.desk)).toHaveLength(seen);
      await clock.advance(29_999);
      let ended = false;
      void asked.then(() => {
        ended = true;
      });
      await clock.advance(0);
      expect(ended).toBe(false);
      await clock.advance(1);
      const answer = await asked;
      expect(answer).toMatchObject({ result: { action: 'cancel' }, as: 'desk', reason });
      await set.desk.flush();
      const rows = await set.desk.audit.rows({ question: answer.question });
      expect(rows.map(row => [row.stage, row.by, row.reason])).toContainEqual(['policy', 'rule', reason]);
      expect(rows.some(row => row.stage === 'shown' || row.stage === 'answered')).toBe(false);
      await set.desk.close();
      expect(clock.pending).toBe(0);
    },
  );

  it('of one person and server says nothing of another person or server [D23, N7]', async () => {
    const { desk, policy, clock } = setUp({ config: { concurrent: 1, quietMode: { after: 1, for: 9e6 } } });
    void desk.ask(question());
    await desk.answer(shown(desk)[0]?.id ?? '', { action: 'decline' }, person);
    await policy.doNotDisturb('bob', clock.now() + 9e6);
    void desk.ask(question());
    void desk.ask(question({ server: { name: 'Other' } }));
    void desk.ask(question({ principal: 'alice' }));
    void desk.ask(question({ principal: 'bob' }));
    expect(shown(desk).map(view => view.server.name)).toEqual(['Other']);
    expect(desk.list({ principal: 'alice' })).toHaveLength(1);
    expect(desk.list({ principal: 'bob' })).toEqual([]);
    await desk.close();
  });

  it('lets more time pass for what it holds: the expiry is the one that was asked for [D23]', async () => {
    const { desk, clock } = setUp({ config: { concurrent: 1 } });
    void desk.ask(question({ expiresIn: 60_000 }));
    const [first] = shown(desk);
    const held = desk.ask(question({ expiresIn: 120_000 }));
    await clock.advance(50_000);
    expect(await desk.extend(first?.id ?? '', me)).toBe(clock.now() + 60_000);
    await clock.advance(50_000);
    expect(await desk.extend(first?.id ?? '', me)).toBe(clock.now() + 60_000);
    await clock.advance(20_000);
    expect(await held).toMatchObject({ result: { action: 'cancel' }, reason: 'concurrency' });
    await desk.close();
  });
});

describe('the virtual person', () => {
  it('takes the time a person takes: log-normal, longer for longer forms, never under two seconds or over thirty [D23]', () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed - 1) / 2_147_483_646;
    };
    const delays = (fields: number): number[] =>
      Array.from({ length: 2_000 }, (_, n) => createVirtualPerson(() => 0, random).next(`s${n}`, fields) ?? 0).sort((a, b) => a - b);
    const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    const medians = [1, 4, 8].map(fields => at(delays(fields), 0.5));
    for (const [i, around] of [4_000, 8_500, 14_500].entries()) expect(Math.abs((medians[i] ?? 0) / around - 1)).toBeLessThan(0.07);
    for (const fields of [0, 1, 12, 100]) {
      const sorted = delays(fields);
      expect([sorted[0] ?? 0, sorted.at(-1) ?? 0].every(ms => ms >= 2_000 && ms <= 30_000)).toBe(true);
    }
    // Log-normal: the quartiles are the same factor away from the median on both sides.
    const four = delays(4);
    const [low, mid, high] = [at(four, 0.25), at(four, 0.5), at(four, 0.75)];
    expect(mid / low).toBeCloseTo(high / mid, 0);
    expect(mid / low).toBeGreaterThan(1.2);
  });
});

describe('remembered answers', () => {
  it('pre-fill the same question of the same tool and wait for the person [D23, N1, N3]', async () => {
    const { desk, policy, clock } = setUp();
    const first = desk.ask(question());
    const view = shown(desk)[0] as QuestionView;
    await policy.remember('local', view, { content: { name: 'Rowan' }, until: clock.now() + 1_000 });
    await desk.answer(view.id, { action: 'accept', content: { name: 'Rowan' } }, person);
    await first;
    void desk.ask(question());
    expect(shown(desk)[0]?.draft?.values).toEqual([['name', 'Rowan']]);
    void desk.ask(question({ call: { method: 'tools/call', name: 'other' } }));
    void desk.ask(question({ params: { message: 'Your other name?', requestedSchema: nameForm } }));
    expect(
      shown(desk)
        .slice(1)
        .map(one => one.draft),
    ).toEqual([undefined, undefined]);
    await clock.advance(1_000);
    void desk.ask(question({ params: { message: 'Your name?', requestedSchema: nameForm } }));
    expect(shown(desk).at(-1)?.draft).toBeUndefined();
  });

  it('are sent without asking only where the person ticked so on this question [D23, N1]', async () => {
    const { desk, policy, clock } = setUp();
    void desk.ask(question());
    const view = shown(desk)[0] as QuestionView;
    await policy.remember('local', view, { content: { name: 'Rowan' }, until: clock.now() + 1_000, send: true });
    const answer = await desk.ask(question());
    expect(answer).toMatchObject({ result: { action: 'accept', content: { name: 'Rowan' } }, as: 'rule' });
    await desk.flush();
    expect((await desk.audit.rows({ question: answer.question })).map(row => [row.stage, row.by])).toContainEqual(['answered', 'rule']);
  });

  it('never answer a confirm or a page [D23, N1]', async () => {
    const { desk, policy, clock } = setUp();
    const confirm = question({
      params: { message: 'Delete?', requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] } },
    });
    void desk.ask(confirm);
    const view = shown(desk)[0] as QuestionView;
    const rule = await policy.remember('local', view, { content: { yes: true }, until: clock.now() + 1_000, send: true });
    expect(rule).toMatchObject({ send: false });
    void desk.ask(confirm);
    expect(shown(desk)).toHaveLength(2);
    void desk.ask(question({ params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in' } }));
    expect(
      await policy.remember('local', shown(desk)[2] as QuestionView, { content: {}, until: clock.now() + 1_000, send: true }),
    ).toBeUndefined();
  });

  it('survive a restart, sealed, and are unreadable with another key [N9]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const sealer = createSealer(new Uint8Array(32).fill(7));
    const before = setUp({ clock, store, sealer });
    void before.desk.ask(question());
    await before.policy.remember('local', shown(before.desk)[0] as QuestionView, {
      content: { name: 'PLANTED' },
      until: clock.now() + 1_000,
    });
    expect(JSON.stringify(await store.list(''))).not.toContain('PLANTED');
    const after = createPolicy({ clock, store, sealer });
    await after.load();
    expect(after.rules('local')).toMatchObject([{ content: { name: 'PLANTED' } }]);
    const stranger = createPolicy({ clock, store, sealer: createSealer(new Uint8Array(32).fill(8)) });
    await stranger.load();
    expect(stranger.rules('local')).toEqual([]);
  });
});
