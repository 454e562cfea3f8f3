/** Whether hosts of different revisions led to the same questions, effects and result. */
import { RPC } from '@midcall/core/wire';
import { failure } from './failure.js';
import { outcomeText } from './outcome.js';
import type { Played } from './play-host.js';

/** @throws MidcallError REHEARSAL_FAILED, rule `disagree` */
export function compareHosts(name: string, first: Played, other: Played): void {
  // 2025-06-18 has no pages: what needs one cannot be asked there, which is no disagreement.
  if (other.host === '2025-06-18' && first.asked.some(question => question.mode === 'url')) return;
  // A page that was asked for by error (-32042) is opened before the call is made again: another call.
  if (other.outcome.error?.code === RPC.urlElicitationRequired) return;
  for (const [index, question] of first.asked.entries()) {
    const same = other.asked[index];
    const what = `question ${index + 1}`;
    if (same?.key !== question.key) throw differs(what, `'${question.key}'`, same === undefined ? 'none' : `'${same.key}'`);
    if (same.message !== question.message) throw differs(`the message of '${question.key}'`, question.message, same.message);
  }
  const more = other.asked[first.asked.length];
  if (more !== undefined) throw differs(`question ${first.asked.length + 1}`, 'none', `'${more.key}'`);
  const [mine, theirs] = [effectsOf(first), effectsOf(other)];
  if (mine !== theirs) throw differs('the effects', mine, theirs);
  const [result, otherResult] = [first, other].map(({ outcome }) => JSON.stringify([outcome.result, outcome.error]));
  if (result !== otherResult) throw differs('the result', outcomeText(first.outcome), outcomeText(other.outcome));

  function differs(what: string, one: string, two: string): Error {
    return failure({ rule: 'disagree' }, [
      `${name} does not do the same on every revision; ${what} differs:`,
      `  ${first.host}  ${one}`,
      `  ${other.host}  ${two}`,
      'Name one revision to rehearse it alone: { revision: … }.',
    ]);
  }
}

/** Keys of the effects that a call came to, in order. */
export function effectsOf({ logs }: Played): string {
  const keys = new Set(logs.flatMap(log => log.verbs.filter(verb => verb.verb === 'once').map(verb => verb.key)));
  return keys.size === 0 ? 'none' : [...keys].map(key => `'${key}'`).join(', ');
}
