/** The form of a case, read as a host reads a stranger's: leniently, newest revision unless the case says its era. */
import { type Field, type Form, type Json, type JsonObject, type Revision, readForm } from '@midcall/core';
import type { CaseInput } from './case.js';
import type { Check } from './observed.js';
import { equals, list, show } from './observed.js';

export function revisionOf(input: CaseInput): Revision {
  return input.era === '2025' ? '2025-11-25' : '2026-07-28';
}

/** Undefined when nothing can be drawn. */
export function formOf(schema: Json | undefined, revision: Revision): Form | undefined {
  return readForm(schema as JsonObject, { revision }).form;
}

// A widget by the names that the format and the platform have for it.
const widgets: Readonly<Record<Field['kind'], readonly string[]>> = {
  text: ['text', 'textarea'],
  number: ['number', 'text'],
  integer: ['number', 'integer', 'text'],
  boolean: ['checkbox', 'switch', 'boolean', 'radio'],
  choice: ['select', 'radio', 'list'],
  choices: ['multiselect', 'multi-select', 'checkboxes', 'checkbox-list'],
  opaque: ['json'],
};
const formats: Readonly<Record<string, readonly string[]>> = {
  email: ['email'],
  uri: ['url', 'uri'],
  date: ['date'],
  'date-time': ['date-time', 'datetime', 'datetime-local'],
};

/** The checks that need nothing but the form that was read. */
export function formChecks(form: Form): Readonly<Record<string, Check>> {
  const titles = form.fields.flatMap(field => ('options' in field ? [field.options.map(option => option.title)] : []));
  const labels = form.fields.map(field => field.label);
  return {
    labels: wanted =>
      [labels, ...titles].some(row => equals(row)(wanted) === undefined) || list(wanted).every(label => labels.includes(label))
        ? undefined
        : `wanted ${show(wanted)}, got ${show([labels, ...titles])}`,
    distinctLabels: wanted => (titles.every(row => new Set(row).size === row.length) === wanted ? undefined : `labels ${show(titles)}`),
    widget: wanted =>
      form.fields.length === 1 && form.fields.some(field => draws(field, wanted))
        ? undefined
        : `got ${show(form.fields.map(field => field.kind))}`,
    widgets: wanted => {
      const wrong = Object.entries(wanted as JsonObject).filter(
        ([name, widget]) => !form.fields.some(field => field.name === name && draws(field, widget ?? null)),
      );
      if (Object.keys(wanted as JsonObject).length === 0 && form.fields.length > 0) return `got ${show(labels)}`;
      return wrong.length === 0 ? undefined : `got ${show(form.fields.map(field => [field.name, field.kind]))}`;
    },
    order: equals(form.fields.map(field => field.name)),
    options: wanted => {
      const wrong = Object.entries(wanted as JsonObject).filter(([name, values]) => {
        const field = form.fields.find(one => one.name === name);
        return !field || !('options' in field) || equals(field.options.map(option => option.value))(values ?? null) !== undefined;
      });
      return wrong.length === 0 ? undefined : `options of ${show(wrong.map(([name]) => name))} differ`;
    },
  };
}

function draws(field: Field, widget: Json): boolean {
  const own = field.kind === 'text' && field.format !== undefined ? (formats[field.format] ?? []) : [];
  return [...widgets[field.kind], ...own].includes(String(widget));
}
