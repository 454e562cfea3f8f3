import { describe, expect, it } from 'vitest';
import type { Field } from './form.js';
import { readForm } from './read-form.js';

const LATEST = '2026-07-28';
const form = (properties: object, more: object = {}): unknown => ({ type: 'object', properties, ...more });
const host = (schema: unknown) => readForm(schema, { revision: LATEST });
const author = (schema: unknown) => readForm(schema, { revision: LATEST, reader: 'author' });
const field = (property: unknown): Field => {
  const { form: read } = host(form({ f: property }));
  if (read?.fields[0] === undefined) throw new Error('no field');
  return read.fields[0];
};
const hostRules = (property: unknown): readonly string[] =>
  host(form({ f: property })).issues.map(issue => `${issue.severity}:${issue.rule}`);
const authorErrors = (schema: unknown): readonly string[] =>
  author(schema)
    .issues.filter(issue => issue.severity === 'error')
    .map(issue => `${issue.path}:${issue.rule}`);

describe('reading the dialect', () => {
  it('reads all five enum forms of the protocol as choices, titles shown and values sent [E-J-03]', () => {
    const options = [
      { value: 'r', title: 'Red' },
      { value: 'g', title: 'Green' },
    ];
    const branches = options.map(option => ({ const: option.value, title: option.title }));
    expect(field({ type: 'string', enum: ['r', 'g'] })).toMatchObject({
      kind: 'choice',
      options: [
        { value: 'r', title: 'r' },
        { value: 'g', title: 'g' },
      ],
    });
    expect(field({ type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] })).toMatchObject({ kind: 'choice', options });
    expect(field({ type: 'string', oneOf: branches })).toMatchObject({ kind: 'choice', options });
    expect(field({ type: 'array', items: { type: 'string', enum: ['r', 'g'] }, minItems: 1, maxItems: 2 })).toMatchObject({
      kind: 'choices',
      minItems: 1,
      maxItems: 2,
    });
    expect(field({ type: 'array', items: { anyOf: branches } })).toMatchObject({ kind: 'choices', options });
    for (const legal of [
      { type: 'string', enum: ['r', 'g'] },
      { type: 'string', oneOf: branches },
      { type: 'array', items: { anyOf: branches } },
    ])
      expect(author(form({ f: legal })).issues).toEqual([]);
  });

  it('reads every primitive with its limits and default', () => {
    expect(
      field({ type: 'string', title: 'Mail', description: 'Work', format: 'email', minLength: 3, maxLength: 9, default: 'a@b.co' }),
    ).toEqual({
      kind: 'text',
      name: 'f',
      label: 'Mail',
      description: 'Work',
      required: false,
      format: 'email',
      minLength: 3,
      maxLength: 9,
      default: 'a@b.co',
    });
    expect(field({ type: 'number', minimum: 0, maximum: 1, default: 0.5 })).toMatchObject({
      kind: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.5,
    });
    expect(field({ type: 'integer', default: 30 })).toMatchObject({ kind: 'integer', default: 30 });
    expect(field({ type: 'boolean', default: true })).toMatchObject({ kind: 'boolean', default: true });
    expect(field({ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] })).toMatchObject({
      kind: 'choices',
      default: ['b'],
    });
  });

  it('keeps the order of properties and tells what is required', () => {
    const read = host(form({ zeta: { type: 'string' }, alpha: { type: 'string' }, mid: { type: 'string' } }, { required: ['mid'] })).form;
    expect(read?.fields.map(each => [each.name, each.required])).toEqual([
      ['zeta', false],
      ['alpha', false],
      ['mid', true],
    ]);
  });

  it('makes a label of the name where there is no title', () => {
    const label = (name: string): string | undefined => host(form({ [name]: { type: 'string' } })).form?.fields[0]?.label;
    expect(['max_items', 'maxItems', 'max-items', 'a.b', '名前', '__proto', '_'].map(label)).toEqual([
      'Max items',
      'Max items',
      'Max items',
      'A.b',
      '名前',
      'Proto',
      '_',
    ]);
  });

  it('reads {} and unknown members as they are meant: open objects are open', () => {
    expect(host(form({})).form?.fields).toEqual([]);
    expect(
      host(form({ n: { type: 'string', 'x-order': 2 } }, { 'x-wrap': true, additionalProperties: false, $comment: 'keep' })).issues,
    ).toEqual([]);
  });

  it('keeps the schema exactly as it came', () => {
    const schema = form({ n: { type: 'string', 'x-hint': 'short' } }, { $comment: 'keep' });
    expect(host(schema).form?.schema).toBe(schema);
  });
});

