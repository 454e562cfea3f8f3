/**
 * The walk from the hosts to the browser, link by link. A server's walk ends at its first broken link: what is behind it
 * cannot be judged.
 */
import { showText } from '@midcall/core/inspect';
import { EXIT } from '../../exit-codes.js';
import { canOpenBrowser } from '../../loopback/browser.js';
import { faultText } from '../config/config-text.js';
import type { ServerEntry } from '../config/server-entry.js';
import type { Launcher } from '../config/wrapping.js';
import { displayOf } from '../host-display.js';
import { KNOWN_HOSTS, type KnownHost } from '../hosts/known-hosts.js';
import type { HostFile } from '../inventory.js';
import { fromCache } from '../launcher-of.js';
import type { OnMachine } from '../machine.js';
import { shortPath, titleOf } from '../show-change.js';
import type { Check, CheckGroup } from './check.js';
import { findProgram } from './find-program.js';
import { hostEnv } from './host-env.js';
import type { Started, StartOptions } from './start-server.js';
import { hostLimit, QUESTION_SECONDS, span, timeLimits, toldLimit } from './time-limits.js';

/** What the walk does besides reading. */
export interface WalkEffects {
  /** Undefined under `--no-start`. */
  readonly start: ((options: StartOptions) => Promise<Started>) | undefined;
  /** Whether a page can be served on this machine; the reason where not. */
  readonly listen: () => Promise<string | undefined>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What runs here and its version, for the first line. */
  readonly about: string;
}

export async function* walk(
  machine: OnMachine,
  launcher: Launcher,
  files: readonly HostFile[],
  chosen: (name: string) => boolean,
  effects: WalkEffects,
): AsyncGenerator<CheckGroup> {
  const refused = await effects.listen();
  yield {
    title: 'midcall',
    checks: [
      fromCache(launcher)
        ? {
            state: 'note',
            link: 'program',
            says: `${effects.about}, from a cache that may be emptied`,
            mend: 'npm install -g midcall && midcall on',
          }
        : { state: 'holds', link: 'program', says: `${effects.about}, at ${shortPath(launcher.entry, machine.home)}` },
      refused === undefined
        ? { state: 'holds', link: 'page', says: 'can be served on 127.0.0.1' }
        : { state: 'broken', link: 'page', says: refused, mend: 'Allow this user to listen on 127.0.0.1.', exit: EXIT.machine },
    ],
  };
  for (const hostFile of files) {
    const host = hostFile.host === undefined ? undefined : KNOWN_HOSTS[hostFile.host];
    yield { title: titleOf(hostFile), where: shortPath(hostFile.file.path, machine.home), checks: fileChecks(hostFile, host) };
    for (const entry of hostFile.servers) {
      if (!chosen(entry.name) || entry.unreadable !== undefined || entry.words.length === 0) continue;
      yield {
        title: `${titleOf(hostFile)} · ${showText(entry.name)}`,
        checks: await serverChecks(machine, host, entry, effects),
      };
    }
  }
}

function fileChecks({ fault, servers, place }: HostFile, host: KnownHost | undefined): Check[] {
  if (fault !== undefined) {
    const mend = fault.line === undefined ? 'Look at who may read it.' : 'Mend it there; the host reads no server from it.';
    return [{ state: 'broken', link: 'file', says: faultText(fault), mend, exit: EXIT.usage }];
  }
  const wrapped = servers.filter(entry => entry.wrapped !== undefined).length;
  const count = `${counted(servers.length)}, ${wrapped} through midcall`;
  const checks: Check[] = [
    {
      state: 'holds',
      link: 'file',
      says: place.format === 'toml' ? `${counted(servers.length)}; midcall lists this file and does not change it` : count,
    },
  ];
  if (host !== undefined) checks.push({ state: host.asks === 'yes' ? 'holds' : 'note', link: 'by itself', says: host.says });
  return checks;
}

function counted(servers: number): string {
  return servers === 1 ? '1 server' : `${servers} servers`;
}

