import { describe, expect, it } from 'vitest';
import type { Field } from './form.js';
import { type ParseOptions, parseInput, type RawInput } from './parse-input.js';
import { readForm } from './read-form.js';

const fieldOf = (property: object, required = true): Field => {
  const field = readForm({ type: 'object', properties: { f: property }, required: required ? ['f'] : [] }, { revision: '2026-07-28' }).form
    ?.fields[0];
  if (field === undefined) throw new Error('no field');
  return field;
};
const read = (property: object, raw: RawInput, options?: ParseOptions): unknown => {
  const reading = parseInput(fieldOf(property), raw, options);
  return reading.ok ? reading.value : reading.issue.rule;
};

describe('what a person types', () => {
  it('reads numbers as they are written', () => {
    const whole = { type: 'integer' };
    expect(['42', ' 42 ', '2.0', '1e3', '-7', '+5', '\u22127', '007', '-0'].map(raw => read(whole, raw))).toEqual([
      42, 42, 2, 1000, -7, 5, -7, 7, 0,
    ]);
    expect(['42xyz', '0x10', 'abc', '1e', '--1', 'Infinity', 'NaN', '1_000', '.'].map(raw => read(whole, raw))).toEqual([
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
      'not-a-number',
    ]);
    expect(['3.5', '.5', '5.', '95.5', '1e-2'].map(raw => read({ type: 'number' }, raw))).toEqual([3.5, 0.5, 5, 95.5, 0.01]);
    expect(read(whole, '3.5')).toBe('not-whole');
    expect(read({ type: 'integer', minimum: 1, maximum: 9 }, '11')).toBe('too-large');
  });

  it('tells a decimal comma and separators, and guesses neither', () => {
    for (const raw of ['1,5', '1.234,5', '1,234', '1 234', "1'234", '1\u202f234'])
      expect([raw, read({ type: 'number' }, raw)]).toEqual([raw, 'decimal-comma']);
    expect(read({ type: 'number' }, '1.234', { locale: 'de-DE' })).toBe('grouping');
    expect(read({ type: 'number' }, '1.2340', { locale: 'de-DE' })).toBe(1.234);
    expect(read({ type: 'number' }, '0.234', { locale: 'de-DE' })).toBe(0.234);
    expect(read({ type: 'number' }, '1.234', { locale: 'en-US' })).toBe(1.234);
    expect(read({ type: 'number' }, '1.234', { locale: 'not a locale' })).toBe(1.234);
  });

  it('tells digits of other scripts instead of sending something else', () => {
    for (const raw of ['４２', '٤٢', '४२']) expect([raw, read({ type: 'integer' }, raw)]).toEqual([raw, 'other-digits']);
  });

  it('refuses numbers that would be rounded on the way', () => {
    expect(read({ type: 'integer' }, '9007199254740993')).toBe('not-exact');
    expect(read({ type: 'number' }, '0.12345678901234567890')).toBe('not-exact');
    expect(read({ type: 'number' }, '1e999')).toBe('not-exact');
    expect(read({ type: 'integer' }, '9007199254740991')).toBe(9007199254740991);
    expect(read({ type: 'number' }, '0.1')).toBe(0.1);
    expect(read({ type: 'number' }, '1e20')).toBe(1e20);
  });

  it('leaves blank optional fields out, and asks again for blank required ones [E-A-06]', () => {
    for (const property of [
      { type: 'string' },
      { type: 'string', minLength: 3 },
      { type: 'string', format: 'email' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'string', enum: ['a'] },
      { type: 'object' },
    ]) {
      expect(parseInput(fieldOf(property, false), '')).toEqual({ ok: true });
      expect(parseInput(fieldOf(property, true), '')).toMatchObject({ ok: false, issue: { field: 'f', rule: 'required' } });
    }
    expect(parseInput(fieldOf({ type: 'string' }, true), ' \n ')).toMatchObject({ ok: false, issue: { rule: 'required' } });
  });

  it('sends plain text as it was typed and takes only the blanks around formats off', () => {
    expect(read({ type: 'string' }, ' two  blanks ')).toBe(' two  blanks ');
    expect(read({ type: 'string', format: 'email' }, ' a@b.co ')).toBe('a@b.co');
    expect(read({ type: 'string', format: 'uri' }, './docs/a.html')).toBe('uri');
    expect(read({ type: 'string', format: 'date' }, '2026-02-30')).toBe('date');
    expect(read({ type: 'string', maxLength: 1 }, 'e\u0301')).toBe('too-long');
  });

  it('reads ticks and their words, and nothing else, as yes or no', () => {
    expect([true, false, 'yes', 'No', 'TRUE', 'n', 'maybe', ['yes']].map(raw => read({ type: 'boolean' }, raw as RawInput))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      'not-yes-or-no',
      'not-yes-or-no',
    ]);
  });

  it('reads options by their value, prototype names too, and an empty value where one exists', () => {
    expect(read({ type: 'string', enum: ['constructor', '__proto__'] }, '__proto__')).toBe('__proto__');
    expect(read({ type: 'string', enum: ['a'] }, 'toString')).toBe('not-an-option');
    expect(read({ type: 'string', enum: ['', 'a'] }, '')).toBe('');
    expect(read({ type: 'integer', enum: [1, 2] }, '2')).toBe(2);
    expect(read({ type: 'string', enum: ['a'] }, true)).toBe('not-an-option');
  });

  it('tells "none of them" from "no answer" among several choices', () => {
    const items = { type: 'string', enum: ['a', 'b'] };
    expect(read({ type: 'array', items }, ['b', 'b', 'a'])).toEqual(['b', 'a']);
    expect(read({ type: 'array', items }, [])).toEqual([]);
    expect(parseInput(fieldOf({ type: 'array', items }, false), [])).toEqual({ ok: true });
    expect(parseInput(fieldOf({ type: 'array', items, default: ['a'] }, false), [])).toEqual({ ok: true, value: [] });
    expect(parseInput(fieldOf({ type: 'array', items, default: ['a'], minItems: 1 }, false), [])).toEqual({ ok: true });
    expect(read({ type: 'array', items, maxItems: 1 }, ['a', 'b'])).toBe('too-many');
    expect(read({ type: 'array', items }, 'a')).toEqual(['a']);
    expect(read({ type: 'array', items }, true)).toBe('not-an-option');
  });

  it('reads JSON where nothing else can be drawn, if it may travel in an answer at all', () => {
    const list = { type: 'array', items: { type: 'string' } };
    expect(['["a"]', '"x"', '3', 'true'].map(raw => read(list, raw))).toEqual([['a'], 'x', 3, true]);
    expect(['{"a":1}', 'null', '[1]', '{oops'].map(raw => read(list, raw))).toEqual([
      'not-sendable',
      'not-sendable',
      'not-sendable',
      'not-json',
    ]);
  });
});

