/** Where midcall keeps things for this user, and where short-lived files go. */
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { MidcallError } from '@midcall/core';

type Env = Readonly<Record<string, string | undefined>>;

/** `MIDCALL_HOME`, else `.midcall` in the home directory. */
export function midcallHome(env: Env): string {
  return env.MIDCALL_HOME === undefined || env.MIDCALL_HOME === '' ? join(homedir(), '.midcall') : resolve(env.MIDCALL_HOME);
}

/** The user's own runtime directory for midcall, made 0700. @throws MidcallError STORE_FAILED. */
export function runtimeFolder(env: Env): string {
  const base = env.XDG_RUNTIME_DIR;
  return privateFolder(base === undefined || base === '' || env.MIDCALL_HOME ? join(midcallHome(env), 'run') : join(base, 'midcall'));
}

/**
 * `run` in `MIDCALL_HOME`, made 0700: what midcall processes of this user tell each other. Always the same folder, also
 * for a process that a host started under an environment of its own. @throws MidcallError STORE_FAILED.
 */
export function runFolder(env: Env): string {
  return privateFolder(join(midcallHome(env), 'run'));
}

function privateFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (cause) {
    throw new MidcallError('STORE_FAILED', `Cannot write to ${folder}.`, {
      hint: 'Set MIDCALL_HOME to a folder that you can write to.',
      cause,
    });
  }
  return folder;
}
