import { describe, expect, it } from 'vitest';
import { Records } from './records.js';

describe('the records of the demo', () => {
  it('holds 4,012 sessions last used before 2026', () => {
    expect(new Records().staleIn('sessions', '2026-01-01')).toHaveLength(4_012);
  });

  it('deletes stale rows for good, leaves fresh ones, and finds nothing the second time', () => {
    const records = new Records();
    const before = records.count('sessions');
    expect(records.deleteStale('sessions', '2026-01-01')).toBe(4_012);
    expect(records.count('sessions')).toBe(before - 4_012);
    expect(records.deleteStale('sessions', '2026-01-01')).toBe(0);
    expect(records.count('carts')).toBe(3_122);
  });

  it('lists stale rows oldest first', () => {
    const days = new Records().staleIn('exports', '2026-01-01').map(row => row.lastUsed);
    expect(days).toEqual([...days].sort());
    expect(days[0]).toBe('2024-01-01');
  });
});
