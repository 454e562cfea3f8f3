/** Puts together what joins a desk to the others on its store, and takes it apart again. */
import type { Clock, Store } from '@midcall/store';
import type { AuditWriter } from '../audit/audit-writer.js';
import type { DeskCore } from '../desk/desk-core.js';
import type { Feed } from '../desk/feed.js';
import type { QuestionShelf } from '../desk/question-shelf.js';
import type { EndPorts } from '../desk/report-end.js';
import type { Sealer } from '../desk/sealer.js';
import type { SurfaceRack } from '../desk/surface-rack.js';
import type { SuspendedCalls } from '../session/suspended-calls.js';
import { createForeignQuestions } from './foreign-questions.js';
import type { Heartbeat } from './heartbeat.js';
import { JoinedDesk } from './joined-desk.js';
import { doDeed } from './letter.js';
import type { Mailbox } from './mailbox.js';
import { createMailbox } from './mailbox.js';
import type { Peers } from './peers.js';
import { createPeers } from './peers.js';
import { createReaper } from './reaper.js';
import { createReminders } from './reminders.js';

export interface JoinOptions {
  readonly core: DeskCore;
  readonly shelf: QuestionShelf;
  readonly feed: Feed;
  readonly rack: SurfaceRack;
  readonly heart: Heartbeat;
  readonly suspended: SuspendedCalls;
  readonly ends: EndPorts;
  readonly audit: AuditWriter;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly id: () => string;
  readonly interval: number;
  readonly patience: number;
  readonly keepEnded: number;
  readonly onError: (error: unknown) => void;
}

export interface JoinedParts {
  readonly desk: JoinedDesk;
  readonly mailbox: Mailbox;
  readonly peers: Peers;
  readonly ready: Promise<void>;
  /** Lets go of the store; the signs of life go on until the heart is stopped. */
  leave(): Promise<void>;
}

export function joinDesks(options: JoinOptions): JoinedParts {
  const { core, shelf, feed, rack, heart, store, sealer, clock, interval, onError } = options;
  const { owner } = heart;
  const peers = createPeers({
    store,
    sealer,
    clock,
    owner,
    interval,
    onAlive: other => foreign.revived(other),
    onSilence: since => core.raiseUnseen(since),
    onError,
  });
  const reminders = createReminders(clock, (view, principal) => rack.remindWherePresent(view, principal));
  const foreign = createForeignQuestions({
    store,
    sealer,
    owner,
    keepEnded: options.keepEnded,
    begin: peers.ready,
    alive: peers.alive,
    onChange(view, principal, isNew) {
      feed.publish(principal, view);
      rack.changed(view, principal);
      reminders.note(view, principal);
      if (isNew && view.state === 'waiting') rack.raiseWherePresent(view, principal);
    },
    onOpen: () => reaper.wake(),
    onError,
  });
  const reaper = createReaper({
    ...options.ends,
    suspended: options.suspended,
    clock,
    interval,
    open: foreign.open,
    alive: heart.alive,
    refresh: foreign.refresh,
    onError,
  });
  const mailbox = createMailbox({
    store,
    sealer,
    clock,
    owner,
    id: options.id,
    alive: peers.alive,
    act: letter => doDeed(core, letter),
    patience: options.patience,
    onError,
  });
  const desk = new JoinedDesk({
    core,
    foreign,
    mailbox,
    shelf,
    feed,
    surfaces: rack,
    audit: options.audit,
    onPresence: presence(rack, heart),
    onError,
  });
  return {
    desk,
    mailbox,
    peers,
    ready: Promise.all([peers.ready, foreign.ready]).then(() => {}),
    async leave() {
      mailbox.close();
      foreign.close();
      reminders.close();
      peers.close();
      await reaper.close();
    },
  };
}

/** Says at once who has come before this desk or gone, and gives signs of life while somebody is there. */
function presence(rack: SurfaceRack, heart: Heartbeat): () => void {
  let told = '[]';
  let letGo: (() => void) | undefined;
  return () => {
    const present = rack.present();
    const now = JSON.stringify([...present].sort());
    if (now === told) return;
    told = now;
    if (present.length > 0) letGo ??= heart.hold();
    else {
      letGo?.();
      letGo = undefined;
    }
    heart.changed();
  };
}
