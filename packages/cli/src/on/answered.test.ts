import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditRow } from '@midcall/core/contract';
import { createAuditChain } from '@midcall/host';
import { sqliteStore } from '@midcall/store/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { status } from '../commands/status.js';
import { answeredSince } from './answered.js';
import { nodeFiles } from './node-files.js';
import { type TempMachine, tempMachine } from './testing/temp-machine.js';

let made: TempMachine | undefined;
afterEach(() => made?.remove());

async function kept(home: string, rows: readonly Pick<AuditRow, 'question' | 'stage' | 'by' | 'at' | 'action'>[]): Promise<void> {
  await mkdir(join(home, 'desk'), { recursive: true, mode: 0o700 });
  const store = sqliteStore({ path: join(home, 'desk', 'desk.db') });
  const chain = createAuditChain({ store, secret: new Uint8Array(32).fill(7), head: { read: async () => [], write: async () => {} } });
  for (const row of rows) await chain.append({ v: 1, server: 'Records', ...row });
  await store.close();
}

describe('how the last questions ended', () => {
  it('counts a person’s answers apart from each other and from what nobody answered [N2]', async () => {
    made = tempMachine();
    const home = join(made.home, 'midcall');
    await kept(home, [
      { question: 'old', stage: 'answered', by: 'person', at: 5, action: 'accept' },
      { question: 'a', stage: 'answered', by: 'person', at: 11, action: 'accept' },
      { question: 'a', stage: 'closed', by: 'desk', at: 12 },
      { question: 'b', stage: 'answered', by: 'person', at: 13, action: 'decline' },
      { question: 'c', stage: 'answered', by: 'person', at: 14, action: 'cancel' },
      { question: 'd', stage: 'shown', by: 'desk', at: 15 },
      { question: 'd', stage: 'closed', by: 'desk', at: 16, action: 'cancel' },
      { question: 'e', stage: 'shown', by: 'desk', at: 17 },
    ]);
    expect(await answeredSince(home, 10, nodeFiles)).toEqual({ accepted: 1, declined: 1, cancelled: 1, unanswered: 1 });
    expect(await status({}, { ...made.context(), now: () => 7 * 86_400_000 + 10 }, made.machine)).toBe(0);
    expect(made.said()).toContain('Last 7 days: 1 answered, 1 declined, 1 not now, 1 without an answer.');
  });

  it('makes no store where there is none, and says nothing', async () => {
    made = tempMachine();
    expect(await answeredSince(join(made.home, 'midcall'), 0, nodeFiles)).toBeUndefined();
    await status({}, made.context(), made.machine);
    expect(made.said()).not.toContain('Last 7 days');
    expect(existsSync(join(made.home, 'midcall', 'desk'))).toBe(false);
  });
});
