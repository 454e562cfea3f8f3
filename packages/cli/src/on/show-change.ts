/** A change as a person reads it before saying yes. Names come from files, and are shown as text (N11). */
import { showText } from '@midcall/core/inspect';
import { shownCommand } from '../connect/shown-words.js';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import type { FileChange, ServerOutcome } from './change.js';
import type { Launcher } from './config/wrapping.js';
import { KNOWN_HOSTS } from './hosts/known-hosts.js';
import type { HostFile } from './inventory.js';

/** What a host is called. */
export function titleOf({ host }: Pick<HostFile, 'host'>): string {
  return host === undefined ? 'A file you named' : KNOWN_HOSTS[host].title;
}

/** A path with `~` for the home directory. */
export function shortPath(path: string, home: string): string {
  return path.startsWith(home) && /^[\\/]/.test(path.slice(home.length)) ? `~${path.slice(home.length)}` : path;
}

export interface ShowOptions {
  readonly launcher: Launcher;
  readonly home: string;
}

/** The host, its file, and what happens to each server in it. */
export function showChange(terminal: Terminal, change: FileChange, options: ShowOptions): void {
  const { colors: c } = terminal;
  const { home } = options;
  const { hostFile, outcomes } = change;
  showHost(terminal, hostFile, home);
  const width = Math.min(28, Math.max(...outcomes.map(({ entry }) => showText(entry.name).length)));
  for (const outcome of outcomes) {
    const name = showText(outcome.entry.name);
    const where = outcome.entry.project === undefined ? '' : c.dim(`  in ${shortPath(showText(outcome.entry.project), home)}`);
    terminal.err(`  ${c.bold(name)}${' '.repeat(Math.max(0, width - name.length))}  ${sentence(outcome, hostFile, c)}${where}`);
    if (!change.fromBackup && outcome.words !== undefined) showWords(terminal, outcome.words, options);
  }
  if (change.fromBackup) terminal.err(c.dim('  Nothing else changed since: the file becomes what it was, byte for byte.'));
  terminal.err('');
}

/** Host and file, and whether it can ask by itself. */
export function showHost(terminal: Terminal, hostFile: HostFile, home: string): void {
  const { colors: c } = terminal;
  const title = titleOf(hostFile);
  const says = hostFile.host === undefined ? '' : KNOWN_HOSTS[hostFile.host].says;
  terminal.err(c.bold(title));
  if (says !== '') terminal.err(c.dim(wrap(says, terminal.width, '  ')));
  terminal.err(
    c.dim(
      `  ${shortPath(hostFile.file.path, home)}${hostFile.file.real === hostFile.file.path ? '' : ` → ${shortPath(hostFile.file.real, home)}`}`,
    ),
  );
}

function sentence({ kind, why }: ServerOutcome, { host }: HostFile, c: Terminal['colors']): string {
  switch (kind) {
    case 'wrap':
      // A host that asks by itself goes on doing so; it gains servers of the revision it does not speak, and patience.
      return c.green(
        host !== undefined && KNOWN_HOSTS[host].asks === 'yes' ? 'will ask as before, on either revision' : 'will ask through midcall',
      );
    case 'refresh':
      return c.green('asks through midcall; its words are brought up to date');
    case 'already':
      return 'asks through midcall already';
    case 'unwrap':
      return c.yellow('goes back to its own command');
    case 'left':
      return c.dim(`left alone: ${why ?? ''}`);
  }
}

/** The command before and after. midcall's own path is the same in every line, and is said once, below. */
function showWords(terminal: Terminal, { before, after }: NonNullable<ServerOutcome['words']>, { launcher, home }: ShowOptions): void {
  const { colors: c } = terminal;
  const line = (words: readonly string[]): string => {
    const ours = words[0] === launcher.node && words[1] === launcher.entry;
    return shownCommand((ours ? ['midcall', ...words.slice(2)] : words).map(word => shortPath(word, home)));
  };
  for (const [mark, words, color] of [
    ['-', before, c.red],
    ['+', after, c.green],
  ] as const) {
    const text = wrap(line(words), terminal.width, '      ');
    terminal.err(color(`    ${mark} ${text.slice(6)}`));
  }
}
