/** A desk with a page of its own on a loopback port, and the door to it: what `demo` and `dev` stand on. */
import { createDesk, type DeskOptions, type HostDesk, type Surface } from '@midcall/host';
import { createInbox, type Inbox } from '@midcall/inbox';
import { withHostDisplay } from '../on/host-display.js';
import type { Terminal } from '../terminal/terminal.js';
import { Door } from './door.js';
import { doorSurface } from './door-surface.js';
import { serveLoopback } from './serve-loopback.js';

export interface PageOptions {
  readonly terminal: Terminal;
  readonly principal: string;
  readonly port: number;
  /** False under `--no-open`. */
  readonly open: boolean;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the desk is made of beside its defaults: a store, rules, an audit. */
  readonly deskOptions?: DeskOptions;
}

export interface DeskPageOptions extends PageOptions {
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
  readonly door: Door;
  /** Where the person finds their questions. */
  readonly origin: string;
  /** Whether a person can be shown the way to the page, or has it open (D22). */
  readonly reachable: boolean;
  close(): Promise<void>;
}

/** @throws MidcallError PORT_IN_USE. */
export async function openDeskPage(options: DeskPageOptions): Promise<DeskPage> {
  const { principal } = options;
  const terminal = forBrowser(options);
  let origin = 'http://127.0.0.1';
  const desk = createDesk(options.deskOptions);
  const inbox = createInbox({ desk, origin: () => origin, principal, onPage: () => door.came() });
  const server = await serveLoopback(options.wrap?.(inbox, () => origin) ?? inbox.fetch, options.port);
  origin = server.origin;
  const door = new Door({
    inbox,
    terminal,
    principal,
    isOpen: () => desk.present(principal) || options.isOpen?.() === true,
    mayOpen: options.open,
    platform: options.platform,
    now: options.now,
  });
  desk.addSurface(inbox.surface);
  if (options.invites !== false) desk.addSurface(doorSurface(door, terminal, { principal, selfOpened: !options.open }));
  for (const surface of options.surfaces ?? []) desk.addSurface(surface);
  return {
    desk,
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

/** A server gets the environment that its host meant for it; only the browser is told of the host's display. */
export function forBrowser({ terminal, platform }: Pick<PageOptions, 'terminal' | 'platform'>): Terminal {
  return { ...terminal, env: withHostDisplay(terminal.env, platform, process.ppid) };
}
