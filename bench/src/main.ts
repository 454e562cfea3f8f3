/**
 * `node bench/dist/main.js [NAME…] [--count N]`: measures the rows whose id a name begins (all without a name) and prints one JSON
 * line each. Every row runs in a process of its own, so that none is measured on code another has warmed or spoiled.
 * `--count` is for rows that open many of something: N instead of their own number, to see more or to wait less.
 * A rival that cannot be had here is said. A missed goal is printed as `"ok":false` and is no failure; an unknown name ends with 2 and the list.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NotAvailable } from './hosts/obtain.js';
import type { MeasureOptions, Row } from './row.js';
import { rows } from './rows/index.js';

const ONLY = '--only';
const COUNT = '--count';

async function main(given: readonly string[]): Promise<number> {
  const at = given.indexOf(COUNT);
  const count = at === -1 ? undefined : Number(given[at + 1]);
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    process.stderr.write('--count takes a whole number above 0.\n');
    return 2;
  }
  const args = at === -1 ? given : given.toSpliced(at, 2);
  const [first, only] = args;
  const options = count === undefined ? {} : { count };
  if (first === ONLY)
    return measureHere(
      rows.find(row => row.bench === only),
      options,
    );
  const unknown = args.filter(name => !rows.some(row => isSelected(row, name)));
  if (unknown.length > 0) {
    process.stderr.write(
      `No row begins with ${unknown.join(', ')}. There are:\n${rows.map(row => `  ${row.bench}  against ${row.rival}\n`).join('')}`,
    );
    return 2;
  }
  const chosen = args.length === 0 ? rows : rows.filter(row => args.some(name => isSelected(row, name)));
  let worst = 0;
  for (const row of chosen) worst = Math.max(worst, await measureApart(row, options));
  return worst;
}

/** `core.fresh` selects `core.fresh` and what stands under it, not `core.freshness`. */
function isSelected(row: Row, name: string): boolean {
  return row.bench === name || row.bench.startsWith(name.endsWith('.') ? name : `${name}.`);
}

async function measureApart(row: Row, { count }: MeasureOptions): Promise<number> {
  const flags = ['--expose-gc', '--enable-source-maps', '--no-warnings'];
  const counted = count === undefined ? [] : [COUNT, String(count)];
  const child = spawn(process.execPath, [...flags, fileURLToPath(import.meta.url), ONLY, row.bench, ...counted], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.stderr.write(`${row.bench} could not be measured.\n`);
  return code === 0 ? 0 : 1;
}

async function measureHere(row: Row | undefined, options: MeasureOptions): Promise<number> {
  if (row === undefined) return 2;
  const goals = JSON.parse(readFileSync(new URL('../goals.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, { readonly goal: number }>
  >;
  const goal = goals[row.bench]?.goal;
  if (goal === undefined) throw new Error(`bench/goals.json has no goal for ${row.bench}`);
  const measured = await row.measure(options).catch((error: unknown) => {
    if (error instanceof NotAvailable) return error;
    throw error;
  });
  if (measured instanceof NotAvailable) {
    process.stdout.write(`${JSON.stringify({ bench: row.bench, rival: row.rival, notAvailable: measured.message })}\n`);
    return 0;
  }
  const { value, spread } = measured;
  const line = {
    bench: row.bench,
    rival: row.rival,
    unit: row.unit,
    value: rounded(value),
    goal,
    ok: value <= goal,
    spread: spread.map(rounded),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return 0;
}

/** Three significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

process.exit(await main(process.argv.slice(2)));
