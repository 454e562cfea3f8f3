/** Alone in its file, so that drawing a question does not load what checks an answer. */
import type { Form } from './form.js';

/** True for a form that is one question of yes or no: exactly one field, a required boolean. */
export function isConfirm(form: Form): boolean {
  const [only] = form.fields;
  return form.fields.length === 1 && only?.kind === 'boolean' && only.required;
}
