/** What `midcall off` would change in one file: the backup byte for byte where nothing else changed, else entry by entry. */
import type { FileChange, ServerOutcome } from './change.js';
import { type ChooseOptions, isChosen } from './choose-files.js';
import { type ConfigText, reread } from './config/config-text.js';
import { readServers, type ServerEntry } from './config/server-entry.js';
import { setWords } from './config/set-words.js';
import type { Launcher } from './config/wrapping.js';
import type { HostFile } from './inventory.js';
import { find, trueBackup, wordsChange } from './lineage.js';
import type { OnMachine } from './machine.js';

export function planOff(
  machine: OnMachine,
  hostFile: HostFile,
  launcher: Launcher,
  options: Pick<ChooseOptions, 'servers' | 'except'>,
): FileChange {
  const { config } = hostFile;
  const wrapped = hostFile.servers.filter(entry => entry.wrapped !== undefined);
  const chosen = wrapped.filter(entry => isChosen(options, entry.name));
  if (config === undefined || chosen.length === 0) return { hostFile, outcomes: [], next: undefined, backup: 'keep', fromBackup: false };
  const backup = chosen.length === wrapped.length ? trueBackup(machine, hostFile, launcher) : undefined;
  let next = backup ?? config;
  let edited = false;
  for (const entry of chosen) {
    const now = find(readServers(next, hostFile.place.sections, launcher), entry);
    if (now?.wrapped === undefined) continue;
    next = unwrap(next, now);
    edited = true;
  }
  const outcomes = chosen.map((entry): ServerOutcome => ({ entry, kind: 'unwrap', words: wordsChange(hostFile, entry, next, launcher) }));
  const fromBackup = backup !== undefined && !edited;
  return { hostFile, outcomes, next, backup: fromBackup ? 'remove' : 'keep', fromBackup };
}

function unwrap(config: ConfigText, entry: ServerEntry): ConfigText {
  const [command = ''] = entry.wrapped?.original ?? [];
  return reread(config, setWords(config, entry, { command, front: [], drop: entry.wrapped?.at ?? 0 }));
}
