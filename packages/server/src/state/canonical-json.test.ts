import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, MAX_DEPTH } from './canonical-json.js';

it('writes members in the order of their names, whatever order they came in', () => {
  expect(canonicalJson({ b: 1, a: { d: [3, { y: 1, x: 2 }], c: 'ü' } })).toBe('{"a":{"c":"ü","d":[3,{"x":2,"y":1}]},"b":1}');
  expect(canonicalJson({ 2: 'b', 10: 'a', é: 1, z: 2 })).toBe('{"10":"a","2":"b","z":2,"é":1}');
});

it('writes for any JSON a text that means the same and depends on nothing but the meaning', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(shuffled(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

it('gives two values one text only if they are one value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      const same = canonicalJson(a) === canonicalJson(b);
      const equal = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(same).toBe(equal);
    }),
  );
  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return ['array', ...value.map(sorted)];
    if (typeof value !== 'object' || value === null) return [typeof value, value];
    return [
      'object',
      ...Object.entries(value)
        .map(([name, member]) => [name, sorted(member)])
        .sort(([x], [y]) => (String(x) < String(y) ? -1 : 1)),
    ];
  }
});

it('treats __proto__ as a name, and reads own members only [N11]', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}');
  expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  expect(canonicalJson({})).toBe('{}');
});

it('leaves out what is undefined and writes -0 and lone surrogates as JSON.stringify does', () => {
  expect(canonicalJson({ a: undefined, b: [undefined, -0, 1e21, 0.1], c: '\ud800' })).toBe('{"b":[null,0,1e+21,0.1],"c":"\\ud800"}');
});

it('takes plain objects of another realm', () => {
  expect(canonicalJson(runInNewContext('({ b: [1], a: {} })'))).toBe('{"a":{},"b":[1]}');
});

it('refuses what has no JSON form, and never calls toJSON', () => {
  const values = [
    undefined,
    () => 1,
    Symbol('s'),
    1n,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(0),
    new Map(),
    new Set([1]),
    /x/,
    new (class A {})(),
  ];
  for (const value of values) {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    if (value !== undefined) expect(() => canonicalJson({ a: [value] })).toThrow(TypeError);
  }
  let called = false;
  const own = {
    toJSON() {
      called = true;
      return 'lie';
    },
  };
  expect(() => canonicalJson(own)).toThrow(TypeError);
  expect(called).toBe(false);
});

it('ends at a depth instead of filling the stack [N11]', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(canonicalJson(nested(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH);
  expect(() => canonicalJson(nested(MAX_DEPTH + 1))).toThrow(RangeError);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = { a: deep };
  expect(() => canonicalJson(deep)).toThrow(RangeError);
});
