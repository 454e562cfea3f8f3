/** A desk with its page on a loopback port and the door to it: what `demo`, `gateway` and `dev` stand on. */
import { createDesk, type HostDesk, type Surface } from '@midcall/host';
import { createInbox, type Inbox } from '@midcall/inbox';
import type { Terminal } from '../terminal/terminal.js';
import { Door } from './door.js';
import { doorSurface } from './door-surface.js';
import { serveLoopback } from './serve-loopback.js';

export interface DeskPageOptions {
  readonly terminal: Terminal;
  readonly principal: string;
  readonly port: number;
  /** False under `--no-open`. */
  readonly open: boolean;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** False where nobody is to be shown the way to the page: a script answers. Default true. */
  readonly invites?: boolean;
  /** Further places where questions are seen. */
  readonly surfaces?: readonly Surface[];
  /** Whether a page beside the inbox is open. */
  readonly isOpen?: () => boolean;
  /** Wraps the inbox's handler, for pages beside it. */
  readonly wrap?: (inbox: Inbox, origin: () => string) => (request: Request) => Promise<Response>;
}

export interface DeskPage {
  readonly desk: HostDesk;
  readonly inbox: Inbox;
  readonly door: Door;
  readonly origin: string;
  /** Whether a person can be shown the way to the page, or has it open (D22). */
  readonly reachable: boolean;
  close(): Promise<void>;
}

/** @throws MidcallError PORT_IN_USE. */
export async function openDeskPage(options: DeskPageOptions): Promise<DeskPage> {
  const { terminal, principal } = options;
  let origin = 'http://127.0.0.1';
  const desk = createDesk();
  const inbox = createInbox({ desk, origin: () => origin, principal });
  const server = await serveLoopback(options.wrap?.(inbox, () => origin) ?? inbox.fetch, options.port);
  origin = server.origin;
  const door = new Door({
    inbox,
    terminal,
    principal,
    isOpen: () => inbox.surface.reachable(principal) || options.isOpen?.() === true,
    mayOpen: options.open,
    platform: options.platform,
    now: options.now,
  });
  desk.addSurface(inbox.surface);
  if (options.invites !== false) desk.addSurface(doorSurface(door, terminal, { principal, selfOpened: !options.open }));
  for (const surface of options.surfaces ?? []) desk.addSurface(surface);
  return {
    desk,
    inbox,
    door,
    origin,
    get reachable() {
      return desk.reachable(principal);
    },
    close: async () => {
      door.close();
      await desk.close();
      inbox.close();
      await server.close();
    },
  };
}
