import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.js';

const matches = (source: string, text: string): boolean | string => {
  const { pattern, fault } = linearPattern(source);
  return pattern === undefined ? fault : pattern.test(text);
};

describe('a pattern in linear time', () => {
  it('gives the verdict of the built-in engine on the constructs it takes', () => {
    const sources = [
      '^[a-z]+$',
      'a',
      '',
      '^$',
      '^(?:a|bc)+$',
      '(a|b)*c',
      '^\\d{3}-\\d{2,4}$',
      '^[^@\\s]+@[^@\\s]+$',
      '^(ab){2,}$',
      'x??y',
      '^a{0}b$',
      '^.{2}$',
      '\\bcat\\b',
      '\\Bat',
      '^[\\w-]+\\.$',
      '^\\p{Lu}\\p{Ll}*$',
      '^[\\p{L}\\d_]{1,3}$',
      '^\\u0041\\x42\\u{43}$',
      '^\\ud83d\\ude00$',
      '^[\\u{1f600}-\\u{1f64f}]$',
      '^(?<year>\\d{4})$',
      '^[]$',
      '^[^]$',
      '^\\t\\n$',
      '^[a\\-z]$',
      '^[a-]$',
      '^\\/$',
      '^\\cA$',
      '(?:)*a',
      '^(a*)*$',
      '^(|a)+b$',
    ];
    const texts = [
      '',
      'a',
      'abc',
      'bca',
      'bcbc',
      '123-45',
      '123-45678',
      'a@b',
      'abab',
      'ab',
      'y',
      'b',
      '😀',
      '😀😀',
      'a cat b',
      'scatter',
      'x-y.',
      'Élan',
      'ÉL',
      'ABC',
      '2026',
      '\t\n',
      '-',
      'z',
      '/',
      '\u0001',
      'aaab',
      'a\nb',
    ];
    for (const source of sources) {
      for (const text of texts) expect([source, text, matches(source, text)]).toEqual([source, text, new RegExp(source, 'u').test(text)]);
    }
  });

  it('says which patterns it does not take, and why', () => {
    expect(matches('(?=a)b', 'b')).toBe('unsupported');
    expect(matches('(?<!a)b', 'b')).toBe('unsupported');
    expect(matches('(a)\\1', 'aa')).toBe('unsupported');
    expect(matches('([', '')).toBe('invalid');
    expect(matches('a{2,1}', '')).toBe('invalid');
    expect(matches('(?:a{1000}){1000}', '')).toBe('too-large');
    expect(matches('(?:(?:(?:){2000}){2000}){2000}', '')).toBe('too-large');
    expect(matches('a'.repeat(1001), '')).toBe('too-large');
    expect(matches(`${'('.repeat(200)}a${')'.repeat(200)}`, 'a')).toBe('unsupported');
  });

  it('does not run away on patterns that make the built-in engine run for years [N11]', () => {
    const hostile = [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a|aa)+$',
      '(.*)*x',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(x+x+)+y',
      '^(?:a?){100}a{100}$',
      '^(\\w+\\s?)*$',
    ];
    const text = `${'a'.repeat(5_000)}!`;
    const start = performance.now();
    for (const source of hostile) expect(matches(source, text)).not.toBe('invalid');
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
