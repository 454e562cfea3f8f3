/** Rules before a person, at a real desk with a fake clock. */
import type { QuestionView } from '@midcall/core/contract';
import type { FakeClock } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, DeskPolicy, DeskQuestion, HostDesk, PolicyOptions } from '../index.js';
import { createDesk, createPolicy, createSealer, scriptedSurface } from '../index.js';

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

function setUp(options: Partial<PolicyOptions> = {}): { desk: HostDesk; policy: DeskPolicy; clock: FakeClock } {
  const clock = fakeClock();
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
  ])('%s refuses as a person would: later, with decline, marked as a rule in the audit only [N1, N2, E-P-08]', async (rule, server) => {
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
    expect((await desk.audit.rows()).find(row => row.stage === 'answered')).toMatchObject({ by: 'rule', action: 'decline', reason: rule });
  });

  it('of one tool or server leave the others alone', async () => {
    const { desk } = setUp({ config: { servers: { Records: { tools: { drop: 'deny', 'drop_*': 'deny' } }, Other: { mute: true } } } });
    void desk.ask(question());
    expect(shown(desk)).toHaveLength(1);
  });

  it('give refusals one at a time, and hold what comes beyond thirty-two', async () => {
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

  it('go out at once where nobody can learn from the time they take', async () => {
    const { desk, clock } = setUp({ immediate: true, config: { servers: { Records: { mute: true } } } });
    const asked = desk.ask(question());
    await clock.advance(0);
    expect((await asked).result).toEqual({ action: 'decline' });
  });

  it('come before the script: the file decides, then the script, then nobody', async () => {
    const clock = fakeClock();
    const policy = createPolicy({ clock, immediate: true, config: { servers: { Records: { mute: true } } } });
    const desk = createDesk({ clock, policy, surfaces: [scriptedSurface('accept')] });
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
  it('hold a burst, let it through as time passes, and cancel what was never shown [E-P-10, N1]', async () => {
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

  it('let the next question through when one ends', async () => {
    const { desk, clock } = setUp({ config: { concurrent: 1 } });
    void desk.ask(question());
    void desk.ask(question({ params: { message: 'Second?', requestedSchema: nameForm } }));
    expect(shown(desk).map(view => view.message)).toEqual(['Your name?']);
    await desk.answer(shown(desk)[0]?.id ?? '', { action: 'accept', content: { name: 'x' } }, person);
    expect(shown(desk).map(view => view.message)).toEqual(['Second?']);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('keep a server quiet after it was refused again and again, and say so to the audit only', async () => {
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

  it('do not disturb at the times of the policy, nor while the person says so', async () => {
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
    policy.doNotDisturb('local', clock.now() + 1_000);
    void desk.ask(question());
    expect(shown(desk)).toHaveLength(1);
    policy.doNotDisturb('local', undefined);
    expect(shown(desk)).toHaveLength(2);
  });

  it('are withdrawn with the call while they hold', async () => {
    const { desk } = setUp({ config: { concurrent: 1 } });
    void desk.ask(question());
    const call = new AbortController();
    const asked = desk.ask(question({ signal: call.signal }));
    call.abort();
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'withdrawn' });
  });
});

describe('remembered answers', () => {
  it('pre-fill the same question of the same tool and wait for the person [N1, N3]', async () => {
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

  it('are sent without asking only where the person ticked so on this question [N1]', async () => {
    const { desk, policy, clock } = setUp();
    void desk.ask(question());
    const view = shown(desk)[0] as QuestionView;
    await policy.remember('local', view, { content: { name: 'Rowan' }, until: clock.now() + 1_000, send: true });
    const answer = await desk.ask(question());
    expect(answer).toMatchObject({ result: { action: 'accept', content: { name: 'Rowan' } }, as: 'rule' });
    await desk.flush();
    expect((await desk.audit.rows({ question: answer.question })).map(row => [row.stage, row.by])).toContainEqual(['answered', 'rule']);
  });

  it('never answer a confirm or a page [N1]', async () => {
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
