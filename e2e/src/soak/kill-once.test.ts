import { expect, it } from 'vitest';
import { killOnceSoak } from './kill-once.js';

it('the kills of `npm run soak -- kill-once`, at a hundredth: no charge twice, no call lost [N5, N12, D9, E-S-07, E-M-15]', async () => {
  const { met, failures } = await killOnceSoak.run({ seed: 1, count: 10, progress: () => {} });
  expect(failures).toEqual([]);
  expect(met.kills).toBe(10);
  expect(met.steps).toBeGreaterThan(15);
}, 180_000);
