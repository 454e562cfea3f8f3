import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDate, isDateTime } from './is-date.js';
import { isEmail } from './is-email.js';
import { isUri } from './is-uri.js';

type Check = (text: string) => boolean;

/** What the official SDK's validator runs for a format. */
function oracle(format: 'email' | 'uri' | 'date' | 'date-time'): Check {
  const definition: unknown = fullFormats[format];
  if (definition instanceof RegExp) return text => definition.test(text);
  if (typeof definition === 'function') return definition as Check;
  const { validate } = definition as { validate: RegExp | Check };
  return validate instanceof RegExp ? text => validate.test(text) : validate;
}

const pieces = (...units: readonly string[]): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(...units), maxLength: 24 });
/** Mostly small, so that most moments exist, and sometimes anything. */
const two = fc
  .oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }) })
  .map(n => String(n).padStart(2, '0'));
const date = fc.tuple(fc.constantFrom('2026', '2024', '1900', '2000', '0000', '9999'), two, two).map(parts => parts.join('-'));
const offset = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+0530', '+05', '+23:59', '-00:00', '+24:00', '+12:60'),
  fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const dateTime = fc
  .tuple(date, fc.constantFrom('T', 't', ' ', ''), two, two, two, fc.constantFrom('', '.', '.5', '.123456789'), offset)
  .map(([day, separator, h, m, s, fraction, zone]) => `${day}${separator}${h}:${m}:${s}${fraction}${zone}`);
const leap = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom('+', '-'),
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
  )
  .map(
    ([h, m, sign, oh, om]) =>
      `2016-12-31T${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}:60${sign}${String(oh).padStart(2, '0')}:${String(om).padStart(2, '0')}`,
  );
const email = fc.oneof(pieces('a', 'B', '1', '.', '-', '@', '_', '+', '"', 'é', ' '), fc.emailAddress());
const uri = fc.oneof(
  pieces(
    'a',
    'Z',
    '1',
    ':',
    '/',
    '//',
    '?',
    '#',
    '[',
    ']',
    '@',
    '%',
    '%41',
    '.',
    '-',
    '::',
    '1.2.3.4',
    'v1.x',
    '"',
    'é',
    ' ',
    '\\',
    'http',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.ipV6().map(address => `http://[${address}]/`),
  fc.tuple(fc.constantFrom('a:', 'http:', 'urn:'), pieces('?', '#', '/', 'x', ':')).map(parts => parts.join('')),
);

const cases = [
  { format: 'email', own: isEmail, texts: email },
  { format: 'uri', own: isUri, texts: uri },
  { format: 'date', own: isDate, texts: fc.oneof(date, pieces('0', '1', '2', '-', '/', 'x')) },
  { format: 'date-time', own: isDateTime, texts: fc.oneof(dateTime, leap, pieces('0', '2', '-', 'T', ':', 'Z')) },
] as const;

describe.each(cases)('$format', ({ format, own, texts }) => {
  it('is never looser than the validator of the official SDK: what is accepted here is accepted there [E-J-02]', () => {
    const theirs = oracle(format);
    let accepted = 0;
    fc.assert(
      fc.property(texts, text => {
        if (!own(text)) return;
        accepted += 1;
        expect([text, theirs(text)]).toEqual([text, true]);
      }),
      { numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

it('email is exactly as strict as the SDK: neither side ever refuses what the other takes', () => {
  const theirs = oracle('email');
  fc.assert(
    fc.property(email, text => isEmail(text) === theirs(text)),
    { numRuns: 4_000 },
  );
});

it('date is exactly as strict as the SDK', () => {
  const theirs = oracle('date');
  fc.assert(
    fc.property(date, text => isDate(text) === theirs(text)),
    { numRuns: 3_000 },
  );
});
