/** Writes a change: backup first, then the file, all or nothing (D38). */
import { backupPath, type FileChange } from './change.js';
import { configBytes } from './config/config-text.js';
import type { OnMachine } from './machine.js';

/** @throws MidcallError STORE_FAILED; the file is as it was then, and a backup written for it is gone. */
export function applyChange({ files }: Pick<OnMachine, 'files'>, change: FileChange): void {
  const { hostFile, next } = change;
  if (next === undefined) return;
  const backup = backupPath(hostFile);
  const fresh = change.backup === 'write' && !files.exists(backup);
  if (change.backup === 'write') files.copyBeside(hostFile.file, backup, hostFile.file.bytes);
  try {
    files.replace(hostFile.file, configBytes(next));
  } catch (error) {
    if (fresh) files.remove(backup);
    throw error;
  }
  if (change.backup === 'remove') files.remove(backup);
}
