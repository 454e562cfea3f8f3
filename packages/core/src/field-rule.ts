/**
 * What can be wrong with one answer, and the sentence that says what to do about it. The rule is stable and the limit
 * is data, so that a surface can say it in another language; nothing that was typed is ever quoted (N9).
 */
import type { Field, FieldIssue } from './form.js';

/** Stable ids of `FieldIssue.rule`. */
export type FieldRule =
  | 'required'
  | 'wrong-type'
  | 'malformed-text'
  | 'too-short'
  | 'too-long'
  | 'pattern'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'
  | 'too-small'
  | 'too-large'
  | 'not-above'
  | 'not-below'
  | 'not-a-multiple'
  | 'not-whole'
  | 'not-exact'
  | 'not-a-number'
  | 'decimal-comma'
  | 'grouping'
  | 'other-digits'
  | 'no-offset'
  | 'skipped-time'
  | 'repeated-time'
  | 'not-yes-or-no'
  | 'not-an-option'
  | 'repeated-option'
  | 'too-few'
  | 'too-many'
  | 'not-json'
  | 'not-sendable'
  | 'not-an-object';

type Sentence = (limit: number) => string;

const SENTENCES = {
  required: () => 'Fill this in',
  'wrong-type': () => 'Give an answer of the kind that is asked for',
  'malformed-text': () => 'Type this text again: part of it cannot be sent',
  'too-short': n => `Use at least ${characters(n)}`,
  'too-long': n => `Use at most ${characters(n)}`,
  pattern: () => 'Write this in the form that is asked for',
  email: () => 'Enter an email address such as name@example.org',
  uri: () => 'Enter a full address such as https://example.org/page',
  date: () => 'Enter a date such as 2026-11-29',
  'date-time': () => 'Enter a date and time such as 2026-11-29T14:30:00Z',
  'too-small': n => `Enter ${n} or more`,
  'too-large': n => `Enter ${n} or less`,
  'not-above': n => `Enter a number above ${n}`,
  'not-below': n => `Enter a number below ${n}`,
  'not-a-multiple': n => `Enter a multiple of ${n}`,
  'not-whole': () => 'Enter a whole number',
  'not-exact': () => 'Use fewer digits: this number would be rounded when it is sent',
  'not-a-number': () => 'Enter a number such as 12 or 3.5',
  'decimal-comma': () => 'Write decimals with a point, such as 3.5, and large numbers without separators, such as 12000',
  grouping: () => 'This can be read as thousands or as decimals. Write 12000 for thousands; end decimals with a zero, such as 3.1250',
  'other-digits': () => 'Write the number with the digits 0 to 9',
  'no-offset': () => 'Add the offset from UTC, such as +01:00, or Z',
  'skipped-time': () => 'Clocks go forward and skip this time. Enter an earlier or a later time',
  'repeated-time': () => 'Clocks go back and this time comes twice. Add the offset from UTC, such as +01:00, to say which one',
  'not-yes-or-no': () => 'Choose yes or no',
  'not-an-option': () => 'Choose one of the options',
  'repeated-option': () => 'Choose each option once',
  'too-few': n => `Choose at least ${n}`,
  'too-many': n => `Choose at most ${n}`,
  'not-json': () => 'Enter JSON: a text in double quotes, a number, true, false, or a list such as ["a", "b"]',
  'not-sendable': () => 'This cannot be sent in an answer. Leave it blank, or decline',
  'not-an-object': () => 'Answer with one value for each field',
} as const satisfies Record<FieldRule, Sentence>;

const KIND_SENTENCES = {
  text: { required: 'Fill this in', 'wrong-type': 'Enter a text' },
  number: { required: 'Enter a number', 'wrong-type': 'Enter a number' },
  integer: { required: 'Enter a whole number', 'wrong-type': 'Enter a whole number' },
  boolean: { required: 'Choose yes or no', 'wrong-type': 'Choose yes or no' },
  choice: { required: 'Choose one of the options', 'wrong-type': 'Choose one of the options' },
  choices: { required: 'Choose at least one of the options', 'wrong-type': 'Choose from the options' },
  opaque: { required: 'Fill this in', 'wrong-type': 'Give an answer of the kind that is asked for' },
} as const satisfies Record<Field['kind'], { required: string; 'wrong-type': string }>;

/** The issue of one field. `limit` is the bound that the sentence names. */
export function fieldIssue(field: Field, rule: FieldRule, limit?: number): FieldIssue {
  if (rule === 'required' && field.kind === 'text' && field.format !== undefined) {
    return { field: field.name, rule, message: SENTENCES[field.format]() };
  }
  const message =
    rule === 'required' || rule === 'wrong-type' ? KIND_SENTENCES[field.kind][rule] : (SENTENCES[rule] as Sentence)(limit ?? 0);
  return limit === undefined ? { field: field.name, rule, message } : { field: field.name, rule, message, limit };
}

/** An issue of the answer as a whole. */
export function answerIssue(rule: FieldRule): FieldIssue {
  return { field: '', rule, message: (SENTENCES[rule] as Sentence)(0) };
}

function characters(n: number): string {
  return n === 1 ? '1 character' : `${n} characters`;
}
