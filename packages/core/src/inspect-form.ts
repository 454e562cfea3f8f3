/**
 * What a form asks for that no form may ask for (N4): passwords, keys, card numbers and one-time codes in every
 * revision (E-P-02); in 2025-06-18 anything sensitive (E-P-01, D37). Only fields that can carry a secret are asked about:
 * a choice of "password policy" cannot.
 */
import type { Finding } from './contract.js';
import type { Field, Form } from './form.js';
import { inspectText } from './inspect-text.js';
import type { Revision } from './revision.js';
import { secretAskedFor, secretNamed } from './secret-ask.js';
import type { SecretKind } from './secret-language.js';
import { sensitiveNamed } from './sensitive-words.js';

/** What stands around a form. */
export interface InspectFormOptions {
  /** The question's own text: "Enter your password" above a field called `value` is found too. */
  readonly message?: string;
  readonly revision: Revision;
}

/** Findings about what a form asks for, and about its own texts; those about the message's text are `inspectMessage`'s. */
export function inspectForm(form: Form, options: InspectFormOptions): readonly Finding[] {
  const findings: Finding[] = [];
  let carriesText = false;
  for (const field of form.fields) {
    carriesText ||= field.kind === 'text' || field.kind === 'opaque';
    const finding = askOf(field, options.revision);
    if (finding !== undefined) findings.push(finding);
    findings.push(...textFindings(field));
  }
  const asked = carriesText && options.message !== undefined ? secretAskedFor(options.message) : undefined;
  if (asked !== undefined && !findings.some(finding => finding.id === 'secret-ask')) {
    findings.push({ id: 'secret-ask', severity: 'danger', where: 'message', subject: asked, sentence: SENTENCES[asked] });
  }
  return findings;
}

const SENTENCES = {
  password: 'This asks for a password or PIN. A real service never asks for it here.',
  key: 'This asks for a key or token. A real service never asks for it here.',
  card: 'This asks for card details. A real service never asks for them here.',
  code: 'This asks for a one-time code. Whoever has the code can sign in as you.',
} as const satisfies Record<SecretKind, string>;

function askOf(field: Field, revision: Revision): Finding | undefined {
  if (field.kind === 'boolean' || field.kind === 'choice' || field.kind === 'choices') return undefined;
  const where = { field: field.name };
  const secret = secretOf(field);
  if (secret !== undefined) return { id: 'secret-ask', severity: 'danger', where, subject: secret, sentence: SENTENCES[secret] };
  const sensitive = sensitiveNamed(field.name) ?? sensitiveNamed(field.label);
  if (sensitive === undefined) return undefined;
  if (revision === '2025-06-18') {
    return {
      id: 'sensitive-ask',
      severity: 'danger',
      where,
      subject: sensitive,
      sentence: 'This asks for something private that this kind of question must not ask for.',
    };
  }
  if (sensitive !== 'identity') return undefined;
  return {
    id: 'sensitive-ask',
    severity: 'warning',
    where,
    subject: sensitive,
    sentence: 'This asks for a number that identifies you. Give it only if you expected to be asked.',
  };
}

function secretOf(field: Field): SecretKind | undefined {
  const named =
    secretNamed(field.name) ?? (field.label === field.name ? undefined : secretNamed(field.label)) ?? describedSecret(field.description);
  // A number can be a PIN, a card or a code; it cannot be a key ("tokens: 3").
  return (field.kind === 'number' || field.kind === 'integer') && named === 'key' ? undefined : named;
}

const SHORT = 40;

function describedSecret(description: string | undefined): SecretKind | undefined {
  if (description === undefined) return undefined;
  return secretAskedFor(description) ?? (description.length <= SHORT ? secretNamed(description) : undefined);
}

function textFindings(field: Field): readonly Finding[] {
  const where = { field: field.name };
  const found = new Map<string, Finding>();
  const look = (text: string): void => {
    for (const finding of inspectText(text, where)) if (!found.has(finding.id)) found.set(finding.id, finding);
  };
  look(field.label);
  if (field.description !== undefined) look(field.description);
  if (field.kind === 'choice' || field.kind === 'choices') for (const option of field.options) look(option.title);
  return found.size === 0 ? NONE : [...found.values()];
}

const NONE: readonly Finding[] = [];
