/** Opening a private file in the person's browser on this machine (D32), and knowing when that cannot be done. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createBrowserOpener } from '@midcall/host/node';
import open from 'open';

type Env = Readonly<Record<string, string | undefined>>;

/** Launchers end at once; one that is still there after a moment is the browser itself. */
const SETTLE_MS = 1_500;

/**
 * Whether a browser may be opened here (D22): the desk's own rule, or a browser named by `BROWSER`.
 * @param platform as `process.platform` says it.
 */
export function canOpenBrowser(env: Env, platform: NodeJS.Platform): boolean {
  return named(env) !== undefined || createBrowserOpener({ env, platform }).available;
}

/** Opens a local file, never through a shell. False when the launcher is missing or fails; whether a window came up cannot be known. */
export async function openFile(path: string, env: Env): Promise<boolean> {
  const browser = named(env);
  try {
    const child = browser === undefined && !borrowedDisplay(env) ? await open(path) : spawnOn(browser ?? 'xdg-open', path, env);
    child.unref();
    return await started(child);
  } catch {
    return false;
  }
}

function named(env: Env): string | undefined {
  const { BROWSER } = env;
  return BROWSER === undefined || BROWSER === '' || BROWSER === 'none' ? undefined : BROWSER;
}

/** A display that this process was not told of, which the launcher then has to be. */
function borrowedDisplay(env: Env): boolean {
  return process.platform === 'linux' && ['DISPLAY', 'WAYLAND_DISPLAY'].some(name => (env[name] ?? '') !== (process.env[name] ?? ''));
}

function spawnOn(command: string, path: string, env: Env): ChildProcess {
  return spawn(command, [path], { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });
}

function started(child: ChildProcess): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), SETTLE_MS);
    const end = (fine: boolean): void => {
      clearTimeout(timer);
      resolve(fine);
    };
    child.once('error', () => end(false));
    child.once('exit', code => end(code === 0));
  });
}
