/** The runner itself: our own file passes, every entry of it fails when its expectation is turned, and the command line is strict. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Case, expand, readCases } from './case.js';
import { judge } from './observed.js';
import { matches, readOptions } from './options.js';
import { runCase } from './run-case.js';

const read = (name: string) => readCases(fileURLToPath(new URL(`../../cases/${name}.json`, import.meta.url)));
const own = read('own');

describe.each(own.map(test => [test.id, test] as const))('%s', (_id, test) => {
  it('passes', async () => {
    expect((await runCase(test)).fault).toBeUndefined();
  });

  it('fails when something else is expected, and when something unknown is wanted', async () => {
    const turned: Case = { ...test, expect: test.expect === 'finding' ? 'accept' : 'finding' };
    expect((await runCase(turned)).fault).toMatch(/^expected /);
    const unknown: Case = { ...test, input: { ...test.input, want: { ...test.input.want, neverHeardOf: true } } };
    expect((await runCase(unknown)).fault).toContain('want.neverHeardOf is not understood');
  });
});

describe('what is like a known fault and not the same', () => {
  it.each(read('variations').map(test => [test.id, test.input.on, test.input.op, test] as const))(
    '%s: %s, %s',
    async (_id, _on, _op, test) => {
      expect((await runCase(test)).fault).toBeUndefined();
    },
  );
});

it('fails a case that nothing plays', async () => {
  const test: Case = { id: 'x', kind: '', expect: 'accept', input: { op: 'fill', on: 'the moon' } };
  expect((await runCase(test)).fault).toContain('the moon');
});

it('takes another content where the case allows it, and another word where it says so', () => {
  const test: Case = {
    id: 'x',
    kind: '',
    expect: 'accept',
    input: { op: 'fill', on: 'form', want: { content: { a: 1 }, alsoAllowed: {}, alsoExpect: 'cancel' } },
  };
  const content = (value: unknown) => ({
    content: (wanted: unknown) => (JSON.stringify(wanted) === JSON.stringify(value) ? undefined : 'differs'),
  });
  expect(judge(test, { words: ['accept'], checks: content({}) })).toBeUndefined();
  expect(judge(test, { words: ['accept'], checks: content({ b: 1 }) })).toBe('content: differs');
  expect(judge(test, { words: ['cancel'], checks: {} })).toBeUndefined();
});

it('expands what the format abbreviates, own __proto__ included [N11]', () => {
  const { a, b, c } = expand({ a: { $json: '{"__proto__":1}' }, b: { $repeat: 'ab', times: 2 }, c: { $range: 'p', times: 3 } }) as Record<
    string,
    object
  >;
  expect(Object.keys(a as object)).toEqual(['__proto__']);
  expect([b, c]).toEqual(['abab', ['p1', 'p2', 'p3']]);
});

it('filters by every option at once and refuses what it does not know', () => {
  const options = readOptions(['f.json', '--on', 'server,form', '--op=fill', '--kind', 'validation']);
  expect(own.filter(test => matches(test, options)).map(test => test.id)).toEqual(['own-fill', 'own-fill-error']);
  expect(() => readOptions(['f.json', '--colour', 'red'])).toThrow(/--colour/);
  expect(() => readOptions([])).toThrow(/Name one file/);
});
