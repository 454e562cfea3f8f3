import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createKeyRing, keysOf, newKey } from './key-ring.js';

const weak = (keys: unknown): unknown => {
  try {
    createKeyRing(keys as string);
  } catch (error) {
    return error;
  }
  throw new Error('it was taken');
};

describe('keys', () => {
  it('are 32 random bytes in base64url, new each time [D8]', () => {
    const keys = Array.from({ length: 100 }, () => newKey());
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(keysOf(createKeyRing(key))[0]?.length).toBe(32);
    }
  });

  it('are taken whatever random bytes they are made of, also longer ones [D8]', () => {
    for (let count = 0; count < 20_000; count += 1) createKeyRing(randomBytes(32 + (count % 33)).toString('base64url'));
  });

  it.each([
    ['undefined', undefined],
    ['an empty text', ''],
    ['a list with a hole', [newKey(), undefined]],
    ['bytes', randomBytes(32)],
    ['31 bytes', randomBytes(31).toString('base64url')],
    ['padded base64', randomBytes(32).toString('base64')],
    ['hex', randomBytes(32).toString('hex')],
    ['capital hex', randomBytes(48).toString('hex').toUpperCase()],
    ['a sentence', 'correct horse battery staple and something else'],
    ['a passphrase with dashes', 'correct-horse-battery-staple-and-some-more-A'],
    ['a passphrase in capitals', 'CorrectHorseBatteryStapleAndThenSomeMoreWordsA'],
    ['a passphrase with numbers', 'Summer2026-Winter2027-Deployment-Server-Key-01A'],
    ['one character many times', 'A'.repeat(43)],
    ['a short pattern many times', 'aB3-'.repeat(11)],
    ['a row of letters', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'],
  ])('are refused as weak: %s [D8]', (_, keys) => {
    expect(weak(keys)).toMatchObject({ name: 'MidcallError', code: 'KEY_WEAK' });
  });

  it('are named by position and never shown when refused [N9]', () => {
    const secret = 'correct-horse-battery-staple-and-some-more-A';
    const error = weak([newKey(), secret]) as Error & { readonly hint: string; readonly data: unknown };
    expect(error.message).toContain('Key 2 of 2');
    expect(JSON.stringify([error.message, error.hint, error.data, error.stack])).not.toContain(secret);
  });

  it('must be at least one', () => {
    expect(weak([])).toMatchObject({ code: 'KEYS_REQUIRED' });
  });
});

it('shows nothing of its keys when a ring is logged, inspected or serialised [N9]', () => {
  const key = newKey();
  const ring = createKeyRing([key, newKey()]);
  for (const shown of [inspect(ring, { depth: 9, showHidden: true }), JSON.stringify(ring), String(ring)]) {
    expect(shown).not.toContain(key);
    expect(shown).not.toMatch(/Uint8Array|[A-Za-z0-9_-]{20}/);
  }
  expect(ring.size).toBe(2);
  expect(() => keysOf({ size: 1 })).toThrow(TypeError);
});
