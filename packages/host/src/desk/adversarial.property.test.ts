/** Any order of answers, expiry, withdrawal, extension, closing, with a store that is slow or fails: one end, nothing stuck. */
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy, AnswerOutcome, DeskAnswer } from '../index.js';
import { createDesk, openGate } from '../index.js';

const me = { principal: 'local' };
const by = (surface: string): AnsweredBy => ({ ...me, surface, as: 'person' });
const nameForm = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } }, required: ['name'] };

type Move =
  | { readonly do: 'answer'; readonly result: ElicitResult; readonly surface: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'withdraw' | 'extend' | 'draft' | 'shown' | 'close' | 'leave' };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      surface: fc.constantFrom('inbox', 'terminal'),
      result: fc.constantFrom<ElicitResult>(
        { action: 'accept', content: { name: 'ok' } },
        { action: 'accept', content: { name: 'far too long' } },
        { action: 'accept' },
        { action: 'decline' },
        { action: 'cancel' },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 5, 10, 50, 99, 100, 101, 500) }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Move>(
      { do: 'withdraw' },
      { do: 'extend' },
      { do: 'draft' },
      { do: 'shown' },
      { do: 'close' },
      { do: 'leave' },
    ),
  },
);

/** Writes take `delay` ms of the fake clock; every `failEvery`th fails. */
function slowStore(clock: FakeClock, delay: number, failEvery: number): Store {
  const store = memoryStore({ clock });
  let writes = 0;
  const later = <T>(write: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      writes += 1;
      const fails = failEvery > 0 && writes % failEvery === 0;
      const go = (): void => {
        if (fails) reject(new Error('the disk is full'));
        else write().then(resolve, reject);
      };
      if (delay === 0) go();
      else clock.setTimeout(go, delay);
    });
  return {
    ...store,
    put: (key, value, options) => later(() => store.put(key, value, options)),
    compareAndSet: (key, version, value, options) => later(() => store.compareAndSet(key, version, value, options)),
  };
}

/** Sealing is real work on other threads: lets it finish, moving the clock for what it starts. */
async function quiet(clock: FakeClock, ready: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (let calm = 0; calm < 12 && Date.now() < deadline; ) {
    await new Promise(resolve => setImmediate(resolve));
    await clock.advance(25);
    calm = ready() ? calm + 1 : 0;
  }
}

describe('one question', () => {
  it('ends once, as told to everyone, in any order of events [N2, N8, N12, D24, E-L-07]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { maxLength: 14 }),
        fc.constantFrom(0, 20),
        fc.constantFrom(0, 2, 3),
        async (moves, delay, failEvery) => {
          const clock = fakeClock();
          let there = true;
          const desk = createDesk({
            clock,
            store: slowStore(clock, delay, failEvery),
            secret: new Uint8Array(32).fill(1),
            policy: openGate,
            expiresIn: 100,
            maxExpiresIn: 60_300,
          });
          const seen: QuestionView[] = [];
          desk.addSurface({ name: 'inbox', reachable: () => there, changed: view => void seen.push(view) });
          const call = new AbortController();
          let ends = 0;
          let answer: DeskAnswer | undefined;
          void desk
            .ask({
              params: { message: 'm', requestedSchema: nameForm },
              revision: '2025-11-25',
              principal: 'local',
              server: { name: 'Records' },
              signal: call.signal,
            })
            .then(ended => {
              ends += 1;
              answer = ended;
            });
          const id = desk.list(me)[0]?.id ?? '';
          const outcomes: AnswerOutcome[] = [];
          const given: ElicitResult[] = [];
          for (const one of moves) {
            if (one.do === 'answer') {
              void desk.answer(id, one.result, by(one.surface)).then(
                outcome => {
                  outcomes.push(outcome);
                  if (outcome.ok) given.push(one.result);
                },
                () => {},
              );
            } else if (one.do === 'wait') await clock.advance(one.ms);
            else if (one.do === 'withdraw') call.abort();
            else if (one.do === 'extend') void desk.extend(id, me);
            else if (one.do === 'draft') void desk.saveDraft(id, { v: 1, values: [['name', 'd']], at: clock.now() }, me);
            else if (one.do === 'shown') desk.shown(id, 'inbox', me);
            else if (one.do === 'leave') there = false;
            else void desk.close();
          }
          await clock.advance(200_000);
          await quiet(clock, () => ends > 0);

          expect(ends).toBe(1);
          expect(given.length).toBeLessThanOrEqual(1);
          expect(answer?.result.action).toBe(given[0]?.action ?? 'cancel');
          if (given[0]?.action === 'accept') expect(answer?.result.content).toEqual({ name: 'ok' });
          if (given.length === 0) expect(answer?.as).toBe('desk');
          for (const outcome of outcomes) if (!outcome.ok) expect(outcome.sentence).not.toBe('');
          // Once it has ended it is never shown as waiting again.
          const firstEnd = seen.findIndex(view => view.state !== 'waiting');
          expect(firstEnd).toBeGreaterThanOrEqual(0);
          expect(seen.slice(firstEnd).every(view => view.state !== 'waiting')).toBe(true);
          answer?.settle('delivered');
          answer?.settle('undeliverable', 'twice');
          if (given.length === 1) expect(desk.get(id, me)?.state).toBe('delivered');
          await quiet(clock, () => clock.pending === 0);
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
