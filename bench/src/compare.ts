/**
 * Two ways to do the same work, measured against each other. In a round, short batches of both take turns, and each side
 * is judged by the lower quartile of its batches: a batch that the machine interrupted for something else says nothing
 * about the work. The result is the median of the rounds' ratios.
 */
import type { Measured } from './row.js';

export interface Contest {
  ours(): unknown;
  rival(): unknown;
  /** How many rounds; odd, so that one of them is the median. Default 15. */
  readonly rounds?: number;
  /** Milliseconds that a batch of one side is to take. Default 4. */
  readonly batch?: number;
}

/** The ratio of our time to the rival's. A returned promise is waited for, one call at a time. */
export async function compare({ ours, rival, rounds = 15, batch = 4 }: Contest): Promise<Measured> {
  const oursBatch = await sized(ours, batch);
  const rivalBatch = await sized(rival, batch);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const a: number[] = [];
    const b: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      if (turn % 2 === 0) a.push(await oursBatch());
      b.push(await rivalBatch());
      if (turn % 2 === 1) a.push(await oursBatch());
    }
    ratios.push(lowerQuartile(a) / lowerQuartile(b));
  }
  return summed(ratios);
}

/** Median and range of a list of round values. */
export function summed(values: readonly number[]): Measured {
  const sorted = [...values].sort((a, b) => a - b);
  return { value: sorted[sorted.length >> 1] ?? Number.NaN, spread: [sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN] };
}

const TURNS = 16;

/** Stands for a list of timings: what is above it was mostly spent on something else. */
export function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2] ?? Number.NaN;
}

/** Warms `work` up and returns a batch of it that takes about `batch` ms; the batch returns nanoseconds per call. */
async function sized(work: () => unknown, batch: number): Promise<() => Promise<number>> {
  const first = work();
  await first;
  const run = first instanceof Promise ? runAsync : runSync;
  const perCall: number[] = [];
  for (const end = performance.now() + WARM_UP_MS, count = { now: 1 }; performance.now() < end; ) {
    perCall.push(await run(work, count.now));
    count.now = Math.max(1, Math.min(count.now * 4, Math.ceil((batch * 1e6) / (perCall.at(-1) ?? 1))));
  }
  const count = Math.max(1, Math.ceil((batch * 1e6) / lowerQuartile(perCall.slice(-50))));
  return () => run(work, count);
}

const WARM_UP_MS = 600;

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
