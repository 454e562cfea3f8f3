/**
 * Brings to mind, a minute before its end, what another desk asks: its own surfaces may be none that the person looks at.
 * Once for each expiry, and only where the wait is long enough to have been forgotten.
 */
import type { QuestionView } from '@midcall/core/contract';
import type { Clock } from '@midcall/store';
import { REMIND_BEFORE } from '../desk/desk-core.js';

export interface Reminders {
  /** A question as it stands now. */
  note(view: QuestionView, principal: string): void;
  close(): void;
}

export function createReminders(clock: Clock, remind: (view: QuestionView, principal: string) => void): Reminders {
  const armed = new Map<string, { readonly at: number; readonly stop: () => void }>();
  return {
    note(view, principal) {
      const at = view.state === 'waiting' && view.expiresAt !== undefined ? view.expiresAt - REMIND_BEFORE : undefined;
      const known = armed.get(view.id);
      if (known?.at === at) return;
      known?.stop();
      armed.delete(view.id);
      if (at === undefined || at - clock.now() <= REMIND_BEFORE) return;
      const ring = (): void => {
        armed.delete(view.id);
        remind(view, principal);
      };
      armed.set(view.id, { at, stop: clock.setTimeout(ring, at - clock.now(), { background: true }) });
    },
    close() {
      for (const { stop } of armed.values()) stop();
      armed.clear();
    },
  };
}
