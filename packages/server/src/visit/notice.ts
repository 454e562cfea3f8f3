/** `notifications/elicitation/complete` (2025-11-25 only): to the client that was asked, with the id it was asked under. */
import type { Run } from '../engine/run.js';
import { principalKey } from '../gate/principal.js';
import { awaitVisit } from './await-visit.js';
import type { PageServices } from './page-services.js';

const METHOD = 'notifications/elicitation/complete';

/** While the call still runs: on its own stream. The newest revision has no such notice (E-N-14). */
export async function noticeComplete(run: Run, elicitationId: string): Promise<void> {
  const { view, ctx } = run.frame;
  if (view.revision !== REVISION) return;
  try {
    await ctx.mcpReq.notify({ method: METHOD, params: { elicitationId } });
  } catch (error) {
    // The visit is completed all the same.
    run.services.report(error);
  }
}

export interface LaterNotice {
  readonly elicitationId: string;
  readonly handle: string;
  readonly at: string;
  readonly print: string;
  readonly expires: number;
}

/** After the call was answered with -32042: on the client's connection, while it is open. */
export async function noticeLater(run: Run, pages: PageServices, { elicitationId, expires, ...place }: LaterNotice): Promise<void> {
  const { frame, services } = run;
  const { connection } = frame;
  if (connection === undefined) return;
  const { closed } = connection;
  const who = `notice ${principalKey(frame.principal)}`;
  const waiting = pages.held.get(who) ?? 0;
  // The notice is a courtesy (MAY): beyond this the host finds out when it calls again.
  if (waiting >= MOST_NOTICES) return;
  pages.held.set(who, waiting + 1);
  const longest = Math.max(0, expires - services.clock.now());
  try {
    const waited = await awaitVisit(pages, { ...place, longest, signal: closed, progress: SILENT });
    if (waited === 'done' && !closed.aborted) await connection.notify({ method: METHOD, params: { elicitationId } });
  } catch (error) {
    services.report(error);
  } finally {
    const left = (pages.held.get(who) ?? 1) - 1;
    if (left === 0) pages.held.delete(who);
    else pages.held.set(who, left);
  }
}

const MOST_NOTICES = 32;

const REVISION = '2025-11-25';

const SILENT = { wanted: false, report: async () => {}, beat: async () => {} };
