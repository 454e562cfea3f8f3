/**
 * The walk from the hosts to the browser, link by link. A server's walk ends at its first broken link: what is behind it
 * cannot be judged.
 */
import { showText } from '@midcall/core/inspect';
import { EXIT } from '../../exit-codes.js';
import { faultText } from '../config/config-text.js';
import type { Launcher } from '../config/wrapping.js';
import { KNOWN_HOSTS, type KnownHost } from '../hosts/known-hosts.js';
import type { HostFile } from '../inventory.js';
import type { OnMachine } from '../machine.js';
import { shortPath, titleOf } from '../show-change.js';
import type { Check, CheckGroup } from './check.js';
import { machineChecks } from './machine-checks.js';
import { type ServerEffects, serverChecks } from './server-checks.js';

export interface WalkEffects extends ServerEffects {
  /** Why nothing can be kept in MIDCALL_HOME; undefined where it can. */
  readonly unwritable: () => string | undefined;
  /** The first fault of the file of rules, with its place; undefined where it has none or is not there. */
  readonly rulesFault: () => Promise<string | undefined>;
}

export interface WalkOptions {
  readonly launcher: Launcher;
  /** What runs here and its version, for the first line. */
  readonly about: string;
  /** MIDCALL_HOME. */
  readonly kept: string;
  /** Whether a server of this name is looked at. */
  readonly chosen: (name: string) => boolean;
}

export async function* walk(
  machine: OnMachine,
  files: readonly HostFile[],
  { launcher, about, kept, chosen, ...effects }: WalkOptions & WalkEffects,
): AsyncGenerator<CheckGroup> {
  const { home } = machine;
  const unwritable = effects.unwritable();
  const facts = { launcher, home, about, kept, unwritable, rulesFault: await effects.rulesFault(), refused: await effects.listen(0) };
  yield { title: 'midcall', checks: machineChecks(facts) };
  for (const hostFile of files) {
    const host = hostFile.host === undefined ? undefined : KNOWN_HOSTS[hostFile.host];
    yield { title: titleOf(hostFile), where: shortPath(hostFile.file.path, home), checks: fileChecks(hostFile, host) };
    for (const entry of hostFile.servers) {
      if (!chosen(entry.name) || entry.unreadable !== undefined || entry.words.length === 0) continue;
      yield {
        title: `${titleOf(hostFile)} · ${showText(entry.name)}`,
        checks: await serverChecks({ machine, launcher, host: hostFile.host, entry }, effects),
      };
    }
  }
}

function fileChecks({ fault, servers }: HostFile, host: KnownHost | undefined): Check[] {
  if (fault !== undefined) {
    const mend = fault.line === undefined ? 'Look at who may read it.' : 'Mend it there; the host reads no server from it.';
    return [{ state: 'broken', link: 'file', says: faultText(fault), mend, exit: EXIT.usage }];
  }
  const wrapped = servers.filter(entry => entry.wrapped !== undefined).length;
  const count = servers.length === 1 ? '1 server' : `${servers.length} servers`;
  const checks: Check[] = [{ state: 'holds', link: 'file', says: `${count}, ${wrapped} through midcall` }];
  if (host !== undefined) checks.push({ state: host.asks === 'yes' ? 'holds' : 'note', link: 'by itself', says: host.says });
  return checks;
}
