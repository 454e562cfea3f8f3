/** What `<midcall-round>` tells its host beside the events of its parts. */
import type { ElicitResult } from '@midcall/core/wire';

export interface MidcallRoundEventMap {
  /** All that was decided, once, after the check: one result per question that still waited. */
  'midcall-round-answer': CustomEvent<{ readonly answers: readonly { readonly id: string; readonly result: ElicitResult }[] }>;
}
