import { describe, expect, it } from 'vitest';
import { convertForm } from './convert.js';
import { choice, choices, defineForm, integer, text, yesNo } from './index.js';
import { readForm } from './read-form.js';

const FIRST = '2025-06-18';

describe('towards 2025-06-18', () => {
  const form = defineForm({
    env: choice({ s: 'Staging', p: 'Production' }, { default: 's', description: 'Where to.' }),
    n: integer({ default: 3 }),
    t: choices({ a: 'Alpha', b: 'Beta' }, { minItems: 1, maxItems: 2, default: ['a'], title: 'Parts' }),
    t__0: text({ optional: true }),
    y: yesNo({ default: true }),
  });
  const converted = convertForm(form, FIRST);

  it('writes only what that revision has, and tells what it cannot carry', () => {
    expect(converted.form?.schema).toEqual({
      type: 'object',
      properties: {
        env: { type: 'string', description: 'Where to. Suggested: Staging', enum: ['s', 'p'], enumNames: ['Staging', 'Production'] },
        n: { type: 'integer', description: 'Suggested: 3' },
        t___0: { type: 'boolean', title: 'Parts: Alpha', description: 'Choose 1 to 2 of these', default: true },
        t___1: { type: 'boolean', title: 'Parts: Beta', default: false },
        t__0: { type: 'string' },
        y: { type: 'boolean', default: true },
      },
      required: ['env', 'n', 'y'],
    });
    expect(converted.losses.map(loss => `${loss.field}:${loss.rule}`)).toEqual([
      'env:default-told',
      'n:default-told',
      't:choices-as-booleans',
      't:bounds-told',
    ]);
    expect(readForm(converted.form?.schema, { revision: FIRST, reader: 'author' }).issues).toEqual([]);
  });

  it('folds answers back into the original form and checks them against it', () => {
    expect(converted.answerBack({ env: 's', n: 2, t___0: false, t___1: true, y: true })).toEqual({
      ok: true,
      content: { env: 's', n: 2, t: ['b'], y: true },
    });
    expect(converted.answerBack({ env: 's', n: 2, y: true })).toMatchObject({ ok: false, issues: [{ field: 't', rule: 'too-few' }] });
    expect(converted.answerBack({ env: 's', n: 2, t___0: 'yes', y: true })).toMatchObject({
      ok: false,
      issues: [{ field: 't', rule: 'wrong-type' }],
    });
    expect(converted.answerBack(undefined)).toMatchObject({ ok: false });
  });

  it('leaves an optional list out where nothing was ticked', () => {
    const optional = convertForm(defineForm({ t: choices(['a', 'b'], { optional: true, minItems: 1 }) }), FIRST);
    expect(optional.answerBack({ t__0: false })).toEqual({ ok: true, content: {} });
  });

  it('passes keywords that no revision knows on untouched', () => {
    const { form: read } = readForm(
      { type: 'object', properties: { a: { type: 'string', pattern: '^a', 'x-hint': 'h' } }, 'x-root': 1 },
      { revision: '2025-11-25' },
    );
    expect(read && convertForm(read, FIRST).form?.schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a', 'x-hint': 'h' } },
      'x-root': 1,
    });
  });

  it('drops $schema and says so; drops a default that is too long to tell', () => {
    const { form: read } = readForm(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { a: { type: 'string', default: 'x'.repeat(500) } },
      },
      { revision: '2025-11-25' },
    );
    const old = read && convertForm(read, FIRST);
    expect(old?.form?.schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(old?.losses.map(loss => loss.rule)).toEqual(['default-dropped', 'dialect-dropped']);
  });

  it('says when a form cannot be asked there at all', () => {
    const many = defineForm({ t: choices(Array.from({ length: 400 }, (_, i) => `o${i}`)) });
    const refused = convertForm(many, FIRST);
    expect(refused.form).toBeUndefined();
    expect(refused.losses.map(loss => loss.rule)).toContain('too-many-fields');
  });

  it('writes what was read leniently as it was read', () => {
    const { form: read } = readForm(
      {
        type: 'object',
        $defs: { L: { type: 'string', title: 'Level', enum: ['low', 'high'] } },
        properties: {
          level: { $ref: '#/$defs/L' },
          n: { type: ['integer', 'null'] },
          k: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
      },
      { revision: '2025-11-25' },
    );
    expect(read && convertForm(read, FIRST).form?.schema.properties).toEqual({
      level: { type: 'string', title: 'Level', enum: ['low', 'high'] },
      n: { type: 'integer' },
      k: { type: 'string' },
    });
  });
});

describe('from 2025-06-18 on', () => {
  it('moves fitting enumNames to oneOf and keeps the rest as it came', () => {
    const { form: read } = readForm(
      {
        type: 'object',
        properties: {
          a: { type: 'string', enum: ['x', 'y'], enumNames: ['X', 'Y'], description: 'd' },
          b: { type: 'string', enum: ['x', 'y'], enumNames: ['X'] },
          c: { type: 'boolean', default: true },
        },
      },
      { revision: FIRST },
    );
    const later = read && convertForm(read, '2026-07-28');
    expect(later?.form?.schema.properties).toEqual({
      a: {
        type: 'string',
        description: 'd',
        oneOf: [
          { const: 'x', title: 'X' },
          { const: 'y', title: 'Y' },
        ],
      },
      b: { type: 'string', enum: ['x', 'y'], enumNames: ['X'] },
      c: { type: 'boolean', default: true },
    });
    expect(later?.losses).toEqual([]);
    expect(later?.answerBack({ a: 'x' })).toEqual({ ok: true, content: { a: 'x' } });
  });
});

it('leaves forms between 2025-11-25 and 2026-07-28 as they are', () => {
  const form = defineForm({ a: choices(['x']) });
  const older = convertForm(form, '2025-11-25');
  expect([older.form?.schema, older.form?.revision, older.losses]).toEqual([form.schema, '2025-11-25', []]);
  expect(older.form?.schema).toBe(form.schema);
});
