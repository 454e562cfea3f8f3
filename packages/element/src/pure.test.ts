import { isMidcallError } from '@midcall/core';
import { confirmVerb } from '@midcall/core/words';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Answers } from './answers.js';
import { domainParts } from './domain-parts.js';
import { expiryNotice } from './expiry-notice.js';
import { Guard } from './guard.js';
import { OptionSearch } from './option-search.js';
import { questionFromParams } from './question-from-params.js';
import { splitZoned, zonedTime } from './zoned-time.js';

describe('the words on a confirm', () => {
  it('are taken from one short imperative question', () => {
    expect(confirmVerb('Delete 4,012 rows?')).toBe('delete 4,012 rows');
    expect(confirmVerb('\nDeploy checkout to production?\n')).toBe('deploy checkout to production');
  });

  it('are not taken from anything else, so that a server cannot write its own sentence onto the button', () => {
    for (const message of [
      'Are you sure?',
      'Do you want to delete it?',
      'Delete?',
      'Delete 4,012 rows. Continue?',
      'Delete 4,012 rows',
      'delete rows?',
      'Delete all rows of the customers table in the production database now?',
      'Delete rows?\nAll of them?',
      'Keep <b>everything</b>?',
      'Keep \u202eit safe?',
      'No harm is done?',
    ]) {
      expect([message, confirmVerb(message)]).toEqual([message, undefined]);
    }
  });
});

describe('the part of a host that says who is there', () => {
  it('is the registrable end, and the parts always make up the whole host [E-U-10]', () => {
    expect(domainParts('good.com.evil.io')).toEqual({ before: 'good.com.', domain: 'evil.io', after: '' });
    expect(domainParts('www.shop.co.uk:8443')).toEqual({ before: 'www.', domain: 'shop.co.uk', after: ':8443' });
    expect(domainParts('127.0.0.1:80')).toEqual({ before: '', domain: '127.0.0.1', after: ':80' });
    expect(domainParts('[::1]:80')).toEqual({ before: '', domain: '[::1]', after: ':80' });
    fc.assert(
      fc.property(fc.domain(), host => {
        const { before, domain, after } = domainParts(host);
        expect(before + domain + after).toBe(host);
      }),
    );
  });
});

describe('a moment in a zone', () => {
  it('takes the offset that holds then, summer and winter', () => {
    expect(zonedTime('2026-07-01', '09:30', 'Europe/Berlin')?.value).toBe('2026-07-01T09:30:00+02:00');
    expect(zonedTime('2026-12-01', '09:30', 'Europe/Berlin')?.value).toBe('2026-12-01T09:30:00+01:00');
    expect(zonedTime('2026-12-01', '09:30', 'UTC')?.value).toBe('2026-12-01T09:30:00Z');
    expect(zonedTime('2026-12-01', '09:30:15', '-03:30')?.value).toBe('2026-12-01T09:30:15-03:30');
  });

  it('says so when the clocks make a time happen twice or never', () => {
    expect(zonedTime('2026-10-25', '02:30', 'Europe/Berlin')).toEqual({ value: '2026-10-25T02:30:00+02:00', oddity: 'twice' });
    expect(zonedTime('2026-03-29', '02:30', 'Europe/Berlin')).toEqual({ value: '2026-03-29T03:30:00+02:00', oddity: 'never' });
  });

  it('is the instant it says, for any wall clock in any of these zones', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Apia'];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (date, zone) => {
          const wall = date.toISOString();
          const moment = zonedTime(wall.slice(0, 10), wall.slice(11, 16), zone);
          expect(moment).toBeDefined();
          if (moment === undefined || moment.oddity === 'never') return;
          const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
            new Date(moment.value),
          );
          expect(shown).toBe(`${wall.slice(0, 10)} ${wall.slice(11, 16)}`);
        },
      ),
    );
  });

  it('comes apart again for the inputs, whole or half', () => {
    expect(splitZoned('2026-07-01T09:30:00+02:00')).toEqual({ date: '2026-07-01', time: '09:30:00', zone: '+02:00' });
    expect(splitZoned('2026-07-01T')).toEqual({ date: '2026-07-01', time: '', zone: '' });
    expect(splitZoned('T09:30')).toEqual({ date: '', time: '09:30', zone: '' });
    expect(splitZoned('?')).toEqual({ date: '', time: '', zone: '' });
  });
});

describe('searching options', () => {
  it('finds the same whether a query is typed letter by letter or at once', () => {
    const options = Array.from({ length: 300 }, (_, index) => ({ value: String(index), title: `Öption ${index} of ${index % 7}` }));
    fc.assert(
      fc.property(fc.stringMatching(/^[opti 0-9]{0,6}$/), query => {
        const slow = new OptionSearch(options);
        for (let i = 0; i <= query.length; i++) slow.find(query.slice(0, i));
        expect(slow.find(query)).toEqual(new OptionSearch(options).find(query));
      }),
    );
  });
});

describe('guard and notices', () => {
  it('buttons answer again when the guard time is over, not before', () => {
    let now = 0;
    const guard = new Guard(() => now);
    guard.raise();
    now = 599;
    expect(guard.left).toBe(1);
    now = 600;
    expect(guard.left).toBe(0);
  });

  it('each notice of the expiry is given once, also when a tick was missed', () => {
    let last = Number.POSITIVE_INFINITY;
    const given: number[] = [];
    for (const left of [90_000, 60_000, 59_000, 30_000, 9_000, 8_000, 0]) {
      const notice = expiryNotice(left, last);
      if (notice === undefined) continue;
      last = notice;
      given.push(notice);
    }
    expect(given).toEqual([60_000, 10_000]);
  });
});

describe('what was touched', () => {
  it('is kept by name, and a name is only data [N11]', () => {
    const answers = Answers.fromDraft({ v: 1, at: 0, values: [['__proto__', 'x']] });
    answers.set('constructor', 'y');
    expect(answers.toDraft(5)).toEqual({
      v: 1,
      at: 5,
      values: [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    });
    expect(answers.touched('toString')).toBe(false);
  });
});

describe('a question made of bare params', () => {
  it('is read, inspected, and named by the operator', () => {
    const question = questionFromParams(
      {
        message: 'Your password?',
        requestedSchema: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] },
      },
      { server: 'Records', clock: () => 1000, expiresIn: 5000, id: 'q' },
    );
    expect(question).toMatchObject({ id: 'q', server: { name: 'Records' }, state: 'waiting', askedAt: 1000, expiresAt: 6000 });
    expect(question.findings.map(finding => finding.id)).toContain('secret-ask');
  });

  it('that cannot be shown at all is refused by code and nothing is drawn [E-X-01]', () => {
    for (const params of [
      undefined,
      {},
      { mode: 'smoke-signals', message: 'm' },
      { message: 'm' },
      { mode: 'url', message: 'm', url: 'not a url' },
    ]) {
      let thrown: unknown;
      try {
        questionFromParams(params, { server: 'Records' });
      } catch (error) {
        thrown = error;
      }
      expect(isMidcallError(thrown) && thrown.code).toBe('QUESTION_INVALID');
    }
  });

  it('importing the element where there is no page does nothing and does not fail', async () => {
    const element = await import('./index.js');
    expect(typeof element.ask).toBe('function');
    expect(globalThis.document).toBeUndefined();
  });
});
