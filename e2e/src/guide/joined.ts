/** Processes whose desks are one to the person, as the guide teaches it. */
import { createDesk } from '@midcall/host';
import { createInbox } from '@midcall/inbox';
import type { Store } from '@midcall/store';

export interface JoinedOptions {
  readonly store: Store;
  readonly deskKey: string;
  readonly inboxKey: Uint8Array<ArrayBuffer>;
  readonly origin: string;
}

export async function joined({ store, deskKey, inboxKey, origin }: JoinedOptions) {
  // #region joined
  const desk = createDesk({ store, secret: deskKey, joined: true });
  await desk.ready; // what the others ask is known, and where people are
  const inbox = createInbox({ desk, origin, secret: inboxKey, records: store });
  desk.addSurface(inbox.surface);
  // #endregion
  return { desk, inbox };
}