async function serverChecks(machine: OnMachine, host: KnownHost | undefined, entry: ServerEntry, effects: WalkEffects): Promise<Check[]> {
  const checks: Check[] = [];
  const env = { ...hostEnv(machine, host?.path ?? 'shell'), ...Object.fromEntries(entry.env) };
  for (const check of [...launcherChecks(machine, entry), commandCheck(machine, host, entry, env)]) {
    checks.push(check);
    if (check.state === 'broken') return checks;
  }
  if (entry.wrapped === undefined) {
    checks.push({ state: 'note', link: 'midcall', says: 'not in front of this server', mend: 'midcall on' });
  } else if (!canOpenBrowser({ ...displayOf(machine.env), ...env }, machine.platform)) {
    checks.push({
      state: 'broken',
      link: 'browser',
      says: 'none can be opened: this session has no display, so nobody can be asked',
      mend: 'Run this in a session on your desktop; elsewhere name one in the "env" of the server: "BROWSER": "/path".',
      exit: EXIT.machine,
    });
    return checks;
  } else checks.push({ state: 'holds', link: 'browser', says: 'opens at the first question' });
  const started = await startCheck(machine, entry, env, effects);
  checks.push(started);
  if (started.state !== 'broken' && entry.wrapped !== undefined) checks.push(...timeChecks(host, entry));
  return checks;
}

/** The words in front of the server's own: they are paths, and paths move. */
function launcherChecks({ files, home }: OnMachine, { wrapped, words }: ServerEntry): Check[] {
  if (wrapped === undefined) return [];
  const [node = '', entry = ''] = words;
  const absolute = (word: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(word);
  const missing = (path: string): Check => ({
    state: 'broken',
    link: 'midcall',
    says: `${shortPath(path, home)} is not there any more`,
    mend: 'midcall on brings the paths up to date.',
    exit: EXIT.machine,
  });
  if (absolute(node) && !files.executable(node)) return [missing(node)];
  if (absolute(entry) && !files.exists(entry)) return [missing(entry)];
  return [];
}

function commandCheck(machine: OnMachine, host: KnownHost | undefined, entry: ServerEntry, env: Readonly<Record<string, string>>): Check {
  const [command = ''] = entry.wrapped?.original ?? entry.words;
  const shown = showText(command);
  if (command.includes('${')) return { state: 'note', link: 'command', says: `${shown}: only the host knows what that is` };
  const at = { ...machine, cwd: entry.cwd ?? machine.home };
  const found = findProgram(at, command, env.PATH ?? '');
  if (found !== undefined)
    return { state: 'holds', link: 'command', says: found === command ? shown : `${shown}, found at ${shortPath(found, machine.home)}` };
  const elsewhere = findProgram(at, command, machine.env.PATH ?? machine.env.Path ?? '');
  return {
    state: 'broken',
    link: 'command',
    says:
      elsewhere === undefined
        ? `${shown} is not on this machine`
        : `${host?.title ?? 'The host'} does not find ${shown}: its PATH is not that of your shell`,
    mend: elsewhere === undefined ? `Install it, or correct the command.` : `Write the whole path in the file: ${elsewhere}`,
    exit: EXIT.noServer,
  };
}

async function startCheck(
  machine: OnMachine,
  entry: ServerEntry,
  env: Readonly<Record<string, string>>,
  effects: WalkEffects,
): Promise<Check> {
  if (effects.start === undefined) return { state: 'note', link: 'start', says: 'not tried (--no-start)' };
  if ([...entry.words, ...entry.env.values()].some(word => word.includes('${')))
    return { state: 'note', link: 'start', says: 'not tried: it has a placeholder in it that only the host can fill in' };
  const { timeoutMs, signal } = effects;
  const started = await effects.start({ words: entry.words, env, cwd: entry.cwd ?? machine.home, timeoutMs, signal });
  if ('fault' in started)
    return {
      state: 'broken',
      link: 'start',
      says: started.fault,
      ...(started.hint !== undefined && { mend: started.hint.split('\n')[0] ?? '' }),
      exit: EXIT.noServer,
    };
  return {
    state: 'holds',
    link: 'start',
    says: `answers after ${(started.ms / 1_000).toFixed(1)} s with ${started.tools} ${started.tools === 1 ? 'tool' : 'tools'}`,
  };
}

function timeChecks(host: KnownHost | undefined, entry: ServerEntry): Check[] {
  const limits = timeLimits(host, entry);
  const own = hostLimit(host, entry);
  const told = toldLimit(entry);
  const short = own !== undefined && own < QUESTION_SECONDS && (told === undefined || told > own);
  return limits.map(({ seconds, what }, index): Check => {
    const hosts = short && seconds === own && what.startsWith(host?.title ?? ' ');
    return {
      state: hosts ? 'note' : 'holds',
      link: index === 0 ? 'time' : '',
      says: `after ${span(seconds)} ${what}`,
      ...(hosts && {
        mend: host?.raise === undefined ? `Answer sooner; ${host?.title} has no setting for it.` : `Raise it: ${host.raise}.`,
      }),
    };
  });
}
