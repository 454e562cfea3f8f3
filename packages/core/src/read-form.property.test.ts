import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuestionView } from './contract.js';
import { convertForm } from './convert.js';
import { checkAnswer, fillForm, initialDraft, isValidAnswer, readForm } from './index.js';
import { inspectForm } from './inspect.js';
import { REVISIONS } from './revision.js';

const KEYWORDS = [
  'type',
  'properties',
  'required',
  'enum',
  'enumNames',
  'oneOf',
  'anyOf',
  'const',
  'title',
  'description',
  'default',
  'items',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'multipleOf',
  'minItems',
  'maxItems',
  '$ref',
  '$schema',
  '$defs',
  'allOf',
  '__proto__',
  'constructor',
  'a',
];
const scalar = fc.oneof(
  fc.constantFrom(
    'object',
    'string',
    'number',
    'integer',
    'boolean',
    'array',
    'null',
    'email',
    'date',
    '#/properties/a',
    '#/$defs/a',
    'https://x.example/',
    '([',
    '^a+$',
    'a',
    '\ud800',
    '\u202e',
  ),
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 1e308),
  fc.string({ maxLength: 5 }),
);
/** JSON that looks enough like a schema to get deep into the reader, own `__proto__` members included. */
const { schema } = fc.letrec<{ schema: unknown }>(tie => ({
  schema: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalar,
    fc.array(tie('schema'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYWORDS), tie('schema')), { maxLength: 5 })
      .map(entries => Object.fromEntries(entries) as unknown),
  ),
}));
const root = fc.oneof(
  schema,
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString'), schema), { maxLength: 4 }),
      fc.option(schema, { nil: undefined }),
    )
    .map(([properties, required]) => ({
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required === undefined ? {} : { required }),
    })),
);

it('never throws and never half-reads, whatever JSON is offered as a schema or as an answer [N11]', () => {
  let read = 0;
  fc.assert(
    fc.property(root, schema, fc.constantFrom(...REVISIONS), fc.constantFrom('host', 'author'), (offered, answer, revision, reader) => {
      const { form, issues } = readForm(offered, { revision, reader });
      expect(form === undefined).toBe(issues.some(issue => issue.severity === 'error'));
      if (form === undefined) return;
      read += 1;
      expect(form.fields.map(field => field.name)).toEqual(Object.keys((form.schema.properties ?? {}) as object));
      inspectForm(form, { revision, message: 'm' });
      expect(checkAnswer(form, answer).ok).toBe(isValidAnswer(form, answer));
      const filled = fillForm(form, initialDraft(form), { zone: 'UTC' });
      if (filled.ok) expect(isValidAnswer(form, filled.content)).toBe(true);
      for (const to of REVISIONS) convertForm(form, to).answerBack(answer);
      const view = {
        v: 1,
        id: 'q',
        server: { name: 's' },
        revision,
        message: 'm',
        form,
        findings: [],
        state: 'waiting',
        askedAt: 1,
        extendable: false,
      };
      expect(parseQuestionView(JSON.parse(JSON.stringify(view)))).toBeDefined();
    }),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(200);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
