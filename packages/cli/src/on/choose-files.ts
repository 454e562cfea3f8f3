/** Which files a command is about, from the words `[HOST] [SERVER] --config PATH`. */
import { showText } from '@midcall/core/inspect';
import { shownCommand } from '../connect/shown-words.js';
import { nearest } from '../nearest.js';
import { UsageError } from '../usage-error.js';
import type { Launcher } from './config/wrapping.js';
import { HOST_IDS, type HostId, hostPlaces } from './hosts/host-paths.js';
import { KNOWN_HOSTS } from './hosts/known-hosts.js';
import { findHostFiles, type HostFile, namedFile } from './inventory.js';
import type { OnMachine } from './machine.js';
import { shortPath } from './show-change.js';

export interface ChooseOptions {
  readonly host?: string;
  /** Only these servers; none or absent: all. */
  readonly servers?: readonly string[];
  /** Not these. */
  readonly except?: readonly string[];
  readonly config?: string;
}

/** Whether a command is about a server of this name. */
export function isChosen({ servers = [], except = [] }: Pick<ChooseOptions, 'servers' | 'except'>, name: string): boolean {
  return (servers.length === 0 || servers.includes(name)) && !except.includes(name);
}

/** @throws UsageError where a word names nothing. */
export function chooseFiles(machine: OnMachine, launcher: Launcher, options: ChooseOptions): HostFile[] {
  const host = options.host === undefined ? undefined : readHost(options.host, () => findHostFiles(machine, launcher));
  let files: HostFile[];
  if (options.config !== undefined) {
    const file = namedFile(machine, launcher, options.config, host);
    if (file === undefined) throw new UsageError(`There is no file ${options.config}.`, 'Give the path of a configuration of a host.');
    files = [file];
  } else {
    files = findHostFiles(machine, launcher, host);
    if (host !== undefined && files.length === 0) {
      const [first] = hostPlaces(host, machine);
      throw new UsageError(
        `${KNOWN_HOSTS[host].title} lists no servers on this machine.`,
        `Its file would be ${shortPath(first?.path ?? '', machine.home)}. Elsewhere: --config PATH`,
      );
    }
  }
  for (const name of [...(options.servers ?? []), ...(options.except ?? [])]) needServer(files, name);
  return files;
}

function readHost(word: string, files: () => readonly HostFile[]): HostId {
  const plain = word.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const found = HOST_IDS.find(id => id === plain) ?? HOST_IDS.find(id => id.replaceAll('-', '') === plain.replaceAll('-', ''));
  if (found !== undefined) return found;
  const named = files().find(({ host, servers }) => host !== undefined && servers.some(({ name }) => name === word));
  if (named?.host !== undefined)
    throw new UsageError(
      `"${showText(word)}" is a server of ${KNOWN_HOSTS[named.host].title}, and a host comes first.`,
      `Name both: ${named.host} ${shownCommand([word])}`,
    );
  const meant = meantHosts(plain);
  throw new UsageError(
    `midcall knows no host "${showText(word)}"${meant.length === 0 ? '.' : `; did you mean ${meant.join(' or ')}?`}`,
    `Known: ${HOST_IDS.join(', ')}. Any other: --config PATH`,
  );
}

/** Hosts of which one word was typed or nearly: `claude`, `gemini`, `copliot`; else the host that is spelt most like it. */
function meantHosts(word: string): readonly HostId[] {
  const parts = HOST_IDS.flatMap(id => id.split('-').filter(part => part.length > 3));
  const part = parts.find(one => one === word) ?? nearest(word, parts);
  if (part !== undefined && !HOST_IDS.some(id => id === part)) return HOST_IDS.filter(id => id.split('-').includes(part));
  const whole = nearest(word, HOST_IDS);
  return HOST_IDS.filter(id => id === whole);
}

function needServer(files: readonly HostFile[], wanted: string): void {
  const names = [...new Set(files.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  if (names.includes(wanted)) return;
  const meant = nearest(wanted, names);
  throw new UsageError(
    `No server is called "${showText(wanted)}"${meant === undefined ? '.' : `; did you mean "${showText(meant)}"?`}`,
    names.length === 0 ? 'No server is listed there.' : `There are: ${names.slice(0, 20).map(showText).join(', ')}`,
  );
}
