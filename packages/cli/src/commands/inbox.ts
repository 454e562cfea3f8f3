/** `midcall inbox`: signs this person's browser in to the pages of their running midcall processes, where questions wait. */
import { createInterface } from 'node:readline/promises';
import { MidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { askDesk, type DeskReply } from '../loopback/ask-desk.js';
import { canOpenBrowser, openFile } from '../loopback/browser.js';
import { type RunRow, readRunRows, removeRunRow } from '../loopback/run-row.js';
import { UsageError } from '../usage-error.js';

export interface InboxCommandOptions {
  /** The number in the list, a server's name, or `all`. */
  readonly which?: string;
  readonly open: boolean;
}

export interface Running {
  readonly row: RunRow;
  readonly name: string;
  /** Undefined where the process did not answer in time. */
  readonly waiting: number | undefined;
}

export async function inbox(options: InboxCommandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const running = await findRunning(context);
  if (running.length === 0) {
    if (options.which !== undefined && options.which !== 'all') throw noSuch(options.which);
    terminal.out('Nothing is waiting. No midcall process of yours runs on this machine.');
    return EXIT.done;
  }
  const chosen = await choose(running, options.which, context);
  for (const one of chosen) await open(one, options.open, context);
  return EXIT.done;
}

/** The pages of this person that run and prove it, with what waits at each. */
export async function findRunning({ terminal, now }: CommandContext): Promise<readonly Running[]> {
  const rows = readRunRows(terminal.env);
  const replies = await Promise.all(rows.map(row => askDesk(row, 'state', now)));
  return rows.flatMap((row, at) => {
    const reply: DeskReply = replies[at] ?? 'gone';
    if (reply === 'gone') {
      removeRunRow(terminal.env, row.id);
      return [];
    }
    return [{ row, name: nameOf(row), waiting: reply === 'silent' ? undefined : reply.waiting }];
  });
}

async function choose(running: readonly Running[], which: string | undefined, context: CommandContext): Promise<readonly Running[]> {
  const { terminal, streams } = context;
  if (which !== undefined) return pick(running, which);
  const only = running.length === 1 ? running : running.filter(one => (one.waiting ?? 0) > 0);
  if (only.length === 1) return only;
  for (const line of list(running, context.now())) terminal.out(line);
  if (!terminal.interactive) {
    terminal.out('Open one with: midcall inbox 1, or all of them with: midcall inbox all');
    return [];
  }
  const lines = createInterface({ input: streams.stdin, output: process.stderr });
  try {
    const said = (await lines.question('Which one? A number, or Enter for all: ', { signal: terminal.stopped })).trim();
    return pick(running, said === '' ? 'all' : said);
  } catch (error) {
    if (terminal.stopped.aborted) return [];
    throw error;
  } finally {
    lines.close();
  }
}

function pick(running: readonly Running[], which: string): readonly Running[] {
  if (which === 'all') return running;
  const numbered = /^\d+$/.test(which) ? running[Number(which) - 1] : undefined;
  const found = numbered === undefined ? running.filter(one => one.row.names.includes(which)) : [numbered];
  if (found.length === 0) throw noSuch(which);
  return found;
}

async function open({ row, name }: Running, mayOpen: boolean, { terminal, platform, now }: CommandContext): Promise<void> {
  if (mayOpen && canOpenBrowser(terminal.env, platform)) {
    const { file } = await ask(row, 'file', now);
    if (file !== undefined && (await openFile(file, terminal.env))) {
      terminal.out(`The inbox of ${name} opens in your browser.`);
      return;
    }
  }
  // A link in a log would be a login for whoever reads the log (N9): only a terminal gets one.
  if (terminal.interactive) {
    const { link } = await ask(row, 'link', now);
    terminal.err(`The inbox of ${name}. Open this link; it works once, for a minute:\n  ${link}`);
  } else {
    const { file } = await ask(row, 'file', now);
    terminal.err(`The inbox of ${name}. Open this file in your browser: ${file}`);
  }
}

async function ask(row: RunRow, deed: 'link' | 'file', now: () => number): Promise<Exclude<DeskReply, string>> {
  const reply = await askDesk(row, deed, now);
  if (typeof reply !== 'string') return reply;
  throw new MidcallError('SESSION_CLOSED', `The midcall process of ${nameOf(row)} ${reply === 'gone' ? 'has ended' : 'does not answer'}.`, {
    hint: 'Run midcall inbox again to see what runs now.',
  });
}

function list(running: readonly Running[], now: number): readonly string[] {
  const width = Math.max(...running.map(one => one.name.length));
  return running.map(({ row, name, waiting }, at) => {
    const what =
      waiting === undefined
        ? 'does not answer'
        : waiting === 0
          ? 'nothing waits'
          : waiting === 1
            ? '1 question waits'
            : `${waiting} questions wait`;
    return `${String(at + 1).padStart(3)}  ${name.padEnd(width)}  ${what.padEnd(18)}  ${age(now - row.startedAt)}`;
  });
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'started just now';
  if (minutes < 120) return `started ${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `started ${hours} h ago` : `started ${Math.floor(hours / 24)} days ago`;
}

function nameOf(row: RunRow): string {
  return row.names.length === 0 ? `process ${row.pid}` : showText(row.names.join(', '));
}

function noSuch(which: string): UsageError {
  return new UsageError(`No running inbox goes by "${showText(which)}".`, 'midcall inbox lists what runs.');
}
