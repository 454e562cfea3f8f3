/** Questions for tests, with everything that does not matter filled in. */
import type { Field, Form } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { NOW } from './element-page.js';

export function form(...fields: readonly Field[]): Form {
  return { fields, schema: { type: 'object', properties: {} }, revision: '2026-07-28' };
}

export function view(parts: Partial<QuestionView> = {}): QuestionView {
  return {
    v: 1,
    id: 'q1',
    server: { name: 'Records', claim: { name: 'records-admin', version: '1.2' } },
    call: { method: 'tools/call', name: 'delete_stale_records', arguments: { table: 'customers' } },
    revision: '2026-07-28',
    message: 'What is it about?',
    findings: [],
    state: 'waiting',
    askedAt: NOW - 60_000,
    expiresAt: NOW + 600_000,
    extendable: true,
    ...parts,
  };
}

export const text = (name: string, more: Partial<Extract<Field, { kind: 'text' }>> = {}): Field => ({
  kind: 'text',
  name,
  label: name,
  required: true,
  ...more,
});

export const options = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}`, title: `Option ${index}` }));

export const everyKind: readonly Field[] = [
  text('title', { label: 'Title', description: 'Shown on the first page.', maxLength: 40 }),
  text('mail', { label: 'Mail', format: 'email', required: false }),
  text('site', { label: 'Site', format: 'uri', required: false }),
  text('day', { label: 'Day', format: 'date', required: false }),
  text('when', { label: 'When', format: 'date-time', required: false }),
  text('notes', { label: 'Notes', maxLength: 4000, required: false }),
  { kind: 'number', name: 'ratio', label: 'Ratio', required: false, minimum: 0, maximum: 10 },
  { kind: 'integer', name: 'count', label: 'Count', required: false },
  { kind: 'boolean', name: 'sure', label: 'Sure?', required: true },
  { kind: 'boolean', name: 'archive', label: 'Archive?', required: false },
  { kind: 'choice', name: 'few', label: 'Few', required: false, options: options(3) },
  { kind: 'choice', name: 'some', label: 'Some', required: false, options: options(9) },
  { kind: 'choice', name: 'many', label: 'Many', required: false, options: options(40) },
  { kind: 'choices', name: 'any', label: 'Any', required: false, minItems: 1, maxItems: 2, options: options(4) },
  { kind: 'choices', name: 'crowd', label: 'Crowd', required: false, options: options(40) },
  { kind: 'opaque', name: 'odd', label: 'Odd', required: false, schema: { type: 'object' } },
];
