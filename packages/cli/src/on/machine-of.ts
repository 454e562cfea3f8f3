/** The machine a command runs on, from what the command received. */
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandContext } from '../command-context.js';
import type { OnMachine } from './machine.js';
import { nodeFiles } from './node-files.js';

export function machineOf({ terminal, platform, node }: Pick<CommandContext, 'terminal' | 'platform' | 'node'>): OnMachine {
  const { env, cwd } = terminal;
  const home = platform === 'win32' ? env.USERPROFILE : env.HOME;
  return {
    platform,
    env,
    cwd,
    home: home === undefined || home === '' ? homedir() : home,
    files: nodeFiles,
    node,
    entry: fileURLToPath(new URL('../main.js', import.meta.url)),
  };
}
