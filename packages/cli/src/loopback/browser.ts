/** Opening the person's browser on this machine, and knowing when that cannot be done. */
import { spawn } from 'node:child_process';
import open from 'open';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Whether a browser may be opened here (D22): never over ssh without a display of its own, never under `BROWSER=none`.
 * @param platform as `process.platform` says it.
 */
export function canOpenBrowser(env: Env, platform: NodeJS.Platform): boolean {
  if (env.BROWSER === 'none') return false;
  if (env.BROWSER !== undefined && env.BROWSER !== '') return true;
  if (platform === 'darwin' || platform === 'win32') return env.SSH_CONNECTION === undefined;
  return [env.DISPLAY, env.WAYLAND_DISPLAY].some(display => display !== undefined && display !== '');
}

/** Opens a local file. True once the opener has been started; whether a window came up cannot be known. */
export async function openFile(path: string, env: Env): Promise<boolean> {
  try {
    const chosen = env.BROWSER;
    const child = chosen === undefined || chosen === '' ? await open(path) : spawn(chosen, [path], { stdio: 'ignore', detached: true });
    return await new Promise(resolve => {
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      if (child.pid !== undefined) resolve(true);
      child.unref();
    });
  } catch {
    return false;
  }
}
