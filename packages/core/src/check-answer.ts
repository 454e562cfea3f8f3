/**
 * Answers against forms (E-J-07 to E-J-09). What is promised:
 * 1. Only what the form asked for comes out: extra members are dropped (trap 19), inherited ones never count (trap 28).
 * 2. No coercion: "30" is not a number, 30.0 is an integer, null is never an answer (traps 14 to 16).
 * 3. A missing or null `content` is `{}` and must then pass `required` (D13).
 * 4. The copy holds only strings, numbers, booleans and lists of strings (E-A-06), arrays copied, no prototype members.
 */
import { brokenRule, type CompiledField, compileField, limitOf } from './check-value.js';
import { answerIssue, fieldIssue } from './field-rule.js';
import type { AnswerContent, AnswerValue, FieldIssue, Form } from './form.js';

/** A checked answer, or everything that is wrong with it in the order of the fields. */
export type AnswerCheck<Content = AnswerContent> =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** Checks the `content` of an accepted answer; what comes back on success is a copy that holds only the form's fields. */
export function checkAnswer(form: Form, content: unknown): AnswerCheck {
  const given = membersOf(content);
  if (given === undefined) return { ok: false, issues: [answerIssue('not-an-object')] };
  const checks = compiled(form);
  const copy = new Bare() as Record<string, AnswerValue>;
  const plain = isPlain(given);
  for (let i = 0; i < checks.length; i += 1) {
    const check = checks[i] as CompiledField;
    const value = plain && !check.inherited ? given[check.name] : own(given, check.name);
    if (value === undefined) {
      if (check.required) return { ok: false, issues: issuesOf(checks, given) };
    } else {
      if (brokenRule(check, value) !== undefined) return { ok: false, issues: issuesOf(checks, given) };
      copy[check.name] = typeof value === 'object' ? (value as readonly string[]).slice() : (value as AnswerValue);
    }
  }
  return { ok: true, content: copy };
}

/** The verdict alone: no copy, no issues. */
export function isValidAnswer(form: Form, content: unknown): boolean {
  const given = membersOf(content);
  if (given === undefined) return false;
  const checks = compiled(form);
  const plain = isPlain(given);
  for (let i = 0; i < checks.length; i += 1) {
    const check = checks[i] as CompiledField;
    const value = plain && !check.inherited ? given[check.name] : own(given, check.name);
    if (value === undefined ? check.required : brokenRule(check, value) !== undefined) return false;
  }
  return true;
}

/** The checks of a form, laid out on first use and kept as long as the form is. */
export function compiled(form: Form): readonly CompiledField[] {
  let checks = known.get(form);
  if (checks === undefined) {
    checks = form.fields.map(compileField);
    known.set(form, checks);
  }
  return checks;
}

const known = new WeakMap<Form, readonly CompiledField[]>();

type Members = Readonly<Record<string, unknown>>;

/**
 * What answers are made of: its prototype is empty, so no name is inherited, `__proto__` included. `Object.create(null)`
 * would mean the same and be several times slower, because engines keep such objects as hash tables.
 */
// biome-ignore lint/complexity/useArrowFunction: an arrow function cannot be called with `new`
const Bare = function () {} as unknown as new () => object;
Bare.prototype = Object.freeze(Object.create(null));

function membersOf(content: unknown): Members | undefined {
  if (content === undefined || content === null) return {};
  return typeof content === 'object' && !Array.isArray(content) ? (content as Members) : undefined;
}

function isPlain(value: Members): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function own(given: Members, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined;
}

function issuesOf(checks: readonly CompiledField[], given: Members): readonly FieldIssue[] {
  const issues: FieldIssue[] = [];
  for (const check of checks) {
    const value = own(given, check.name);
    const rule = value === undefined ? (check.required ? 'required' : undefined) : brokenRule(check, value);
    if (rule !== undefined) issues.push(fieldIssue(check.field, rule, limitOf(check, rule)));
  }
  return issues;
}
