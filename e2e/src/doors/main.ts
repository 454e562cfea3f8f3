/**
 * `npm run doors`: what ships is what is tried. Packs every package, installs the tarballs in an empty folder, and walks
 * the doors of author, tester, operator and host author to their first success. The last line is one JSON object of seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DOORS } from './doors.js';
import { installPacked } from './installed.js';

const { folder, seconds } = await installPacked();
const took: Record<string, number> = { install: round(seconds) };
let failed = false;
process.stdout.write(`installed  ${took.install} s\n`);
for (const [name, walk] of Object.entries(DOORS)) {
  const home = mkdtempSync(join(tmpdir(), 'midcall-home-'));
  const began = performance.now();
  try {
    await walk({ folder, home });
    took[name] = round((performance.now() - began) / 1_000);
    process.stdout.write(`${name.padEnd(9)}  ${took[name]} s\n`);
  } catch (error) {
    failed = true;
    process.stdout.write(`${name.padEnd(9)}  failed: ${error instanceof Error ? error.message : 'without a reason'}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
rmSync(dirname(folder), { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(took)}\n`);
process.exitCode = failed ? 1 : 0;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
