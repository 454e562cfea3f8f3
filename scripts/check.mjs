// The gate, `npm run check`: everything that can be judged without running the product. One line a step; a failing step says what to mend.
import { fileURLToPath } from 'node:url';
import { arrows } from './check/arrows.mjs';
import { bleed } from './check/bleed.mjs';
import { guide } from './check/guide.mjs';
import { house } from './check/house.mjs';
import { ledger } from './check/ledger.mjs';
import { lock } from './check/lock.mjs';
import { packed } from './check/packed.mjs';
import { biome, knip, types } from './check/tools.mjs';

// Types first: every later step reads what the compiler wrote.
const steps = { types, biome, knip, packed, arrows, bleed, guide, house, lock, ledger };

/** Runs every step, prints one line each, and returns how many passed and failed. */
export async function checks(names = Object.keys(steps)) {
  let passed = 0;
  let failed = 0;
  for (const name of names) {
    const started = performance.now();
    const faults = await steps[name]();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
    for (const fault of faults) process.stdout.write(`     ${fault.replaceAll('\n', '\n     ')}\n`);
    if (faults.length === 0) passed += 1;
    else failed += 1;
  }
  return { passed, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const unknown = names.filter(name => !(name in steps));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.\n`);
    process.exit(2);
  }
  const { passed, failed } = await checks(names.length > 0 ? names : undefined);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
