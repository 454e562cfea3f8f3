/**
 * The token that keeps other users of this machine away from the gateway's address (D30). Made once, so that the
 * configurations of hosts stay right over a restart; deleting its file makes a new one.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MidcallError } from '@midcall/core';
import { midcallHome } from '../loopback/home.js';

export interface AccessToken {
  /** 43 characters, base64url. */
  readonly token: string;
  /** Its file, 0600. */
  readonly path: string;
}

/** @throws MidcallError STORE_FAILED where it cannot be kept, or where others can read it. */
export function accessToken(env: Readonly<Record<string, string | undefined>>): AccessToken {
  const home = midcallHome(env);
  const path = join(home, 'gateway.token');
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const beside = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(beside, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    try {
      // All or nothing: of several processes one makes it, and nobody reads half of it.
      linkSync(beside, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(beside, { force: true });
    }
    const { mode, uid } = lstatSync(path);
    const own = typeof process.getuid !== 'function' || (uid === process.getuid() && (mode & 0o077) === 0);
    const token = readFileSync(path, 'utf8').trim();
    if (own && /^[\w-]{43}$/.test(token)) return { token, path };
  } catch (cause) {
    throw new MidcallError('STORE_FAILED', `Cannot keep the token in ${path}.`, {
      hint: 'Set MIDCALL_HOME to a folder that you can write to.',
      cause,
    });
  }
  throw new MidcallError('STORE_FAILED', `${path} is not a token that only you can read.`, {
    hint: 'Delete it; a new one is made at the next start.',
  });
}
