/**
 * The display of the person's desktop, for a process that was not told of it. On Linux, hosts start servers with a few
 * names of the environment and not those of the display; the host's own process has them.
 *
 * Invariants:
 *  1. Only names that say where a display is are taken, from processes of the same user.
 *  2. A host that was started over ssh has no display of this person: nothing is taken then (N10).
 *  3. Nothing is taken where the process knows of a display, or was told of no browser.
 */
import { readFileSync } from 'node:fs';

type Env = Readonly<Record<string, string | undefined>>;

/** What is known of a running process. */
export interface ProcessTable {
  /** Its environment; undefined where it may not be read. */
  environ(pid: number): Env | undefined;
  parent(pid: number): number | undefined;
}

const DISPLAY = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
];
const MOST_PARENTS = 8;

/** `env` with the display of the nearest parent that has one, or `env` itself. */
export function withHostDisplay(env: Env, platform: NodeJS.Platform, parent: number, processes: ProcessTable = proc): Env {
  if (platform !== 'linux' || env.BROWSER === 'none' || hasDisplay(env) || overSsh(env)) return env;
  let pid: number | undefined = parent;
  for (let step = 0; step < MOST_PARENTS && pid !== undefined && pid > 1; step++) {
    const theirs = processes.environ(pid);
    if (theirs === undefined || overSsh(theirs)) return env;
    if (hasDisplay(theirs)) {
      const taken = DISPLAY.flatMap(name => (env[name] === undefined && theirs[name] !== undefined ? [[name, theirs[name]] as const] : []));
      return { ...env, ...Object.fromEntries(taken) };
    }
    pid = processes.parent(pid);
  }
  return env;
}

/** The names of a display in a shell, for judging what a host in the same session would have. */
export function displayOf(env: Env): Record<string, string> {
  if (overSsh(env)) return {};
  return Object.fromEntries(DISPLAY.flatMap(name => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name] as string]])));
}

/** Linux's own. */
const proc: ProcessTable = {
  environ(pid) {
    const text = read(`/proc/${pid}/environ`);
    if (text === undefined) return undefined;
    return Object.fromEntries(
      text.split('\0').flatMap(pair => {
        const at = pair.indexOf('=');
        return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
      }),
    );
  },
  parent(pid) {
    const found = /^PPid:\t(\d+)$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
    return found === undefined ? undefined : Number(found);
  },
};

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function hasDisplay(env: Env): boolean {
  return (env.DISPLAY ?? '') !== '' || (env.WAYLAND_DISPLAY ?? '') !== '';
}

function overSsh(env: Env): boolean {
  return (env.SSH_CONNECTION ?? '') !== '' || (env.SSH_TTY ?? '') !== '';
}
