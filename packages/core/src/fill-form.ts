/** A draft as an answer: what every surface calls before it shows the check-answers step or sends. */
import { type AnswerCheck, checkAnswer } from './check-answer.js';
import type { AnswerValue, Field, FieldIssue, Form } from './form.js';
import { type ParseOptions, parseInput, type RawInput } from './parse-input.js';

/** `[name, raw]`: one field of a draft. */
export type DraftEntry = readonly [name: string, raw: RawInput];

/**
 * Turns what the person left in the fields into content. An untouched field counts as what it shows: its default, an
 * unticked box where a required yes/no is drawn as one, no option ticked; else as blank. Names that the form does not
 * have are ignored; of two entries for one name the later counts.
 */
export function fillForm(form: Form, entries: Iterable<DraftEntry>, options: ParseOptions = {}): AnswerCheck {
  const given = new Map(entries);
  const issues: FieldIssue[] = [];
  const values: [string, AnswerValue][] = [];
  for (const field of form.fields) {
    const raw = given.get(field.name);
    const reading = raw === undefined ? parseInput(withoutEmptyOption(field), untouched(field), options) : parseInput(field, raw, options);
    if (!reading.ok) issues.push(reading.issue);
    else if (reading.value !== undefined) values.push([field.name, reading.value]);
  }
  return issues.length > 0 ? { ok: false, issues } : checkAnswer(form, Object.fromEntries(values));
}

/** What the fields show before anybody touched them: the defaults (E-J-05), as raw input. Fields without one are absent. */
export function initialDraft(form: Form): readonly DraftEntry[] {
  return form.fields.flatMap(field => {
    const shown = shownDefault(field);
    return shown === undefined ? [] : [[field.name, shown] as const];
  });
}

function untouched(field: Field): RawInput {
  return shownDefault(field) ?? (field.kind === 'boolean' && field.required ? false : '');
}

/** Nobody picks an option by leaving the field alone, not even one whose value is the empty string (N3). */
function withoutEmptyOption(field: Field): Field {
  if (field.kind !== 'choice' || field.default !== undefined) return field;
  return { ...field, options: field.options.filter(option => option.value !== '') };
}

function shownDefault(field: Field): RawInput | undefined {
  if (field.default === undefined) return undefined;
  switch (field.kind) {
    case 'number':
    case 'integer':
      return String(field.default);
    case 'opaque':
      return JSON.stringify(field.default);
    default:
      return field.default;
  }
}
