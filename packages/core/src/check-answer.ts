/**
 * Answers against forms (E-J-07 to E-J-09). What is promised:
 * 1. Only what the form asked for comes out: extra members are dropped (trap 19), inherited ones never count (trap 28).
 * 2. No coercion: "30" is not a number, 30.0 is an integer, null is never an answer (traps 14 to 16).
 * 3. A missing or null `content` is `{}` and must then pass `required` (D13).
 * 4. The copy holds only strings, numbers, booleans and lists of strings (E-A-06), arrays copied; under the name of a
 *    field it has that answer or nothing, never something inherited.
 *
 * Most answers hold fields of the form and nothing else, in the form's order: those are walked once with `for…in`, which
 * engines turn into loads by position, where a load by name costs several times as much. Everything else, and every
 * answer that breaks a rule, takes the slower way.
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
  if (checks.scalar && isPlain(given)) {
    // Copied before it is checked: what is handed out is what was looked at.
    const members = { ...given } as Record<string, AnswerValue>;
    if (isInOrder(checks, members)) return { ok: true, content: members };
  }
  const copy = new Bare() as Record<string, AnswerValue>;
  for (let i = 0; i < checks.length; i += 1) {
    const check = checks[i] as CompiledField;
    const value = own(given, check.name);
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
  if (isPlain(given) && isInOrder(checks, given)) return true;
  for (let i = 0; i < checks.length; i += 1) {
    const check = checks[i] as CompiledField;
    const value = own(given, check.name);
    if (value === undefined ? check.required : brokenRule(check, value) !== undefined) return false;
  }
  return true;
}

/** The checks of a form, in the order of its fields. */
interface CompiledForm extends ReadonlyArray<CompiledField> {
  /** No answer to it holds a list, so that a copy of the members is a copy of the answer. */
  readonly scalar: boolean;
}

/**
 * Laid out on first use. A form that is checked again is remembered as long as it lives; one that is checked once, as in
 * a host that reads every question anew, mostly is not: an entry in a weak map costs the garbage collector more than the
 * layout costs us. One first sight in sixteen is remembered, so that any number of forms taking turns soon all are.
 */
function compiled(form: Form): CompiledForm {
  if (form === latest?.form) {
    if (!latest.kept) known.set(form, latest.checks);
    latest.kept = true;
    return latest.checks;
  }
  let checks = known.get(form);
  if (checks === undefined) sights += 1;
  const kept = checks !== undefined || sights % 16 === 0;
  if (checks === undefined) {
    // Nor is it asked for a member that every object inherits: left blank, such a one would be found in a plain copy.
    const scalar = form.fields.every(field => field.kind !== 'choices' && field.kind !== 'opaque' && !(field.name in Object.prototype));
    checks = Object.assign(form.fields.map(compileField), { scalar });
    if (kept) known.set(form, checks);
  }
  latest = { form, checks, kept };
  return checks;
}

const known = new WeakMap<Form, CompiledForm>();
let latest: { readonly form: Form; readonly checks: CompiledForm; kept: boolean } | undefined;
let sights = 0;

/**
 * True if every member is a valid answer to a field, no required field is missing, and the members come in the order of
 * the fields. False says nothing.
 */
function isInOrder(checks: CompiledForm, given: Members): boolean {
  const count = checks.length;
  let next = 0;
  // Nothing is inherited here, and asking for each member whether it is its own would double the cost.
  for (const name in given) {
    let check: CompiledField;
    do {
      if (next === count) return false;
      check = checks[next] as CompiledField;
      if (check.required && check.name !== name) return false;
      next += 1;
    } while (check.name !== name);
    if (check.inherited || brokenRule(check, given[name]) !== undefined) return false;
  }
  for (; next < count; next += 1) if ((checks[next] as CompiledField).required) return false;
  return !isPolluted();
}

/** True if something added enumerable members to `Object.prototype`, which `for…in` then shows in every object. */
function isPolluted(): boolean {
  for (const _ in NOTHING) return true;
  return false;
}

const NOTHING = Object.freeze({});

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
