/**
 * kill -9 of a process that charges, over SQLite: at every step of the flow in turn, and every fourth time at a moment that
 * chance picks. The ledger of charges is a file outside the store. The body, and what it holds, is the server's own.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { killOnce } from '../../../packages/server/dist/kill-once.test.kit.js';
import { bundle } from '../runtimes/bundle.js';
import { seeded } from './random.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

export const killOnceSoak: Soak = {
  count: 1_000,
  async run({ seed, count, progress }) {
    const child = await childInOneFile();
    const random = seeded(seed);
    // Nobody is killed here: which steps there are, and how long a flow takes.
    const whole = await killOnce(child, 0);
    const places = [-1, ...whole.steps.map((_, at) => at + 1)];
    const hits = new Map(places.map(place => [place, 0]));
    const failures: SoakFailure[] = [];
    const met = { kills: 0, steps: whole.steps.length, leastPerStep: 0, byChance: 0, inDoubt: 0, afterTheEnd: 0 };
    // A start that depends on the seed, so that short runs do not all meet the same steps.
    let next = random.below(places.length);
    let tries = 0;
    let going = 0;
    const oneKill = async (): Promise<void> => {
      const byChance = tries % 4 === 3;
      tries += 1;
      const place = byChance ? 0 : (places[next] as number);
      if (!byChance) next = (next + STRIDE) % places.length;
      const { killed, inDoubt } = await killOnce(child, place, byChance ? random.below(Math.ceil(whole.took * 1_000)) / 1_000 : undefined);
      if (!killed && !byChance) throw new Error(`step ${place} was not met`);
      if (!killed) met.afterTheEnd += 1;
      else met.kills += 1;
      if (killed && byChance) met.byChance += 1;
      if (killed && !byChance) hits.set(place, (hits.get(place) ?? 0) + 1);
      if (inDoubt) met.inDoubt += 1;
    };
    const worker = async (): Promise<void> => {
      while (met.kills + failures.length + going < count && tries < count * 3) {
        going += 1;
        await oneKill().catch(error => failures.push({ seed, count, message: messageOf(error) }));
        going -= 1;
        progress(met.kills);
      }
    };
    // Several at once: a restarted process waits for the lease of the one that died.
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
    met.leastPerStep = Math.min(...hits.values());
    if (count >= places.length * 2 && met.leastPerStep === 0) failures.push({ seed, count, message: 'a step was never hit' });
    return { met, failures };
  },
};

/** Prime, and no divisor of any number of steps that a flow of this size has: every step comes up once before one comes up twice. */
const STRIDE = 97;

const AT_ONCE = 3;

/** Bundled from what is built, since two processes start for each kill. */
async function childInOneFile(): Promise<string> {
  const entry = fileURLToPath(new URL('../../../packages/server/dist/kill-once.child.test.kit.js', import.meta.url));
  const folder = fileURLToPath(new URL('../../../.cache/soak/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = `${folder}kill-once.mjs`;
  writeFileSync(file, await bundle(entry, { target: 'node', conditions: ['node', 'import'], external: ['libsql'] }));
  return file;
}
