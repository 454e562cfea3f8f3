/**
 * Two or three desks on one store, answers given anywhere, processes killed between any two writes: what a person was
 * told is saved arrives once or is reported, and nothing stays behind.
 */
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnsweredBy, AuditLog, HostDesk, Surface } from '../index.js';
import { createDesk, memoryAudit, openGate } from '../index.js';
import { quiet } from './quiet.test.support.js';

const PEOPLE = ['ada', 'bob'] as const;
const secret = new Uint8Array(32).fill(3);
const form = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] };
const page: Surface = { name: 'inbox', reachable: () => true, present: () => PEOPLE };
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const DESKS = 3;
const RUNS = 120;

type Move =
  | { readonly do: 'ask'; readonly desk: number; readonly who: number }
  | { readonly do: 'answer'; readonly desk: number; readonly question: number; readonly action: 'accept' | 'decline' | 'cancel' }
  | { readonly do: 'draft' | 'extend' | 'shown'; readonly desk: number; readonly question: number }
  /** Dies after so many more words with the store; the last desk never does. */
  | { readonly do: 'kill'; readonly desk: number; readonly after: number }
  | { readonly do: 'withdraw'; readonly question: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'turns'; readonly count: number };

const desk = fc.nat(DESKS - 1);
const question = fc.nat(3);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask' as const), desk, who: fc.nat(1) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      desk,
      question,
      action: fc.constantFrom('accept' as const, 'accept' as const, 'decline' as const, 'cancel' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('draft' as const, 'extend' as const, 'shown' as const), desk, question }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('kill' as const), desk: fc.nat(DESKS - 2), after: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), question }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 700, 2_500) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('turns' as const), count: fc.nat(6) }) },
);

interface Process {
  readonly desk: HostDesk;
  readonly dead: () => boolean;
  /** Something that it does; never comes back from the dead. */
  word(): Promise<void>;
  killAfter(words: number): void;
}

/** One fate for all ports of a process: after its last word nothing it says arrives, and nothing comes back to it. */
function startProcess(clock: FakeClock, shared: { readonly store: Store; readonly audit: AuditLog }): Process {
  let left = Number.POSITIVE_INFINITY;
  const forEver = new Promise<never>(() => {});
  const speak = <T>(word: () => T): T | Promise<never> => {
    if (left <= 0) return forEver;
    left -= 1;
    const said = word();
    return left <= 0 ? forEver : said;
  };
  const store = new Proxy(shared.store, {
    get(target, name) {
      const verb = target[name as keyof Store] as (...args: unknown[]) => unknown;
      if (name === 'watch')
        return (prefix: string, listener: (key: string) => void) => target.watch(prefix, key => left > 0 && listener(key));
      return (...args: unknown[]) => speak(() => verb.apply(target, args));
    },
  });
  const audit: AuditLog = { append: row => speak(() => shared.audit.append(row)), rows: options => shared.audit.rows(options) };
  const made = createDesk({
    clock,
    store,
    secret,
    audit,
    joined: true,
    policy: openGate,
    surfaces: [page],
    expiresIn: 20_000,
    maxExpiresIn: 40_000,
  });
  return {
    desk: made,
    dead: () => left <= 0,
    word: async () => {
      await turn();
      await speak(() => {});
    },
    killAfter(words) {
      left = Math.min(left, words);
    },
  };
}

interface Asked {
  readonly id: string;
  readonly owner: Process;
  readonly who: string;
  readonly call: AbortController;
  /** What the server's call got, while its process lived. */
  readonly got: { readonly action: string; readonly token: unknown }[];
  readonly saved: { readonly action: string; readonly token: string }[];
}

async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await clock.advance(Math.min(500, left));
    await quiet();
  }
}

