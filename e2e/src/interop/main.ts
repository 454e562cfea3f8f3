/**
 * `npm run interop [name …]`: servers and clients of others through the gateway, unmodified, each fetched into the cache
 * folder; a table at the end, and the count last. Not part of `npm test`: it needs package registries.
 */
import { deskRows } from './desk.js';
import { downstreamRows } from './downstream.js';
import { nameOf, outcomeOf, type Row, table } from './row.js';
import { upstreamRows } from './upstream.js';

async function main(): Promise<number> {
  const only = process.argv.slice(2);
  const rows: Row[] = [];
  const told = (row: Row): void => {
    rows.push(row);
    process.stdout.write(`${outcomeOf(row)}: ${nameOf(row)}\n`);
  };
  const wanted = (name: string): boolean => only.length === 0 || only.some(part => name.includes(part));
  await upstreamRows(told, wanted);
  await deskRows(told, wanted);
  await downstreamRows(told, wanted);
  const count = (outcome: string): number => rows.filter(row => outcomeOf(row) === outcome).length;
  process.stdout.write(`\n${table(rows)}\n\n`);
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('not available')} not available\n`);
  if (rows.length === 0) return 2;
  return count('failed') === 0 ? 0 : 1;
}

process.exit(
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.stdout.write('0 passed, 1 failed, 0 not available\n');
    return 1;
  }),
);
