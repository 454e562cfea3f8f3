/** One question inside the desk: what surfaces see of it, and what only the desk knows. */
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { DeskAnswer, DeskQuestion } from '../desk.js';

export interface QuestionRecord {
  readonly id: string;
  readonly asked: DeskQuestion;
  /** Milliseconds since the epoch: no extension goes beyond it. */
  readonly hardLimit: number;
  /** What one "More time" grants, in milliseconds. */
  readonly step: number;
  readonly resolve: (answer: DeskAnswer) => void;
  view: QuestionView;
  /** `held`: a passing limit keeps it from the person (D23); `open`: can be answered; `ended`: cannot. */
  phase: 'held' | 'open' | 'ended';
  /** Why it is held, in kebab-case. */
  heldBy?: string;
  /** An answer was taken and is being stored: nothing else may end the question now. */
  claimed: boolean;
  /** What happened while the answer was being stored; counts only if storing fails. */
  endAfterSave?: { readonly reason: string; readonly state: QuestionState };
  result?: ElicitResult;
  /** The letter of another desk by which the answer came. */
  letter?: string;
  /** Settles when the answer that is being stored is stored, or could not be. */
  saving?: Promise<void>;
  /** When a visible surface first drew it. */
  shownAt?: number;
  /** Writes of this question to the store, in order. */
  writes: Promise<void>;
  readonly stop: (() => void)[];
  stopExpiry?: () => void;
}

/** Whether an answer can still be taken. */
export function isOpen(record: QuestionRecord): boolean {
  return record.phase === 'open' && !record.claimed;
}
