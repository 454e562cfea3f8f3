/**
 * One value against one field: a verdict as a rule id, without code generation, so that it runs under a strict content
 * security policy. What a field needs is laid out flat once (`compileField`), always in the same shape, because this is
 * the hot path of every answer.
 */
import { countCodePoints, isWellFormed } from './code-points.js';
import type { FieldRule } from './field-rule.js';
import type { Field } from './form.js';
import { isDate, isDateTime } from './is-date.js';
import { isEmail } from './is-email.js';
import { isMultipleOf } from './is-multiple.js';
import { isUri } from './is-uri.js';
import { type LinearPattern, linearPattern } from './linear-pattern.js';

export const KIND = { text: 0, number: 1, integer: 2, boolean: 3, choice: 4, choices: 5, opaque: 6 } as const satisfies Record<
  Field['kind'],
  number
>;

const FORMAT = { none: 0, email: 1, uri: 2, date: 3, 'date-time': 4 } as const;

/** One field, laid out for checking. Every member is always there, so that all of them share one hidden class. */
export interface CompiledField {
  readonly field: Field;
  readonly name: string;
  readonly kind: number;
  readonly required: boolean;
  /** The name also lives on `Object.prototype`: only an own member of the answer counts (trap 28). */
  readonly inherited: boolean;
  /** Least and most: code points, value, or items, by kind. */
  readonly least: number;
  readonly most: number;
  readonly above: number;
  readonly below: number;
  readonly step: number;
  readonly format: number;
  readonly pattern: LinearPattern | undefined;
  /** What may be sent, for choices: few as a list, which is made and searched faster, many as a set. */
  readonly few: readonly unknown[];
  readonly many: ReadonlySet<unknown> | undefined;
}

const FEW = 12;
const NONE: readonly unknown[] = [];

/** Lays a field out for checking. */
export function compileField(field: Field): CompiledField {
  const text = field.kind === 'text' ? field : undefined;
  const number = field.kind === 'number' || field.kind === 'integer' ? field : undefined;
  const list = field.kind === 'choices' ? field : undefined;
  const options = field.kind === 'choice' || field.kind === 'choices' ? field.options.map(option => option.number ?? option.value) : NONE;
  return {
    field,
    name: field.name,
    kind: KIND[field.kind],
    required: field.required,
    inherited: field.name in Object.prototype,
    least: text?.minLength ?? number?.minimum ?? list?.minItems ?? Number.NEGATIVE_INFINITY,
    most: text?.maxLength ?? number?.maximum ?? list?.maxItems ?? Number.POSITIVE_INFINITY,
    above: number?.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
    below: number?.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
    step: number?.multipleOf ?? 0,
    format: FORMAT[text?.format ?? 'none'],
    pattern: text?.pattern === undefined ? undefined : linearPattern(text.pattern).pattern,
    few: options.length > FEW ? NONE : options,
    many: options.length > FEW ? new Set(options) : undefined,
  };
}

/** The rule that a present value breaks; undefined if it is a valid answer. */
export function brokenRule(compiled: CompiledField, value: unknown): FieldRule | undefined {
  switch (compiled.kind) {
    case KIND.text:
      return typeof value === 'string' ? brokenTextRule(compiled, value) : 'wrong-type';
    case KIND.number:
    case KIND.integer:
      return typeof value === 'number' ? brokenNumberRule(compiled, value) : 'wrong-type';
    case KIND.boolean:
      return typeof value === 'boolean' ? undefined : 'wrong-type';
    case KIND.choice:
      if (isOption(compiled, value)) return undefined;
      return typeof value === 'string' ? 'not-an-option' : 'wrong-type';
    case KIND.choices:
      return Array.isArray(value) ? brokenListRule(compiled, value) : 'wrong-type';
    default:
      return isSendable(value) ? undefined : 'not-sendable';
  }
}

