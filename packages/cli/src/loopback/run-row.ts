/**
 * A desk page of this user that runs on this machine, as a file that `midcall inbox` finds.
 *
 * Promises:
 *  1. Rows are 0600 files of this user in a 0700 folder; one that is anybody else's, or readable by others, is ignored.
 *  2. A row holds the key by which the two prove themselves to each other, and no login.
 *  3. The row of a process that is gone is removed by whoever comes across it.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './home.js';

type Env = Readonly<Record<string, string | undefined>>;

/** One running desk page. */
export interface RunRow {
  readonly v: 1;
  /** Handle of this row. */
  readonly id: string;
  readonly pid: number;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The servers whose questions come there. */
  readonly names: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** 32 random bytes, base64url. */
  readonly key: string;
}

const FILE = /^desk-([\w-]{12,})\.json$/;

/** Writes the row of this process. @throws MidcallError STORE_FAILED. */
export function writeRunRow(env: Env, row: Omit<RunRow, 'v' | 'id' | 'key'>): { readonly row: RunRow; remove(): void } {
  const folder = runFolder(env);
  const whole: RunRow = { v: 1, id: randomBytes(9).toString('base64url'), key: randomBytes(32).toString('base64url'), ...row };
  const path = join(folder, `desk-${whole.id}.json`);
  const beside = `${path}.new`;
  writeFileSync(beside, JSON.stringify(whole), { mode: 0o600, flag: 'wx' });
  renameSync(beside, path);
  return { row: whole, remove: () => rmSync(path, { force: true }) };
}

/** The rows of processes that exist, oldest first. Rows of others are removed. */
export function readRunRows(env: Env): readonly RunRow[] {
  const folder = runFolder(env);
  const rows: RunRow[] = [];
  for (const file of readdirSync(folder)) {
    const id = FILE.exec(file)?.[1];
    if (id === undefined) continue;
    const row = readRow(join(folder, file), id);
    if (row !== undefined && exists(row.pid)) rows.push(row);
    else if (row !== undefined) removeRunRow(env, row.id);
  }
  return rows.sort((a, b) => a.startedAt - b.startedAt || a.pid - b.pid);
}

/** Call for a row whose process does not answer as its own any more. */
export function removeRunRow(env: Env, id: string): void {
  rmSync(join(runFolder(env), `desk-${id}.json`), { force: true });
}

function readRow(path: string, id: string): RunRow | undefined {
  try {
    const { mode, uid } = lstatSync(path);
    const own = typeof process.getuid !== 'function' || (uid === process.getuid() && (mode & 0o077) === 0);
    const row: unknown = own ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    return isRow(row) && row.id === id ? row : undefined;
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is RunRow {
  if (typeof row !== 'object' || row === null) return false;
  const { v, pid, origin, names, startedAt, key } = row as Partial<Record<keyof RunRow, unknown>>;
  return (
    v === 1 &&
    Number.isSafeInteger(pid) &&
    typeof origin === 'string' &&
    /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin) &&
    Array.isArray(names) &&
    names.every(name => typeof name === 'string') &&
    typeof startedAt === 'number' &&
    typeof key === 'string'
  );
}

/** Another user's process counts too: it then fails the proof. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
