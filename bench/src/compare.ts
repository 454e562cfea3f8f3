/**
 * Two ways to do the same work, measured against each other: batches of both take turns, so that whatever else the
 * machine does hits both, and the median of the rounds' ratios is the result.
 */
import type { Measured } from './row.js';

export interface Contest {
  ours(): unknown;
  rival(): unknown;
  /** How many rounds; odd, so that one of them is the median. Default 31. */
  readonly rounds?: number;
  /** Milliseconds each side works per round. Default 15. */
  readonly batch?: number;
}

/** The ratio of our time to the rival's, as the median over the rounds. A returned promise is waited for, one call at a time. */
export async function compare({ ours, rival, rounds = 31, batch = 15 }: Contest): Promise<Measured> {
  const oursBatch = await sized(ours, batch);
  const rivalBatch = await sized(rival, batch);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? oursBatch : rivalBatch;
    const second = round % 2 === 0 ? rivalBatch : oursBatch;
    const a = await first();
    const b = await second();
    ratios.push(round % 2 === 0 ? a / b : b / a);
  }
  return summed(ratios);
}

/** Median and range of a list of round values. */
export function summed(values: readonly number[]): Measured {
  const sorted = [...values].sort((a, b) => a - b);
  return { value: sorted[sorted.length >> 1] ?? Number.NaN, spread: [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN] };
}

/** Warms `work` up and returns a batch of it that takes about `batch` ms; the batch returns nanoseconds per call. */
async function sized(work: () => unknown, batch: number): Promise<() => Promise<number>> {
  const first = work();
  await first;
  const run = first instanceof Promise ? runAsync : runSync;
  let count = 1;
  let perCall = await run(work, count);
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) {
    count = Math.min(count * 4, Math.max(1, Math.ceil((batch * 1e6) / perCall)));
    perCall = await run(work, count);
  }
  const final = Math.max(1, Math.ceil((batch * 1e6) / perCall));
  return () => run(work, final);
}

const WARM_UP_MS = 400;

/** What the work returns goes here, so that no engine may skip it. */
export let sink: unknown;

async function runSync(work: () => unknown, count: number): Promise<number> {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) sink = work();
  return Number(process.hrtime.bigint() - start) / count;
}

async function runAsync(work: () => unknown, count: number): Promise<number> {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) sink = await work();
  return Number(process.hrtime.bigint() - start) / count;
}
