/** Flows of many rounds: every round runs the handler again from the top, and must not pay much for what was answered before. */
import { compare, lowerQuartile, summed } from '../compare.js';
import { connect } from '../hosts/connect.js';
import type { Measured, Row } from '../row.js';

async function twenty(): Promise<Measured> {
  const one = await connect('midcall', 'modern', 'memory');
  const flow = await connect('midcall-rounds', 'modern', 'memory');
  try {
    return await compare({
      ours: () => flow.call({ rounds: 20 }),
      async rival() {
        for (let call = 0; call < 20; call += 1) await one.call();
      },
      batch: 30,
    });
  } finally {
    await one.close();
    await flow.close();
  }
}

/**
 * Microseconds that one answered question costs a later round. A flow of n rounds replays n(n-1)/2 entries, so twice a
 * flow of n and once a flow of 2n do the same rounds and differ by n² replayed entries.
 */
async function entry(): Promise<Measured> {
  const flow = await connect('midcall-rounds', 'modern', 'memory');
  const half = 45;
  const run = async (rounds: number): Promise<number> => {
    const start = performance.now();
    await flow.call({ rounds });
    return performance.now() - start;
  };
  try {
    for (let warm = 0; warm < 20; warm += 1) await run(half);
    const rounds: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const short: number[] = [];
      const long: number[] = [];
      for (let turn = 0; turn < 12; turn += 1) {
        short.push(await run(half));
        long.push(await run(2 * half));
        short.push(await run(half));
      }
      rounds.push(((lowerQuartile(long) - 2 * lowerQuartile(short)) * 1_000) / half ** 2);
    }
    return summed(rounds);
  } finally {
    await flow.close();
  }
}

export const flowRows: readonly Row[] = [
  { bench: 'flow.rounds.twenty', rival: 'twenty calls with one question each', unit: 'ratio', measure: twenty },
  { bench: 'flow.rounds.entry', rival: 'a round without answered questions before it', unit: 'us', measure: entry },
];
