/** `npm run cases -- FILE.json [filters]`: one line a failed case, the count last; no match is exit 2, a failure exit 1. */
import { type Case, readCases } from './case.js';
import { matches, readOptions } from './options.js';
import { closePeers } from './peers.js';
import { runCase } from './run-case.js';

async function main(): Promise<number> {
  let cases: readonly Case[];
  try {
    const options = readOptions(process.argv.slice(2));
    cases = readCases(options.file).filter(test => matches(test, options));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  let passed = 0;
  for (const test of cases) {
    const { fault } = await runCase(test);
    if (fault === undefined) passed += 1;
    else process.stdout.write(`FAIL ${test.id} ${test.input.on} ${test.input.op} ${test.expect}: ${fault}\n`);
  }
  await closePeers();
  process.stdout.write(`${passed} passed, ${cases.length - passed} failed\n`);
  if (cases.length === 0) return 2;
  return passed === cases.length ? 0 : 1;
}

// Peers of a failed case may still hold sockets or timers; the run is over when its count is printed.
process.exit(await main());
