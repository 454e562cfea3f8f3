import { expect, it } from 'vitest';
import { toldLimit } from './on/doctor/time-limits.js';
import { parseTime } from './parse-time.js';

it('reads a time as people write it', () => {
  expect(['60s', '60', '5m', '90000ms', '1.5m'].map(parseTime)).toEqual([60_000, 60_000, 300_000, 90_000, 90_000]);
  expect(['', 's', '1h', '-5s', '5 s', '1e3'].map(parseTime)).toEqual(Array(6).fill(undefined));
});

it('is how the doctor reads what a gateway was told by hand', () => {
  const entry = (...words: string[]) => toldLimit({ words, wrapped: { at: words.indexOf('--') } as never });
  expect(entry('gateway', '--host-limit', '60s', '--', 'x')).toBe(60);
  expect(entry('gateway', '--host-limit=2m', '--', 'x')).toBe(120);
  expect(entry('gateway', '--host-limit', '60', '--', 'x')).toBe(60);
  expect(entry('gateway', '--host-limit', 'soon', '--', 'x')).toBeUndefined();
  expect(entry('gateway', '--', 'x', '--host-limit', '60s')).toBeUndefined();
});
