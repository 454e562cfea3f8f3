/**
 * People who take 75 s, on defaults, and 11 minutes, through every hop in real time: all cases at once, about twelve minutes
 * in all. `--count` takes the first of them: the short ones come first. The seed decides nothing here.
 */
import { SLOW_CASES, slowPerson } from './slow-person/body.js';
import { realStage } from './slow-person/real-stage.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

const cases = [...SLOW_CASES].sort((one, other) => one.ms - other.ms);

export const slowPersonSoak: Soak = {
  count: cases.length,
  async run({ seed, count, progress }) {
    const stage = await realStage();
    const failures: SoakFailure[] = [];
    const met = { calls: 0, told: 0, signs: 0, collected: 0 };
    const played = cases.slice(0, count).map(async one => {
      try {
        const { calls, told, signs } = await slowPerson(one, stage);
        met.calls += calls;
        met.told += told;
        met.signs += signs;
        met.collected += 1;
        progress(met.collected);
      } catch (error) {
        failures.push({ seed, count, message: `${one.id}: ${messageOf(error)}` });
      }
    });
    await Promise.all(played);
    await stage.close();
    return { met, failures };
  },
};
