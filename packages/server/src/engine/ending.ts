/**
 * How a call ends when the person did not go along: a result that is not the author's, in that action's own words (N2, D12).
 */
import type { ElicitAction } from '@midcall/core/wire';

/** Why the call ended without doing what it was for. */
export type EndingReason =
  /** An explicit no. It is not asked again in this call. */
  | 'declined'
  /** Closed or expired without a choice. It may be asked again. */
  | 'cancelled'
  /** Sent, but the box of a `confirm` was left empty. */
  | 'unticked'
  /** A page is still open: calling again when the person is done there goes on. */
  | 'open'
  /** The host cannot ask, and arguments are missing that would make asking unnecessary. */
  | 'unavailable'
  /** Answers that did not fit, three times. */
  | 'invalid';

export interface Ending {
  readonly reason: EndingReason;
  /** What the person did; undefined where nobody could be asked. */
  readonly action?: ElicitAction;
  /** The key of the question. */
  readonly key: string;
  /** What was not done and why: what the caller reads unless `otherwise` says something else. */
  readonly text: string;
}

/** An ending together with what the author wants returned for it. */
export interface OwnEnding extends Ending {
  readonly otherwise?: (ending: Ending) => unknown;
}

export function notGoneAlong(name: string, key: string, action: 'decline' | 'cancel', alternative: string | undefined): Ending {
  if (action === 'decline') {
    return {
      reason: 'declined',
      action,
      key,
      text: `${name} was not carried out: the person declined. Nothing was changed, and this will not be asked again in this call.${alternative === undefined ? ' Do not call it again unless the person asks for it.' : ` ${alternative}`}`,
    };
  }
  return {
    reason: 'cancelled',
    action,
    key,
    text: `${name} was not carried out: the question was closed without an answer. Nothing was decided, and it may be asked again by calling ${name} again.`,
  };
}

export function unticked(name: string, key: string): Ending {
  return {
    reason: 'unticked',
    action: 'accept',
    key,
    text: `${name} was not carried out: the question was answered, but its box was left unticked. Nothing was changed; it may be asked again by calling ${name} again.`,
  };
}
