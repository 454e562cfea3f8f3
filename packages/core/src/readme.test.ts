import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// #region readme
import { checkAnswer, choice, defineForm, fillForm, readForm, text } from './index.js';

// An author defines a form; types follow, and a form that cannot be asked fails here with every problem listed.
const form = defineForm({
  environment: choice({ staging: 'Staging', production: 'Production (live traffic)' }),
  note: text({ optional: true, maxLength: 200 }),
});

// A host reads it off the wire: leniently, in every spelling of every revision, with what is odd about it as data.
const { form: read, issues } = readForm(form.schema, { revision: '2026-07-28' });

// A surface turns what was typed into an answer; either side checks answers.
const filled = read && fillForm(read, [['environment', 'staging']], { locale: 'en', zone: 'Europe/Helsinki' });
const checked = checkAnswer(form, { environment: 'staging', extra: 'dropped' });
// #endregion readme

it('does what its README shows, word for word', () => {
  expect(issues).toEqual([]);
  expect([filled, checked]).toEqual([
    { ok: true, content: { environment: 'staging' } },
    { ok: true, content: { environment: 'staging' } },
  ]);
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  const shown = source.split('// #region readme\n')[1]?.split('// #endregion readme')[0]?.replace('./index.js', '@midcall/core') ?? '';
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(shown);
});
