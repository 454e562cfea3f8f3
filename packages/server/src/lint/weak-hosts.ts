/**
 * What much-used hosts cannot draw, each with the same question in properties that they can. Hosts change: a finding
 * names them as they were known to be, and says nothing about the ones it does not name.
 *
 * | what | what happens |
 * |---|---|
 * | number, list | Codex gives up on the whole form and asks for a bare approval, whose answer is then empty |
 * | list | goose does not draw it; hosts of 2025-06-18 get one yes/no each |
 * | yes/no that may stay unanswered | goose and others send `false` for it |
 * | option titles beside other fields | goose shows the bare values |
 * | option values that are codes | VS Code shows the value first, the title beside it |
 */
import type { ChoiceField, ChoicesField, Field, Form, JsonObject, NumberField } from '@midcall/core';
import type { LintFinding } from './finding.js';

export function weakHosts(form: Form): readonly LintFinding[] {
  return form.fields.flatMap(field => weakField(field, form).map(finding => ({ ...finding, field: field.name })));
}

function weakField(field: Field, form: Form): readonly LintFinding[] {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return [
        {
          id: 'number-field',
          severity: 'warning',
          sentence: 'Codex gives up on a form with a number in it and asks for a bare approval instead.',
          mend: 'Ask for it as a text with a pattern, or as a choice, and turn the answer into a number.',
          hosts: ['Codex'],
          rewrite: { [field.name]: numberAsText(field) },
        },
      ];
    case 'choices':
      return [
        {
          id: 'multi-select',
          severity: 'warning',
          sentence: 'Codex gives up on a form with a list in it, goose does not draw it, and on 2025-06-18 it is asked as one yes/no each.',
          mend: 'Ask one yes/no for each option, or let the person choose one.',
          hosts: ['Codex', 'goose'],
          ...(field.options.length <= MOST_PARTS && { rewrite: listAsYesNo(field) }),
        },
      ];
    case 'boolean':
      if (field.required) return [];
      return [
        {
          id: 'optional-boolean',
          severity: 'info',
          sentence: 'Some hosts send "no" where the person left a yes/no unanswered.',
          mend: 'Where "no" and "not answered" differ, ask for one of two.',
          hosts: ['goose'],
          rewrite: { [field.name]: headed(field, { type: 'string', enum: ['Yes', 'No'] }) },
        },
      ];
    case 'choice':
      return choiceFindings(field, form);
    case 'text':
    case 'opaque':
      return [];
  }
}

function choiceFindings(field: ChoiceField, form: Form): readonly LintFinding[] {
  if (field.options.every(option => option.title === option.value)) return [];
  const rewrite = { [field.name]: headed(field, { type: 'string', enum: field.options.map(option => option.title) }) };
  const mend = 'Let values be what people read, and look the rest up in the handler.';
  const findings: LintFinding[] = [];
  if (form.fields.length > 1) {
    findings.push({
      id: 'titled-options',
      severity: 'info',
      sentence: 'Beside other fields goose shows the values of options, not their titles.',
      mend,
      hosts: ['goose'],
      rewrite,
    });
  }
  if (field.options.some(option => CODE.test(option.value))) {
    findings.push({
      id: 'opaque-values',
      severity: 'info',
      sentence: 'VS Code shows the value of an option first, and here values are codes.',
      mend,
      hosts: ['VS Code'],
      rewrite,
    });
  }
  return findings;
}

/** Nothing a person would say: long hexadecimal or digits, or letters and digits mixed. */
const CODE = /^(?:[0-9a-f-]{8,}|\d{4,}|(?=[^\s]*\d)(?=[^\s]*[a-z])[^\s]{10,})$/i;

/** As many yes/no fields as a form may have fields. */
const MOST_PARTS = 7;
/** As many options as are read at a glance. */
const MOST_NUMBERS = 20;

function numberAsText(field: NumberField): JsonObject {
  const { minimum, maximum, kind } = field;
  if (kind === 'integer' && minimum !== undefined && maximum !== undefined) {
    const first = Math.ceil(minimum);
    const count = Math.floor(maximum) - first + 1;
    if (count >= 1 && count <= MOST_NUMBERS) {
      const values = Array.from({ length: count }, (_none, index) => String(first + index));
      return headed(field, { type: 'string', enum: values, ...asText(field, text => values.includes(text)) });
    }
  }
  const bounds = [minimum === undefined ? '' : ` from ${minimum}`, maximum === undefined ? '' : ` up to ${maximum}`].join('');
  const told = `${kind === 'integer' ? 'A whole number' : 'A number'}${bounds}.`;
  const sign = minimum !== undefined && minimum >= 0 ? '' : '-?';
  const pattern = kind === 'integer' ? `^${sign}[0-9]{1,15}$` : `^${sign}[0-9]{1,15}([.][0-9]{1,15})?$`;
  return headed(
    { ...field, description: field.description === undefined ? told : `${field.description} ${told}` },
    { type: 'string', pattern, ...asText(field, text => new RegExp(pattern).test(text)) },
  );
}

/** The default as text, where the text is one that the rewritten field takes. */
function asText({ default: value }: NumberField, fits: (text: string) => boolean): JsonObject {
  return value !== undefined && fits(String(value)) ? { default: String(value) } : {};
}

function listAsYesNo(field: ChoicesField): JsonObject {
  return Object.fromEntries(
    field.options.map((option, index) => [
      `${field.name}${index + 1}`,
      { type: 'boolean', title: `${field.label}: ${option.title}`, default: field.default?.includes(option.value) ?? false },
    ]),
  );
}

function headed(field: Pick<Field, 'label' | 'description'>, schema: JsonObject): JsonObject {
  return { title: field.label, ...(field.description !== undefined && { description: field.description }), ...schema };
}
