import { describe, expect, it } from 'vitest';
import { type AnswerCheck, checkAnswer, isValidAnswer } from './check-answer.js';
import { readForm } from './read-form.js';

const formOf = (properties: object, required: readonly string[] = []) => {
  const { form } = readForm({ type: 'object', properties, required }, { revision: '2026-07-28' });
  if (form === undefined) throw new Error('no form');
  return form;
};
const rules = (check: AnswerCheck): readonly string[] => (check.ok ? ['ok'] : check.issues.map(issue => `${issue.field}:${issue.rule}`));

describe('checking an answer', () => {
  const form = formOf(
    {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      mail: { type: 'string', format: 'email' },
      seats: { type: 'integer', minimum: 1, maximum: 9 },
      price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.1 },
      ok: { type: 'boolean' },
      plan: { type: 'string', enum: ['a', 'b'] },
      tags: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1, maxItems: 2 },
    },
    ['name', 'ok'],
  );

  it('takes a valid answer and hands back a copy of the fields asked for, and nothing else [E-J-07, E-J-09, E-A-03]', () => {
    const tags = ['x'];
    const given = { name: 'Ro', ok: false, seats: 3, price: 0.3, tags, plan: 'a', mail: 'a@b.co', isAdmin: true };
    const check = checkAnswer(form, given);
    expect(isValidAnswer(form, given)).toBe(true);
    expect(check).toEqual({ ok: true, content: { name: 'Ro', ok: false, seats: 3, price: 0.3, tags: ['x'], plan: 'a', mail: 'a@b.co' } });
    tags.push('hacked');
    expect(check.ok && check.content.tags).toEqual(['x']);
  });

  it('lists everything that is wrong, in the order of the fields', () => {
    expect(rules(checkAnswer(form, { tags: ['q'], seats: 10, mail: 'a@b', name: 'x' }))).toEqual([
      'name:too-short',
      'mail:email',
      'seats:too-large',
      'ok:required',
      'tags:not-an-option',
    ]);
  });

  it('reads missing and null content as an empty answer, which must then pass required [E-A-05]', () => {
    for (const content of [undefined, null, {}]) {
      expect(rules(checkAnswer(form, content))).toEqual(['name:required', 'ok:required']);
      expect(checkAnswer(formOf({}), content)).toEqual({ ok: true, content: {} });
      expect(isValidAnswer(form, content)).toBe(false);
    }
    for (const content of ['x', 7, [], true]) expect(rules(checkAnswer(form, content))).toEqual([':not-an-object']);
  });

  it('takes only strings, numbers, booleans and lists of strings, never null or objects [E-A-06]', () => {
    for (const value of [null, {}, { a: 1 }, [1], [['x']], ['x', null]])
      expect(isValidAnswer(form, { name: 'Ro', ok: true, tags: value })).toBe(false);
    expect(rules(checkAnswer(form, { name: null, ok: 'true', seats: '3' }))).toEqual([
      'name:wrong-type',
      'seats:wrong-type',
      'ok:wrong-type',
    ]);
    const free = formOf({ list: { type: 'array', items: { type: 'string' } } });
    expect(checkAnswer(free, { list: ['a'] })).toEqual({ ok: true, content: { list: ['a'] } });
    for (const value of [null, {}, [1], [null], Number.NaN, ['\ud800']])
      expect(rules(checkAnswer(free, { list: value }))).toEqual(['list:not-sendable']);
  });

  it('takes 30.0 for an integer and 95.5 for a number, and coerces nothing', () => {
    const numbers = formOf({ i: { type: 'integer' }, n: { type: 'number' } });
    expect(isValidAnswer(numbers, { i: 30.0, n: 95.5 })).toBe(true);
    expect(rules(checkAnswer(numbers, { i: 30.5, n: '95.5' }))).toEqual(['i:not-whole', 'n:wrong-type']);
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY]) expect(rules(checkAnswer(numbers, { n }))).toEqual(['n:not-a-number']);
    expect(isValidAnswer(formOf({ n: { type: 'number', multipleOf: 0.1 } }), { n: 0.3 })).toBe(true);
    expect(isValidAnswer(formOf({ n: { type: 'number', multipleOf: 0.1 } }), { n: 0.35 })).toBe(false);
  });

  it('counts code points, and refuses text that is not well-formed', () => {
    const mark = formOf({ mark: { type: 'string', minLength: 1, maxLength: 1 } });
    expect(['😀', 'é', 'a'].map(text => isValidAnswer(mark, { mark: text }))).toEqual([true, true, true]);
    expect(rules(checkAnswer(mark, { mark: 'e\u0301' }))).toEqual(['mark:too-long']);
    expect(rules(checkAnswer(mark, { mark: '' }))).toEqual(['mark:too-short']);
    for (const text of ['\ud800', '\udc00', 'a\ud800b']) expect(rules(checkAnswer(mark, { mark: text }))).toEqual(['mark:malformed-text']);
    expect(rules(checkAnswer(formOf({ mark: { type: 'string', minLength: 2 } }), { mark: '😀' }))).toEqual(['mark:too-short']);
  });

  it('takes an empty text for a required one: only a person must fill it in', () => {
    expect(isValidAnswer(formOf({ who: { type: 'string' } }, ['who']), { who: '' })).toBe(true);
  });

  it('refuses repeats among several choices, and more or fewer than asked for', () => {
    expect(rules(checkAnswer(form, { name: 'Ro', ok: true, tags: ['x', 'x'] }))).toEqual(['tags:repeated-option']);
    expect(rules(checkAnswer(form, { name: 'Ro', ok: true, tags: [] }))).toEqual(['tags:too-few']);
    expect(rules(checkAnswer(form, { name: 'Ro', ok: true, tags: ['x', 'y', 'z'] }))).toEqual(['tags:too-many']);
  });

  it('sends numbers back where a stranger listed numbers', () => {
    const numbers = formOf({ size: { type: 'integer', enum: [1, 2] } });
    expect(isValidAnswer(numbers, { size: 2 })).toBe(true);
    expect(rules(checkAnswer(numbers, { size: '2' }))).toEqual(['size:not-an-option']);
  });

  it('matches patterns anywhere in the text, and never lets one run away [N11]', () => {
    const patterned = formOf({ code: { type: 'string', pattern: '(x+x+)+y' } });
    expect(isValidAnswer(patterned, { code: 'axxyb' })).toBe(true);
    const start = performance.now();
    expect(rules(checkAnswer(patterned, { code: 'x'.repeat(3_000) }))).toEqual(['code:pattern']);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('says what to do and never quotes what was given [N9]', () => {
    const secret = 'xq-7391-never-quoted';
    const all = formOf({
      a: { type: 'string', format: 'date' },
      b: { type: 'integer' },
      c: { type: 'string', enum: ['k'] },
      d: { type: 'string', maxLength: 3 },
      e: { type: 'array', items: { type: 'string', enum: ['k'] } },
    });
    const check = checkAnswer(all, { a: secret, b: secret, c: secret, d: secret, e: [secret] });
    expect(check.ok).toBe(false);
    expect(JSON.stringify(check)).not.toContain(secret);
    expect(check.ok ? [] : check.issues.map(issue => issue.message)).toEqual([
      'Enter a date such as 2026-11-29',
      'Enter a whole number',
      'Choose one of the options',
      'Use at most 3 characters',
      'Choose one of the options',
    ]);
  });

  it('tells the limit as data, for other languages', () => {
    const check = checkAnswer(form, { name: 'Rowan', ok: true });
    expect(check).toMatchObject({ ok: false, issues: [{ field: 'name', rule: 'too-long', limit: 4 }] });
  });
});
