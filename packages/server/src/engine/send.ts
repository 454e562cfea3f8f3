/** Hands a question to the round, unless it has been asked too often already (D4). */
import { MidcallError } from '@midcall/core';
import { MOST_BAD, MOST_MISSED, type Question } from './question.js';
import type { Run } from './run.js';

/** Never settles in this round. */
export function send<T>(run: Run, question: Question): Promise<T> {
  const asked = run.journal.asked.get(question.key);
  const bad = badAfter(asked?.bad ?? 0, question);
  if (bad > MOST_BAD) {
    const name = run.definition.name;
    return run.round.end({
      reason: 'invalid',
      key: question.key,
      text: `${name} was not carried out: asking did not work. The question was answered ${bad} times in a way that does not fit it. Nothing was changed.`,
      ...(question.otherwise !== undefined && { otherwise: question.otherwise }),
    });
  }
  if ((asked?.missed ?? 0) > MOST_MISSED) {
    return run.round.fail(
      new MidcallError('TOO_MANY_ROUNDS', 'A question was sent again and again and never answered', {
        hint: 'The host must send an answer for every question of a round: accept, decline or cancel.',
      }),
    );
  }
  run.services.lint?.(run.definition.name, question);
  return run.round.wait(question.key, question);
}

/** Writes into the journal that these questions are out. Called once the round is over. */
export function markSent(run: Run, questions: ReadonlyMap<string, Question>): void {
  const { asked, entries } = run.journal;
  const at = run.services.clock.now();
  for (const [key, entry] of asked) if (entry.open && !questions.has(key)) asked.set(key, { ...entry, open: false });
  for (const [key, question] of questions) {
    if (question.silent === true) continue;
    const before = asked.get(key);
    // A settled answer that no longer holds was asked once, even if nothing else is remembered about it.
    const times = (before?.times ?? (entries.has(key) ? 1 : 0)) + 1;
    entries.delete(key);
    asked.set(key, {
      at,
      times,
      bad: badAfter(before?.bad ?? 0, question),
      missed: before?.missed ?? 0,
      print: question.print,
      ...(question.offered !== undefined && { offered: question.offered }),
      ...(question.raw === true && { raw: true as const }),
      open: true,
    });
  }
}

function badAfter(bad: number, question: Question): number {
  return question.again === undefined || question.again.why === 'malformed' ? bad : bad + 1;
}
