import { describe, expect, it } from 'vitest';
import { RestartBrake } from './restart-brake.js';

describe('the brake on restarts', () => {
  it('lets an author who saves often go on', () => {
    let now = 0;
    const brake = new RestartBrake(() => now);
    for (let i = 0; i < 100; i++, now += 3_000) expect(brake.allow()).toBe(true);
  });

  it('stops restarts that chase each other, and stays', () => {
    let now = 0;
    const brake = new RestartBrake(() => now);
    const allowed = Array.from({ length: 12 }, () => {
      now += 500;
      return brake.allow();
    });
    expect(allowed.filter(Boolean)).toHaveLength(8);
    now += 3_600_000;
    expect(brake.allow()).toBe(false);
  });
});
