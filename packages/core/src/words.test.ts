import { describe, expect, it } from 'vitest';
import { inspectUrl } from './inspect-url.js';
import { LANGUAGES, monogram, sayAge, sayFinding, sayTimeLeft, words } from './words.js';
import { english } from './words-en.js';

const names = (phrase: unknown): string[] =>
  [
    ...new Set(
      (typeof phrase === 'string' ? [phrase] : Object.values(phrase as Record<string, string>)).flatMap(
        text => text.match(/\{\w+\}/g) ?? [],
      ),
    ),
  ].sort();

describe('the words of midcall', () => {
  it('has every phrase in every language, with the same names to fill in', () => {
    for (const pack of LANGUAGES) {
      for (const [key, phrase] of Object.entries(english)) {
        const translated = pack.phrases[key as keyof typeof english];
        expect([pack.locale, key, names(translated).filter(n => n !== '{count}')]).toEqual([
          pack.locale,
          key,
          names(phrase).filter(n => n !== '{count}'),
        ]);
      }
    }
  });

  it('keeps decline and not now apart in every language, as word and as meaning [N2, E-P-05]', () => {
    for (const { locale } of LANGUAGES) {
      const say = words(locale);
      const all = [say('send'), say('decline'), say('notNow'), say('close')];
      expect(new Set(all).size).toBe(4);
      expect(say('declineMeaning', { server: 'Records' })).not.toBe(say('notNowMeaning', { server: 'Records' }));
    }
  });

  it('never says a word that a person should not have to know', () => {
    for (const pack of LANGUAGES) {
      const text = JSON.stringify(Object.values(pack.phrases)).toLowerCase();
      for (const jargon of ['elicitation', 'schema', 'mrtr', 'requeststate', 'payload', 'invalid', '!']) expect(text).not.toContain(jargon);
    }
  });

  it('puts server text in as data: braces and dollar signs in a value stay as they are [N11]', () => {
    const say = words('en');
    expect(say('asks', { server: '$& {count} {server}' })).toBe('$& {count} {server} asks');
    expect(say('decline')).toBe('Decline');
  });

  it('chooses the plural by count and falls back to English for a language it does not have', () => {
    expect(words('en')('waitingCount', { count: 0 })).toBe('Nothing is waiting');
    expect(words('en')('waitingCount', { count: 1 })).toBe('1 question is waiting');
    expect(words('de-AT')('waitingCount', { count: 1200 })).toBe('1.200 Fragen warten');
    expect(words('tlh').locale).toBe('en');
  });

  it('takes a further language as data, right to left included', () => {
    const pack = { locale: 'ar', dir: 'rtl', phrases: { ...english, decline: 'رفض' } } as const;
    const say = words('ar-EG', [pack]);
    expect([say.dir, say('decline')]).toEqual(['rtl', 'رفض']);
  });

  it('says time left and age without false precision', () => {
    const say = words('en');
    expect([588_000, 6_400, -1, 7_500_000, 3 * 86_400_000].map(ms => sayTimeLeft(say, ms))).toEqual([
      '9:48',
      '0:07',
      '0:00',
      '2 h 5 min',
      '3 days',
    ]);
    expect([0, 130_000, 3 * 3_600_000, 86_400_000].map(ms => sayAge(say, ms))).toEqual(['just now', '2 min ago', '3 h ago', '1 day ago']);
  });

  it('gives a server the same letter and hue every time, whatever script its name is in', () => {
    expect(monogram('Records')).toEqual(monogram('Records'));
    expect([monogram('records').letter, monogram('«éclair»').letter, monogram('…').letter]).toEqual(['R', 'É', '?']);
  });
});

describe('findings in another language', () => {
  it('are said by id, subject and place, and in English where a language lacks one', () => {
    const german = words('de');
    for (const href of ['ftp://a', 'https://аррӏе.com', 'https://xn--a.com', 'https://a@b.com', 'https://1.2.3.4:81/?email=x', 'nothing'])
      for (const finding of inspectUrl(href, { revision: '2026-07-28' })) expect(sayFinding(german, finding)).not.toBe(finding.sentence);
    const punycode = { id: 'punycode-host', severity: 'danger', where: 'url', sentence: '' } as const;
    expect(sayFinding(german, punycode)).toContain('keine gültige Schreibung');
    expect(sayFinding(german, { ...punycode, severity: 'warning' })).toContain('jenseits von a bis z');
    const other = { id: 'new-one', severity: 'info', where: 'message', sentence: 'Something new.' } as const;
    expect(sayFinding(german, other)).toBe('Something new.');
    expect(sayFinding(words('en'), { ...other, id: 'userinfo' })).toBe('Something new.');
  });
});
