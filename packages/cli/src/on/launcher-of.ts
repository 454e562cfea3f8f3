/** Which paths of node and midcall go into a host's configuration: the ones that will still be there next month. */
import type { Launcher } from './config/wrapping.js';
import type { OnMachine } from './machine.js';

/** Package managers replace what is behind these on every update; the names stay. */
const LASTING = ['/opt/homebrew/bin/node', '/usr/local/bin/node', '/home/linuxbrew/.linuxbrew/bin/node', '/usr/bin/node'];

export function launcherOf({ node, entry, files, platform }: OnMachine): Launcher {
  if (platform === 'win32') return { node, entry };
  const real = files.real(node) ?? node;
  return { node: LASTING.find(path => files.real(path) === real) ?? node, entry };
}

/** Whether midcall runs from a cache that may be emptied, as under `npx`. */
export function fromCache({ entry }: Pick<Launcher, 'entry'>): boolean {
  return /[\\/](?:_npx|dlx(?:-[^\\/]+)?|bunx-[^\\/]+|\.pnpm-store)[\\/]/.test(entry);
}
