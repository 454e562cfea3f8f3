/** The links of one server, in the order in which a question passes them. The walk ends at the first that is broken. */
import { showText } from '@midcall/core/inspect';
import { shellWord } from '../../call/shell-word.js';
import { EXIT } from '../../exit-codes.js';
import { canOpenBrowser } from '../../loopback/browser.js';
import type { ServerEntry } from '../config/server-entry.js';
import { type Launcher, readWrapped } from '../config/wrapping.js';
import { displayOf } from '../host-display.js';
import type { HostId } from '../hosts/host-paths.js';
import { KNOWN_HOSTS } from '../hosts/known-hosts.js';
import type { OnMachine } from '../machine.js';
import { shortPath } from '../show-change.js';
import type { Check } from './check.js';
import { findProgram } from './find-program.js';
import { hostEnv } from './host-env.js';
import type { Started, StartOptions } from './start-server.js';
import { timeChecks } from './time-checks.js';

/** What the walk does besides reading. */
export interface ServerEffects {
  /** Undefined under `--no-start`. */
  readonly start: ((options: StartOptions) => Promise<Started>) | undefined;
  /** Why no page can be served at this port of 127.0.0.1; undefined where one can, or where midcall serves it already. */
  readonly listen: (port: number) => Promise<string | undefined>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CheckedServer {
  readonly machine: OnMachine;
  readonly launcher: Launcher;
  readonly host: HostId | undefined;
  readonly entry: ServerEntry;
}

type Env = Readonly<Record<string, string>>;

export async function serverChecks(server: CheckedServer, effects: ServerEffects): Promise<Check[]> {
  const { machine, host, entry } = server;
  const known = host === undefined ? undefined : KNOWN_HOSTS[host];
  const env = { ...hostEnv(machine, known?.path ?? 'shell'), ...Object.fromEntries(entry.env) };
  const links: readonly (() => readonly Check[] | Promise<readonly Check[]>)[] = [
    () => launcherChecks(server),
    () => askChecks(server),
    () => [commandCheck(server, env)],
    () => browserChecks(server, env),
    () => portChecks(entry, effects),
    async () => [await startCheck(server, env, effects)],
    () => (entry.wrapped === undefined ? [] : timeChecks(known, entry)),
  ];
  const checks: Check[] = [];
  for (const link of links)
    for (const check of await link()) {
      checks.push(check);
      if (check.state === 'broken') return checks;
    }
  return checks;
}

/** The words in front of the server's own: they are paths, and paths move. */
function launcherChecks({ machine: { files, home }, launcher, entry: { wrapped, words } }: CheckedServer): Check[] {
  if (wrapped === undefined) return [];
  const missing = [words[0] ?? '', words[1] ?? ''].find(
    (word, index) => /^(?:[\\/]|[A-Za-z]:)/.test(word) && !(index === 0 ? files.executable(word) : files.exists(word)),
  );
  const broken = (says: string, mend: string): Check[] => [{ state: 'broken', link: 'midcall', says, mend, exit: EXIT.machine }];
  if (missing !== undefined) return broken(`${shortPath(missing, home)} is not there any more`, 'midcall on brings the paths up to date.');
  if (readWrapped(wrapped.original, launcher) !== undefined)
    return broken('stands in front of itself: a question would be asked twice', 'midcall off takes out one of the two.');
  return [];
}

/** Whether anybody at all would show a question of this server. */
function askChecks({ host, entry: { wrapped, words } }: CheckedServer): Check[] {
  const known = host === undefined ? undefined : KNOWN_HOSTS[host];
  if (wrapped === undefined) {
    const mend = 'midcall on';
    if (known?.asks === 'no')
      return [
        {
          state: 'broken',
          link: 'asks',
          says: `${known.title} ${known.says}, and midcall is not in front of this server`,
          mend,
          exit: EXIT.machine,
        },
      ];
    if (known?.asks === 'yes') return [{ state: 'holds', link: 'asks', says: `${known.title} asks by itself` }];
    return [{ state: 'note', link: 'asks', says: 'midcall is not in front of this server', mend }];
  }
  const never = optionOf(words, wrapped.at, '--desk') === 'never';
  if (!never) return [];
  const says = `--desk never leaves all questions to ${known?.title ?? 'the host'}`;
  if (known?.asks !== 'no') return [{ state: 'note', link: 'asks', says }];
  return [
    {
      state: 'broken',
      link: 'asks',
      says: `${says}, which ${known.says}`,
      mend: 'Take --desk never out of its arguments.',
      exit: EXIT.machine,
    },
  ];
}

function commandCheck({ machine, host, entry }: CheckedServer, env: Env): Check {
  const [command = ''] = entry.wrapped?.original ?? entry.words;
  const shown = showText(command);
  if (command.includes('${')) return { state: 'note', link: 'command', says: `${shown}: only the host knows what that is` };
  const at = { ...machine, cwd: entry.cwd ?? machine.home };
  const found = findProgram(at, command, env.PATH ?? '');
  if (found !== undefined)
    return { state: 'holds', link: 'command', says: found === command ? shown : `${shown}, found at ${shortPath(found, machine.home)}` };
  const elsewhere = findProgram(at, command, machine.env.PATH ?? machine.env.Path ?? '');
  const title = host === undefined ? 'The host' : KNOWN_HOSTS[host].title;
  return {
    state: 'broken',
    link: 'command',
    says:
      elsewhere === undefined ? `${shown} is not on this machine` : `${title} does not find ${shown}: its PATH is not that of your shell`,
    mend: elsewhere === undefined ? 'Install it, or correct the command.' : `Write the whole path in the file: ${elsewhere}`,
    exit: EXIT.noServer,
  };
}

function browserChecks({ machine, entry: { wrapped, words } }: CheckedServer, env: Env): Check[] {
  if (wrapped === undefined || optionOf(words, wrapped.at, '--desk') === 'never') return [];
  const broken = (says: string, mend: string): Check[] => [{ state: 'broken', link: 'browser', says, mend, exit: EXIT.machine }];
  if (words.slice(0, wrapped.at).includes('--no-open'))
    return [{ state: 'note', link: 'browser', says: 'never opened by itself (--no-open): midcall inbox opens the page' }];
  const { BROWSER = '' } = env;
  if (BROWSER === 'none')
    return broken('BROWSER=none in its "env" keeps it shut, so nobody can be asked', 'Take it out, or put --no-open in the arguments.');
  if (BROWSER !== '' && findProgram(machine, BROWSER, env.PATH ?? '') === undefined)
    return broken(
      `BROWSER names ${shortPath(showText(BROWSER), machine.home)}, which is not there`,
      'Correct it in the "env" of the server, or take it out.',
    );
  if (!canOpenBrowser({ ...displayOf(machine.env), ...env }, machine.platform))
    return broken(
      'none can be opened: this session has no display, so nobody can be asked',
      'Run this in a session on your desktop; elsewhere name one in the "env" of the server: "BROWSER": "/path".',
    );
  return [{ state: 'holds', link: 'browser', says: 'opens at the first question' }];
}

/** A port that somebody chose may be somebody else's by now. */
async function portChecks({ wrapped, words }: ServerEntry, { listen }: ServerEffects): Promise<Check[]> {
  const port = Number(wrapped === undefined ? 0 : optionOf(words, wrapped.at, '--port'));
  if (!Number.isInteger(port) || port < 1) return [];
  const refused = await listen(port);
  if (refused === undefined) return [{ state: 'holds', link: 'port', says: `${port} is free for its page` }];
  const mend = 'Choose another --port in its arguments, or leave it out to take a free one.';
  return [{ state: 'broken', link: 'port', says: refused, mend, exit: EXIT.machine }];
}

async function startCheck({ machine, host, entry }: CheckedServer, env: Env, { start, timeoutMs, signal }: ServerEffects): Promise<Check> {
  if (start === undefined) return { state: 'note', link: 'start', says: 'not tried (--no-start)' };
  if ([...entry.words, ...entry.env.values()].some(word => word.includes('${')))
    return { state: 'note', link: 'start', says: 'not tried: it has a placeholder in it that only the host can fill in' };
  const options = { env, cwd: entry.cwd ?? machine.home, timeoutMs, signal };
  const started = await start({ ...options, words: entry.words });
  if (!('fault' in started)) {
    const tools = started.tools === 1 ? '1 tool' : `${started.tools} tools`;
    return { state: 'holds', link: 'start', says: `answers after ${(started.ms / 1_000).toFixed(1)} s with ${tools}` };
  }
  const broken = (says: string, mend: string | undefined): Check => ({
    state: 'broken',
    link: 'start',
    says,
    // What is known and what to do stand on lines of their own in a hint.
    ...(mend !== undefined && { mend: mend.replace(/([.?!])?\n\s*/g, (_all, end: string | undefined) => `${end ?? '.'} `) }),
    exit: EXIT.noServer,
  });
  if (entry.wrapped === undefined || signal.aborted) return broken(started.fault, started.hint);
  // Behind midcall a server's end looks like midcall's: by itself it tells which of the two it is.
  const alone = await start({ ...options, words: entry.wrapped.original });
  if ('fault' in alone) return broken(alone.fault, alone.hint);
  const without = host === undefined ? 'midcall off --config PATH' : `midcall off ${host} ${shellWord(showText(entry.name))}`;
  return broken(
    `the server works by itself and not behind midcall: ${started.fault}`,
    `${started.hint ?? 'Its own log says more.'} Without midcall: ${without}`,
  );
}

/** The value of an option of the gateway, in front of the server's own words. */
function optionOf(words: readonly string[], end: number, name: string): string | undefined {
  const at = words.findIndex((word, index) => index < end && (word === name || word.startsWith(`${name}=`)));
  return at === -1 ? undefined : words[at] === name ? words[at + 1] : words[at]?.slice(name.length + 1);
}
