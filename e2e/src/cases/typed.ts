import type { Form, Json } from '@midcall/core';

/** What the person's hand leaves in a field: text as typed, or the value of the option picked by its place. */
export function typed(form: Form, name: string, raw: Json): string | boolean | readonly string[] {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'object' || raw === null) return String(raw);
  const field = form.fields.find(one => one.name === name);
  const values = field && 'options' in field ? field.options.map(option => option.value) : [];
  const { index, indexes } = raw as { index?: number; indexes?: readonly number[] };
  if (index !== undefined) return values[index] ?? '';
  return (indexes ?? []).flatMap(place => values[place] ?? []);
}