it('an answer ends delivered or reported, once, whoever dies between, and nothing crosses to another person [N5, N7, N8, N12, D24]', async () => {
  const met = { saved: 0, delivered: 0, reported: 0, kills: 0, elsewhere: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 24 }), async moves => {
      const clock = fakeClock();
      const store = memoryStore({ clock });
      const audit = memoryAudit();
      const all = Array.from({ length: DESKS }, () => startProcess(clock, { store, audit }));
      await Promise.all(all.map(one => one.desk.ready));
      const questions: Asked[] = [];
      let tokens = 0;

      const ask = (owner: Process, who: string): void => {
        const got: Asked['got'][number][] = [];
        const call = new AbortController();
        const before = new Set(owner.desk.list({ principal: who }).map(view => view.id));
        void owner.desk
          .ask({
            params: { message: 'Token?', requestedSchema: form },
            revision: '2025-11-25',
            principal: who,
            server: { name: 'S' },
            signal: call.signal,
          })
          .then(async answer => {
            // The way to the server takes words too; whoever dies on it has not delivered.
            for (let word = 0; word < 3; word += 1) await owner.word();
            got.push({ action: answer.result.action, token: answer.result.content?.token });
            answer.settle('delivered');
          });
        const view = owner.desk.list({ principal: who }).find(one => !before.has(one.id));
        if (view !== undefined) questions.push({ id: view.id, owner, who, call, got, saved: [] });
      };
      const answer = (at: Process, { id, owner, who, saved }: Asked, action: 'accept' | 'decline' | 'cancel'): void => {
        tokens += 1;
        const token = `t${tokens}`;
        const by: AnsweredBy = { principal: who, surface: 'inbox', as: 'person' };
        const result = action === 'accept' ? { action, content: { token } } : { action };
        at.desk.answer(id, result, by).then(
          outcome => {
            if (!outcome.ok || at.dead()) return;
            saved.push({ action, token });
            if (at !== owner) met.elsewhere += 1;
          },
          () => {},
        );
      };

      // Two questions stand and are seen everywhere; what happens to them, and what comes after, is anything.
      for (const [n, one] of all.slice(0, 2).entries()) ask(one, PEOPLE[n] ?? 'ada');
      await quiet();
      for (const one of moves) {
        const at = 'desk' in one ? all[one.desk] : undefined;
        const about = 'question' in one ? questions[one.question] : undefined;
        if (one.do === 'wait') await pass(clock, one.ms);
        else if (one.do === 'turns') for (let count = 0; count < one.count; count += 1) await turn();
        else if (one.do === 'withdraw') about?.call.abort();
        else if (at === undefined || at.dead()) continue;
        else if (one.do === 'kill') {
          at.killAfter(one.after);
          met.kills += 1;
        } else if (one.do === 'ask') ask(at, PEOPLE[one.who] ?? 'ada');
        else if (about === undefined) continue;
        else if (one.do === 'answer') answer(at, about, one.action);
        else if (one.do === 'draft')
          void at.desk.saveDraft(about.id, { v: 1, values: [['token', 'half']], at: 1 }, { principal: about.who }).catch(() => {});
        else if (one.do === 'extend') void at.desk.extend(about.id, { principal: about.who });
        else at.desk.shown(about.id, 'inbox', { principal: about.who });
      }
      await pass(clock, 90_000);

      const survivor = all[DESKS - 1] as Process;
      for (const { id, owner, who, got, saved } of questions) {
        const other = who === 'ada' ? 'bob' : 'ada';
        for (const { desk: each } of all) expect(each.get(id, { principal: other })).toBeUndefined();
        expect(got.length).toBeLessThanOrEqual(1);
        expect(saved.length).toBeLessThanOrEqual(1);
        const seen = survivor.desk.get(id, { principal: who });
        const [kept] = saved;
        if (kept !== undefined) {
          met.saved += 1;
          const arrived = got.some(one => one.action === kept.action && (kept.action !== 'accept' || one.token === kept.token));
          const reported = seen?.state === 'undeliverable' || (seen?.state === 'delivered' && owner.dead());
          if (arrived) met.delivered += 1;
          if (seen?.state === 'undeliverable') met.reported += 1;
          expect(arrived || reported, `saved and neither delivered nor reported: ${seen?.state}`).toBe(true);
        }
        // Whatever it was, it has ended, for everyone who lives.
        expect(['waiting', 'saved', 'opened']).not.toContain(seen?.state);
        if (!owner.dead()) expect(got).toHaveLength(1);
        const ends = (await audit.rows({ question: id })).filter(row => ['delivered', 'undeliverable', 'closed'].includes(row.stage));
        expect(ends.length).toBeLessThanOrEqual(1);
        if (seen !== undefined) expect(ends).toHaveLength(1);
      }
      for (const prefix of ['question', 'letter', 'reply', 'call']) expect(await store.list(`desk/${prefix}/`)).toEqual([]);
      for (const one of all) if (!one.dead()) await one.desk.close();
    }),
    { numRuns: RUNS },
  );
  expect(met.kills).toBeGreaterThan(30);
  expect(met.saved).toBeGreaterThan(20);
  expect(met.elsewhere).toBeGreaterThan(5);
  expect(met.reported).toBeGreaterThan(0);
});
