/** Which input breaks the reader, the checks or the inspectors: written from re-reading them as somebody who wants to. */
import { describe, expect, it } from 'vitest';
import { checkAnswer, fillForm, fingerprint, formFingerprint, isValidAnswer, readForm } from './index.js';
import { inspectForm } from './inspect.js';

const LATEST = { revision: '2026-07-28' } as const;
const formOf = (schema: unknown) => {
  const { form } = readForm(schema, LATEST);
  if (form === undefined) throw new Error('no form');
  return form;
};
/** The best of a few runs: the machine may be busy, the work is the same. */
const best = (work: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 12; run += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

describe('size', () => {
  it.each([
    ['one field with a megabyte of title', { type: 'object', properties: { a: { type: 'string', title: 'x'.repeat(1_048_576) } } }],
    ['many small members', { type: 'object', properties: {}, junk: Array.from({ length: 150_000 }, () => [1]) }],
    [
      'many options',
      {
        type: 'object',
        properties: {
          a: { type: 'string', oneOf: Array.from({ length: 25_000 }, (_, i) => ({ const: `option-${i}`, title: `Option ${i}` })) },
        },
      },
    ],
    ['letters that take three bytes each', { type: 'object', properties: { a: { type: 'string', title: '界'.repeat(350_000) } } }],
    [
      'many fields',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 20_000 }, (_, i) => [`field_number_${i}`, { type: 'string', title: `Title ${i}` }]),
        ),
      },
    ],
  ])('of a megabyte is refused by counting, within 5 ms of parsing: %s [E-J-15]', (_name, schema) => {
    const parsed: unknown = JSON.parse(JSON.stringify(schema));
    expect(JSON.stringify(schema).length).toBeGreaterThan(349_000);
    expect(readForm(parsed, LATEST).form).toBeUndefined();
    // On a machine so busy that even listing the names takes longer, parsing the same text sets the measure.
    const text = JSON.stringify(schema);
    expect(best(() => readForm(parsed, LATEST))).toBeLessThan(
      Math.max(
        5,
        best(() => JSON.parse(text)),
      ),
    );
  });

  it('of ten thousand options is read, checked and filled in at once', () => {
    const schema = {
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string', oneOf: Array.from({ length: 10_000 }, (_, i) => ({ const: `c${i}`, title: `City number ${i}` })) },
        many: { type: 'array', items: { type: 'string', enum: Array.from({ length: 10_000 }, (_, i) => `m${i}`) } },
      },
    };
    expect(readForm(schema, LATEST).issues).toEqual([]);
    expect(best(() => readForm(schema, LATEST))).toBeLessThan(100);
    const form = formOf(schema);
    expect(fillForm(form, [['city', 'c9999']])).toEqual({ ok: true, content: { city: 'c9999' } });
    expect(isValidAnswer(form, { city: 'c10000' })).toBe(false);
    const all = Array.from({ length: 10_000 }, (_, i) => `m${i}`);
    expect(best(() => checkAnswer(form, { city: 'c1', many: all }))).toBeLessThan(50);
    expect(checkAnswer(form, { city: 'c1', many: [...all.slice(1), 'm1'] })).toMatchObject({
      ok: false,
      issues: [{ rule: 'repeated-option' }],
    });
  });
});

