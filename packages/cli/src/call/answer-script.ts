/**
 * The `--answer` flags of one run: which question each is for, and what it says.
 *
 * A question is found by its key where the protocol carries one (2026-07-28), by its place (1, 2 …), or by a field it
 * has. Older revisions have no keys: there a flag with a key and a field fits by its field alone, and flags for whole
 * questions are taken in the order typed, so that one script serves every revision.
 */
import { type FieldIssue, type Form, fillForm, isConfirm, type JsonObject } from '@midcall/core';
import type { ElicitAction } from '@midcall/core/wire';
import { UsageError } from '../usage-error.js';
import { shellWord } from './shell-word.js';

/** One flag: `left=right`. */
export interface AnswerFlag {
  readonly left: string;
  readonly right: string;
}

/** What the script has to know of a question. */
export interface ScriptedQuestion {
  readonly key: string | undefined;
  /** Counting from 1, over the whole run. */
  readonly order: number;
  /** Absent for a question that asks to open a page. */
  readonly form: Form | undefined;
}

/** `missing`: no flag speaks of it. `wrong`: flags do, but what they say is not an answer. */
export type ScriptedAnswer =
  | { readonly kind: 'answer'; readonly action: ElicitAction; readonly content?: JsonObject; readonly flags: readonly AnswerFlag[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong'; readonly issues: readonly FieldIssue[]; readonly flags: readonly AnswerFlag[] };

const ACTIONS: ReadonlySet<string> = new Set(['accept', 'decline', 'cancel']);

/** @throws UsageError for a flag without `=`. */
export function readAnswerFlags(flags: readonly string[]): AnswerFlag[] {
  return flags.map(flag => {
    const at = flag.indexOf('=');
    if (at < 1)
      throw new UsageError(`--answer "${flag}" does not say what to answer.`, 'Write it as question.field=value, or question=decline.');
    return { left: flag.slice(0, at), right: flag.slice(at + 1) };
  });
}

/** What the flags say to one question. Later flags win over earlier ones for the same field. */
export function answerBy(
  flags: readonly AnswerFlag[],
  question: ScriptedQuestion,
  spent: ReadonlySet<AnswerFlag> = new Set(),
): ScriptedAnswer {
  const { form } = question;
  const used: AnswerFlag[] = [];
  const entries = new Map<string, string | boolean | readonly string[]>();
  let action: ElicitAction | undefined;
  for (const flag of flags) {
    const field = fieldOf(flag.left, question);
    const whole = isWhole(flag.left, question);
    const only = form?.fields.length === 1 ? form.fields[0] : undefined;
    if (ACTIONS.has(flag.right) && (whole || (field !== undefined && field === only?.name && field === flag.left))) {
      action = flag.right as ElicitAction;
      used.push(flag);
    } else if (field !== undefined || (whole && only !== undefined)) {
      const name = field ?? only?.name ?? '';
      entries.set(name, rawValue(form as Form, name, flag.right));
      used.push(flag);
    }
  }
  const next = used.length === 0 && question.key === undefined ? nextInLine(flags, question, spent) : undefined;
  if (next !== undefined) {
    used.push(next);
    if (ACTIONS.has(next.right)) action = next.right as ElicitAction;
    else entries.set(form?.fields[0]?.name ?? '', rawValue(form as Form, form?.fields[0]?.name ?? '', next.right));
  }
  if (used.length === 0) return { kind: 'missing' };
  if (action === 'decline' || action === 'cancel') return { kind: 'answer', action, flags: used };
  if (form === undefined) return action === 'accept' ? { kind: 'answer', action, flags: used } : { kind: 'missing' };
  if (action === 'accept' && isConfirm(form) && entries.size === 0) entries.set(form.fields[0]?.name ?? '', true);
  const filled = fillForm(form, entries);
  if (!filled.ok) return { kind: 'wrong', issues: filled.issues, flags: used };
  return { kind: 'answer', action: 'accept', content: filled.content, flags: used };
}

/** The flags that would answer a question, to be pasted behind the command. */
export function flagsFor(question: ScriptedQuestion): string[] {
  const name = baseOf(question.key) ?? String(question.order);
  if (question.form === undefined) return [`--answer ${shellWord(name)}=accept`];
  const { fields } = question.form;
  const needed = fields.filter(field => field.required && !('default' in field && field.default !== undefined));
  const flags = (needed.length > 0 ? needed : fields.slice(0, 1)).map(
    field => `--answer ${shellWord(`${name}.${field.name}=${example(question.form as Form, field.name)}`)}`,
  );
  return flags.length > 0 ? flags : [`--answer ${shellWord(name)}=accept`];
}

/**
 * Where questions have no keys, flags for whole questions (`slot=decline`) are taken in the order typed, each once, by the
 * questions that no other flag speaks of.
 */
function nextInLine(flags: readonly AnswerFlag[], { form }: ScriptedQuestion, spent: ReadonlySet<AnswerFlag>): AnswerFlag | undefined {
  const first = flags.find(flag => !spent.has(flag) && !/^\d+$|\./.test(flag.left));
  if (first === undefined) return undefined;
  return ACTIONS.has(first.right) || form?.fields.length === 1 ? first : undefined;
}

function isWhole(left: string, { key, order }: ScriptedQuestion): boolean {
  return left === baseOf(key) || left === String(order);
}

/** A question that is asked again comes as `key~2`; its flags go on under its own name. */
function baseOf(key: string | undefined): string | undefined {
  return key?.replace(/~\d+$/, '');
}

function fieldOf(left: string, { key: wireKey, order, form }: ScriptedQuestion): string | undefined {
  const key = baseOf(wireKey);
  if (form === undefined) return undefined;
  const has = (name: string): boolean => form.fields.some(field => field.name === name);
  for (const prefix of [key, String(order)]) {
    if (prefix !== undefined && left.startsWith(`${prefix}.`) && has(left.slice(prefix.length + 1))) return left.slice(prefix.length + 1);
  }
  if (left !== key && has(left)) return left;
  const dot = left.indexOf('.');
  if (key === undefined && dot > 0 && !/^\d+$/.test(left.slice(0, dot)) && has(left.slice(dot + 1))) return left.slice(dot + 1);
  return undefined;
}

function rawValue(form: Form, name: string, text: string): string | boolean | readonly string[] {
  const kind = form.fields.find(field => field.name === name)?.kind;
  if (kind === 'boolean' && /^(yes|true|on)$/i.test(text)) return true;
  if (kind === 'boolean' && /^(no|false|off)$/i.test(text)) return false;
  if (kind === 'choices') return text === '' ? [] : text.split(',');
  return text;
}

function example(form: Form, name: string): string {
  const field = form.fields.find(one => one.name === name);
  switch (field?.kind) {
    case 'boolean':
      return 'yes';
    case 'integer':
    case 'number':
      return String(field.minimum ?? 1);
    case 'choice':
      return field.options[0]?.value ?? '…';
    case 'choices':
      return field.options
        .slice(0, Math.max(1, field.minItems ?? 1))
        .map(option => option.value)
        .join(',');
    case 'text':
      return field.format === undefined ? '…' : FORMAT_EXAMPLES[field.format];
    default:
      return '…';
  }
}

const FORMAT_EXAMPLES = {
  date: '2026-11-29',
  'date-time': '2026-11-29T09:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
} as const;
