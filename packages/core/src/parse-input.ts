/**
 * What a person typed or picked, as the value that will be sent. What is promised:
 * 1. Blank and optional is left out; blank and required is an issue, even where the dialect would take an empty text.
 * 2. What comes back passes `checkAnswer` for that field; what does not, says what to do and never quotes (N9).
 * 3. Plain text is sent as typed; only the blanks around numbers, dates and addresses are taken off.
 */
import { brokenRule, compileField, limitOf } from './check-value.js';
import { type FieldRule, fieldIssue } from './field-rule.js';
import type { AnswerValue, ChoiceField, ChoicesField, Field, FieldIssue, TextField } from './form.js';
import { parseDateTime } from './parse-date-time.js';
import { parseNumber } from './parse-number.js';

/** Raw input of one field: text as typed, an option's value, a tick, or several options' values. */
export type RawInput = string | boolean | readonly string[];

/** Where and in which conventions the person types. */
export interface ParseOptions {
  /** BCP 47 tag; decides only which numbers are ambiguous. */
  readonly locale?: string;
  /** IANA time zone for times typed without an offset. */
  readonly zone?: string;
}

/** `value` is missing where the field was left blank: its key is left out of the answer. */
export type InputReading = { readonly ok: true; readonly value?: AnswerValue } | { readonly ok: false; readonly issue: FieldIssue };

/** Reads what a person gave for one field. @throws RangeError for an unknown `zone`. */
export function parseInput(field: Field, raw: RawInput, options: ParseOptions = {}): InputReading {
  const reading = read(field, raw, options);
  if (reading === BLANK) return field.required ? { ok: false, issue: fieldIssue(field, 'required') } : { ok: true };
  if (reading.rule !== undefined) return { ok: false, issue: fieldIssue(field, reading.rule) };
  const compiled = compileField(field);
  const rule = brokenRule(compiled, reading.value);
  if (rule !== undefined) return { ok: false, issue: fieldIssue(field, rule, limitOf(compiled, rule)) };
  return { ok: true, value: reading.value };
}

type Reading = { readonly value: AnswerValue; readonly rule?: undefined } | { readonly rule: FieldRule; readonly value?: undefined };

const BLANK = Symbol('blank');

function read(field: Field, raw: RawInput, options: ParseOptions): Reading | typeof BLANK {
  switch (field.kind) {
    case 'choice':
      return readChosen(field, raw);
    case 'choices':
      return readSeveral(field, raw);
    case 'boolean':
      return readTick(raw);
    default:
      break;
  }
  if (typeof raw !== 'string') return field.kind === 'opaque' ? readOpaque(raw) : { rule: 'wrong-type' };
  // White space cannot be seen, so it cannot be an answer (N3).
  if (raw.trim() === '') return BLANK;
  if (field.kind === 'text') return readTyped(field, raw, options);
  if (field.kind === 'opaque') return readJson(raw);
  const number = parseNumber(raw, options.locale);
  return 'rule' in number ? { rule: number.rule } : { value: number.value };
}

function readTyped(field: TextField, raw: string, options: ParseOptions): Reading {
  if (field.format === undefined) return { value: raw };
  if (field.format !== 'date-time') return { value: raw.trim() };
  const moment = parseDateTime(raw, options.zone);
  return 'rule' in moment ? { rule: moment.rule } : { value: moment.value };
}

function readTick(raw: RawInput): Reading | typeof BLANK {
  if (typeof raw === 'boolean') return { value: raw };
  if (typeof raw !== 'string') return { rule: 'not-yes-or-no' };
  switch (raw.trim().toLowerCase()) {
    case '':
      return BLANK;
    case 'true':
    case 'yes':
    case 'y':
      return { value: true };
    case 'false':
    case 'no':
    case 'n':
      return { value: false };
    default:
      return { rule: 'not-yes-or-no' };
  }
}

function readChosen(field: ChoiceField, raw: RawInput): Reading | typeof BLANK {
  if (typeof raw !== 'string') return { rule: 'not-an-option' };
  const option = field.options.find(candidate => candidate.value === raw);
  // An option may well have an empty value: only where none has, empty means that nothing was chosen.
  if (option === undefined) return raw === '' ? BLANK : { rule: 'not-an-option' };
  return { value: option.number ?? option.value };
}

function readSeveral(field: ChoicesField, raw: RawInput): Reading | typeof BLANK {
  if (typeof raw === 'boolean') return { rule: 'not-an-option' };
  const chosen = typeof raw === 'string' ? (raw === '' ? [] : [raw]) : [...new Set(raw)];
  if (chosen.length > 0) return { value: chosen };
  // None of them is an answer where one is required, and where the person emptied what was ticked beforehand.
  const emptied = field.default !== undefined && field.default.length > 0 && (field.minItems ?? 0) === 0;
  return field.required || emptied ? { value: [] } : BLANK;
}

function readOpaque(raw: boolean | readonly string[]): Reading {
  return { value: typeof raw === 'boolean' ? raw : [...raw] };
}

/** An opaque field is a JSON box; what may travel in an answer is checked afterwards (E-A-06). */
function readJson(raw: string): Reading {
  try {
    return { value: JSON.parse(raw) as AnswerValue };
  } catch {
    return { rule: 'not-json' };
  }
}
