import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkAnswer, isValidAnswer } from './check-answer.js';
import type { JsonObject } from './json.js';
import { readForm } from './read-form.js';

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const property: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({ minLength: fc.integer({ min: 0, max: 3 }), maxLength: fc.integer({ min: 3, max: 6 }) }, { requiredKeys: [] })
    .map(limits => ({ type: 'string', ...limits })),
  fc.constantFrom('email', 'uri', 'date', 'date-time').map(format => ({ type: 'string', format })),
  fc
    .record({ minimum: fc.integer({ min: -5, max: 0 }), maximum: fc.integer({ min: 0, max: 5 }) }, { requiredKeys: [] })
    .chain(limits => fc.constantFrom('number', 'integer').map(type => ({ type, ...limits }))),
  fc.constant({ type: 'boolean' }),
  fc.uniqueArray(word, { minLength: 1 }).map(options => ({ type: 'string', enum: options })),
  fc
    .uniqueArray(word, { minLength: 1 })
    .map(options => ({ type: 'string', oneOf: options.map(option => ({ const: option, title: option.toUpperCase() })) })),
  fc
    .tuple(fc.uniqueArray(word, { minLength: 2 }), fc.integer({ min: 0, max: 2 }))
    .map(([options, minItems]) => ({ type: 'array', minItems, uniqueItems: true, items: { type: 'string', enum: options } })),
);
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', '@', '.', ':', '/', '-', '😀', 'é'), maxLength: 8 }),
  word,
  fc.constantFrom('2026-11-29', '2026-11-29T10:00:00Z', 'a@b.co', 'https://example.org/', '2026-02-30'),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -7, max: 7 }),
  fc.integer({ min: -7, max: 7 }),
  fc.boolean(),
  fc.array(word, { maxLength: 3 }),
  fc.constant(null),
  fc.constant({}),
);
const name = fc.constantFrom('name', 'a.b', 'constructor', 'toString', '名前', 'maxItems', 'valueOf');
const schema = fc
  .dictionary(name, property, { minKeys: 1, maxKeys: 4 })
  .chain(properties =>
    fc.record({ type: fc.constant('object'), properties: fc.constant(properties), required: fc.subarray(Object.keys(properties)) }),
  );

it('gives the verdict of the SDK validator with own properties, or a stricter one on uri and date-time only [E-J-08]', () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, allErrors: true });
  addFormats.default(ajv);
  let valid = 0;
  fc.assert(
    fc.property(schema, fc.dictionary(name, value, { maxKeys: 5 }), (requested, content) => {
      const { form } = readForm(requested, { revision: '2026-07-28' });
      if (form === undefined) throw new Error('not read');
      const check = checkAnswer(form, content);
      const theirs = ajv.compile(requested)(content);
      expect(isValidAnswer(form, content)).toBe(check.ok);
      const stricter = !check.ok && check.issues.every(issue => issue.rule === 'uri' || issue.rule === 'date-time');
      expect([requested, content, check.ok]).toEqual([requested, content, stricter ? false : theirs]);
      if (check.ok) {
        valid += 1;
        for (const [key, kept] of Object.entries(check.content)) expect(kept).toEqual(content[key]);
      }
    }),
    { numRuns: 500 },
  );
  expect(valid).toBeGreaterThan(20);
});
