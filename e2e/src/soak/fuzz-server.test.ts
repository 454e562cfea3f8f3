import { expect, it } from 'vitest';
import { fuzzServerSoak } from './fuzz-server.js';

it('ten thousand of the inputs of `npm run soak -- fuzz-server`: states are attacker-controlled, answers may be anything, and neither crashes, hangs, pollutes, or reaches the handler unchecked [E-M-09, E-M-10, E-A-08, E-L-07, E-X-02, N5, N6, N11]', async () => {
  const { met, failures } = await fuzzServerSoak.run({ seed: 100_001, count: 10_000, progress: () => {} });
  expect(failures).toEqual([]);
  // The run must have met what it claims to survive, and honest calls must still have come through.
  for (const name of [
    'refusedStates',
    'refusedAnswers',
    'askedAgain',
    'refusedArguments',
    'replays',
    'expired',
    'pushes',
    'unanswered',
    'cancelled',
    'effects',
  ]) {
    expect(met[name], name).toBeGreaterThan(0);
  }
}, 180_000);