describe('lenient towards a stranger', () => {
  it('reads the superseded spellings of choices, with a warning', () => {
    const branches = [{ const: 'a', title: 'A' }];
    for (const [property, kind] of [
      [{ type: 'string', anyOf: branches }, 'choice'],
      [{ type: 'array', items: { oneOf: branches } }, 'choices'],
      [{ type: 'array', anyOf: branches }, 'choices'],
      [{ type: 'string', const: 'a' }, 'choice'],
    ] as const) {
      expect([field(property).kind, hostRules(property)]).toEqual([kind, ['warning:list-shape']]);
    }
    expect([field({ enum: ['a'] }).kind, hostRules({ enum: ['a'] })]).toEqual(['choice', ['warning:type-missing']]);
    expect(hostRules({ type: 'array', items: { enum: ['a'] } })).toEqual(['warning:type-missing']);
    expect(field({ type: 'string', oneOf: [{ const: 'a' }] })).toMatchObject({ kind: 'choice', options: [{ value: 'a', title: 'a' }] });
  });

  it('reads numbers among the options and sends them as numbers', () => {
    expect(field({ type: 'integer', enum: [1, 2], default: 2 })).toMatchObject({
      kind: 'choice',
      options: [
        { value: '1', title: '1', number: 1 },
        { value: '2', title: '2', number: 2 },
      ],
      default: '2',
    });
    expect(hostRules({ type: 'integer', enum: [1, 2] })).toEqual(['warning:number-options']);
    expect(field({ type: 'string', enum: [1] })).toMatchObject({ options: [{ value: '1', title: '1' }] });
  });

  it('reads nullable as optional, local references in place, and a missing type where it can only be one', () => {
    expect([field({ type: ['string', 'null'] }).kind, hostRules({ type: ['string', 'null'] })]).toEqual(['text', ['warning:nullable']]);
    expect(field({ anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }], title: 'N' })).toMatchObject({
      kind: 'integer',
      minimum: 2,
      label: 'N',
    });
    expect(field({ type: 'string', enum: ['a', null] })).toMatchObject({ kind: 'choice', options: [{ value: 'a' }] });
    const referring = host(
      form({ level: { $ref: '#/$defs/L', description: 'How bad' } }, { $defs: { L: { type: 'string', enum: ['low', 'high'] } } }),
    );
    expect(referring.form?.fields[0]).toMatchObject({ kind: 'choice', description: 'How bad' });
    expect(referring.issues.map(issue => issue.rule)).toEqual(['local-ref']);
    expect(field({ minimum: 1 }).kind).toBe('number');
    expect(field({ maxLength: 1 }).kind).toBe('text');
  });

  it('draws what it cannot read as a field of JSON, never drops it [N12]', () => {
    for (const [property, rule] of [
      [{ type: 'object', properties: { street: { type: 'string' } } }, 'warning:nested-object'],
      [{ type: 'array', items: { type: 'string' } }, 'warning:free-list'],
      [{ type: ['string', 'number'] }, 'warning:mixed-types'],
      [{ type: 'null' }, 'warning:unknown-type'],
      [{}, 'warning:unknown-type'],
      [true, 'warning:unknown-type'],
    ] as const) {
      expect([field(property).kind, hostRules(property)]).toEqual(['opaque', [rule]]);
    }
    expect(field({ type: 'object', title: 'Address' })).toMatchObject({
      kind: 'opaque',
      label: 'Address',
      schema: { type: 'object', title: 'Address' },
    });
  });

  it('drops a default that cannot be one, and says so [E-J-06]', () => {
    expect([field({ type: 'string', enum: ['a'], default: 'x' }), hostRules({ type: 'string', enum: ['a'], default: 'x' })]).toEqual([
      { kind: 'choice', name: 'f', label: 'F', required: false, options: [{ value: 'a', title: 'a' }] },
      ['warning:default-not-in-enum'],
    ]);
    expect(hostRules({ type: 'array', items: { type: 'string', enum: ['a'] }, default: 'a' })).toEqual(['warning:default-type']);
    expect(hostRules({ type: 'integer', default: 1.5 })).toEqual(['warning:default-type']);
    expect(hostRules({ type: 'boolean', default: 'yes' })).toEqual(['warning:default-type']);
    expect(field({ type: 'string', default: null })).not.toHaveProperty('default');
  });

  it('tells options apart: blank titles read as their value, equal ones get it beside them', () => {
    const titles = (property: object): readonly string[] => {
      const read = field(property);
      return read.kind === 'choice' ? read.options.map(option => option.title) : [];
    };
    expect(
      titles({
        type: 'string',
        oneOf: [
          { const: 'a1', title: 'Main' },
          { const: 'a2', title: 'Main ' },
          { const: 'a3', title: '' },
        ],
      }),
    ).toEqual(['Main (a1)', 'Main  (a2)', 'a3']);
    expect(
      new Set(
        titles({
          type: 'string',
          oneOf: [
            { const: 'x', title: 'A' },
            { const: 'y', title: 'A' },
            { const: 'z', title: 'A (x)' },
          ],
        }),
      ).size,
    ).toBe(3);
    expect(titles({ type: 'string', enum: ['a', 'b', 'c'], enumNames: ['One'] })).toEqual(['One', 'b', 'c']);
    expect(field({ type: 'string', enum: ['a', 'a', 'b'] })).toMatchObject({ options: [{ value: 'a' }, { value: 'b' }] });
  });

  it('checks no pattern that could run away, and none that is not one', () => {
    expect(hostRules({ type: 'string', pattern: '([' })).toEqual(['warning:invalid-pattern']);
    expect(hostRules({ type: 'string', pattern: '(?=x)' })).toEqual(['warning:pattern-not-checked']);
    expect(field({ type: 'string', pattern: '^(a+)+$' })).toMatchObject({ pattern: '^(a+)+$' });
    expect(field({ type: 'string', pattern: '(?=x)' })).not.toHaveProperty('pattern');
  });
});

