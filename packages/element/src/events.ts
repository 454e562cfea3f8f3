/** What `<midcall-question>` tells its host. All events bubble and are composed; nothing else leaves the element. */
import type { Draft } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';

export interface MidcallEventMap {
  /** The person's answer, once: accept with content, decline, or cancel. `detail` is the ElicitResult to send. */
  'midcall-answer': CustomEvent<ElicitResult>;
  /** What has been typed, a moment after typing stops and whenever the sheet goes away. */
  'midcall-draft': CustomEvent<{ readonly id: string; readonly draft: Draft }>;
  'midcall-more-time': CustomEvent<{ readonly id: string }>;
  /** Consent to open the address. `preventDefault()` to open it yourself (never inside an embedded view, E-U-09). */
  'midcall-open-url': CustomEvent<{ readonly id: string; readonly href: string; readonly again: boolean }>;
  /** The question was drawn and is visible (D22). */
  'midcall-seen': CustomEvent<{ readonly id: string }>;
  /** A button was pressed within the guard time and did nothing; for the audit. */
  'midcall-guarded': CustomEvent<{ readonly id: string; readonly action: string }>;
  'midcall-cut-off': CustomEvent<{ readonly id: string; readonly server: string }>;
  /** Told just before an accepting answer whose person asked that it be remembered. */
  'midcall-remember': CustomEvent<{ readonly id: string }>;
  'midcall-mute': CustomEvent<{ readonly id: string; readonly server: string }>;
  /** The time ran out while the question was open here. */
  'midcall-expired': CustomEvent<{ readonly id: string }>;
  /** The person goes away from the sheet: in an inbox the question stays waiting (D40); anywhere, a question that has ended is put away. */
  'midcall-leave': CustomEvent<{ readonly id: string }>;
}

export type MidcallEventName = keyof MidcallEventMap;
