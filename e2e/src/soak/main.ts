/**
 * `npm run soak -- NAME [--seed N] [--count N]`: the bodies of tests, many times over. Progress on stderr; the last line is
 * one JSON object; exit 1 if anything failed, with the seed that makes it happen again.
 */
import { fuzzServerSoak } from './fuzz-server.js';
import { interleaveSoak } from './interleave.js';
import { killDeskSoak } from './kill-desk.js';
import { killOnceSoak } from './kill-once.js';
import { readLine, type SoakLine, usage } from './options.js';
import { slowPersonSoak } from './slow-person.js';
import type { Soak, SoakResult } from './soak.js';

const soaks: Readonly<Record<string, Soak>> = {
  interleave: interleaveSoak,
  'fuzz-server': fuzzServerSoak,
  'kill-once': killOnceSoak,
  'kill-desk': killDeskSoak,
  'slow-person': slowPersonSoak,
};

async function main(): Promise<number> {
  let line: SoakLine;
  try {
    line = readLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const soak = Object.hasOwn(soaks, line.name) ? soaks[line.name] : undefined;
  if (soak === undefined) {
    process.stderr.write(`There is no soak "${line.name}". There are: ${Object.keys(soaks).join(', ')}. ${usage}\n`);
    return 2;
  }
  const { name, seed, count = soak.count } = line;
  const began = performance.now();
  const { met, failures } = await soak.run({ seed, count, progress: tell(name, count) });
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  say(name, failures);
  process.stdout.write(`${JSON.stringify({ soak: name, seed, count, ...met, seconds, failed: failures.length })}\n`);
  return failures.length === 0 ? 0 : 1;
}

/** One line every ten seconds. */
function tell(name: string, count: number): (done: number) => void {
  const began = performance.now();
  let told = began;
  return done => {
    const now = performance.now();
    if (now - told < 10_000) return;
    told = now;
    process.stderr.write(`${name}: ${done} of ${count} after ${Math.round((now - began) / 1000)} s\n`);
  };
}

function say(name: string, failures: SoakResult['failures']): void {
  for (const { seed, count, message } of failures.slice(0, MOST_SAID)) {
    process.stderr.write(`FAIL npm run soak -- ${name} --seed ${seed} --count ${count}\n     ${message}\n`);
  }
  if (failures.length > MOST_SAID) process.stderr.write(`… and ${failures.length - MOST_SAID} more\n`);
}

const MOST_SAID = 20;

// Peers of a failed run may still hold timers or pipes; the soak is over when its line is printed.
process.exit(await main());
