/** The demo's own answers, by question key; what a person would give who agrees to everything. */
import type { ElicitAction } from '@midcall/core/wire';
import type { Script } from '@midcall/host';

/** `accept` answers every question; `decline` and `cancel` answer the first one so, which ends the call. */
export function demoScript(answer: ElicitAction): Script | ElicitAction {
  if (answer !== 'accept') return answer;
  return {
    plan: { table: 'sessions', before: '2026-01-01', backup: false },
    delete: 'accept',
    '*': 'accept',
  };
}
