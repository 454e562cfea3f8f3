/** A whole tool call with one question, end to end through the SDK, in both eras and over each transport. */
import { readFileSync } from 'node:fs';
import { compare, summed } from '../compare.js';
import type { Connected, Era, TransportName } from '../hosts/connect.js';
import { connect } from '../hosts/connect.js';
import type { Measured, Row } from '../row.js';
import type { ServerName } from '../servers/index.js';

const RIVALS = {
  'hand-written': 'the same tool hand-written on the SDK, with codec, bind and Ajv compiled once',
  'elicit-literal': 'elicitInput with the schema as a literal in the handler',
  plain: 'the same call without a question',
} as const satisfies Partial<Record<ServerName, string>>;

function against(bench: string, era: Era, transport: TransportName, rival: keyof typeof RIVALS): Row {
  return {
    bench,
    rival: RIVALS[rival],
    unit: 'ratio',
    measure: () =>
      withBoth(connect('midcall', era, transport), connect(rival, era, transport), (ours, theirs) =>
        compare({ ours: () => ours.call(), rival: () => theirs.call(), batch: 10 }),
      ),
  };
}

async function withBoth<T>(
  opening: Promise<Connected>,
  other: Promise<Connected>,
  work: (a: Connected, b: Connected) => Promise<T>,
): Promise<T> {
  const [a, b] = [await opening, await other];
  try {
    return await work(a, b);
  } finally {
    await a.close();
    await b.close();
  }
}

/**
 * How large the server process is after 10,000 calls, against its size when it had warmed up. Its size swings by megabytes
 * with the garbage collector, so each of five windows is judged by its smallest size, and the last is held against the
 * first; the spread is from one window to the next.
 */
async function growth(): Promise<Measured> {
  const ours = await connect('midcall', 'legacy', 'stdio');
  try {
    for (let call = 0; call < WARM_UP; call += 1) await ours.call();
    const smallest: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      let least = Number.POSITIVE_INFINITY;
      for (let call = 0; call < WINDOW; call += 1) {
        await ours.call();
        if (call % 20 === 0) least = Math.min(least, residentKiB(ours.pid));
      }
      smallest.push(least);
    }
    const [first = Number.NaN] = smallest;
    const last = smallest.at(-1) ?? Number.NaN;
    const { spread } = summed(smallest.slice(1).map((size, index) => size / (smallest[index] ?? Number.NaN)));
    return { value: last / first, spread };
  } finally {
    await ours.close();
  }
}

const WARM_UP = 4_000;
const WINDOWS = 5;
const WINDOW = 2_000;

function residentKiB(pid: number | undefined): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]);
}

export const callRows: readonly Row[] = [
  against('call.modern.memory', 'modern', 'memory', 'hand-written'),
  against('call.modern.stdio', 'modern', 'stdio', 'hand-written'),
  against('call.modern.http', 'modern', 'http', 'hand-written'),
  against('call.modern.http.plain', 'modern', 'http', 'plain'),
  against('call.legacy.memory', 'legacy', 'memory', 'hand-written'),
  against('call.legacy.stdio', 'legacy', 'stdio', 'hand-written'),
  against('call.legacy.http', 'legacy', 'http', 'hand-written'),
  against('call.legacy.memory.literal', 'legacy', 'memory', 'elicit-literal'),
  against('call.legacy.stdio.literal', 'legacy', 'stdio', 'elicit-literal'),
  { bench: 'call.legacy.rss', rival: 'its own resident size 10,000 calls before', unit: 'ratio', measure: growth },
];
