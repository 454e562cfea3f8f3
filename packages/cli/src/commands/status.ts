/** `midcall status`: which servers ask through midcall, whether each host could ask by itself, and what waits now. */
import { isMidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import Table from 'cli-table3';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { findInbox } from '../loopback/find-inbox.js';
import { midcallHome } from '../loopback/home.js';
import { answeredSince } from '../on/answered.js';
import { KNOWN_AS_OF, KNOWN_HOSTS } from '../on/hosts/known-hosts.js';
import { findHostFiles, type HostFile } from '../on/inventory.js';
import { launcherOf } from '../on/launcher-of.js';
import type { OnMachine } from '../on/machine.js';
import { machineOf } from '../on/machine-of.js';
import { shortPath, titleOf } from '../on/show-change.js';
import { plainTable } from '../terminal/plain-table.js';
import { summary } from './inbox.js';

export async function status(_options: object, context: CommandContext, machine: OnMachine = machineOf(context)): Promise<ExitCode> {
  const { terminal } = context;
  const files = findHostFiles(machine, launcherOf(machine));
  if (files.length === 0) terminal.out('No host with a list of servers was found on this machine.');
  else showHosts(files, machine, context);
  terminal.out('');
  try {
    await showWaiting(context);
    await showAnswered(machine, context);
  } catch (error) {
    // What is wrapped is known without the store.
    if (!isMidcallError(error)) throw error;
    terminal.err(`${error.message} ${error.hint ?? ''}`.trimEnd());
  }
  return EXIT.done;
}

function showHosts(files: readonly HostFile[], machine: OnMachine, { terminal }: CommandContext): void {
  const { colors: c } = terminal;
  const first = Math.max(4, ...files.map(file => titleOf(file).length));
  const second = 16;
  const table = new Table({
    ...plainTable,
    colWidths: [first, second, Math.max(24, terminal.width - first - second - 4)],
    head: ['host', 'through midcall', `by itself (as known in ${KNOWN_AS_OF})`].map(word => c.dim(word)),
  });
  for (const file of files) {
    const says = file.host === undefined ? '' : KNOWN_HOSTS[file.host].says;
    table.push([
      c.bold(titleOf(file)),
      through(file, c),
      `${says}\n${c.dim(shortPath(file.place.path, machine.home))}\n${names(file, c)}`.trimEnd(),
    ]);
  }
  terminal.out(
    table
      .toString()
      .split('\n')
      .map(line => line.trimEnd())
      .join('\n'),
  );
}

/** What the inbox of this machine says; nobody serves it where no server runs through midcall. */
async function showWaiting({ terminal, now }: CommandContext): Promise<void> {
  const { colors: c } = terminal;
  const state = (await findInbox(terminal, now))?.state ?? { waiting: [], servers: [] };
  for (const { server, count } of state.waiting)
    terminal.out(`${c.bold(showText(server))} waits for ${count === 1 ? 'an answer' : `${count} answers`}. Answer: midcall inbox`);
  if (state.waiting.length === 0) terminal.out(summary(state));
}

const DAYS = 7;

async function showAnswered({ env, files }: OnMachine, { terminal, now }: CommandContext): Promise<void> {
  const answered = await answeredSince(midcallHome(env), now() - DAYS * 86_400_000, files);
  if (answered === undefined) return;
  const { accepted, declined, cancelled, unanswered } = answered;
  terminal.out(
    terminal.colors.dim(
      `Last ${DAYS} days: ${accepted} answered, ${declined} declined, ${cancelled} not now, ${unanswered} without an answer.`,
    ),
  );
}

function through({ servers, fault }: HostFile, c: CommandContext['terminal']['colors']): string {
  if (fault !== undefined) return c.red('cannot be read');
  if (servers.length === 0) return c.dim('no servers');
  const wrapped = servers.filter(entry => entry.wrapped !== undefined).length;
  const words = `${wrapped} of ${servers.length}`;
  return wrapped === 0 ? words : c.green(words);
}

function names({ servers }: HostFile, c: CommandContext['terminal']['colors']): string {
  const shown = servers.slice(0, 12).map(({ name, wrapped }) => (wrapped === undefined ? c.dim(showText(name)) : c.green(showText(name))));
  return shown.join(', ') + (servers.length > 12 ? c.dim(` and ${servers.length - 12} more`) : '');
}