describe('what must not be drawn', () => {
  const refused = (schema: unknown): readonly string[] => {
    const { form: read, issues } = host(schema);
    expect(read).toBeUndefined();
    return issues.filter(issue => issue.severity === 'error').map(issue => issue.rule);
  };

  it('refuses what is no object schema at all', () => {
    for (const schema of [null, undefined, 'x', 7, [], () => 0]) expect(refused(schema)).toEqual(['not-json-schema']);
    expect(refused({ _def: { typeName: 'Obj' }, '~standard': { vendor: 'x' } })).toEqual(['not-json-schema']);
    expect(refused({ type: 'array', items: {} })).toEqual(['root-type']);
    expect(refused(form({ first: '' }, { required: ['first'] }))).toEqual(['not-json-schema']);
    expect(refused({ type: 'object', properties: [] })).toEqual(['root-type']);
    expect(refused({ type: 'object', properties: {}, x: () => 0 })).toEqual(['not-json']);
  });

  it('refuses required names that nobody defined, inherited ones too', () => {
    expect(refused(form({ a: { type: 'string' } }, { required: ['a', 'ghost'] }))).toEqual(['required-unknown']);
    expect(refused(form({}, { required: ['toString'] }))).toEqual(['required-unknown']);
  });

  it('never fetches a reference and refuses the schema instead [E-J-13, E-J-13b, E-J-14]', () => {
    const fetched: unknown[] = [];
    const before = globalThis.fetch;
    globalThis.fetch = ((...request: unknown[]) => {
      fetched.push(request);
      return Promise.reject(new Error('no network here'));
    }) as typeof fetch;
    try {
      expect(refused(form({ a: { $ref: 'https://evil.example/s.json' } }))).toContain('remote-ref');
      expect(refused({ $ref: 'http://evil.example/', type: 'object', properties: {} })).toEqual(['remote-ref']);
      expect(refused(form({ a: { $ref: 'other.json' } }))).toContain('remote-ref');
    } finally {
      globalThis.fetch = before;
    }
    expect(fetched).toEqual([]);
  });

  it('refuses references that lead nowhere or in circles', () => {
    expect(refused(form({ a: { $ref: '#/$defs/none' } }))).toContain('bad-ref');
    expect(refused(form({ a: { $ref: '#/properties/a' } }))).toContain('bad-ref');
    expect(refused(form({ a: { $ref: '#' } }))).toContain('bad-ref');
    expect(refused(form({ a: { $ref: '#/toString' } }))).toContain('bad-ref');
  });

  it('takes the dialects it knows and names the others unknown [E-J-10, E-J-11, E-J-12b]', () => {
    for (const dialect of [
      'https://json-schema.org/draft/2020-12/schema',
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2019-09/schema',
    ]) {
      expect(host(form({}, { $schema: dialect })).form?.schema.$schema).toBe(dialect);
      expect(author(form({}, { $schema: dialect })).issues).toEqual([]);
    }
    expect(host(form({ a: { type: 'string' } })).issues).toEqual([]);
    expect(refused(form({}, { $schema: 'https://example.org/my-dialect' }))).toEqual(['unknown-dialect']);
    expect(refused(form({}, { $schema: 7 }))).toEqual(['unknown-dialect']);
  });

  it('counts before it reads: too large, too deep, too many [E-J-15]', () => {
    let deep: object = {};
    for (let i = 0; i < 100; i += 1) deep = { type: 'object', properties: { a: deep } };
    expect(refused(deep)).toEqual(['too-deep']);
    expect(refused(form({ a: { type: 'string', oneOf: Array.from({ length: 60_000 }, (_, i) => ({ const: `c${i}` })) } }))).toEqual([
      'too-large',
    ]);
    expect(refused(form(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, { type: 'string' }]))))).toEqual([
      'too-many-fields',
    ]);
    expect(refused(form({ a: { type: 'string', enum: Array.from({ length: 20_001 }, (_, i) => `c${i}`) } }))).toEqual(['too-many-options']);
  });
});

