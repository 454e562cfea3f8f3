/**
 * Forms between revisions, and the way back for their answers (requirements §3.2). What is promised:
 * 1. The converted form is legal in the target revision; if that cannot be, there is none and a loss says why.
 * 2. Whatever is not carried over is listed; nothing is lost in silence.
 * 3. Answers to the converted form fold back into answers that the *original* form takes, or into its issues.
 * 4. The same form converts the same way every time: a gateway that restarts needs to keep only the original.
 */
import { type AnswerCheck, checkAnswer } from './check-answer.js';
import { type Folds, foldAnswer } from './fold-answer.js';
import type { Form } from './form.js';
import type { FormLoss } from './form-loss.js';
import type { Revision } from './revision.js';
import { toFirstRevision } from './to-first-revision.js';
import { toLaterRevision } from './to-later-revision.js';

export type { FormLoss } from './form-loss.js';

/** A form for a peer of another revision, and the way back for its answers. */
export interface ConvertedForm {
  /** What to send; missing if the target revision cannot ask this at all. */
  readonly form?: Form;
  readonly losses: readonly FormLoss[];
  /** An answer to `form`, folded back and checked against the original form. Issues name the original's fields. */
  answerBack(content: unknown): AnswerCheck;
}

/**
 * Converts a form for a peer of another revision. Between 2025-11-25 and 2026-07-28 forms are the same. Towards
 * 2025-06-18 titles become `enumNames`, several choices become one yes/no each, and defaults are told in descriptions.
 */
export function convertForm(form: Form, to: Revision): ConvertedForm {
  if (form.revision === to || (form.revision !== FIRST && to !== FIRST)) {
    const same = form.revision === to ? form : { ...form, revision: to };
    return { form: same, losses: [], answerBack: content => checkAnswer(form, content) };
  }
  if (to !== FIRST) return { form: toLaterRevision(form, to), losses: [], answerBack: content => checkAnswer(form, content) };
  const { converted, losses, folds } = toFirstRevision(form);
  return {
    ...(converted === undefined ? {} : { form: converted }),
    losses,
    answerBack: content => (converted === undefined ? checkAnswer(form, content) : back(form, converted, folds, content)),
  };
}

const FIRST = '2025-06-18' satisfies Revision;

function back(original: Form, converted: Form, folds: Folds, content: unknown): AnswerCheck {
  const check = checkAnswer(converted, content);
  if (!check.ok) return { ok: false, issues: check.issues.map(issue => ({ ...issue, field: folds.ownerOf(issue.field) })) };
  return checkAnswer(original, foldAnswer(original, folds, check.content));
}
