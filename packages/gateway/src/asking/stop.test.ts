import { describe, expect, it } from 'vitest';
import { Stop } from './stop.js';

describe('the end of a question', () => {
  it('is told to each listener once, and to none that left or came later', () => {
    const stop = new Stop();
    const told: string[] = [];
    const left = (): void => void told.push('left');
    stop.onStop(() => told.push('first'));
    stop.onStop(left);
    stop.onStop(() => told.push('second'));
    stop.off(left);
    stop.off(left);
    stop.stop('why');
    stop.stop('again');
    stop.onStop(() => told.push('late'));
    expect(told).toEqual(['first', 'second']);
    expect([stop.stopped, stop.reason]).toEqual([true, 'why']);
  });

  it('is a real signal for whoever needs one, before and after it came', () => {
    const before = new Stop();
    const { signal } = before;
    expect([signal.aborted, before.signal === signal]).toEqual([false, true]);
    before.stop('why');
    expect([signal.aborted, signal.reason]).toEqual([true, 'why']);
    const after = new Stop();
    after.stop('why');
    expect([after.signal.aborted, after.signal.reason]).toEqual([true, 'why']);
  });
});
