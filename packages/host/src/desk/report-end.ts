/**
 * Says how a question of another desk ended, when that desk cannot: it died, or its call went on here.
 *
 * Invariants:
 *  1. Of all desks that find the question one reports it, once, also when that one dies in the middle and another goes on.
 *  2. The row leaves the store after the audit has the end, never before (N8, N12).
 */
import type { AuditRow, AuditStage, QuestionState, QuestionView } from '@midcall/core/contract';
import type { FoundQuestion, QuestionShelf } from './question-shelf.js';

export interface EndPorts {
  readonly shelf: QuestionShelf;
  /** Shows the person how it ended, and writes it to the audit unless that has it. */
  readonly report: (view: QuestionView, principal: string, options: { readonly audited: boolean }) => void;
  /** Settles when the audit has all that was reported. */
  readonly flush: () => Promise<void>;
  /** How this question ended, if the audit knows: its desk may have died between that and the last write of its row. */
  readonly audited: (id: string) => Promise<QuestionEnd | undefined>;
}

export interface QuestionEnd {
  readonly state: QuestionState;
  readonly note?: string | undefined;
}

/** Undefined where somebody else reports it, or did before. */
export async function reportEnd(ports: EndPorts, found: FoundQuestion, end: QuestionEnd): Promise<QuestionView | undefined> {
  const { shelf } = ports;
  const told = (await shelf.ended(found.view.id)) !== undefined;
  const known = told ? undefined : await ports.audited(found.view.id);
  const half = told || hasEnded(found.view.state);
  const claimed = await shelf.claim(found, half ? found.view : endedView(found, known ?? end));
  if (claimed === undefined) return undefined;
  if (!told) {
    ports.report(claimed.view, claimed.principal, { audited: known !== undefined });
    await ports.flush();
  }
  await shelf.putAway(claimed, { told });
  return told ? undefined : claimed.view;
}

/** How the audit says that a question ended; its rows, oldest first. */
export function endInAudit(rows: readonly AuditRow[]): QuestionEnd | undefined {
  const row = rows.findLast(({ stage, reason }) => ENDS.has(stage) && reason !== 'taken-over');
  if (row === undefined) return undefined;
  if (row.stage === 'closed') return { state: row.reason === 'expired' ? 'expired' : 'withdrawn' };
  return { state: row.stage === 'delivered' ? 'delivered' : 'undeliverable' };
}

const ENDS: ReadonlySet<AuditStage> = new Set(['delivered', 'undeliverable', 'closed']);

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
