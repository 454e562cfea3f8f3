import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer, isValidAnswer } from './check-answer.js';
import type { Field, Form } from './form.js';

const field = (field: Field): Field => field;
const form: Form = {
  revision: '2025-11-25',
  schema: {},
  fields: [
    field({ kind: 'text', name: 'name', label: 'Name', required: true, minLength: 2, maxLength: 5 }),
    field({ kind: 'text', name: 'mail', label: 'Mail', required: false, format: 'email', maxLength: 12 }),
    field({ kind: 'integer', name: 'count', label: 'Count', required: false, minimum: 1, maximum: 9 }),
    field({
      kind: 'choice',
      name: 'size',
      label: 'Size',
      required: true,
      options: [
        { value: 's', title: 'S' },
        { value: 'm', title: 'M' },
      ],
    }),
    field({ kind: 'boolean', name: 'sure', label: 'Sure', required: false }),
  ],
};

const value = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abcde', 'abcdef', 'a@b.io', 'long.name@example.org', 's', 'm', 'l', '\ud800', '😀😀'),
  fc.constantFrom(0, 1, 5, 9, 10, 1.5, Number.NaN),
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}),
);
const fitting: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: fc.constantFrom('ab', 'abcde', '😀😀'),
  mail: fc.constantFrom('a@b.io', 'x.y@z.org'),
  count: fc.integer({ min: 1, max: 9 }),
  size: fc.constantFrom('s', 'm'),
  sure: fc.boolean(),
};
/** Members in the form's order, each mostly fitting, some missing, now and then a stranger among them. */
const members = fc
  .tuple(
    ...form.fields.map(({ name }) =>
      fc
        .oneof({ weight: 8, arbitrary: fitting[name] as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: value })
        .map(each => [name, each] as const),
    ),
    fc.tuple(fc.constantFrom('extra', '__proto__', 'constructor', 'toString'), value),
  )
  .chain(all => fc.subarray(all, { minLength: 2 }));

describe('an answer', () => {
  it('has one verdict and one content, in whatever order its members come [E-J-07]', () => {
    fc.assert(
      fc.property(members, fc.nat(5), (entries, turn) => {
        const inOrder = Object.fromEntries(entries);
        const turned = Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)]);
        const bare = Object.assign(Object.create(null), { zz: 1 }, inOrder);
        const first = checkAnswer(form, inOrder);
        for (const given of [turned, bare]) {
          const other = checkAnswer(form, given);
          expect(JSON.stringify(sorted(other))).toBe(JSON.stringify(sorted(first)));
          expect(isValidAnswer(form, given)).toBe(first.ok);
        }
        expect(isValidAnswer(form, inOrder)).toBe(first.ok);
        if (first.ok) {
          const own = Object.keys(first.content);
          expect(own.every(name => form.fields.some(each => each.name === name) && inOrder[name] === first.content[name])).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
    function sorted(check: ReturnType<typeof checkAnswer>): unknown {
      return check.ok ? Object.entries(check.content).sort(([a], [b]) => (a < b ? -1 : 1)) : check.issues;
    }
  });

  it('never has a member that only a polluted prototype has [trap 28, N11]', () => {
    const given = { name: 'abc', size: 's' };
    checkAnswer(form, given); // the form is laid out before, as it is in a server that runs
    Object.defineProperty(Object.prototype, 'sure', { value: true, enumerable: true, configurable: true, writable: true });
    const check = checkAnswer(form, given);
    const names = check.ok && Object.keys(check.content);
    const verdict = isValidAnswer(form, given);
    Reflect.deleteProperty(Object.prototype, 'sure');
    expect(names).toEqual(['name', 'size']);
    expect(verdict).toBe(true);
  });

  it('is copied: what the caller does to it later changes nothing', () => {
    const given: Record<string, unknown> = { name: 'abc', size: 's' };
    const check = checkAnswer(form, given);
    given.name = 'changed';
    expect(check.ok && check.content.name).toBe('abc');
  });
});
