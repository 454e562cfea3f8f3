/**
 * Where rules stand before a person (D23). The desk asks the gate about every question and tells it how each ended;
 * everything about rates, mutes and remembered answers is behind this port.
 */
import type { JsonObject } from '@midcall/core';
import type { Draft, Finding, QuestionView } from '@midcall/core/contract';
import type { ElicitAction } from '@midcall/core/wire';

export interface GateQuestion {
  readonly id: string;
  readonly principal: string;
  readonly view: QuestionView;
  readonly findings: readonly Finding[];
}

export type Verdict =
  | { readonly kind: 'show'; readonly prefill?: Draft }
  /** A standing rule refuses: `decline`, after the time a person would have taken. */
  | { readonly kind: 'decline'; readonly rule: string; readonly afterMs: number }
  /** A passing limit: kept from the person until `until` (asked again then) or until another question ends. */
  | { readonly kind: 'hold'; readonly reason: string; readonly until?: number }
  /** The person ticked "send without asking" on this very question. */
  | { readonly kind: 'send'; readonly rule: string; readonly content: JsonObject };

/** What a standing rule says: no, or not yet where too many refusals wait already. */
export type Refusal = Extract<Verdict, { kind: 'decline' | 'hold' }>;

export interface Gate {
  judge(question: GateQuestion): Verdict;
  /**
   * Asked about what is in front of the person whenever rules changed: a verdict takes the question back from them
   * (a cut-off), undefined leaves it there.
   */
  recall?(question: GateQuestion): Refusal | undefined;
  /** The question is now in front of the person. */
  shown(question: GateQuestion): void;
  ended(question: GateQuestion, how: { readonly action: ElicitAction; readonly as: 'person' | 'rule' | 'script' | 'desk' }): void;
  /** Calls back when held questions should be judged again (rules changed). */
  onChange?(listener: () => void): () => void;
}

/** Lets everything through. */
export const openGate: Gate = {
  judge: () => ({ kind: 'show' }),
  shown: () => {},
  ended: () => {},
};
