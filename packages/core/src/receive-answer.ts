/** The author's side of an arriving answer: the form's checks, then the source schema's own. */
import { type AnswerCheck, checkAnswer } from './check-answer.js';
import type { DefinedForm } from './define-form.js';

/** Checks accepted content as `checkAnswer` does, then runs refinements; the content comes back as the author typed it. */
export async function receiveAnswer<Answer>(form: DefinedForm<Answer>, content: unknown): Promise<AnswerCheck<Answer>> {
  const check = checkAnswer(form, content);
  if (!check.ok) return check;
  if (form.refine === undefined) return { ok: true, content: check.content as Answer };
  const refined = await form.refine(check.content);
  return refined.ok ? { ok: true, content: refined.value as Answer } : refined;
}
