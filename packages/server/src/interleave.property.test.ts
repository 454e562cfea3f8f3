import { expect, it } from 'vitest';
import { interleave, noCounts } from './interleave.test.kit.js';

it('any interleaving of suspend, crash, duplicate, reorder, expiry and replica change comes to the uninterrupted run [N5, N6, D2, D5, D9, E-M-15, E-M-16, E-M-17, E-S-07, E-S-10]', async () => {
  const counts = noCounts();
  for (let seed = 1; seed <= 100; seed += 1) await interleave(seed, counts);
  // The run must have met what it claims to survive.
  expect(counts.crashes).toBeGreaterThan(10);
  expect(counts.duplicates).toBeGreaterThan(20);
  expect(counts.replays).toBeGreaterThan(20);
  expect(counts.inDoubt).toBeGreaterThan(0);
}, 120_000);
