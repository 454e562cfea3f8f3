/**
 * Whether a backup is what a file was before midcall changed it and nothing else did: wrap in the backup what is wrapped
 * in the file, with the file's own words, and compare the bytes. No record is kept that could disagree with the files.
 */

import { backupPath } from './change.js';
import { type ConfigText, configBytes, readConfigText, reread } from './config/config-text.js';
import { readServers, type ServerEntry } from './config/server-entry.js';
import { setWords } from './config/set-words.js';
import type { Launcher } from './config/wrapping.js';
import type { HostFile } from './inventory.js';
import type { OnMachine } from './machine.js';

/** The backup of this file, if it is its true ancestor. */
export function trueBackup(machine: OnMachine, hostFile: HostFile, launcher: Launcher): ConfigText | undefined {
  const kept = machine.files.read(backupPath(hostFile));
  if (kept === undefined) return undefined;
  const backup = readConfigText(kept.bytes, hostFile.place.format);
  if ('fault' in backup) return undefined;
  let replayed: ConfigText = backup;
  for (const entry of hostFile.servers) {
    if (entry.wrapped === undefined) continue;
    const before = find(readServers(replayed, hostFile.place.sections, launcher), entry);
    if (before === undefined || before.words.length === 0) return undefined;
    if (before.wrapped !== undefined) continue;
    const [command = '', ...front] = entry.words.slice(0, entry.wrapped.at + 1);
    replayed = reread(replayed, setWords(replayed, before, { command, front, drop: 0 }));
  }
  return Buffer.compare(configBytes(replayed), hostFile.file.bytes) === 0 ? backup : undefined;
}

/** The same server in another reading of the file. */
export function find(servers: readonly ServerEntry[], wanted: ServerEntry): ServerEntry | undefined {
  return servers.find(one => one.path.length === wanted.path.length && one.path.every((key, i) => key === wanted.path[i]));
}

/** What an entry starts now, and what it would start by another text of its file, read from that text. */
export function wordsChange(
  { place }: Pick<HostFile, 'place'>,
  entry: ServerEntry,
  next: ConfigText,
  launcher: Launcher,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  return { before: entry.words, after: find(readServers(next, place.sections, launcher), entry)?.words ?? [] };
}
