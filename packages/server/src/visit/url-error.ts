/** -32042: "open these pages first, then call again" (2025-11-25 only, E-N-07 to E-N-11). */
import { RPC } from '@midcall/core/wire';
import type { Question } from '../engine/question.js';
import type { Run } from '../engine/run.js';
import { WireError } from '../gate/wire-error.js';
import { noticeLater } from './notice.js';
import { onlyPages } from './sent-page.js';

/**
 * The error that stands for these questions; its retry carries no state, so only a flow that has learned nothing may be
 * told this way (D19).
 * @returns undefined if they are to be asked as questions
 */
export function asUrlError(run: Run, questions: readonly Question[]): WireError | undefined {
  const { frame, services, definition } = run;
  const notices = questions.flatMap(question => question.byError ?? []);
  if (notices.length < questions.length || frame.view.revision !== '2025-11-25' || !onlyPages(run)) return undefined;
  if (services.pages !== undefined) for (const notice of notices) void noticeLater(run, services.pages, notice);
  return new WireError(RPC.urlElicitationRequired, `${definition.name} needs the person to finish a page first`, {
    elicitations: questions.map(({ params, elicitationId }) => ({ ...params, elicitationId })),
  });
}
