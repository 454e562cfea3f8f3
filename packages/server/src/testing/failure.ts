/** How a rehearsal fails: one error class, with a rule to branch on and a message that says where and what to do. */
import { MidcallError } from '@midcall/core';

/** What was wrong; stable ids. */
export type RehearsalRule =
  /** Asked, and no answer was scripted. */
  | 'unanswered'
  /** Asked again, and the script has no further answer. */
  | 'asked-again'
  /** Scripted, and never asked. */
  | 'unused'
  /** The answer is of a kind that this question does not take. */
  | 'misfit'
  /** Arguments that the definition's own schema refuses. */
  | 'arguments'
  /** A result that the tool's own `outputSchema` refuses. */
  | 'result'
  /** The same run of the handler asked or returned something else when it was run again. */
  | 'not-deterministic'
  /** Something outside changed while the handler ran, and no `once` was open. */
  | 'outside-once'
  /** The handler returned while a question or an effect of its own was still open. */
  | 'not-awaited'
  /** Two revisions of the protocol led to different questions, effects or results. */
  | 'disagree'
  /** A function given to `defer` failed, or the library reported an error that nobody else was told. */
  | 'reported'
  /** The library itself was used wrongly; `cause` is its error. */
  | 'misuse';

export interface FailureData {
  readonly rule: RehearsalRule;
  readonly key?: string;
  readonly line?: string;
}

/** @param lines The message; its last lines say what to do. */
export function failure(data: FailureData, lines: readonly string[], cause?: unknown): MidcallError {
  return new MidcallError('REHEARSAL_FAILED', lines.join('\n'), { data, ...(cause !== undefined && { cause }) });
}

export function at(line: string | undefined): string {
  return line === undefined ? '' : ` (${line})`;
}
