/**
 * `midcall inbox`: the one place of this person where everything that waits is answered: in the browser, signed in to
 * whoever serves the machine's inbox, or in this terminal, joined to the desks over their store.
 */

import { MidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { createDesk } from '@midcall/host';
import { processTerminal } from '@midcall/host/node';
import { terminalSurface } from '@midcall/host/terminal';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openDurableDesk } from '../gateway/durable-desk.js';
import { PRINCIPAL } from '../gateway/open-gateway-desk.js';
import { canOpenBrowser, openFile } from '../loopback/browser.js';
import type { ControlState } from '../loopback/control-proof.js';
import { findInbox } from '../loopback/find-inbox.js';
import { openMachinePage } from '../loopback/machine-page.js';
import { untilStopped } from '../terminal/until-stopped.js';

export interface InboxCommandOptions {
  /** False under `--no-open`. */
  readonly open: boolean;
  /** Answer in this terminal. */
  readonly terminal?: boolean;
}

/** After its page was closed, an inbox that stands for itself ends (milliseconds). */
const LEFT_MS = 20_000;

/** @throws MidcallError NO_TTY, STORE_FAILED, STORE_TOO_NEW, CONFIG_INVALID. */
export async function inbox(options: InboxCommandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, platform, now } = context;
  const browser = options.open && canOpenBrowser(terminal.env, platform);
  if (options.terminal === true || (options.open && !browser && terminal.interactive)) return inTerminal(context);
  const link = !browser && terminal.interactive;
  const found = await findInbox(terminal, now, link ? 'link' : 'file');
  if (found === undefined) return browser || terminal.interactive ? byItself(options, context) : sayNothing(context);
  const { file, link: href } = found.state;
  if (browser && file !== undefined && (await openFile(file, terminal.env))) {
    terminal.out(`Your inbox opens in the browser. ${summary(found.state)}`);
    return EXIT.done;
  }
  // A link in a log would be a login for whoever reads the log (N9): only a terminal gets one.
  if (link && href !== undefined) terminal.err(`Your inbox. Open this link; it works once, for a minute:\n  ${href}`);
  else terminal.err(`Your inbox. Open this file in your browser: ${file ?? ''}`);
  return EXIT.done;
}

/** One sentence about what waits. */
export function summary({ waiting, servers }: ControlState): string {
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  if (count > 0)
    return `${count === 1 ? '1 question waits' : `${count} questions wait`}: ${waiting.map(one => showText(one.server)).join(', ')}.`;
  const runs = servers.length === 0 ? 'No server runs' : servers.length === 1 ? '1 server runs' : `${servers.length} servers run`;
  return `Nothing is waiting. ${runs} through midcall now.`;
}

function sayNothing({ terminal }: CommandContext): ExitCode {
  terminal.out(summary({ waiting: [], servers: [] }));
  return EXIT.done;
}

/** Nobody serves the inbox: this process does, with history and rules, until its page is closed. */
async function byItself({ open }: InboxCommandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, platform, now } = context;
  const durable = await openDurableDesk(terminal);
  try {
    if (durable.kept === undefined) throw noStore();
    const shared = { terminal, principal: PRINCIPAL, port: 0, open, platform, now, deskOptions: durable.options };
    const page = await openMachinePage({ ...shared, ...durable.kept, names: [] });
    try {
      terminal.err('No server runs through midcall now: here are your history and your rules. Questions appear when one asks.');
      await page.door.again('Your inbox is ready.');
      terminal.err(terminal.colors.dim('  It ends when you close the page; Ctrl+C ends it now.'));
      await Promise.race([untilStopped(terminal.stopped), untilLeft(() => page.desk.present(PRINCIPAL))]);
      return EXIT.done;
    } finally {
      await page.close();
      await page.desk.flush();
    }
  } finally {
    await durable.close();
  }
}

/** Settles when the page was open and has been closed for a while. */
function untilLeft(present: () => boolean): Promise<void> {
  return new Promise(resolve => {
    let came = false;
    let gone = 0;
    const timer = setInterval(() => {
      came ||= present();
      gone = present() || !came ? 0 : gone + 1_000;
      if (gone < LEFT_MS) return;
      clearInterval(timer);
      resolve();
    }, 1_000);
    timer.unref();
  });
}

/** Leaving it leaves everything waiting (D40). */
async function inTerminal({ terminal }: CommandContext): Promise<ExitCode> {
  const ends: (() => void)[] = [];
  const left = new Promise<void>(resolve => ends.push(resolve));
  const surface = terminalSurface({ ...processTerminal(), principal: PRINCIPAL, leaving: 'keeps', onLeave: () => ends[0]?.() });
  const durable = await openDurableDesk({ ...terminal, err: () => {} });
  try {
    if (durable.kept === undefined) throw noStore();
    const desk = createDesk({ ...durable.options, surfaces: [], store: durable.kept.store, secret: durable.kept.key, joined: true });
    await desk.ready;
    desk.addSurface(surface);
    await Promise.race([left, untilStopped(terminal.stopped)]);
    await desk.close();
    await desk.flush();
    return EXIT.done;
  } finally {
    await durable.close();
  }
}

function noStore(): MidcallError {
  return new MidcallError('STORE_FAILED', 'The store of this machine cannot be used, so nothing can be shown.', {
    hint: 'Set MIDCALL_HOME to a folder that you can write to.',
  });
}
