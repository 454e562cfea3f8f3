/** The hosts on this machine and the servers each lists. Reads, and changes nothing. */
import { posix, win32 } from 'node:path';
import { isMidcallError } from '@midcall/core';
import { type ConfigFault, type ConfigText, readConfigText } from './config/config-text.js';
import { readServers, type Section, type ServerEntry } from './config/server-entry.js';
import type { Launcher } from './config/wrapping.js';
import { type ConfigPlace, HOST_IDS, type HostId, hostPlaces } from './hosts/host-paths.js';
import type { FileState, OnMachine } from './machine.js';

/** A file that a host reads, as it is now. */
export interface HostFile {
  /** Undefined for a file of a host that midcall does not know. */
  readonly host: HostId | undefined;
  readonly place: ConfigPlace;
  readonly file: FileState;
  /** Undefined where it cannot be read. */
  readonly config: ConfigText | undefined;
  readonly fault: ConfigFault | undefined;
  readonly servers: readonly ServerEntry[];
}

const ANY_SECTION: readonly Section[] = [['mcpServers'], ['servers'], ['context_servers'], ['mcp', 'servers'], ['mcp_servers']];

/** Every file of every known host that is there; one that cannot be read has a `fault`. */
export function findHostFiles(machine: OnMachine, launcher: Launcher, only?: HostId): HostFile[] {
  const seen = new Set<string>();
  return HOST_IDS.filter(id => only === undefined || id === only).flatMap(id =>
    hostPlaces(id, machine).flatMap(place => {
      const found = readHostFile(machine, launcher, id, place);
      // A home that is also the current folder would list a file twice.
      if (found === undefined || seen.has(found.file.real)) return [];
      seen.add(found.file.real);
      return [found];
    }),
  );
}

/** The file somebody named; undefined where there is none. */
export function namedFile(machine: OnMachine, launcher: Launcher, path: string, host?: HostId): HostFile | undefined {
  const { resolve } = machine.platform === 'win32' ? win32 : posix;
  const whole = resolve(machine.cwd, path);
  for (const id of HOST_IDS.filter(one => host === undefined || one === host))
    for (const place of hostPlaces(id, machine)) if (place.path === whole) return readHostFile(machine, launcher, id, place);
  const format = whole.endsWith('.toml') ? 'toml' : 'json';
  return readHostFile(machine, launcher, host, { path: whole, scope: 'user', sections: ANY_SECTION, format });
}

/** The same file as it is now; undefined where it is gone. */
export function readAgain(machine: OnMachine, launcher: Launcher, { host, place }: HostFile): HostFile | undefined {
  return readHostFile(machine, launcher, host, place);
}

function readHostFile(machine: OnMachine, launcher: Launcher, host: HostId | undefined, place: ConfigPlace): HostFile | undefined {
  let file: FileState | undefined;
  try {
    file = machine.files.read(place.path);
  } catch (error) {
    // One file that may not be read says nothing about the others.
    if (!isMidcallError(error)) throw error;
    const unread = { path: place.path, real: place.path, bytes: new Uint8Array(), mode: 0, uid: 0, gid: 0, links: 1 };
    return { host, place, file: unread, config: undefined, fault: { message: error.message }, servers: [] };
  }
  if (file === undefined) return undefined;
  const base = { host, place, file, config: undefined, fault: undefined, servers: [] };
  const config = readConfigText(file.bytes, place.format);
  if ('fault' in config) return { ...base, fault: config.fault };
  return { ...base, config, servers: readServers(config, place.sections, launcher) };
}
