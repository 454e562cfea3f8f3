/**
 * The key of a server that was given none (D8): a file that only its owner can read, made with O_EXCL, so that of two
 * processes starting together one makes it and the other reads it. Node only.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { MidcallError } from '@midcall/core';
import { newKey } from '../state/index.js';

interface KeyFile {
  readonly keys: readonly string[];
  readonly made: boolean;
}

/** @throws MidcallError STORE_FAILED if the place cannot be used. */
export function readOrMakeKey(path: string): KeyFile {
  try {
    return readOrMake(path);
  } catch (cause) {
    throw new MidcallError('STORE_FAILED', `The key of this server cannot be kept in ${dirname(path)}.`, {
      hint: 'Set MIDCALL_HOME to a folder that you can write to, or give createMidcall its keys and a store.',
      cause,
    });
  }
}

function readOrMake(path: string): KeyFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${newKey()}\n`, { mode: 0o600, flag: 'wx' });
    return { keys: read(path), made: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // It may have been copied there with a wider mode.
    chmodSync(path, 0o600);
    return { keys: read(path), made: false };
  }
}

/** One key a line, newest first; a line that begins with # is a note. */
function read(path: string): readonly string[] {
  // The other process makes the file and fills it in one call, but not in one step.
  for (let tries = 0; tries < 100; tries += 1) {
    const keys = readFileSync(path, 'utf8')
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#'));
    if (keys.length > 0) return keys;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  return [];
}
