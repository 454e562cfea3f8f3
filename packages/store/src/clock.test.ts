import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.js';
import { fakeClock } from './fake-clock.js';

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits out a delay beyond the range of the platform, where its own timer would fire at once', () => {
    const fired = vi.fn();
    const days = 40 * 24 * 3_600_000;
    systemClock.setTimeout(fired, days);
    vi.advanceTimersByTime(days - 1);
    expect(fired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledOnce();
  });

  it('stops a timer in any of its steps, and stopping again does nothing', () => {
    const fired = vi.fn();
    const days = 40 * 24 * 3_600_000;
    const stop = systemClock.setTimeout(fired, days);
    vi.advanceTimersByTime(30 * 24 * 3_600_000);
    stop();
    stop();
    vi.advanceTimersByTime(days);
    expect(fired).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('fakeClock', () => {
  it('runs due timers in order of time, then of setting, each at its own moment', async () => {
    const clock = fakeClock(1_000);
    const seen: string[] = [];
    clock.setTimeout(() => seen.push(`late at ${clock.now()}`), 20);
    clock.setTimeout(() => seen.push(`first at ${clock.now()}`), 10);
    clock.setTimeout(() => seen.push(`second at ${clock.now()}`), 10);
    clock.setTimeout(() => seen.push('never'), 31);
    await clock.advance(30);
    expect(seen).toEqual(['first at 1010', 'second at 1010', 'late at 1020']);
    expect(clock.now()).toBe(1_030);
    expect(clock.pending).toBe(1);
  });

  it('runs a timer that a timer or a promise sets inside the advanced span', async () => {
    const clock = fakeClock(0);
    const seen: number[] = [];
    const tick = async (): Promise<void> => {
      seen.push(clock.now());
      await Promise.resolve();
      await Promise.resolve();
      clock.setTimeout(() => void tick(), 10);
    };
    clock.setTimeout(() => void tick(), 10);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('settles promise chains that started before it is told to advance', async () => {
    const clock = fakeClock(0);
    let fired = false;
    void (async () => {
      for (let hop = 0; hop < 50; hop += 1) await null;
      clock.setTimeout(() => {
        fired = true;
      }, 5);
    })();
    await clock.advance(5);
    expect(fired).toBe(true);
  });

  it('does not run a stopped timer, not even one stopped by a timer of the same moment', async () => {
    const clock = fakeClock(0);
    const seen: string[] = [];
    clock.setTimeout(() => stop(), 10);
    const stop = clock.setTimeout(() => seen.push('stopped'), 10);
    await clock.advance(10);
    stop();
    expect(seen).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('refuses to go backwards', async () => {
    await expect(fakeClock().advance(-1)).rejects.toThrow(RangeError);
    await expect(fakeClock().advance(Number.POSITIVE_INFINITY)).rejects.toThrow(RangeError);
  });
});
