/** How a question ended, in one line. */
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import { flat } from './page.js';

/** @param here whether it was answered on this surface; what was answered elsewhere is said to be. */
export function sayEnd(question: QuestionView, say: Say, here: boolean): string {
  const server = flat(question.server.name);
  if (question.state === 'expired') return say('expired');
  if (question.state === 'withdrawn') return question.action === undefined ? say('withdrawn', { server }) : say('cancelled');
  if (question.state === 'undeliverable') return say('undeliverable');
  if (!here) return say('answeredElsewhere');
  if (question.action === 'decline') return say('declined');
  if (question.action === 'cancel') return say('cancelled');
  return question.state === 'delivered' ? say('delivered', { server }) : say('saved');
}

/** The same where nothing else on the line says which server's question it was. */
export function sayEndOf(question: QuestionView, say: Say, here: boolean): string {
  const server = flat(question.server.name);
  const end = sayEnd(question, say, here);
  return end.includes(server) ? end : `${server}: ${end}`;
}
