/** `midcall audit export`: rows as JSON lines or CSV, to standard output or a file that only this user reads. */
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MidcallError } from '@midcall/core';
import { CSV_HEAD, csvLine } from '../audit/csv.js';
import { openAudit } from '../audit/open-audit.js';
import { filterOf, type WhichRows } from '../audit/which-rows.js';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export interface AuditExportOptions extends WhichRows {
  readonly format: 'jsonl' | 'csv';
  readonly output?: string;
}

/** @throws MidcallError STORE_FAILED (the store, or a file that is there already or cannot be written). */
export async function auditExport(options: AuditExportOptions, { terminal, now }: CommandContext): Promise<ExitCode> {
  const audit = await openAudit(terminal);
  const file = options.output === undefined ? undefined : await openOutput(resolve(terminal.cwd, options.output));
  const write = async (line: string): Promise<void> => {
    if (file === undefined) terminal.out(line);
    else await file.write(`${line}\n`);
  };
  let rows = 0;
  try {
    if (options.format === 'csv') await write(CSV_HEAD);
    for await (const row of audit?.chain.exportRows(filterOf(options, now())) ?? []) {
      if (terminal.stopped.aborted) return EXIT.interrupted;
      await write(options.format === 'csv' ? csvLine(row) : JSON.stringify(row));
      rows += 1;
    }
    if (file !== undefined || terminal.interactive) terminal.err(`midcall: ${rows === 1 ? '1 row' : `${rows} rows`}.`);
    return EXIT.done;
  } finally {
    await file?.close();
    await audit?.close();
  }
}

/** Never over a file that is there: an export may hold answers, and somebody else's file may be read by others. */
async function openOutput(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const there = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new MidcallError('STORE_FAILED', there ? `${path} is there already.` : `${path} cannot be written.`, {
      hint: 'Give --output a file that does not exist yet, in a folder that you can write to.',
      cause,
    });
  }
}
