/** Which files a command is about, from the words `[HOST] [SERVER] --config PATH`. */
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
  readonly server?: string;
  readonly config?: string;
}

/** @throws UsageError where a word names nothing. */
export function chooseFiles(machine: OnMachine, launcher: Launcher, options: ChooseOptions): HostFile[] {
  const host = options.host === undefined ? undefined : readHost(options.host);
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
  if (options.server !== undefined) needServer(files, options.server);
  return files;
}

function readHost(word: string): HostId {
  const plain = word.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const found = HOST_IDS.find(id => id === plain) ?? HOST_IDS.find(id => id.replaceAll('-', '') === plain.replaceAll('-', ''));
  if (found !== undefined) return found;
  const meant = nearest(plain, HOST_IDS);
  throw new UsageError(
    `midcall knows no host "${word}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    `Known: ${HOST_IDS.join(', ')}. Any other: --config PATH`,
  );
}

function needServer(files: readonly HostFile[], wanted: string): void {
  const names = [...new Set(files.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  if (names.includes(wanted)) return;
  const meant = nearest(wanted, names);
  throw new UsageError(
    `No server is called "${wanted}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
    names.length === 0 ? 'No server is listed there.' : `There are: ${names.slice(0, 20).join(', ')}`,
  );
}
