/** Interleavings of suspension, crash, duplicate, reordering, expiry and change of replica; the body is the server's own property. */
import { interleave, noCounts } from '../../../packages/server/dist/interleave.test.kit.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

export const interleaveSoak: Soak = {
  count: 10_000,
  async run({ seed, count, progress }) {
    const met = noCounts();
    const failures: SoakFailure[] = [];
    for (let run = 0; run < count; run += 1) {
      try {
        await interleave(seed + run, met);
      } catch (error) {
        failures.push({ seed: seed + run, count: 1, message: messageOf(error) });
      }
      progress(run + 1);
    }
    return { met: { ...met }, failures };
  },
};
