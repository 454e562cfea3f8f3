/** A change as a person reads it before saying yes. Names come from files, and are shown as text (N11). */
import { showText } from '@midcall/core/inspect';
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';
import type { FileChange, ServerOutcome } from './change.js';
import type { DiffLine } from './entry-diff.js';
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

/** The host, its file, and what happens to each server in it. */
export function showChange(terminal: Terminal, change: FileChange, home: string): void {
  const { colors: c } = terminal;
  const { hostFile, outcomes } = change;
  showHost(terminal, hostFile, home);
  const width = Math.min(28, Math.max(...outcomes.map(({ entry }) => showText(entry.name).length)));
  for (const outcome of outcomes) {
    const name = showText(outcome.entry.name);
    const where = outcome.entry.project === undefined ? '' : c.dim(`  in ${shortPath(showText(outcome.entry.project), home)}`);
    terminal.err(`  ${c.bold(name)}${' '.repeat(Math.max(0, width - name.length))}  ${sentence(outcome, c)}${where}`);
    if (!change.fromBackup && outcome.diff.length > 0) showDiff(terminal, outcome.diff);
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

function sentence({ kind, why }: ServerOutcome, c: Terminal['colors']): string {
  switch (kind) {
    case 'wrap':
      return c.green('will ask through midcall');
    case 'refresh':
      return c.green('asks through midcall; its paths are brought up to date');
    case 'already':
      return 'asks through midcall already';
    case 'unwrap':
      return c.yellow('goes back to its own command');
    case 'left':
      return c.dim(`left alone: ${why ?? ''}`);
  }
}

function showDiff(terminal: Terminal, diff: readonly DiffLine[]): void {
  const { colors: c } = terminal;
  const room = terminal.width - 8;
  for (const { kind, text } of foldWords(diff)) {
    if (kind === 'same') continue;
    const mark = kind === 'gone' ? '-' : '+';
    const color = kind === 'gone' ? c.red : c.green;
    const shown = showText(text);
    const indent = ' '.repeat(Math.min(8, shown.length - shown.trimStart().length));
    for (const [index, line] of wrap(shown.trim(), room - indent.length)
      .split('\n')
      .entries())
      terminal.err(color(`    ${index === 0 ? mark : ' '} ${indent}${line}`));
  }
}

/** Words that a file has on lines of their own, in a row: ten servers would fill the screen otherwise. */
function foldWords(diff: readonly DiffLine[]): DiffLine[] {
  const folded: DiffLine[] = [];
  for (const line of diff) {
    const last = folded.at(-1);
    if (last?.kind === line.kind && WORD.test(line.text) && WORDS.test(last.text))
      folded[folded.length - 1] = { kind: line.kind, text: `${last.text} ${line.text.trim()}` };
    else folded.push(line);
  }
  return folded;
}

const WORD = /^\s*"(?:[^"\\]|\\.)*",?$/;
const WORDS = /^\s*(?:"(?:[^"\\]|\\.)*",? ?)+$/;