describe('strict towards an author', () => {
  it('refuses every shape outside the dialect, all of them at once, with what to do [E-J-01]', () => {
    const { form: read, issues } = author(
      form(
        {
          nested: { type: 'object', properties: {} },
          list: { type: 'array', items: { type: 'string' } },
          both: { type: ['string', 'number'] },
          none: {},
          nullable: { type: ['string', 'null'] },
          numbers: { type: 'integer', enum: [1, 2] },
          reference: { $ref: '#/$defs/x' },
          composed: { type: 'string', allOf: [{}] },
          __proto__: undefined,
        },
        { required: ['ghost'], $defs: { x: { type: 'string' } }, minProperties: 1 },
      ),
    );
    expect(read).toBeUndefined();
    expect(issues.map(issue => `${issue.path}:${issue.rule}`)).toEqual(
      expect.arrayContaining([
        'nested:nested-object',
        'list:free-list',
        'both:mixed-types',
        'none:unknown-type',
        'nullable:nullable',
        'numbers:number-options',
        'reference:local-ref',
        'composed:unsupported-keyword',
        'ghost:required-unknown',
        ':unsupported-keyword',
      ]),
    );
    for (const issue of issues) expect([issue.message.length > 10, issue.mend.length > 5]).toEqual([true, true]);
  });

  it('refuses formats beyond the four [E-J-02]', () => {
    expect(authorErrors(form({ a: { type: 'string', format: 'ipv4' } }))).toEqual(['a:unknown-format']);
    for (const format of ['email', 'uri', 'date', 'date-time']) expect(authorErrors(form({ a: { type: 'string', format } }))).toEqual([]);
  });

  it('refuses defaults that are not answers [E-J-06]', () => {
    expect(authorErrors(form({ env: { type: 'string', enum: ['dev', 'prod'], default: 'stage' } }))).toEqual(['env:default-not-in-enum']);
    expect(authorErrors(form({ n: { type: 'integer', minimum: 5, default: 1 } }))).toEqual(['n:default-invalid']);
    expect(authorErrors(form({ n: { type: 'number', default: '1' } }))).toEqual(['n:default-type']);
    expect(authorErrors(form({ m: { type: 'string', format: 'email', default: 'nobody' } }))).toEqual(['m:default-invalid']);
    expect(authorErrors(form({ t: { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['b'] } }))).toEqual([
      't:default-not-in-enum',
    ]);
  });

  it('refuses limits that nobody can meet, and options that nobody can choose between', () => {
    expect(authorErrors(form({ a: { type: 'string', minLength: 3, maxLength: 2 } }))).toEqual(['a:bounds-contradict']);
    expect(authorErrors(form({ a: { type: 'string', minLength: -1 } }))).toEqual(['a:bad-bound']);
    expect(authorErrors(form({ a: { type: 'number', minimum: 2, maximum: 1 } }))).toEqual(['a:bounds-contradict']);
    expect(authorErrors(form({ a: { type: 'number', minimum: 1, exclusiveMaximum: 1 } }))).toEqual(['a:bounds-contradict']);
    expect(authorErrors(form({ a: { type: 'array', minItems: 2, items: { type: 'string', enum: ['x'] } } }))).toEqual([
      'a:bounds-contradict',
    ]);
    expect(authorErrors(form({ a: { type: 'string', enum: [] } }))).toEqual(['a:empty-options']);
    expect(authorErrors(form({ a: { type: 'string', oneOf: [{ const: 'x' }, { const: 'x' }] } }))).toEqual(['a:duplicate-option']);
  });

  it('warns of what hosts may not know: old titles, patterns, exclusive bounds [E-J-04]', () => {
    const warned = author(
      form({
        a: { type: 'string', enum: ['x'], enumNames: ['X'] },
        b: { type: 'string', pattern: '^a$' },
        c: { type: 'number', exclusiveMinimum: 0 },
      }),
    );
    expect(warned.form).toBeDefined();
    expect(warned.issues.map(issue => `${issue.path}:${issue.rule}:${issue.severity}`)).toEqual([
      'a:legacy-titles:warning',
      'b:not-portable:warning',
      'c:not-portable:warning',
    ]);
  });

  it('warns of keywords that mean nothing where they stand', () => {
    const { form: read, issues } = author(
      form({
        a: { type: 'string', minLenght: 3 },
        b: { type: 'integer', maxLength: 3 },
        c: { type: 'string', 'x-hint': 1, $comment: 'ok' },
      }),
    );
    expect(read).toBeDefined();
    expect(issues.map(issue => `${issue.path}:${issue.rule}:${issue.severity}`)).toEqual([
      'a:unknown-keyword:warning',
      'b:unknown-keyword:warning',
    ]);
  });

  it('refuses the name __proto__ and takes every other [N11]', () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"string"}}}',
    );
    expect(authorErrors(schema)).toEqual(['__proto__:unsafe-name']);
    expect(host(schema).form?.fields.map(each => each.name)).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('holds a form for 2025-06-18 to what that revision has', () => {
    const { issues } = readForm(
      form(
        {
          a: { type: 'string', default: 'x' },
          b: { type: 'array', items: { type: 'string', enum: ['x'] } },
          c: { type: 'string', oneOf: [{ const: 'x', title: 'X' }] },
          d: { type: 'boolean', default: true },
          e: { type: 'string', enum: ['x'], enumNames: ['X'] },
        },
        { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      ),
      { revision: '2025-06-18', reader: 'author' },
    );
    expect(issues.map(issue => `${issue.path}:${issue.rule}`)).toEqual([
      ':not-in-revision',
      'a:not-in-revision',
      'b:not-in-revision',
      'c:not-in-revision',
    ]);
  });
});
