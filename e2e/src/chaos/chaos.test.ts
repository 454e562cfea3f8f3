import { describe, expect, it } from 'vitest';
import { chaos } from './chaos.js';

describe('gateways, desks and people while processes are killed', () => {
  it('lose nothing unsaid, do nothing twice and cross nobody: npm run chaos for a few seconds [N5, N7, N8, N12, D24]', {
    timeout: 120_000,
  }, async () => {
    const { verdict, faults, answered } = await chaos({ seed: 7, seconds: 6, gateways: 2, persons: 2, principals: 6, killMs: 1_500 });
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(0);
    expect(verdict.kills).toBeGreaterThan(0);
  });
});
