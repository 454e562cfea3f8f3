/**
 * Opens a midcall store file: who may read it, how durable it is, and whether this version may touch it (D33).
 *
 * Invariants:
 *  1. The file is 0600 before SQLite sees it; SQLite gives WAL and SHM the mode of their file. A directory made here is 0700.
 *  2. WAL, `synchronous = FULL` (an acknowledged write survives a crash), 5 s `busy_timeout`.
 *  3. The schema and the store id are made once, whoever of several starting processes comes first.
 *  4. A file of a newer midcall, or of another program, is left as it is.
 */

import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type Libsql from 'libsql';
import { StoreError } from './store-error.js';

export type Database = InstanceType<typeof Libsql>;

export function openFile(path: string): Database {
  const Driver = loadDriver();
  const file = resolve(path);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
    const db = new Driver(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      // What is deleted is overwritten: answers and what was redacted must not stay readable in the free parts of the file.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
      prepareSchema(db);
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  } catch (error) {
    throw error instanceof StoreError ? error : storeFailed(error);
  }
}

/** The medium failed. SQLite names tables and files in its messages, never what was bound to a statement (N9). */
export function storeFailed(cause: unknown): StoreError {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && cause.code !== '' ? ` (${cause.code})` : '';
  return new StoreError('STORE_FAILED', `The store file could not be used${code}.`, {
    hint: 'Check that the path is on a local disk, writable, and not full; the cause says more.',
    cause,
  });
}

const BUSY_TIMEOUT_MS = 5_000;
const SCHEMA_VERSION = 1;
/** `mcst`, so that no file of another program is taken for ours. */
const APPLICATION_ID = 0x6d637374;

// Every write moves `clock.n` by one through the triggers: it is the version of the record and its place in `change`.
// `quiet` is 1 only inside the transaction that sweeps expired records, of which nobody is told.
const SCHEMA = `
  CREATE TABLE meta (id TEXT NOT NULL);
  CREATE TABLE clock (n INTEGER NOT NULL, quiet INTEGER NOT NULL);
  INSERT INTO clock VALUES (0, 0);
  CREATE TABLE record (k BLOB PRIMARY KEY, v NOT NULL, n INTEGER NOT NULL, e REAL) WITHOUT ROWID;
  CREATE INDEX record_expiry ON record (e) WHERE e IS NOT NULL;
  CREATE TABLE change (seq INTEGER PRIMARY KEY, k BLOB NOT NULL);
  CREATE TRIGGER record_added AFTER INSERT ON record BEGIN
    UPDATE clock SET n = n + 1; INSERT INTO change SELECT n, NEW.k FROM clock; END;
  CREATE TRIGGER record_changed AFTER UPDATE ON record BEGIN
    UPDATE clock SET n = n + 1; INSERT INTO change SELECT n, NEW.k FROM clock; END;
  CREATE TRIGGER record_removed AFTER DELETE ON record WHEN (SELECT quiet FROM clock) = 0 BEGIN
    UPDATE clock SET n = n + 1; INSERT INTO change SELECT n, OLD.k FROM clock; END;
`;

function prepareSchema(db: Database): void {
  if (pragma(db, 'user_version') === SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = pragma(db, 'user_version');
    if (version > SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID) throw tooNew(version);
    if (version !== SCHEMA_VERSION || pragma(db, 'application_id') !== APPLICATION_ID) {
      if (db.prepare('SELECT 1 FROM sqlite_master').get([]) !== undefined) throw notOurs();
      db.exec(SCHEMA);
      db.prepare('INSERT INTO meta VALUES (?)').run([randomUUID()]);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
    }
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function pragma(db: Database, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).raw().get([]);
  return Array.isArray(row) && typeof row[0] === 'number' ? row[0] : -1;
}

function loadDriver(): typeof Libsql {
  try {
    return createRequire(import.meta.url)('libsql') as typeof Libsql;
  } catch (cause) {
    throw new StoreError('STORE_DRIVER_MISSING', 'The SQLite store needs the package libsql, which could not be loaded.', {
      hint: 'Install it beside midcall: npm install libsql@0.5.29',
      cause,
    });
  }
}

function tooNew(version: number): StoreError {
  return new StoreError(
    'STORE_TOO_NEW',
    `The store file has format ${version}; this midcall knows ${SCHEMA_VERSION}. Nothing was changed.`,
    {
      hint: 'Use the newer midcall, or another file.',
    },
  );
}

function notOurs(): StoreError {
  return new StoreError('STORE_FAILED', 'The file is an SQLite database, but not a midcall store. Nothing was changed.', {
    hint: 'Give the path of another file.',
  });
}
