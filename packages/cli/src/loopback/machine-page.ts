/**
 * The desk of a process that shares the machine's inbox: its questions are seen and answered there, whichever process
 * serves it, and it serves the inbox itself when nobody else does (D31).
 */
import { createHmac } from 'node:crypto';
import { createDesk, type HostDesk } from '@midcall/host';
import { createInbox, type Inbox } from '@midcall/inbox';
import type { Store } from '@midcall/store';
import { addressRow } from './address-row.js';
import { type ControlState, controlKey } from './control-proof.js';
import { type DeskPage, forBrowser, type PageOptions } from './desk-page.js';
import { Door } from './door.js';
import { doorSurface } from './door-surface.js';
import { type MachineAddress, machineAddress, type Pace, type Served } from './machine-address.js';

export interface MachinePageOptions extends PageOptions {
  /** Of the desk; its secret is this key. */
  readonly store: Store;
  /** The desk key of this user, base64url. */
  readonly key: string;
  /** The servers whose questions come from this process. */
  readonly names: readonly string[];
  readonly pace?: Partial<Pace>;
}

export interface MachinePage extends DeskPage {
  /** Whether this process serves the inbox now. */
  readonly holding: boolean;
}

/** A person who was shown the way and has not come is left in peace for this long, by every process (milliseconds). */
const SHOWN_MS = 50_000;
const SHOWN = 'inbox/shown/';

/** @throws MidcallError PORT_IN_USE. */
export async function openMachinePage(options: MachinePageOptions): Promise<MachinePage> {
  const { store, key, principal, now } = options;
  const terminal = forBrowser(options);
  const say = options.deskOptions?.onError ?? (() => {});
  const desk = createDesk({ ...options.deskOptions, store, secret: key, joined: true });
  await desk.ready;
  const came = (who: string): void => void store.delete(SHOWN + who).catch(say);
  const signIns = { desk, principal, secret: inboxSecret(key), records: store, onPage: came };
  let address: MachineAddress | undefined;
  let serving = 'http://127.0.0.1';
  const serve = (origin: string): Served => {
    serving = origin;
    return servePage(desk, createInbox({ ...signIns, origin }));
  };
  // Makes links and listens nowhere: they lead to whoever holds the inbox, and are good there.
  const links = createInbox({ ...signIns, origin: () => address?.origin ?? serving });
  const door = new Door({
    inbox: links,
    terminal,
    principal,
    isOpen: () => desk.present(principal),
    mayOpen: options.open,
    platform: options.platform,
    now,
    before: async () => address?.settled(),
    first: () => store.putIfAbsent(SHOWN + principal, '1', { expiresAt: now() + SHOWN_MS }),
  });
  const here = await machineAddress({
    row: addressRow(store, key),
    key: controlKey(key),
    port: options.port,
    names: options.names,
    serve,
    state: names => stateOf(desk, principal, names),
    link: () => links.loginLink(principal),
    file: () => door.file(),
    now,
    // Pages at the old address are dead: whoever holds the new one shows the way, where somebody is waited for.
    onMoved: () => {
      const waits = desk.list({ principal }).some(question => question.state === 'waiting');
      if (address?.holding === true && waits) door.again('The inbox has moved.').catch(say);
    },
    onError: say,
    ...(options.pace && { pace: options.pace }),
  }).catch(async (error: unknown) => {
    links.close();
    await desk.close();
    throw error;
  });
  address = here;
  desk.addSurface(doorSurface(door, terminal, { principal, selfOpened: !options.open }));
  return {
    desk,
    door,
    get origin() {
      return here.origin;
    },
    get holding() {
      return here.holding;
    },
    get reachable() {
      return desk.reachable(principal);
    },
    close: async () => {
      door.close();
      // The port first: another process has it by the time a page asks again.
      await here.close();
      await desk.close();
      links.close();
    },
  };
}

function servePage(desk: HostDesk, inbox: Inbox): Served {
  const remove = desk.addSurface(inbox.surface);
  return {
    fetch: inbox.fetch,
    open: () => (inbox.surface.present?.().length ?? 0) > 0,
    close() {
      inbox.close();
      remove();
    },
  };
}

/** Signs browsers in at every process of this user alike. */
function inboxSecret(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', Buffer.from(key, 'base64url')).update('midcall inbox sessions v1').digest());
}

function stateOf(desk: HostDesk, principal: string, names: readonly string[]): ControlState {
  const waiting = new Map<string, number>();
  for (const { state, server } of desk.list({ principal }))
    if (state === 'waiting') waiting.set(server.name, (waiting.get(server.name) ?? 0) + 1);
  return { waiting: [...waiting].map(([server, count]) => ({ server, count })), servers: [...new Set(names)].sort() };
}
