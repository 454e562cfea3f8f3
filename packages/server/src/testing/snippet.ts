/** The line to paste for a question: a legal answer, with what else could be said behind it. */
import { type Field, isConfirm, LATEST_REVISION, readForm } from '@midcall/core';
import type { AskedQuestion } from './answers.js';

export function answerSnippet({ key, mode, schema }: AskedQuestion): string {
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : quote(key);
  if (mode === 'url') return `${name}: visited({ /* what the page brings back */ }),`;
  if (mode === 'raw') return `${name}: reply({ /* the host's result */ }),`;
  const form = schema === undefined ? undefined : readForm(schema, { revision: LATEST_REVISION }).form;
  if (form === undefined) return `${name}: accept({}),`;
  if (isConfirm(form)) return `${name}: tick(),`;
  const [only] = form.fields;
  if (form.fields.length === 1 && only?.kind === 'choice' && only.name === 'choice') {
    return `${name}: pick(${quote(only.options[0]?.value ?? '')}),${others(only)}`;
  }
  const wanted = form.fields.filter(field => field.required);
  const members = wanted.map(
    field => `${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(field.name) ? field.name : quote(field.name)}: ${sample(field)}`,
  );
  const left = form.fields.filter(field => !field.required).map(field => field.name);
  const comments = [...wanted.map(others), left.length > 0 ? ` // optional: ${left.join(', ')}` : ''].filter(text => text !== '');
  return `${name}: accept({${members.length > 0 ? ` ${members.join(', ')} ` : ''}}),${comments.join('')}`;
}

function sample(field: Field): string {
  switch (field.kind) {
    case 'text':
      return quote(field.default ?? TEXTS[field.format ?? 'plain'].padEnd(field.minLength ?? 0, '.').slice(0, field.maxLength));
    case 'number':
    case 'integer':
      return String(field.default ?? Math.max(field.minimum ?? 1, Math.min(1, field.maximum ?? 1)));
    case 'boolean':
      return String(field.default ?? true);
    case 'choice':
      return quote(field.default ?? field.options[0]?.value ?? '');
    case 'choices':
      return `[${(field.default ?? field.options.slice(0, Math.max(1, field.minItems ?? 1)).map(option => option.value)).map(quote).join(', ')}]`;
    case 'opaque':
      return 'null /* outside the dialect */';
  }
}

function others(field: Field): string {
  if (field.kind !== 'choice' && field.kind !== 'choices') return '';
  const shown = field.options.slice(0, SHOWN).map(({ value }) => quote(value));
  return ` // ${shown.join(' | ')}${field.options.length > SHOWN ? ` | and ${field.options.length - SHOWN} more` : ''}`;
}

const SHOWN = 6;

const TEXTS = {
  plain: 'text',
  email: 'name@example.com',
  uri: 'https://example.com/',
  date: '2026-12-01',
  'date-time': '2026-12-01T09:00:00Z',
} as const;

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
