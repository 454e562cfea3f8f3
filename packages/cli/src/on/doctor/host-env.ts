/**
 * The environment in which a host starts a server: a few names, not a shell's. The names are those that the official SDK
 * passes on; a desktop's PATH is what the system gives to programs that were not started from a shell.
 */
import type { Where } from '../machine.js';

const POSIX = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
const WINDOWS = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
];

const DESKTOP_PATH: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  linux: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

/** @param path whether the host looks up a shell's PATH, or has a desktop's. */
export function hostEnv({ platform, env }: Pick<Where, 'platform' | 'env'>, path: 'desktop' | 'shell'): Record<string, string> {
  const windows = platform === 'win32';
  const kept: Record<string, string> = {};
  for (const name of windows ? WINDOWS : POSIX) {
    // Windows writes it Path, PATH or path.
    const found = windows ? Object.keys(env).find(key => key.toUpperCase() === name) : name;
    const value = found === undefined ? undefined : env[found];
    if (value !== undefined && !value.startsWith('()')) kept[name] = value;
  }
  const desktop = path === 'desktop' ? DESKTOP_PATH[platform] : undefined;
  return desktop === undefined ? kept : { ...kept, PATH: desktop };
}
