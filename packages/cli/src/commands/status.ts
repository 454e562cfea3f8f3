/** `midcall status`: which servers of which hosts ask through midcall, and whether each host could ask by itself. */
import { showText } from '@midcall/core/inspect';
import Table from 'cli-table3';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { KNOWN_AS_OF, KNOWN_HOSTS } from '../on/hosts/known-hosts.js';
import { findHostFiles, type HostFile } from '../on/inventory.js';
import { launcherOf } from '../on/launcher-of.js';
import type { OnMachine } from '../on/machine.js';
import { machineOf } from '../on/machine-of.js';
import { plainTable } from '../on/plain-table.js';
import { shortPath, titleOf } from '../on/show-change.js';

export async function status(_options: object, context: CommandContext, machine: OnMachine = machineOf(context)): Promise<ExitCode> {
  const { terminal } = context;
  const { colors: c } = terminal;
  const files = findHostFiles(machine, launcherOf(machine));
  if (files.length === 0) {
    terminal.err('No host with a list of servers was found on this machine.');
    return EXIT.done;
  }
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
  return EXIT.done;
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
