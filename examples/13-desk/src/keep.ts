/** What survives: waiting questions, drafts, calls, and an audit that shows whether anything of it was changed. */
import { join } from 'node:path';
import type { AuditChain } from '@midcall/host';
import { createAuditChain, createDesk } from '@midcall/host';
import { deskKey, headFile } from '@midcall/host/node';
import { sqliteStore } from '@midcall/store/sqlite';

export async function durableDesk(folder: string) {
  // #region durable
  const secret = await deskKey(folder); // 32 random bytes in a file of their own, made on first use, 0600
  const store = sqliteStore({ path: join(folder, 'desk.db') });
  const audit = createAuditChain({ store, secret, head: headFile(join(folder, 'audit.head')) });
  const desk = createDesk({ store, secret, audit });
  // #endregion
  return { desk, audit, store, secret };
}

export async function finishWhatWaited(desk: Awaited<ReturnType<typeof durableDesk>>['desk']) {
  // #region resume
  const { calls, lost } = await desk.resume(); // after every client is attached and connected
  for (const call of calls) {
    if (call.outcome === 'in-doubt') console.error(`${call.name} of ${call.server}: look whether it was done`);
    else call.result?.then(result => console.log(result)); // goes on where it stood; its questions are at the desk again
  }
  for (const question of lost) console.error(`${question.server.name} no longer waits for: ${question.message}`);
  // #endregion
  return { calls, lost };
}

export async function lookForChanges(audit: AuditChain) {
  // #region verify
  const { ok, faults } = await audit.verify();
  if (!ok) console.error('the audit was changed', faults[0]); // { chain, at: 17, what: 'edited' }
  const answered = (await audit.rows({ server: 'Records' })).filter(row => row.stage === 'answered');
  // #endregion
  return { ok, answered };
}
