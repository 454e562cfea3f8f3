/** How the questions of the last days ended, from the audit that gateways of this person keep. */
import { join } from 'node:path';
import { createAuditChain } from '@midcall/host';
import { sqliteStore } from '@midcall/store/sqlite';
import type { ConfigFiles } from './machine.js';

export interface Answered {
  readonly accepted: number;
  readonly declined: number;
  /** Ended as "not now" by the person. */
  readonly cancelled: number;
  /** Ended without an answer: expired, withdrawn, lost. */
  readonly unanswered: number;
}

/**
 * Undefined where no gateway has kept anything yet. Opens nothing that is not there.
 * @param home MIDCALL_HOME. @param since milliseconds since the epoch.
 * @throws MidcallError STORE_FAILED, STORE_TOO_NEW.
 */
export async function answeredSince(home: string, since: number, files: Pick<ConfigFiles, 'exists'>): Promise<Answered | undefined> {
  const path = join(home, 'desk', 'desk.db');
  if (!files.exists(path)) return undefined;
  const store = sqliteStore({ path });
  try {
    // Rows are read here and not judged: neither key nor heads are needed.
    const chain = createAuditChain({ store, secret: new Uint8Array(32), head: { read: async () => [], write: async () => {} } });
    const actions = new Map<string, string>();
    for (const { at, stage, question, by, action } of await chain.rows({ limit: Number.MAX_SAFE_INTEGER })) {
      if (at < since) continue;
      if (stage === 'answered' && by === 'person' && action !== undefined) actions.set(question, action);
      else if (stage === 'closed' && !actions.has(question)) actions.set(question, 'none');
    }
    const count = (action: string): number => [...actions.values()].filter(one => one === action).length;
    return { accepted: count('accept'), declined: count('decline'), cancelled: count('cancel'), unanswered: count('none') };
  } finally {
    await store.close();
  }
}
