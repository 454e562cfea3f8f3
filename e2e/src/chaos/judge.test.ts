import { describe, expect, it } from 'vitest';
import { judge, passes } from './judge.js';
import { type CallEnd, type ChaosRecord, wordsOf } from './record.js';

const answered = (nonce: string, principal: string): CallEnd => ({ kind: 'answered', said: `${nonce} ${wordsOf(principal, nonce)}` });
const GOOD: ChaosRecord = {
  calls: [
    { nonce: 'n1', principal: 'ada', mortal: false, end: answered('n1', 'ada') },
    { nonce: 'n2', principal: 'bob', mortal: false, end: { kind: 'disconnected' } },
    { nonce: 'n3', principal: 'bob', mortal: false, end: { kind: 'error', code: -32603, lost: true } },
    { nonce: 'n5', principal: 'bob', mortal: false, end: { kind: 'error', code: -32021, lost: false } },
    { nonce: 'n6', principal: 'bob', mortal: false, end: { kind: 'not-done' } },
  ],
  effects: [{ nonce: 'n1', words: wordsOf('ada', 'n1') }],
  seen: [
    { question: 'q1', principal: 'ada', nonce: 'n1' },
    { question: 'q2', principal: 'bob', nonce: 'n2' },
  ],
  questions: [
    { question: 'q1', principal: 'ada', nonce: 'n1', state: 'delivered', action: 'accept' },
    { question: 'q2', principal: 'bob', nonce: 'n2', state: 'undeliverable', action: 'accept' },
  ],
  saved: ['q1', 'q2'],
  kills: 12,
};
const count = (over: Partial<ChaosRecord>) => judge({ ...GOOD, ...over }).verdict;

describe('the judge of a run with kills', () => {
  it('finds nothing in a run where everything was done once or reported', () => {
    const judged = judge(GOOD);
    const { verdict, faults } = judged;
    expect(verdict).toEqual({ calls: 5, crossed: 0, lost: 0, twice: 0, stuck: 0, reportedLost: 2, kills: 12 });
    expect([faults, passes(judged)]).toEqual([[], true]);
  });

  it('finds a result, an answer and a question that reached another principal [N7]', () => {
    const [first, ...rest] = GOOD.calls;
    expect(first).toBeDefined();
    expect(count({ calls: [{ nonce: 'n1', principal: 'ada', mortal: false, end: answered('n1', 'bob') }, ...rest] }).crossed).toBe(1);
    expect(count({ calls: [{ nonce: 'n1', principal: 'ada', mortal: false, end: answered('n2', 'ada') }, ...rest] }).crossed).toBe(1);
    expect(count({ effects: [{ nonce: 'n1', words: wordsOf('bob', 'n1') }] }).crossed).toBe(1);
    expect(count({ effects: [...GOOD.effects, { nonce: 'unknown', words: wordsOf('ada', 'unknown') }] }).crossed).toBe(1);
    const bob = JSON.stringify(['https://id.example', 'bob']);
    const own = { calls: [{ nonce: 'n9', principal: bob, mortal: false, end: answered('n9', bob) }], seen: [], questions: [], saved: [] };
    expect(count({ ...own, effects: [{ nonce: 'n9', words: wordsOf(bob, 'n9'), owner: 'bob' }] }).crossed).toBe(0);
    expect(count({ ...own, effects: [{ nonce: 'n9', words: wordsOf(bob, 'n9'), owner: 'ada' }] }).crossed).toBe(1);
    expect(count({ seen: [{ question: 'q1', principal: 'bob', nonce: 'n1' }] }).crossed).toBe(1);
  });

  it('finds an answer that was saved and never arrived nor was reported [N8]', () => {
    const [, second] = GOOD.questions;
    expect(second).toBeDefined();
    expect(count({ questions: [{ question: 'q1', principal: 'ada', nonce: 'n1', state: 'saved', action: 'accept' }] }).lost).toBe(2);
    expect(count({ questions: [...GOOD.questions.slice(1)] }).lost).toBe(1);
    expect(count({ effects: [] }).lost).toBe(2);
    // A server that dies with its gateway may have died with the answer, if its host was told; one that outlives it may not.
    const gone: CallEnd = { kind: 'disconnected' };
    const unknown = (mortal: boolean, end: CallEnd): number =>
      count({ calls: [{ nonce: 'n1', principal: 'ada', mortal, end }, ...GOOD.calls.slice(1)], effects: [] }).lost;
    expect([unknown(true, gone), unknown(false, gone), unknown(true, { kind: 'not-done' })]).toEqual([0, 1, 1]);
  });

  it('finds what was done twice for one call [N5]', () => {
    expect(count({ effects: [...GOOD.effects, ...GOOD.effects, ...GOOD.effects] }).twice).toBe(1);
  });

  it('finds a call, and a question, that is open past its limit [N12]', () => {
    expect(count({ calls: [...GOOD.calls, { nonce: 'n4', principal: 'ada', mortal: false, end: { kind: 'silent' } }] }).stuck).toBe(1);
    for (const state of ['waiting', 'opened'])
      expect(
        count({ questions: [...GOOD.questions, { question: 'q3', principal: 'ada', nonce: 'n1', state, action: undefined }] }).stuck,
      ).toBe(1);
  });

  it('lets no run pass with a fault, with too few kills, or in which hardly anything worked', () => {
    const { verdict, answered, faults } = judge(GOOD);
    for (const fault of ['crossed', 'lost', 'twice', 'stuck'] as const)
      expect(passes({ answered, faults, verdict: { ...verdict, [fault]: 1 } })).toBe(false);
    expect(passes({ answered, faults, verdict: { ...verdict, kills: 9 } })).toBe(false);
    expect(passes({ answered: 0, faults, verdict })).toBe(false);
  });
});
