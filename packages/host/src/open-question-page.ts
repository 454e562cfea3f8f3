/**
 * URL mode, from consent to an open page. Call it only on the person's own act: whoever calls it says that the person
 * has seen the whole address and wants it opened (N10, E-U-07).
 */
import type { QuestionView } from '@midcall/core/contract';
import type { AnsweredBy, AnswerOutcome, Desk } from './desk.js';

/** Opens an address in the person's own browser; rejects if that failed. */
export interface PageOpener {
  open(href: string): Promise<void>;
}

/** A browser that cannot be started is `cancel`, reason `browser-failed`, once and never an error (E-A-02). */
export async function openQuestionPage(
  desk: Desk,
  question: QuestionView,
  by: AnsweredBy & { readonly opener: PageOpener },
): Promise<AnswerOutcome> {
  const { opener, ...who } = by;
  const current = desk.get(question.id, who);
  if (current?.url?.openable !== true || (current.state !== 'waiting' && current.state !== 'opened')) return desk.opened(question.id, who);
  try {
    await opener.open(current.url.href);
  } catch {
    return desk.answer(question.id, { action: 'cancel' }, { ...who, reason: 'browser-failed' });
  }
  return desk.opened(question.id, who);
}
