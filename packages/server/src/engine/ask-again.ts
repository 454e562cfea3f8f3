/**
 * The words in front of a question that is asked again. Field messages also stand under a key of their own at the root of
 * the schema, so that a host that knows it shows them at the fields; the message says the same to everybody else.
 */
import type { FieldIssue, Form, JsonObject } from '@midcall/core';
import { REJECTED_KEY } from '@midcall/core/wire';
import type { Again } from './question.js';

const WORDS = {
  changed: 'This question has changed since it was answered. Please read it again.',
  gone: 'What was chosen is no longer available. Please choose again.',
  malformed: 'The answer could not be read: its action is none of accept, decline and cancel. Please answer again.',
} as const;

export function messageAgain(message: string, again: Again, form: Form | undefined): string {
  if (again.why !== 'invalid') return `${WORDS[again.why]}\n\n${message}`;
  const lines = again.issues.map(issue => (issue.field === '' ? issue.message : `${label(form, issue.field)}: ${issue.message}`));
  return `The answer was not taken:\n${lines.map(line => `- ${line}`).join('\n')}\n\n${message}`;
}

export function schemaAgain(schema: JsonObject, again: Again): JsonObject {
  if (again.why !== 'invalid') return schema;
  return { ...schema, [REJECTED_KEY]: byField(again.issues) };
}

/** One sentence per field; own members only, whatever a field is called. */
function byField(issues: readonly FieldIssue[]): JsonObject {
  const seen = new Map<string, string>();
  for (const issue of issues) if (!seen.has(issue.field)) seen.set(issue.field, issue.message);
  return Object.fromEntries(seen);
}

function label(form: Form | undefined, name: string): string {
  return form?.fields.find(field => field.name === name)?.label ?? name;
}
