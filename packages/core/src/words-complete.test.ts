/** Whether the words are those that the house agreed on, and whether a second language says all that the first one does. */
import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.js';
import type { FieldRule } from './field-rule.js';
import type { Field } from './form.js';
import { inspectForm, inspectMessage, inspectUrl } from './inspect.js';
import { readForm } from './read-form.js';
import { type PluralPhrase, sayFinding, sayIssue, type WordKey, words } from './words.js';
import { german, germanIssues } from './words-de.js';
import { english } from './words-en.js';

const forms = (phrase: string | PluralPhrase): string[] => (typeof phrase === 'string' ? [phrase] : Object.values(phrase));

describe('the words that every surface shares', () => {
  it.each([
    ['asks', { server: 'Records' }, 'Records asks'],
    ['claim', { claim: 'records-admin 1.2' }, 'calls itself “records-admin 1.2”'],
    ['whileRunning', {}, 'while running'],
    ['showSent', {}, 'show what was sent'],
    ['send', {}, 'Send answer'],
    ['yesVerb', { verb: 'delete 4,012 rows' }, 'Yes, delete 4,012 rows'],
    ['openPage', {}, 'Open page'],
    ['decline', {}, 'Decline'],
    ['declineMeaning', { server: 'Records' }, 'tells Records no; it will not ask again'],
    ['notNow', {}, 'Not now'],
    ['notNowMeaning', { server: 'Records' }, 'closes without an answer; Records may ask again'],
    ['expiresIn', { time: '9:48' }, 'expires in 9:48'],
    ['moreTime', {}, 'More time'],
    ['checkAnswers', {}, 'Check your answers'],
    ['optional', {}, '(optional)'],
    ['noAnswer', {}, 'No answer'],
  ] as const satisfies readonly (readonly [WordKey, Record<string, string>, string])[])(
    'say %s in the agreed words [N2]',
    (key, values, said) => {
      expect(words('en')(key, values as never)).toBe(said);
    },
  );
});

describe('German', () => {
  it('is German: no phrase was left as it is in English but those that are the same in both', () => {
    const same = Object.keys(english).filter(key => JSON.stringify(german[key as WordKey]) === JSON.stringify(english[key as WordKey]));
    // A name, and a name with its count.
    expect(same).toEqual(['byDesk', 'questionsOf']);
  });

  it('has a form for one and for many wherever English has, and never an empty one', () => {
    for (const [key, phrase] of Object.entries(english)) {
      const translated = german[key as WordKey];
      if (typeof phrase !== 'string' && 'one' in phrase)
        expect([key, typeof translated === 'string' || 'one' in translated]).toEqual([key, true]);
      for (const form of forms(translated)) expect(form.trim(), key).not.toBe('');
    }
  });

  it('speaks to a person in one way throughout', () => {
    const text = Object.values({ ...german, ...germanIssues })
      .flatMap(forms)
      .join('\n');
    expect(text.match(/(?<!\p{L})(?:du|dich|dir|deine?[mnrs]?)(?!\p{L})/giu)).toBeNull();
  });

  it('says what is wrong with every kind of answer, by rule and by kind of field', () => {
    const say = words('de');
    for (const rule of Object.keys(RULES)) expect(say.issues[rule], rule).toBeDefined();
    for (const kind of Object.keys(KINDS) as Field['kind'][]) {
      const { form } = readForm({ type: 'object', properties: { f: KINDS[kind] }, required: ['f'] }, { revision: '2025-11-25' });
      if (form === undefined) throw new Error(`no form of ${kind}`);
      for (const content of [{}, { f: null }]) {
        const checked = checkAnswer(form, { action: 'accept', content });
        const issue = checked.ok ? undefined : checked.issues[0];
        if (issue === undefined) continue; // an opaque field takes any JSON
        expect(sayIssue(say, issue, kind), `${kind} ${issue.rule}`).not.toBe(issue.message);
      }
    }
  });

  it('says every finding that this page can make', () => {
    const form = readForm(
      { type: 'object', properties: { a: { type: 'string', title: 'Password' }, b: { type: 'string', title: 'Passport number' } } },
      { revision: '2025-11-25' },
    ).form;
    const at = { revision: '2025-11-25' } as const;
    if (form === undefined) throw new Error('no form');
    const found = [
      ...inspectMessage('a\u202eb \u200b \u0007 pаypal https://x.example', at),
      ...inspectForm(form, at),
      ...['http://u:p@1.2.3.4:8080/?email=a', 'https://xn--pple-43d.com', 'javascript:1', 'https://paypal.com.example.org', 'x'].flatMap(
        url => inspectUrl(url, at),
      ),
    ];
    expect(found.length).toBeGreaterThan(10);
    for (const finding of found) expect(sayFinding(words('de'), finding), finding.id).not.toBe(finding.sentence);
  });
});

const KINDS = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  choice: { type: 'string', enum: ['a', 'b'] },
  choices: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
  opaque: { type: 'object' },
} as const satisfies Record<Field['kind'], object>;

const RULES = {
  required: 0,
  'wrong-type': 0,
  'malformed-text': 0,
  'too-short': 0,
  'too-long': 0,
  pattern: 0,
  email: 0,
  uri: 0,
  date: 0,
  'date-time': 0,
  'too-small': 0,
  'too-large': 0,
  'not-above': 0,
  'not-below': 0,
  'not-a-multiple': 0,
  'not-whole': 0,
  'not-exact': 0,
  'not-a-number': 0,
  'decimal-comma': 0,
  grouping: 0,
  'other-digits': 0,
  'no-offset': 0,
  'skipped-time': 0,
  'repeated-time': 0,
  'not-yes-or-no': 0,
  'not-an-option': 0,
  'repeated-option': 0,
  'too-few': 0,
  'too-many': 0,
  'not-json': 0,
  'not-sendable': 0,
  'not-an-object': 0,
} as const satisfies Record<FieldRule, 0>;
