/** What `midcall on` would change in one file. */
import type { FileChange, ServerOutcome } from './change.js';
import { type ChooseOptions, isChosen } from './choose-files.js';
import { type ConfigText, reread } from './config/config-text.js';
import { readServers, type ServerEntry } from './config/server-entry.js';
import { setWords } from './config/set-words.js';
import { type Launcher, type Wrapped, wrapWords } from './config/wrapping.js';
import { hostLimit, isToldInTime, QUESTION_SECONDS, toldLimit } from './doctor/time-limits.js';
import { KNOWN_HOSTS } from './hosts/known-hosts.js';
import type { HostFile } from './inventory.js';
import { find, trueBackup, wordsChange } from './lineage.js';
import type { OnMachine } from './machine.js';

export function planOn(
  machine: OnMachine,
  hostFile: HostFile,
  launcher: Launcher,
  options: Pick<ChooseOptions, 'servers' | 'except'>,
): FileChange {
  const outcomes: ServerOutcome[] = [];
  let next = hostFile.config;
  for (const entry of hostFile.servers) {
    if (!isChosen(options, entry.name)) continue;
    const left = whyLeft(entry);
    if (left !== undefined || next === undefined) {
      outcomes.push({ entry, kind: 'left', ...(left !== undefined && { why: left }) });
      continue;
    }
    if (
      entry.wrapped !== undefined &&
      (!fromOn(entry, entry.wrapped) || (startsSame(entry, launcher) && lateLimit(hostFile, entry) === undefined))
    ) {
      outcomes.push({ entry, kind: 'already' });
      continue;
    }
    next = wrap(next, hostFile, entry, launcher);
    const words = wordsChange(hostFile, entry, next, launcher);
    outcomes.push({ entry, kind: entry.wrapped === undefined ? 'wrap' : 'refresh', words });
  }
  const changed = outcomes.some(({ kind }) => kind === 'wrap' || kind === 'refresh');
  const keep = hostFile.servers.some(({ wrapped }) => wrapped !== undefined) && trueBackup(machine, hostFile, launcher) !== undefined;
  return { hostFile, outcomes, next: changed ? next : undefined, backup: keep ? 'keep' : 'write', fromBackup: false };
}

function whyLeft(entry: ServerEntry): string | undefined {
  if (entry.unreadable !== undefined) return entry.unreadable;
  return entry.url === undefined ? undefined : `it is on HTTP (${entry.url})`;
}

/** Written by `on`, now or earlier, and not by hand as `npx midcall gateway`: its paths may be brought up to date. */
function fromOn(entry: ServerEntry, wrapped: Wrapped): boolean {
  return entry.words[2] === 'gateway' && wrapped.at >= 5;
}

function startsSame(entry: ServerEntry, launcher: Launcher): boolean {
  return entry.words[0] === launcher.node && entry.words[1] === launcher.entry;
}

/** Below that there is no time to tell the host; above `QUESTION_SECONDS` the question has expired anyway. */
const LEAST_LIMIT = 15;

function limitOf({ host }: HostFile, entry: ServerEntry): number | undefined {
  const limit = hostLimit(host === undefined ? undefined : KNOWN_HOSTS[host], entry);
  return limit !== undefined && limit >= LEAST_LIMIT && limit <= QUESTION_SECONDS ? limit : undefined;
}

/** The host's limit, where it is shorter by now than the gateway was told, so that the host would not be told in time. */
function lateLimit(hostFile: HostFile, entry: ServerEntry): number | undefined {
  const own = limitOf(hostFile, entry);
  const told = toldLimit(entry);
  return own !== undefined && told !== undefined && !isToldInTime(told, own) ? own : undefined;
}

function wrap(config: ConfigText, hostFile: HostFile, planned: ServerEntry, launcher: Launcher): ConfigText {
  const entry = find(readServers(config, hostFile.place.sections, launcher), planned);
  if (entry === undefined) throw new TypeError('a server went missing between two edits');
  const host = hostFile.host === undefined ? undefined : KNOWN_HOSTS[hostFile.host];
  const limit = limitOf(hostFile, entry);
  const fresh = wrapWords(launcher, {
    name: entry.name,
    ...(host?.desk !== undefined && { desk: host.desk }),
    ...(limit !== undefined && { hostLimit: limit }),
  });
  const { wrapped } = entry;
  // Options somebody added to the gateway's own words stay theirs.
  const kept = wrapped === undefined ? fresh : [launcher.node, launcher.entry, ...entry.words.slice(2, wrapped.at)];
  const late = lateLimit(hostFile, entry);
  if (late !== undefined) kept[kept.indexOf('--host-limit') + 1] = String(late);
  const [command = '', ...front] = kept;
  const [original = ''] = wrapped?.original ?? entry.words;
  return reread(config, setWords(config, entry, { command, front: [...front, original], drop: wrapped?.at ?? 0 }));
}
