import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { Type } from 'typebox';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checkAnswer,
  choice,
  choices,
  defineForm,
  type FormIssue,
  integer,
  isMidcallError,
  number,
  readForm,
  receiveAnswer,
  text,
  yesNo,
} from './index.js';

const failure = (define: () => unknown): { code: string; message: string; hint: string; data: unknown } => {
  try {
    define();
  } catch (error) {
    if (isMidcallError(error)) return { code: error.code, message: error.message, hint: error.hint ?? '', data: error.data };
    throw error;
  }
  throw new Error('was defined');
};
const failedRules = (define: () => unknown): readonly string[] =>
  (failure(define).data as readonly FormIssue[]).map(issue => `${issue.path}:${issue.rule}`);

describe('builders', () => {
  const form = defineForm({
    environment: choice({ staging: 'Staging', production: 'Production (live traffic)' }, { title: 'Where to?' }),
    size: choice(['s', 'm'], { optional: true, default: 'm' }),
    tags: choices([{ value: 'a', title: 'Alpha' }, 'b'], { minItems: 1 }),
    seats: integer({ minimum: 1, maximum: 9 }),
    price: number({ optional: true }),
    mail: text({ format: 'email', maxLength: 40, description: 'Work address' }),
    migrate: yesNo({ default: false }),
  });

  it("write the protocol's own shapes, titles in oneOf and items.anyOf, never enumNames, no $schema [E-J-01, E-J-03, E-J-04, E-J-12b]", () => {
    expect(form.schema).toEqual({
      type: 'object',
      properties: {
        environment: {
          type: 'string',
          title: 'Where to?',
          oneOf: [
            { const: 'staging', title: 'Staging' },
            { const: 'production', title: 'Production (live traffic)' },
          ],
        },
        size: { type: 'string', enum: ['s', 'm'], default: 'm' },
        tags: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'a', title: 'Alpha' },
              { const: 'b', title: 'b' },
            ],
          },
          minItems: 1,
        },
        seats: { type: 'integer', minimum: 1, maximum: 9 },
        price: { type: 'number' },
        mail: { type: 'string', description: 'Work address', format: 'email', maxLength: 40 },
        migrate: { type: 'boolean', default: false },
      },
      required: ['environment', 'tags', 'seats', 'mail', 'migrate'],
    });
    expect(form.warnings).toEqual([]);
  });

  it('read back as the very same fields on the other side', () => {
    expect(readForm(JSON.parse(JSON.stringify(form.schema)), { revision: '2026-07-28' })).toEqual({
      form: { fields: form.fields, schema: form.schema, revision: form.revision },
      issues: [],
    });
  });

  it('keep what the dialect cannot say off the wire and check it on arrival', () => {
    const coded = defineForm({ code: text({ pattern: '^[A-Z]{3}$' }) });
    expect(coded.schema).toEqual({ type: 'object', properties: { code: { type: 'string' } }, required: ['code'] });
    expect(coded.warnings.map(warning => warning.rule)).toEqual(['not-portable']);
    expect(checkAnswer(coded, { code: 'abc' })).toMatchObject({ ok: false, issues: [{ rule: 'pattern' }] });
    expect(checkAnswer(coded, { code: 'ABC' }).ok).toBe(true);
  });

  it('mark what only the person may fill in, off the wire', () => {
    const marked = defineForm({ reason: text({ personOnly: true }), other: text() });
    expect(marked.fields.map(field => field.personOnly)).toEqual([true, undefined]);
    expect(JSON.stringify(marked.schema)).not.toContain('personOnly');
  });

  it('make an empty form of an empty record', () => {
    expect(defineForm({}).schema).toEqual({ type: 'object', properties: {} });
  });
});

describe('a form that cannot be asked', () => {
  it('fails at definition with every problem, its path and what to do [E-J-01, E-J-02, E-J-06]', () => {
    const define = () =>
      defineForm({
        type: 'object',
        properties: { a: { type: 'object' }, b: { type: 'string', format: 'ipv4' }, c: { type: 'string', enum: ['x'], default: 'y' } },
        required: ['ghost'],
      } as const);
    expect([...failedRules(define)].sort()).toEqual([
      'a:nested-object',
      'b:unknown-format',
      'c:default-not-in-enum',
      'ghost:required-unknown',
    ]);
    const { code, message, hint } = failure(define);
    expect(code).toBe('FORM_INVALID');
    for (const path of ['a:', 'b:', 'c:', 'ghost:']) expect(message).toContain(path);
    expect(hint).not.toBe('');
  });

  it('fails where a secret is asked for, and points to a page [N4, E-P-02]', () => {
    for (const fields of [
      { password: text() },
      { value: text({ description: 'Your database password' }) },
      { key: text({ title: 'Service API key' }) },
      { cvv: integer() },
      { code: text({ title: 'One-time code' }) },
      { geheim: text({ title: 'Passwort' }) },
    ]) {
      const { code, hint } = failure(() => defineForm(fields));
      expect([code, hint.includes('visit')]).toEqual(['SECRET_ASK', true]);
    }
  });

  it('is not alarmed by words that only sound like it', () => {
    const form = defineForm({
      max_tokens: integer(),
      sort_key: text(),
      passenger_name: text(),
      author: text(),
      pinned: yesNo(),
      policy: choice({ a: 'Password policy', b: 'API key rotation' }),
      santa: text({ title: 'Your secret santa' }),
    });
    expect(form.fields).toHaveLength(7);
  });
});

