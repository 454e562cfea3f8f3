/**
 * Puts what came back into the journal. Only questions that the sealed state lists as open are answered; everything else
 * in the map is ignored (D3). Nothing is believed yet: the handler's next run holds each answer against its question.
 */
import type { JsonObject } from '@midcall/core';
import type { ElicitAction } from '@midcall/core/wire';
import { type Journal, wireKey } from './journal.js';

/** @param answered Told of every answer: what was done, and when the question had been sent. */
export function takeAnswers(
  journal: Journal,
  answers: Readonly<Record<string, unknown>> | undefined,
  answered?: (action: ElicitAction, askedAt: number) => void,
): void {
  for (const [key, asked] of journal.asked) {
    if (!asked.open) continue;
    const wire = wireKey(key, asked.times);
    const answer = answers !== undefined && Object.hasOwn(answers, wire) ? answers[wire] : undefined;
    if (!isObject(answer)) {
      journal.asked.set(key, { ...asked, missed: asked.missed + 1 });
    } else if (asked.raw === true) {
      journal.entries.set(key, { t: 'v', value: answer });
      journal.asked.set(key, { ...asked, open: false });
    } else if (isAction(answer.action)) {
      answered?.(answer.action, asked.at);
      journal.entries.set(key, {
        t: 'a',
        action: answer.action,
        // Content on decline and cancel is ignored (trap 12); a missing one on accept is an empty form (D13).
        ...(answer.action === 'accept' && { content: (answer.content ?? {}) as JsonObject }),
        print: asked.print,
        ...(asked.offered !== undefined && { offered: asked.offered }),
        settled: false,
      });
      journal.asked.set(key, { ...asked, open: false });
    } else {
      journal.asked.set(key, { ...asked, bad: asked.bad + 1, malformed: true });
    }
  }
}

function isAction(value: unknown): value is ElicitAction {
  return value === 'accept' || value === 'decline' || value === 'cancel';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
