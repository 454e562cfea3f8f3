/** What lint says: data with a stable id, one sentence, what to do, and, where a host draws less, what it can draw. */
import type { JsonObject } from '@midcall/core';

/** Stable; `severity` is that of most findings of the id. */
export type LintId =
  // one question
  | 'too-many-fields'
  | 'empty-form'
  | 'link-in-text'
  | 'confirm-without-stakes'
  // one question on hosts that draw less
  | 'number-field'
  | 'multi-select'
  | 'optional-boolean'
  | 'titled-options'
  | 'opaque-values'
  | 'not-in-first-revision'
  // a definition
  | 'argument-confirms'
  | 'argument-secret'
  | 'read-only-with-effects'
  | 'destructive-without-once'
  // one whole call
  | 'more-than-two-rounds'
  | 'message-changes'
  | 'asked-at-start'
  | 'satisfiable-without-confirm';

export interface LintFinding {
  readonly id: LintId;
  /** `warning`: mend it; `info`: know it. */
  readonly severity: 'warning' | 'info';
  /** The tool, prompt or resource. */
  readonly name?: string;
  /** The question. */
  readonly key?: string;
  /** The field of the form, or the argument. */
  readonly field?: string;
  /** What is wrong, one sentence. */
  readonly sentence: string;
  /** What to do, one sentence. */
  readonly mend: string;
  /** Hosts that cannot draw it, as far as was known when this version was made. */
  readonly hosts?: readonly string[];
  /**
   * Properties to write instead of this one, which those hosts can draw. Bounds of a number are told in words: the handler
   * must check them.
   */
  readonly rewrite?: JsonObject;
}
