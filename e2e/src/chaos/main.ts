/**
 * `npm run chaos -- [--seed N] [--seconds N]`: progress and faults on stderr; the last line is the verdict as one JSON object;
 * exit 1 if anything crossed, was lost, done twice or stuck, or if fewer than ten kills happened.
 */
import { chaos } from './chaos.js';
import { FEWEST_KILLS, passes } from './judge.js';
import { type ChaosLine, readLine } from './options.js';

async function main(): Promise<number> {
  let line: ChaosLine;
  try {
    line = readLine(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const judged = await chaos({ ...line, kills: FEWEST_KILLS, progress: text => void process.stderr.write(`${text}\n`) });
  const { verdict, faults, answered } = judged;
  process.stderr.write(`${answered} calls came to their end as meant\n`);
  for (const fault of faults.slice(0, 20)) process.stderr.write(`FAIL ${fault}\n`);
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
  return passes(judged) ? 0 : 1;
}

process.exit(await main());
