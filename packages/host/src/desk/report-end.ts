/**
 * Says how a question of another desk ended, when that desk cannot: it died, or its call went on here.
 *
 * Invariants:
 *  1. Of all desks that find the question one reports it, once, also when that one dies in the middle and another goes on.
 *  2. The row leaves the store after the audit has the end, never before (N8, N12).
 */
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import type { FoundQuestion, QuestionShelf } from './question-shelf.js';

export interface EndPorts {
  readonly shelf: QuestionShelf;
  /** Shows the person how it ended, and writes it to the audit. */
  readonly report: (view: QuestionView, principal: string) => void;
  /** Settles when the audit has all that was reported. */
  readonly flush: () => Promise<void>;
  /** Whether the audit has the end of this question. */
  readonly audited: (id: string) => Promise<boolean>;
}

export interface QuestionEnd {
  readonly state: QuestionState;
  readonly note?: string | undefined;
}

/** Undefined where somebody else reports it, or did before. */
export async function reportEnd(ports: EndPorts, found: FoundQuestion, { state, note }: QuestionEnd): Promise<QuestionView | undefined> {
  const { shelf } = ports;
  const half = hasEnded(found.view.state);
  const told = (await shelf.ended(found.view.id)) !== undefined;
  const claimed = await shelf.claim(found, half || told ? found.view : endedView(found, { state, note }));
  if (claimed === undefined) return undefined;
  if (!told && !(half && (await ports.audited(claimed.view.id)))) {
    ports.report(claimed.view, claimed.principal);
    await ports.flush();
  }
  await shelf.putAway(claimed, { told });
  return told ? undefined : claimed.view;
}

/** Whether nothing can come after this state. */
export function hasEnded(state: QuestionState): boolean {
  return state !== 'waiting' && state !== 'opened' && state !== 'saved';
}

function endedView({ view, answer }: FoundQuestion, { state, note }: QuestionEnd): QuestionView {
  const { draft: _draft, ...rest } = view;
  return {
    ...rest,
    state,
    extendable: false,
    ...(answer !== undefined && { action: answer.action }),
    ...(note !== undefined && { note }),
  };
}