describe('moments', () => {
  const at = (raw: string, zone?: string): unknown =>
    read({ type: 'string', format: 'date-time' }, raw, zone === undefined ? {} : { zone });

  it('reads a time without offset on the clocks of the zone, summer and winter', () => {
    expect(at('2026-03-05T14:30', 'Europe/Helsinki')).toBe('2026-03-05T14:30:00+02:00');
    expect(at('2026-07-05 14:30:15', 'Europe/Helsinki')).toBe('2026-07-05T14:30:15+03:00');
    expect(at('2026-07-05T14:30:15.25', 'America/St_Johns')).toBe('2026-07-05T14:30:15.25-02:30');
    expect(at('2026-07-05T14:30', 'UTC')).toBe('2026-07-05T14:30:00+00:00');
    expect(at('2026-07-05T14:30', 'Asia/Kathmandu')).toBe('2026-07-05T14:30:00+05:45');
  });

  it('takes a full date-time as it stands, whatever the zone', () => {
    expect(at('2026-03-05T14:30:00Z', 'Europe/Helsinki')).toBe('2026-03-05T14:30:00Z');
    expect(at('2026-03-05T14:30:00-08:00')).toBe('2026-03-05T14:30:00-08:00');
  });

  it('asks again for times that clocks skip or show twice, and for an offset where no zone is known', () => {
    expect(at('2026-03-29T03:30', 'Europe/Helsinki')).toBe('skipped-time');
    expect(at('2026-10-25T03:30', 'Europe/Helsinki')).toBe('repeated-time');
    expect(at('2026-10-25T03:30:00+02:00', 'Europe/Helsinki')).toBe('2026-10-25T03:30:00+02:00');
    expect(at('2026-10-25T03:30')).toBe('no-offset');
    expect(at('1890-01-01T12:00', 'Europe/Amsterdam')).toBe('no-offset');
    expect(['tomorrow', '2026-02-30T10:00', '2026-03-05', '2026-03-05T24:00', '5/3/2026 10:00'].map(raw => at(raw, 'UTC'))).toEqual([
      'date-time',
      'date-time',
      'date-time',
      'date-time',
      'date-time',
    ]);
  });

  it("throws a RangeError for a zone that does not exist: that is the surface's fault, not the person's", () => {
    expect(() => at('2026-03-05T14:30', 'Middle/Earth')).toThrow(RangeError);
  });

  it('gives instants that read back as what was typed, in every zone and at every hour of a year', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia']) {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      for (let hour = 0; hour < 365 * 24; hour += 17) {
        const typed = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19);
        const value = at(typed, zone);
        if (value === 'skipped-time' || value === 'repeated-time') continue;
        expect([zone, shown.format(new Date(String(value))).replace(' ', 'T')]).toEqual([zone, typed]);
      }
    }
  });
});
