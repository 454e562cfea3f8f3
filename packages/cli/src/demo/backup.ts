/** Writes the rows about to go to a file only this user can read, so that "keep a backup" is true. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordRow } from './records.js';

/** One JSON object a line, in a new directory (0700) under the system's temporary one; returns the file's path. */
export async function writeBackup(table: string, rows: readonly RecordRow[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'midcall-demo-'));
  const path = join(folder, `${table}.jsonl`);
  await writeFile(path, rows.map(row => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return path;
}
