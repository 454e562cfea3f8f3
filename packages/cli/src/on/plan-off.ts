/** What `midcall off` would change in one file: the backup byte for byte where nothing else changed, else entry by entry. */
import type { FileChange, ServerOutcome } from './change.js';
import { type ConfigText, reread } from './config/config-text.js';
import { readServers, type ServerEntry } from './config/server-entry.js';
import { setWords } from './config/set-words.js';
import type { Launcher } from './config/wrapping.js';
import { entryDiff } from './entry-diff.js';
import type { HostFile } from './inventory.js';
import { find, trueBackup } from './lineage.js';
import type { OnMachine } from './machine.js';

export interface PlanOffOptions {
  /** Only this server. */
  readonly server?: string;
}

export function planOff(machine: OnMachine, hostFile: HostFile, launcher: Launcher, options: PlanOffOptions = {}): FileChange {
  const { config } = hostFile;
  const wrapped = hostFile.servers.filter(entry => entry.wrapped !== undefined);
  const chosen = wrapped.filter(entry => options.server === undefined || entry.name === options.server);
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
  const outcomes = chosen.map((entry): ServerOutcome => ({ entry, kind: 'unwrap', diff: entryDiff(config, next, entry.path) }));
  const fromBackup = backup !== undefined && !edited;
  return { hostFile, outcomes, next, backup: fromBackup ? 'remove' : 'keep', fromBackup };
}

function unwrap(config: ConfigText, entry: ServerEntry): ConfigText {
  const [command = ''] = entry.wrapped?.original ?? [];
  return reread(config, setWords(config, entry, { command, front: [], drop: entry.wrapped?.at ?? 0 }));
}
