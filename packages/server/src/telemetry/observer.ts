/** What engine and gate tell whoever measures: names, counts, actions and times; never answers, keys, states or messages (N9). */
import type { Era } from '@midcall/core';
import type { AskingMethod, ElicitAction } from '@midcall/core/wire';

export interface Observer {
  /** Runs one request's handler. `ended` says how it went, once `go` is done; undefined if it did not get that far. */
  call<T>(facts: CallFacts, go: () => Promise<T>, ended: () => CallEnd | undefined): Promise<T>;
  /** A question was answered, or counts as cancelled. */
  question(facts: QuestionFacts): void;
  /** A page that somebody was sent to was completed, came to nothing, or is still open when its call ends. */
  visit(facts: VisitFacts): void;
  /** Nobody answered in time, or the state came back too late. */
  expired(era: Era): void;
  /** A retry was refused before the handler was entered. */
  refused(reason: string): void;
}

export interface CallFacts {
  readonly method: AskingMethod;
  /** Of the definition, as its author wrote it. */
  readonly name: string;
  readonly era: Era;
  /** Which request of its flow this is, from 1; on the older revisions always 1. */
  readonly round: number;
}

export interface CallEnd {
  /** `ended`: by a verb, such as after a decline. `unavailable`: this host cannot be asked. `fault`: the library gave up. */
  readonly outcome: 'returned' | 'threw' | 'waiting' | 'ended' | 'unavailable' | 'fault';
  /** That are out now. */
  readonly questions: number;
  /** Rounds of questions that were answered so far. */
  readonly rounds: number;
}

export interface QuestionFacts {
  readonly method: AskingMethod;
  readonly era: Era;
  readonly action: ElicitAction;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface VisitFacts {
  readonly era: Era;
  readonly page: 'secret' | 'oauth' | 'custom';
  /** `gone`: closed or run out. `open`: still open, and the call ended without it. */
  readonly outcome: 'done' | 'gone' | 'open';
  /** Milliseconds since the epoch: the page was made, and it was completed or given up. */
  readonly sentAt: number;
  readonly endedAt: number;
}
