/**
 * What was typed into a question that was then closed without an answer: there again when the very same question comes
 * back. Kept in memory, and not for long: it is work that was nearly lost, not an answer.
 */
import { fingerprint } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { SheetPart } from './sheet.js';

const MOST = 20;

export class KeptDrafts {
  readonly #drafts = new Map<string, SheetPart['values']>();

  keep({ question, values, dirty }: SheetPart): void {
    if (!dirty) return;
    this.#drafts.set(keyOf(question), values);
    for (const key of this.#drafts.keys()) {
      if (this.#drafts.size <= MOST) break;
      this.#drafts.delete(key);
    }
  }

  take(question: QuestionView): SheetPart['values'] | undefined {
    const key = keyOf(question);
    const values = this.#drafts.get(key);
    this.#drafts.delete(key);
    return values;
  }
}

function keyOf({ server, call, message, form }: QuestionView): string {
  return fingerprint([server.name, call?.name ?? null, message, form?.schema ?? null]);
}
