/** Resident memory that a question keeps in the gateway while nobody answers it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { summed } from '../compare.js';
import type { Measured, MeasureOptions, Row } from '../row.js';

const script = fileURLToPath(new URL('../hosts/pending.js', import.meta.url));
const REPEATS = 3;

/** In a process of its own: what was freed there before would hide what is kept. */
async function kept(kind: string, count: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--no-warnings', script, kind, String(count)]);
  return Number(stdout);
}

function each(kind: string, usual: number): (options?: MeasureOptions) => Promise<Measured> {
  return async ({ count = usual } = {}) => {
    const seen: number[] = [];
    for (let turn = 0; turn < REPEATS; turn += 1) seen.push(await kept(kind, count));
    return summed(seen);
  };
}

async function againstSdk({ count = 10_000 }: MeasureOptions = {}): Promise<Measured> {
  const ratios: number[] = [];
  for (let turn = 0; turn < REPEATS; turn += 1) ratios.push((await kept('session', count)) / (await kept('sdk-session', count)));
  return summed(ratios);
}

export const gatewayMemoryRows: readonly Row[] = [
  { bench: 'gateway.memory.modern', rival: 'nothing kept', unit: 'KiB', measure: each('modern', 100_000) },
  { bench: 'gateway.memory.legacy', rival: 'nothing kept', unit: 'KiB', measure: each('memory', 100_000) },
  { bench: 'gateway.memory.legacy.stdio', rival: 'nothing kept', unit: 'KiB', measure: each('stdio', 100_000) },
  { bench: 'gateway.memory.session', rival: 'the same sessions and questions on the SDK alone', unit: 'ratio', measure: againstSdk },
];