/** The bound that the sentence of a broken rule names. */
export function limitOf(compiled: CompiledField, rule: FieldRule): number | undefined {
  switch (rule) {
    case 'too-short':
    case 'too-few':
    case 'too-small':
      return compiled.least;
    case 'too-long':
    case 'too-many':
    case 'too-large':
      return compiled.most;
    case 'not-above':
      return compiled.above;
    case 'not-below':
      return compiled.below;
    case 'not-a-multiple':
      return compiled.step;
    default:
      return undefined;
  }
}

function brokenTextRule(compiled: CompiledField, value: string): FieldRule | undefined {
  // An address is ASCII: its units are its code points and it is well formed.
  const isAddress = compiled.format === FORMAT.email && isEmail(value);
  if (isAddress && value.length <= compiled.most && value.length >= compiled.least && compiled.pattern === undefined) return undefined;
  if (!wellFormed(value)) return 'malformed-text';
  const { length } = value;
  // A code point is one or two units: most texts are decided without counting.
  if (length > compiled.most && countCodePoints(value) > compiled.most) return 'too-long';
  if (length < compiled.least * 2 && (length < compiled.least || countCodePoints(value) < compiled.least)) return 'too-short';
  switch (compiled.format) {
    case FORMAT.none:
      break;
    case FORMAT.email:
      if (!isAddress) return 'email';
      break;
    case FORMAT.uri:
      if (!isUri(value)) return 'uri';
      break;
    case FORMAT.date:
      if (!isDate(value)) return 'date';
      break;
    default:
      if (!isDateTime(value)) return 'date-time';
  }
  return compiled.pattern === undefined || compiled.pattern.test(value) ? undefined : 'pattern';
}

function brokenNumberRule(compiled: CompiledField, value: number): FieldRule | undefined {
  if (value - value !== 0) return 'not-a-number';
  if (compiled.kind === KIND.integer && value !== Math.trunc(value)) return 'not-whole';
  if (value < compiled.least) return 'too-small';
  if (value > compiled.most) return 'too-large';
  if (value <= compiled.above) return 'not-above';
  if (value >= compiled.below) return 'not-below';
  return compiled.step === 0 || isMultipleOf(value, compiled.step) ? undefined : 'not-a-multiple';
}

function isOption({ few, many }: CompiledField, value: unknown): boolean {
  if (many !== undefined) return many.has(value);
  for (let i = 0; i < few.length; i += 1) if (few[i] === value) return true;
  return false;
}

function brokenListRule(compiled: CompiledField, value: readonly unknown[]): FieldRule | undefined {
  if (value.length < compiled.least) return 'too-few';
  if (value.length > compiled.most) return 'too-many';
  // Repeats are refused (trap 25): no option can be chosen twice, so there are never more items than options.
  if (value.length > (compiled.many?.size ?? compiled.few.length)) return 'repeated-option';
  for (let i = 0; i < value.length; i += 1) if (!isOption(compiled, value[i])) return 'not-an-option';
  return hasRepeats(value) ? 'repeated-option' : undefined;
}

/** Few are compared in place, which allocates nothing; many would take forever that way. */
function hasRepeats(value: readonly unknown[]): boolean {
  if (value.length > 16) return new Set(value).size < value.length;
  for (let i = 1; i < value.length; i += 1) if (value.indexOf(value[i]) < i) return true;
  return false;
}

/** What may travel in an answer at all (E-A-06). */
function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'boolean') return true;
  return Array.isArray(value) && value.every(item => typeof item === 'string' && isWellFormed(item));
}

interface NativeCheck {
  isWellFormed?(): boolean;
}

/** The engine's own check where it has one: it knows one-byte strings and need not look at them. */
const wellFormed: (text: string) => boolean =
  typeof (String.prototype as NativeCheck).isWellFormed === 'function'
    ? text => (text as unknown as Required<NativeCheck>).isWellFormed()
    : isWellFormed;
