/** What is written down of a run: by hosts, persons and servers, each of what they saw themselves. */

/** How a call ended for its host. */
export type CallEnd =
  /** Its result; `said` is what the tool returned. */
  | { readonly kind: 'answered'; readonly said: string }
  /** A result that says that it was not done, as after a "not now": nothing is wrong. */
  | { readonly kind: 'not-done' }
  /** An error, or a result that says it is one. `lost`: it says that the call's end cannot be known. */
  | { readonly kind: 'error'; readonly code: number | undefined; readonly lost: boolean }
  /** Nobody was there to take it: it never began. */
  | { readonly kind: 'refused' }
  /** The connection broke, which tells the host that the call is gone. */
  | { readonly kind: 'disconnected' }
  /** Nothing came within the limit. */
  | { readonly kind: 'silent' };

export interface CallRecord {
  /** Of this call only. */
  readonly nonce: string;
  readonly principal: string;
  /** Its server is a process of its gateway's, and dies with it: what it had been told by then dies, too. */
  readonly mortal: boolean;
  readonly end: CallEnd;
}

/** A server did what it was asked to. */
export interface EffectRecord {
  readonly nonce: string;
  /** For whom a server that is a person's own was started; absent where all share one. */
  readonly owner?: string;
  /** What the person wrote: their own name and the nonce. */
  readonly words: string;
}

/** A question as somebody saw it. */
export interface SeenRecord {
  readonly question: string;
  /** In front of whom it was. */
  readonly principal: string;
  readonly nonce: string;
}

/** How a question stood at the end of the run. */
export interface QuestionRecord extends SeenRecord {
  readonly state: string;
  readonly action: string | undefined;
}

export interface ChaosRecord {
  readonly calls: readonly CallRecord[];
  readonly effects: readonly EffectRecord[];
  readonly seen: readonly SeenRecord[];
  readonly questions: readonly QuestionRecord[];
  /** Questions whose answer a person was told is saved. */
  readonly saved: readonly string[];
  readonly kills: number;
}

/** What a person writes into the form: nobody else can know both. */
export function wordsOf(principal: string, nonce: string): string {
  return `${principal} says ${nonce}`;
}
