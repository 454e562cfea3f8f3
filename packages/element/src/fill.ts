/** What stands in the fields as an answer, or what is to be mended. A date that was begun and not finished is neither blank nor sent. */
import { type AnswerContent, type Field, type FieldIssue, type Form, fillForm } from '@midcall/core';
import { type Say, sayIssue } from '@midcall/core/words';
import type { Answers } from './answers.js';
import { BEGUN } from './draw/date-field.js';

export type Filled =
  | { readonly ok: true; readonly content: AnswerContent }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

export function fill(
  form: Form,
  answers: Answers,
  { say, locale, zone }: { readonly say: Say; readonly locale: string; readonly zone: string },
): Filled {
  const begun = form.fields.filter(field => isDate(field) && answers.shown(field) === BEGUN);
  const halves = form.fields.filter(field => field.kind === 'text' && field.format === 'date-time');
  const filled = fillForm(form, answers.entries(form), { locale, zone });
  if (filled.ok && begun.length === 0) return { ok: true, content: filled.content };
  const others = new Map(filled.ok ? [] : filled.issues.map(issue => [issue.field, issue]));
  // Date and time stand in two inputs here: what is asked for is both, not a way of writing them.
  const missing = halves.filter(field => others.has(field.name));
  const unfinished = new Map([...begun, ...missing].map(field => [field.name, say(dateSentence(field))]));
  const issues: FieldIssue[] = [];
  for (const field of form.fields) {
    const message = unfinished.get(field.name);
    const other = others.get(field.name);
    if (message !== undefined) issues.push({ field: field.name, rule: 'incomplete', message });
    else if (other !== undefined) issues.push({ ...other, message: sayIssue(say, other, field.kind) });
  }
  const whole = others.get('');
  return { ok: false, issues: whole === undefined ? issues : [...issues, whole] };
}

function isDate(field: Field): boolean {
  return field.kind === 'text' && (field.format === 'date' || field.format === 'date-time');
}

function dateSentence(field: Field): 'dateIncomplete' | 'dateTimeIncomplete' {
  return field.kind === 'text' && field.format === 'date' ? 'dateIncomplete' : 'dateTimeIncomplete';
}
