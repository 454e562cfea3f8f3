/** What the page about testing shows. */
import { defineTool } from '@midcall/server';
import { accept, decline, pick, rehearse } from '@midcall/server/testing';
import { memoryStore } from '@midcall/store';
import { expect, it } from 'vitest';
import { type Bank, defineRefund } from './effects.js';

const bank = (transfers: string[]): Bank => ({
  transfer: async order => `T-${transfers.push(order)}`,
  lock: async () => async () => {},
  isAllowed: async () => true,
});

// #region world
it('refunds nothing before the tick, and once behind it', async () => {
  const transfers: string[] = [];
  const { text, cannotAsk } = await rehearse(
    defineRefund(bank(transfers)),
    { order: '7' },
    { sure: accept({ confirm: true }) },
    { world: () => transfers.length }, // may change inside `once`, and nowhere else
  );
  expect(text).toBe('Refunded order 7: T-1');
  expect(transfers).toEqual(['7']);
  expect(cannotAsk?.error?.code).toBe(-32021); // what a host gets that cannot ask
});
// #endregion

// #region store
it('refunds an order once, however often it is called', async () => {
  const transfers: string[] = [];
  const store = memoryStore(); // what one rehearsal leaves behind, the next one finds
  const tool = defineRefund(bank(transfers));
  for (const _call of [1, 2]) await rehearse(tool, { order: '7' }, { sure: accept({ confirm: true }) }, { store });
  expect(transfers).toEqual(['7']);
});
// #endregion

// #region thinks
it('asks again when the seat is gone meanwhile', async () => {
  const seats = new Set(['4A', '4B']);
  const tool = defineTool('seat', {}, async (_none, call) => {
    const seat = await call.choose('seat', { message: 'Which seat?', from: [...seats] });
    return { content: [{ type: 'text', text: seat }] };
  });
  const thinks = () => {
    seats.delete('4A'); // what happens while the person is thinking
    return pick('4A');
  };
  const { text, asked } = await rehearse(tool, {}, { seat: [thinks, pick('4B')] });
  expect(text).toBe('4B');
  expect(asked[1]?.message).toContain('no longer available');
});
// #endregion

// #region findings
it('has nothing in it that a host cannot draw', async () => {
  const { findings } = await rehearse(defineRefund(bank([])), { order: '7' }, { sure: decline() });
  expect(findings).toEqual([]);
});
// #endregion
