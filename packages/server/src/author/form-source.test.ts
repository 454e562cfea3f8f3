import { choice, text, yesNo } from '@midcall/core';
import { expect, it } from 'vitest';
import { compileSource } from './form-source.js';

it('recognises a form that stands inline by what it says, on every run', () => {
  const form = () => ({ name: text({ maxLength: 5 }), size: choice(['s', 'm']) });
  const first = compileSource(form());
  for (let run = 0; run < 5; run += 1) expect(compileSource(form())).toBe(first);
  // Pushed out of the last few, it is found by its text.
  for (let other = 0; other < 40; other += 1) compileSource({ [`field${other}`]: yesNo() });
  expect(compileSource(form())).toBe(first);
});

it('tells apart forms that differ in one option, one bound, one name or the order of fields', () => {
  const forms = [
    { name: text({ maxLength: 5 }), size: choice(['s', 'm']) },
    { name: text({ maxLength: 6 }), size: choice(['s', 'm']) },
    { name: text({ maxLength: 5 }), size: choice(['s', 'm', 'l']) },
    { name: text({ maxLength: 5 }), sizes: choice(['s', 'm']) },
    { size: choice(['s', 'm']), name: text({ maxLength: 5 }) },
    { name: text({ maxLength: 5 }) },
    { name: text({ maxLength: 5, optional: true }), size: choice(['s', 'm']) },
  ];
  const compiled = forms.map(form => compileSource(form));
  expect(new Set(compiled).size).toBe(forms.length);
  for (const [index, each] of compiled.entries()) expect(compileSource(structuredClone(forms[index]) as never)).toBe(each);
});

it('reads a form again that its author changed after it was asked, and is not misled by it', () => {
  const form: Record<string, ReturnType<typeof text>> = { name: text() };
  const before = compileSource(form);
  form.mail = text({ format: 'email' });
  const after = compileSource(form);
  expect(after.form.fields.map(field => field.name)).toEqual(['name', 'mail']);
  expect(compileSource({ name: text() })).toBe(before);
});
