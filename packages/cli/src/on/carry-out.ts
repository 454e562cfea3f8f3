/** From a plan to files: shown, agreed to, written. The same for `on` and `off`. */
import { isMidcallError } from '@midcall/core';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { applyChange } from './apply.js';
import { backupPath, type FileChange } from './change.js';
import type { Launcher } from './config/wrapping.js';
import { confirm } from './confirm.js';
import type { HostId } from './hosts/host-paths.js';
import { KNOWN_HOSTS } from './hosts/known-hosts.js';
import type { OnMachine } from './machine.js';
import { shortPath } from './show-change.js';

export interface CarryOutOptions {
  /** What the person is asked, in front of the number of files. */
  readonly question: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Writes what was shown; a file that cannot be written is said, and the others still are. */
export async function carryOut(
  machine: OnMachine,
  launcher: Launcher,
  changes: readonly FileChange[],
  { question, dryRun, yes }: CarryOutOptions,
  { terminal, streams }: Pick<CommandContext, 'terminal' | 'streams'>,
): Promise<ExitCode> {
  const { colors: c } = terminal;
  const files = changes.filter(({ next }) => next !== undefined);
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  if (dryRun === true) {
    terminal.err(`Nothing was written (--dry-run). Without it: ${count}.`);
    return EXIT.done;
  }
  if (yes !== true) {
    if (!terminal.interactive) {
      terminal.err('Nothing was written: nobody is here to say yes. Add --yes to write.');
      return EXIT.usage;
    }
    const keeps = files.some(({ backup }) => backup === 'write') ? ` A backup stays beside ${files.length === 1 ? 'it' : 'each'}.` : '';
    if (!(await confirm(terminal, streams.stdin, `${question} This writes ${count}.${keeps}`))) {
      terminal.err('Nothing was written.');
      return terminal.stopped.aborted ? EXIT.interrupted : EXIT.done;
    }
  }
  let exit: ExitCode = EXIT.done;
  const reloads = new Set<HostId>();
  for (const change of files) {
    const { hostFile } = change;
    try {
      applyChange(machine, launcher, change);
    } catch (error) {
      if (!isMidcallError(error)) throw error;
      exit = EXIT.machine;
      terminal.err(`${c.red('✗')} ${error.message}`);
      if (error.hint !== undefined) terminal.err(`  ${error.hint}`);
      continue;
    }
    terminal.err(`${c.green('✓')} ${shortPath(hostFile.file.path, machine.home)}`);
    if (change.backup === 'write') terminal.err(c.dim(`  as it was: ${shortPath(backupPath(hostFile), machine.home)}`));
    if (hostFile.host !== undefined) reloads.add(hostFile.host);
  }
  if (reloads.size > 0) terminal.err('Then, so that each host reads its file again:');
  for (const host of reloads) terminal.err(`  ${KNOWN_HOSTS[host].title}: ${KNOWN_HOSTS[host].reload}.`);
  return exit;
}
