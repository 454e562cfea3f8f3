/** Where a command is found, as the system looks for it: by its path, or along PATH. */
import { posix, win32 } from 'node:path';
import type { OnMachine } from '../machine.js';

/** @param path the PATH to look along. @returns undefined where it is not found. */
export function findProgram(
  { platform, files, env, cwd }: Pick<OnMachine, 'platform' | 'files' | 'env' | 'cwd'>,
  command: string,
  path: string,
): string | undefined {
  const windows = platform === 'win32';
  const { join, resolve, delimiter, extname } = windows ? win32 : posix;
  const endings = windows && extname(command) === '' ? (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  const folders = /[\\/]/.test(windows ? command : command.replaceAll('\\', '')) ? [undefined] : path.split(delimiter).filter(Boolean);
  for (const folder of folders)
    for (const ending of endings) {
      const candidate = (folder === undefined ? resolve(cwd, command) : join(folder, command)) + ending;
      if (files.executable(candidate)) return candidate;
    }
  return undefined;
}
