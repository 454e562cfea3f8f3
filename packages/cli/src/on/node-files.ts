/**
 * Configuration files on disk.
 *
 * Invariants:
 *  1. A file is replaced by renaming a finished copy of it: no reader ever sees half of it, no crash leaves half of it.
 *  2. Mode and owner stay (D38). A copy is never readable by more people than the file, not even for a moment.
 *  3. A symbolic link stays a link: what it points to is replaced.
 *  4. What somebody else wrote since it was read is never written over.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MidcallError } from '@midcall/core';
import type { ConfigFiles, FileState } from './machine.js';

/** Files through `node:fs`. */
export const nodeFiles: ConfigFiles = {
  read(path) {
    try {
      const real = realpathSync(path);
      const { mode, uid, gid, nlink } = statSync(real);
      return { path, real, bytes: readFileSync(real), mode: mode & 0o7777, uid, gid, links: nlink };
    } catch (cause) {
      if (code(cause) === 'ENOENT' || code(cause) === 'ENOTDIR') return undefined;
      throw new MidcallError('STORE_FAILED', `Cannot read ${path}: ${why(cause)}.`, { hint: 'Look at who may read it.', cause });
    }
  },

  replace(file, bytes) {
    if ((file.mode & 0o222) === 0) throw refused(file, 'it is read-only', 'Make it writable first, if it is yours to change.');
    if (file.links > 1) throw refused(file, 'it is hard-linked to another file', 'Make it a file of its own, or a symbolic link.');
    try {
      accessSync(file.real, constants.W_OK);
    } catch (cause) {
      throw refused(file, 'you may not write to it', 'Run midcall as the user whose host it is.', cause);
    }
    same(file);
    const fresh = join(dirname(file.real), `.${basename(file.real)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      create(fresh, file, bytes);
      same(file);
      renameSync(fresh, file.real);
    } catch (cause) {
      rmSync(fresh, { force: true });
      if (cause instanceof MidcallError) throw cause;
      throw refused(file, why(cause), 'Close the host that uses it, and run this again.', cause);
    }
  },

  copyBeside(file, path, bytes) {
    const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      create(fresh, file, bytes);
      renameSync(fresh, path);
    } catch (cause) {
      rmSync(fresh, { force: true });
      throw new MidcallError('STORE_FAILED', `Cannot write ${path}: ${why(cause)}. Nothing was changed.`, {
        hint: 'Look at who may write to this folder.',
        cause,
      });
    }
  },

  remove: path => rmSync(path, { force: true }),
  exists: path => existsSync(path),

  real(path) {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  },

  executable(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
};

/** Writes a new file with the mode and owner of another, and waits until it is on disk. */
function create(path: string, like: FileState, bytes: Uint8Array): void {
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, bytes);
    const now = fstatSync(handle);
    if (now.uid !== like.uid || now.gid !== like.gid) fchownSync(handle, like.uid, like.gid);
    fchmodSync(handle, like.mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  // Where handles carry no mode (Windows), the name does.
  chmodSync(path, like.mode);
}

/** @throws MidcallError where the file is not as it was read. */
function same(file: FileState): void {
  const now = nodeFiles.read(file.path);
  if (now === undefined || now.real !== file.real || Buffer.compare(now.bytes, file.bytes) !== 0)
    throw refused(file, 'it was changed meanwhile by another program', 'Run this again to see the changes to the file as it is now.');
}

function refused(file: FileState, reason: string, hint: string, cause?: unknown): MidcallError {
  return new MidcallError('STORE_FAILED', `${file.path} was left as it is: ${reason}.`, { hint, ...(cause !== undefined && { cause }) });
}

function code(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function why(error: unknown): string {
  const known: Readonly<Record<string, string>> = {
    EACCES: 'you may not',
    EPERM: 'the system does not allow it',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EBUSY: 'another program holds it',
    EISDIR: 'it is a folder',
    ELOOP: 'its links lead in a circle',
  };
  return known[code(error) ?? ''] ?? code(error) ?? 'the system refused';
}