describe('names from the prototype', () => {
  it('are data in schemas and answers, and change nothing else [N11]', () => {
    const form = formOf(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"hasOwnProperty":{"type":"boolean"},"valueOf":{"type":"string"}},"required":["__proto__"]}',
      ),
    );
    expect(checkAnswer(form, {})).toMatchObject({ ok: false, issues: [{ field: '__proto__', rule: 'required' }] });
    const check = checkAnswer(form, JSON.parse('{"__proto__":"x","constructor":3,"hasOwnProperty":true}'));
    expect(check.ok && Object.keys(check.content)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
    expect(check.ok && (check.content as Record<string, unknown>).valueOf).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('left blank are not found in the answer', () => {
    const form = formOf({ type: 'object', properties: { toString: { type: 'string' }, name: { type: 'string' } } });
    for (const content of [{}, { name: 'Rowan' }, undefined]) {
      const check = checkAnswer(form, content);
      expect(check.ok && (check.content as Record<string, unknown>).toString).toBeUndefined();
    }
  });

  it('in an answer that nobody asked for are dropped and pollute nothing', () => {
    const form = formOf({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
    const check = checkAnswer(
      form,
      JSON.parse('{"name":"Rowan","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
    );
    expect(check).toEqual({ ok: true, content: { name: 'Rowan' } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(check.ok && (check.content as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('inherited by an answer never count as given', () => {
    const form = formOf({ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] });
    for (const content of [
      Object.create({ ok: true }),
      new (class {
        get ok(): boolean {
          return true;
        }
      })(),
    ]) {
      expect(isValidAnswer(form, content)).toBe(false);
      expect(checkAnswer(form, content)).toMatchObject({ ok: false, issues: [{ rule: 'required' }] });
    }
  });
});

describe('values made to confuse', () => {
  it('are refused whatever they pretend to be', () => {
    const form = formOf({
      type: 'object',
      properties: { s: { type: 'string' }, n: { type: 'number' }, l: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
    });
    const pretending = { length: 1, 0: 'a', toString: () => 'a', valueOf: () => 1 };
    for (const content of [
      { s: pretending },
      { n: pretending },
      { l: pretending },
      { s: Object('a') },
      { n: Object(1) },
      { l: [['a']] },
      { l: Object.assign(['a', 'b'], { length: 3 }) },
    ])
      expect(isValidAnswer(form, content)).toBe(false);
  });

  it('of circular make are refused, not followed', () => {
    const circular: Record<string, unknown> = { type: 'object' };
    circular.properties = { a: circular };
    expect(readForm(circular, LATEST).issues.map(issue => issue.rule)).toEqual(['too-deep']);
  });
});

describe('one form after another', () => {
  it('is checked by its own rules, in any order of checks', () => {
    const forms = [1, 2, 3].map(least => formOf({ type: 'object', properties: { s: { type: 'string', minLength: least } } }));
    for (const order of [
      [0, 1, 2],
      [2, 2, 0],
      [1, 0, 1],
      [0, 0, 2, 1],
    ]) {
      for (const index of order) {
        const form = forms[index];
        if (form === undefined) throw new Error('no form');
        expect([index, isValidAnswer(form, { s: 'x'.repeat(index + 1) }), isValidAnswer(form, { s: 'x'.repeat(index) })]).toEqual([
          index,
          true,
          false,
        ]);
      }
    }
  });

  it('survives a trip through JSON: the copy is checked like the original', () => {
    const form = formOf({ type: 'object', properties: { s: { type: 'string', pattern: '^a+$' }, c: { type: 'string', enum: ['x'] } } });
    const copy = JSON.parse(JSON.stringify(form)) as typeof form;
    for (const content of [{ s: 'aa', c: 'x' }, { s: 'b' }, { c: 'y' }])
      expect(checkAnswer(copy, content)).toEqual(checkAnswer(form, content));
  });
});

describe('fingerprints', () => {
  it('are SHA-256, tell any change apart, and are the same for the same question', async () => {
    for (const value of ['', 'abc', 'x'.repeat(1_000), { a: 'é😀' }, ['\u2028'], null, 7]) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)));
      expect(fingerprint(value)).toBe(
        btoa(String.fromCharCode(...new Uint8Array(digest)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', ''),
      );
    }
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const swapped = { type: 'object', properties: { b: { type: 'string' }, a: { type: 'string' } } };
    expect(formFingerprint(formOf(schema))).toBe(formFingerprint(formOf(structuredClone(schema))));
    expect(formFingerprint(formOf(schema))).not.toBe(formFingerprint(formOf(swapped)));
  });
});

it('never builds code from what it reads: everything here runs where eval is forbidden', () => {
  const forbidden = globalThis.Function;
  globalThis.Function = new Proxy(forbidden, {
    construct() {
      throw new EvalError('forbidden');
    },
    apply() {
      throw new EvalError('forbidden');
    },
  });
  try {
    const form = formOf({
      type: 'object',
      properties: { a: { type: 'string', format: 'email', pattern: '^a' }, n: { type: 'integer', minimum: 1 } },
      required: ['a'],
    });
    expect(checkAnswer(form, { a: 'a@b.co', n: 2 }).ok).toBe(true);
    expect(inspectForm(form, LATEST)).toEqual([]);
  } finally {
    globalThis.Function = forbidden;
  }
});
