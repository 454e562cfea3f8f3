/**
 * Several ways to do the same work in one process, by turns: one call of each way after the other, or one batch where
 * several are under way at once. A way stands in a round with its lowest tenth, in milliseconds a call: what the machine
 * interrupted says nothing about the work. What is told is made of the numbers of one and the same round, so that whatever
 * slows the machine down slows all ways.
 */
import { summed } from './compare.js';
import type { Measured } from './row.js';

export interface SeveralOptions<Name extends string> {
  readonly ways: Readonly<Record<Name, () => Promise<void>>>;
  /** What one round comes to, from the milliseconds of each way. */
  readonly tell: (ms: Readonly<Record<Name, number>>) => number;
  /** How many calls of a way are under way at once. Default 1. */
  readonly inFlight?: number;
  /** Odd. Default 9. */
  readonly rounds?: number;
}

const TURNS = 60;
const BATCHES = 16;
const BATCH_MS = 25;
const WARM_UP_MS = 700;

export async function several<Name extends string>(options: SeveralOptions<Name>): Promise<Measured> {
  const { ways, tell, inFlight = 1, rounds = 9 } = options;
  const names = Object.keys(ways) as Name[];
  const batches = new Map<Name, () => Promise<number>>();
  for (const name of names) batches.set(name, await sized(ways[name], inFlight));
  const told: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seen = new Map<Name, number[]>(names.map(name => [name, []]));
    for (let turn = 0; turn < (inFlight === 1 ? TURNS : BATCHES); turn += 1) {
      const order = turn % 2 === 0 ? names : [...names].reverse();
      for (const name of order) seen.get(name)?.push((await batches.get(name)?.()) ?? Number.NaN);
    }
    told.push(tell(Object.fromEntries(names.map(name => [name, lowestTenth(seen.get(name) ?? [])])) as Record<Name, number>));
  }
  return summed(told);
}

/** Warms a way up; gives a batch that returns milliseconds a call. */
async function sized(work: () => Promise<void>, inFlight: number): Promise<() => Promise<number>> {
  const perCall: number[] = [];
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) perCall.push(await run(work, inFlight, inFlight));
  if (inFlight === 1) return () => run(work, 1, 1);
  const count = Math.max(inFlight, Math.ceil(BATCH_MS / lowestTenth(perCall.slice(-30))));
  return () => run(work, count, inFlight);
}

async function run(work: () => Promise<void>, count: number, inFlight: number): Promise<number> {
  const start = performance.now();
  let left = count;
  const lane = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (performance.now() - start) / count;
}

function lowestTenth(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}
