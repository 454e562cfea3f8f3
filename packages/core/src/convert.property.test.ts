import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.js';
import { convertForm } from './convert.js';
import type { AnswerValue, Field, Form } from './form.js';
import type { JsonObject } from './json.js';
import { readForm } from './read-form.js';
import type { Revision } from './revision.js';

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd__0', '__proto__', 'é'), { minLength: 1, maxLength: 5 });
const titled = words.map(values => values.map(value => ({ const: value, title: `The ${value}` })));
const head = fc.record({ title: fc.constantFrom('One', 'Two'), description: fc.constantFrom('Why.', 'How') }, { requiredKeys: [] });
const withDefault = <T>(schema: JsonObject, value: fc.Arbitrary<T>): fc.Arbitrary<JsonObject> =>
  fc.option(value, { nil: undefined }).map(chosen => (chosen === undefined ? schema : ({ ...schema, default: chosen } as JsonObject)));

const text = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', minLength: 1, maxLength: 9 },
  { type: 'string', format: 'date' },
);
const numeric = fc.constantFrom<JsonObject>({ type: 'integer', minimum: 0 }, { type: 'number', maximum: 10 });
const first = fc.oneof(
  text,
  numeric,
  withDefault({ type: 'boolean' }, fc.boolean()),
  words.map((values): JsonObject => ({ type: 'string', enum: values })),
  words.map((values): JsonObject => ({ type: 'string', enum: values, enumNames: values.map(value => `The ${value}`) })),
);
const later = fc.oneof(
  first,
  numeric.chain(schema => withDefault(schema, fc.integer({ min: 0, max: 10 }))),
  withDefault({ type: 'string' }, fc.constantFrom('one', 'two')),
  words.chain(values => withDefault({ type: 'string', enum: values }, fc.constantFrom(...values))),
  titled.chain(options => withDefault({ type: 'string', oneOf: options }, fc.constantFrom(...options.map(option => option.const)))),
  words.chain(values => withDefault({ type: 'array', items: { type: 'string', enum: values } }, fc.subarray(values))),
  fc
    .tuple(titled, fc.integer({ min: 0, max: 1 }))
    .map(([options, minItems]): JsonObject => ({ type: 'array', minItems, maxItems: 3, items: { anyOf: options } })),
);
const name = fc.constantFrom('t', 't__0', 't___1', 'constructor', 'b c', '名');

const forms = (property: fc.Arbitrary<JsonObject>, revision: Revision): fc.Arbitrary<Form> =>
  fc
    .dictionary(
      name,
      fc.tuple(property, head).map(([schema, more]): JsonObject => ({ ...schema, ...more })),
      { minKeys: 1 },
    )
    .chain(properties => fc.subarray(Object.keys(properties)).map(required => ({ type: 'object', properties, required })))
    .map(schema => {
      const { form } = readForm(schema, { revision });
      if (form === undefined) throw new Error('not read');
      return form;
    });

const value = (field: Field): fc.Arbitrary<AnswerValue> => {
  switch (field.kind) {
    case 'choice':
      return fc.constantFrom(...field.options.map(option => option.value));
    case 'choices':
      return fc.subarray(field.options.map(option => option.value));
    case 'boolean':
      return fc.boolean();
    case 'text':
      return fc.constantFrom('x', 'yy', '2026-11-29');
    default:
      return fc.integer({ min: -2, max: 12 });
  }
};
const answers = (form: Form): fc.Arbitrary<Record<string, AnswerValue>> =>
  fc
    .tuple(...form.fields.map(field => fc.option(value(field), { nil: undefined })))
    .map(values =>
      Object.fromEntries(form.fields.flatMap((field, i) => (values[i] === undefined ? [] : [[field.name, values[i] as AnswerValue]]))),
    );

describe('conversion', () => {
  it('is legal in 2025-06-18, whatever a later revision can carry, and every answer folds back to the original', () => {
    fc.assert(
      fc.property(
        forms(later, '2026-07-28').chain(form => fc.tuple(fc.constant(form), answers(form))),
        ([form, answer]) => {
          const converted = convertForm(form, '2025-06-18');
          if (converted.form === undefined) throw new Error('not converted');
          expect(
            readForm(converted.form.schema, { revision: '2025-06-18', reader: 'author' }).issues.filter(
              issue => issue.severity === 'error',
            ),
          ).toEqual([]);
          // The person answers the same: each list as its ticks.
          const ticks = Object.entries(answer).flatMap(([key, given]): [string, AnswerValue][] => {
            const field = form.fields.find(each => each.name === key);
            if (field?.kind !== 'choices' || !Array.isArray(given)) return [[key, given]];
            const first =
              converted.form?.fields.findIndex(
                each => each.kind === 'boolean' && each.label === `${field.label}: ${field.options[0]?.title}`,
              ) ?? -1;
            const parts = form.fields
              .slice(0, form.fields.indexOf(field))
              .reduce((sum, each) => sum + (each.kind === 'choices' ? each.options.length : 1), 0);
            expect(first).toBeGreaterThanOrEqual(0);
            return field.options.map((option, index) => [converted.form?.fields[parts + index]?.name ?? '', given.includes(option.value)]);
          });
          const back = converted.answerBack(Object.fromEntries(ticks));
          const direct = checkAnswer(form, answer);
          expect(back.ok).toBe(wouldPass(form, answer));
          if (back.ok) {
            expect(checkAnswer(form, back.content).ok).toBe(true);
            if (direct.ok)
              for (const [key, kept] of Object.entries(back.content)) expect(sorted(kept)).toEqual(sorted(direct.content[key]));
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('brings every form of 2025-06-18 to a later revision and back unchanged', () => {
    fc.assert(
      fc.property(forms(first, '2025-06-18'), form => {
        const there = convertForm(form, '2026-07-28').form;
        const back = there && convertForm(there, '2025-06-18').form;
        expect(back?.fields).toEqual(form.fields);
      }),
      { numRuns: 250 },
    );
  });

  it('changes nothing between the two later revisions', () => {
    fc.assert(
      fc.property(forms(later, '2025-11-25'), form => convertForm(form, '2026-07-28').form?.schema === form.schema),
      { numRuns: 100 },
    );
  });
});

/** An answer passes after the way through ticks if it passes once unticked lists read as none (required) or blank. */
function wouldPass(form: Form, answer: Readonly<Record<string, AnswerValue>>): boolean {
  const entries = form.fields.flatMap((field): [string, AnswerValue][] => {
    const given = Object.hasOwn(answer, field.name) ? answer[field.name] : undefined;
    if (field.kind !== 'choices') return given === undefined ? [] : [[field.name, given]];
    if (Array.isArray(given) && given.length > 0) return [[field.name, given]];
    return field.required ? [[field.name, []]] : [];
  });
  return checkAnswer(form, Object.fromEntries(entries)).ok;
}

function sorted(given: AnswerValue | undefined): unknown {
  return Array.isArray(given) ? [...given].sort() : given;
}
