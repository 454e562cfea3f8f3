/** A desk with its page on a loopback port and the door to it: what `demo`, `gateway` and `dev` stand on. */
import { createDesk, type DeskOptions, type HostDesk, type Surface } from '@midcall/host';
import { createInbox, type Inbox } from '@midcall/inbox';
import { withHostDisplay } from '../on/host-display.js';
import type { Terminal } from '../terminal/terminal.js';
import { controlDoor } from './control-door.js';
import { Door } from './door.js';
import { doorSurface } from './door-surface.js';
import { readRunRows, writeRunRow } from './run-row.js';
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
  /** What the desk is made of beside its defaults: a store, rules, an audit. */
  readonly deskOptions?: DeskOptions;
  /** The servers whose questions come here, for `midcall inbox`. Default: none is named. */
  readonly names?: readonly string[];
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
  const { principal } = options;
  // A server gets the environment that its host meant for it; only the browser is told of the host's display.
  const terminal = { ...options.terminal, env: withHostDisplay(options.terminal.env, options.platform, process.ppid) };
  let origin = 'http://127.0.0.1';
  const desk = createDesk(options.deskOptions);
  const inbox = createInbox({ desk, origin: () => origin, principal });
  const control = controlDoor({
    row: () => announced?.row,
    waiting: () => desk.list({ principal }).filter(question => question.state === 'waiting').length,
    link: () => inbox.loginLink(principal),
    file: () => door.file(),
    now: options.now,
  });
  const pages = options.wrap?.(inbox, () => origin) ?? inbox.fetch;
  const server = await serveLoopback(request => control(request) ?? pages(request), options.port);
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
  const announced = announce(options, origin);
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
      announced?.remove();
      door.close();
      await desk.close();
      inbox.close();
      await server.close();
    },
  };
}

/** Makes the page one that `midcall inbox` finds. A folder that cannot be written takes nothing else away. */
function announce({ terminal, names = [], now }: DeskPageOptions, origin: string): ReturnType<typeof writeRunRow> | undefined {
  try {
    readRunRows(terminal.env); // removes what dead processes left
    return writeRunRow(terminal.env, { pid: process.pid, origin, names, startedAt: now() });
  } catch {
    terminal.err('midcall: midcall inbox will not find this page, as its folder cannot be written. Set MIDCALL_HOME to one that can.');
    return undefined;
  }
}
