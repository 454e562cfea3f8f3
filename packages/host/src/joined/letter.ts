/** What one desk asks another to do about a question that the other one asked, and what comes back. */
import type { Draft } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { AnsweredBy, AnswerOutcome, Desk, Viewer } from '../desk.js';

export type Deed =
  | { readonly kind: 'answer'; readonly result: ElicitResult; readonly by: AnsweredBy }
  | { readonly kind: 'opened' | 'retry'; readonly by: AnsweredBy }
  | { readonly kind: 'extend'; readonly by: Viewer }
  | { readonly kind: 'draft'; readonly draft: Draft; readonly by: Viewer }
  | { readonly kind: 'shown'; readonly surface: string; readonly by: Viewer };

export interface Letter {
  readonly v: 1;
  readonly id: string;
  /** The desk that waits for the reply. */
  readonly from: string;
  readonly question: string;
  readonly deed: Deed;
  /** Milliseconds since the epoch: taken later than this it counts no more, since its sender has given up on it. */
  readonly until: number;
}

/** What the deed gave; absent where it gives nothing or could not be done. */
export interface Reply {
  readonly v: 1;
  readonly outcome?: AnswerOutcome;
  readonly expiresAt?: number;
  readonly saved?: boolean;
}

/** What the owner of a question does with letters about it; answers say by which letter they came. */
export type LetterDesk = Omit<Pick<Desk, 'answer' | 'opened' | 'retry' | 'extend' | 'saveDraft' | 'shown'>, 'answer' | 'opened'> & {
  answer(id: string, result: ElicitResult, by: AnsweredBy, letter?: string): Promise<AnswerOutcome>;
  opened(id: string, by: AnsweredBy, letter?: string): Promise<AnswerOutcome>;
};

/** Rejects where the desk does: the store failed. */
export async function doDeed(desk: LetterDesk, { id, question, deed }: Letter): Promise<Reply> {
  switch (deed.kind) {
    case 'answer':
      return { v: 1, outcome: await desk.answer(question, deed.result, deed.by, id) };
    case 'opened':
      return { v: 1, outcome: await desk.opened(question, deed.by, id) };
    case 'retry':
      return { v: 1, outcome: await desk.retry(question, deed.by) };
    case 'extend': {
      const expiresAt = await desk.extend(question, deed.by);
      return { v: 1, ...(expiresAt !== undefined && { expiresAt }) };
    }
    case 'draft':
      return { v: 1, saved: await desk.saveDraft(question, deed.draft, deed.by) };
    case 'shown':
      desk.shown(question, deed.surface, deed.by);
      return { v: 1 };
  }
}