describe('Standard Schema', () => {
  it('takes zod 4 and reduces what it writes to the dialect', () => {
    const form = defineForm(
      z.object({
        mail: z.email(),
        seats: z.number().int().positive(),
        size: z.enum(['s', 'm']).nullable(),
        day: z.iso.date().optional(),
        tags: z.array(z.enum(['p', 'q'])).min(1),
        kind: z.union([z.literal('x'), z.literal('y')]),
        note: z.string().default('none'),
        site: z.url().describe('With https'),
      }),
    );
    expect(form.schema).toEqual({
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email' },
        seats: { type: 'integer', minimum: 1 },
        size: { type: 'string', enum: ['s', 'm'] },
        day: { type: 'string', format: 'date' },
        tags: { type: 'array', minItems: 1, items: { type: 'string', enum: ['p', 'q'] } },
        kind: { type: 'string', enum: ['x', 'y'] },
        note: { type: 'string', default: 'none' },
        site: { type: 'string', format: 'uri', description: 'With https' },
      },
      required: ['mail', 'seats', 'tags', 'kind', 'site'],
    });
    expect(form.warnings).toEqual([]);
  });

  it('runs refinements and transforms when the answer arrives, asynchronous ones too', async () => {
    const form = defineForm(
      z
        .object({ low: z.int(), high: z.int(), name: z.string().transform(name => name.toUpperCase()) })
        .refine(async range => range.low <= range.high, { path: ['high'], message: 'Must not be below the lower end' }),
    );
    expect(await receiveAnswer(form, { low: 1, high: 2, name: 'rowan', extra: 1 })).toEqual({
      ok: true,
      content: { low: 1, high: 2, name: 'ROWAN' },
    });
    expect(await receiveAnswer(form, { low: 3, high: 2, name: 'rowan' })).toEqual({
      ok: false,
      issues: [{ field: 'high', rule: 'refused', message: 'Must not be below the lower end' }],
    });
    expect(await receiveAnswer(form, { low: '3' })).toMatchObject({
      ok: false,
      issues: [{ field: 'low', rule: 'wrong-type' }, { field: 'high' }, { field: 'name' }],
    });
  });

  it('gives null to a nullable member that was left blank', async () => {
    const form = defineForm(z.object({ size: z.enum(['s', 'm']).nullable() }));
    expect(await receiveAnswer(form, {})).toEqual({ ok: true, content: { size: null } });
  });

  it('takes valibot through its own JSON Schema package, and says so when it was forgotten', async () => {
    const schema = v.object({
      mail: v.pipe(v.string(), v.email()),
      size: v.picklist(['s', 'm', 'l']),
      even: v.pipe(
        v.number(),
        v.integer(),
        v.check(n => n % 2 === 0, 'Enter an even number'),
      ),
    });
    const form = defineForm(toStandardJsonSchema(schema));
    expect(form.schema).toMatchObject({
      properties: { mail: { type: 'string', format: 'email' }, size: { type: 'string', enum: ['s', 'm', 'l'] }, even: { type: 'integer' } },
    });
    expect(await receiveAnswer(form, { mail: 'a@b.co', size: 's', even: 3 })).toMatchObject({
      ok: false,
      issues: [{ field: 'even', message: 'Enter an even number' }],
    });
    const forgotten = failure(() => defineForm(schema as never));
    expect([forgotten.code, forgotten.hint.includes('toStandardJsonSchema')]).toEqual(['FORM_INVALID', true]);
  });

  it('takes ArkType, whose enums have no type and whose dates are only a pattern', async () => {
    const form = defineForm(type({ mail: 'string.email', 'size?': "'s'|'m'|'l'", seats: 'number.integer >= 1', when: 'string.date.iso' }));
    expect(form.schema).toMatchObject({
      properties: { size: { type: 'string', enum: ['l', 'm', 's'] }, seats: { type: 'integer', minimum: 1 }, when: { type: 'string' } },
    });
    expect((await receiveAnswer(form, { mail: 'a@b.co', seats: 1, when: '2026-11-29' })).ok).toBe(true);
    expect(await receiveAnswer(form, { mail: 'a@b.co', seats: 1, when: 'soon' })).toMatchObject({
      ok: false,
      issues: [{ field: 'when', rule: 'refused' }],
    });
  });

  it('takes TypeBox, which is JSON Schema with unions of literals', () => {
    const form = defineForm(
      Type.Object({
        plan: Type.Union([Type.Literal('a'), Type.Literal('b')]),
        seats: Type.Integer({ minimum: 1 }),
        note: Type.Optional(Type.String()),
        size: Type.Union([Type.String(), Type.Null()]),
      }),
    );
    expect(form.schema).toMatchObject({
      properties: { plan: { type: 'string', enum: ['a', 'b'] }, size: { type: 'string' } },
      required: ['plan', 'seats'],
    });
  });

  it('names what a library cannot write as JSON Schema, and what the dialect cannot hold', () => {
    expect(failedRules(() => defineForm(z.object({ day: z.date(), big: z.bigint() })))).toEqual(['day:unknown-type', 'big:unknown-type']);
    expect(failedRules(() => defineForm(toStandardJsonSchema(v.object({ day: v.date() }))))).toEqual(['day:unknown-type']);
    expect(failure(() => defineForm(type({ day: 'Date' }))).code).toBe('FORM_INVALID');
    expect(failedRules(() => defineForm(z.object({ a: z.object({ b: z.string() }), l: z.array(z.string()), id: z.uuid() })))).toEqual([
      'a:nested-object',
      'l:free-list',
      'id:unknown-format',
    ]);
  });
});
