import { expect, it } from 'vitest';
import { killDeskSoak } from './kill-desk.js';

it('the kills of `npm run soak -- kill-desk`, at a hundredth: what a person saved arrives once, or is reported [N5, N8, N12, D24]', async () => {
  const { met, failures } = await killDeskSoak.run({ seed: 1, count: 10, progress: () => {} });
  expect(failures).toEqual([]);
  expect(met.kills).toBeGreaterThanOrEqual(10);
  expect(met.saved).toBeGreaterThan(0);
  expect(met.resumed).toBeGreaterThan(0);
  expect(met.joined).toBeGreaterThan(0);
}, 300_000);
