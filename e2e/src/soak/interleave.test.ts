import { expect, it } from 'vitest';
import { interleaveSoak } from './interleave.js';

it('the interleavings of `npm run soak -- interleave`, at a hundredth: every one comes to the uninterrupted run [N5, N6, D2, D5, D9, E-M-15, E-S-07]', async () => {
  // Other seeds than those of the property beside the engine.
  const { met, failures } = await interleaveSoak.run({ seed: 100_001, count: 100, progress: () => {} });
  expect(failures).toEqual([]);
  expect(met.crashes).toBeGreaterThan(5);
  expect(met.duplicates).toBeGreaterThan(10);
}, 120_000);
