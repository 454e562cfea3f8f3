/** Where the `midcall` command of this folder is, and how it is run to its end. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The program behind `npx midcall`. */
export const MIDCALL = join(dirname(fileURLToPath(import.meta.resolve('midcall/package.json'))), 'dist/main.js');

/** What a command of midcall writes to standard error. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stderr } = await promisify(execFile)(process.execPath, [MIDCALL, ...args], { env });
  return stderr;
}
