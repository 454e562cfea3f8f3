/** Writes a change: backup first, then the file, all or nothing (D38). */
import { backupPath, type FileChange } from './change.js';
import { configBytes } from './config/config-text.js';
import type { Launcher } from './config/wrapping.js';
import { readAgain } from './inventory.js';
import { trueBackup } from './lineage.js';
import type { OnMachine } from './machine.js';

/** @throws MidcallError STORE_FAILED; the file is as it was then, and a backup that is of no use is gone. */
export function applyChange(machine: OnMachine, launcher: Launcher, change: FileChange): void {
  const { files } = machine;
  const { hostFile, next } = change;
  if (next === undefined) return;
  const backup = backupPath(hostFile);
  const fresh = change.backup === 'write' && !files.exists(backup);
  if (change.backup === 'write') files.copyBeside(hostFile.file, backup, hostFile.file.bytes);
  try {
    files.replace(hostFile.file, configBytes(next));
  } catch (error) {
    if (fresh && !servesAnother(machine, launcher, change)) files.remove(backup);
    throw error;
  }
  if (change.backup === 'remove') files.remove(backup);
}

/** Whether somebody else's `midcall on` wrote the file in the meantime, and stands on the same backup. */
function servesAnother(machine: OnMachine, launcher: Launcher, { hostFile }: FileChange): boolean {
  const now = readAgain(machine, launcher, hostFile);
  return now?.servers.some(({ wrapped }) => wrapped !== undefined) === true && trueBackup(machine, now, launcher) !== undefined;
}
