/**
 * kill -9 of a process that charges, over SQLite: at every step of the flow in turn, and every fourth time at a moment that
 * chance picks. The ledger of charges is a file outside the store. The body, and what it holds, is the server's own.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { killOnce } from '../../../packages/server/dist/kill-once.test.kit.js';
import { seeded } from './random.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

const CHILD = fileURLToPath(new URL('../../../packages/server/dist/kill-once.child.test.kit.js', import.meta.url));

export const killOnceSoak: Soak = {
  count: 1_000,
  async run({ seed, count, progress }) {
    if (!existsSync(CHILD)) throw new Error('packages/server is not built');
    const random = seeded(seed);
    // Nobody is killed here: which steps there are, and how long a flow takes.
    const whole = await killOnce(CHILD, 0);
    const places = [-1, ...whole.steps.map((_, at) => at + 1)];
    const hits = new Map(places.map(place => [place, 0]));
    const failures: SoakFailure[] = [];
    const met = { kills: 0, steps: whole.steps.length, leastPerStep: 0, byChance: 0, inDoubt: 0, afterTheEnd: 0 };
    // A start that depends on the seed, so that short runs do not all meet the same steps.
    let next = random.below(places.length);
    for (let tries = 0; met.kills + failures.length < count && tries < count * 3; tries += 1) {
      const byChance = tries % 4 === 3;
      const place = byChance ? 0 : (places[next] as number);
      if (!byChance) next = (next + STRIDE) % places.length;
      try {
        const { killed, inDoubt } = byChance
          ? await killOnce(CHILD, 0, random.below(Math.ceil(whole.took * 1_000)) / 1_000)
          : await killOnce(CHILD, place);
        if (killed) met.kills += 1;
        else if (byChance) met.afterTheEnd += 1;
        else throw new Error(`step ${place} was not met`);
        if (inDoubt) met.inDoubt += 1;
        if (killed && byChance) met.byChance += 1;
        if (killed && !byChance) hits.set(place, (hits.get(place) ?? 0) + 1);
      } catch (error) {
        failures.push({ seed, count, message: messageOf(error) });
      }
      progress(met.kills);
    }
    met.leastPerStep = Math.min(...hits.values());
    if (count >= places.length * 2 && met.leastPerStep === 0) failures.push({ seed, count, message: 'a step was never hit' });
    return { met, failures };
  },
};

/** Prime, and no divisor of any number of steps that a flow of this size has: every step comes up once before one comes up twice. */
const STRIDE = 97;
