import { type Era, openHost, type PersonAnswer } from '@midcall/example-kit/host';
import { accept, cancel, decline, type MidcallMatchers, midcallMatchers, rehearse, tick } from '@midcall/server/testing';
import { describe, expect, it } from 'vitest';
import { defineDeleteRecords } from './delete-records.js';
import { createRecords } from './records.js';

declare module 'vitest' {
  interface Matchers<T> extends MidcallMatchers<T> {}
}
expect.extend(midcallMatchers);

const args = { table: 'customers', days: 365 };

describe('deleting records', () => {
  // #region rehearse
  it('deletes what the person agreed to, once', async () => {
    const records = createRecords(12, 3);
    const rehearsal = await rehearse(defineDeleteRecords(records), args, { sure: tick() }, { world: () => records.ids.size });
    expect(rehearsal).toHaveAsked('sure', 'Delete 12 records from customers?');
    expect(rehearsal).toHaveHappenedOnce('delete');
    expect(records.ids.size).toBe(3);
  });
  // #endregion

  it('deletes nothing without the tick, and says so in other words than for a no [N2, N5]', async () => {
    const records = createRecords(12, 3);
    for (const [answer, words] of [
      [accept({ confirm: false }), 'left unticked'],
      [decline(), 'the person declined'],
      [cancel(), 'closed without an answer'],
    ] as const) {
      const rehearsal = await rehearse(defineDeleteRecords(records), args, { sure: answer });
      expect(rehearsal.text).toContain(words);
      expect(rehearsal).toHaveDoneNothing();
    }
    expect(records.ids.size).toBe(15);
  });

  it('deletes no record that came into reach while the person was thinking [N3, N5]', async () => {
    const records = createRecords(12, 3);
    const thinks = () => {
      records.ids.add('old-13');
      return tick();
    };
    const { text } = await rehearse(defineDeleteRecords(records), args, { sure: thinks });
    expect(text).toBe('Deleted 12 records from customers.');
    expect([...records.ids]).toContain('old-13');
  });

  it('asks nobody where there is nothing to delete', async () => {
    expect(await rehearse(defineDeleteRecords(createRecords(0, 3)), args)).toHaveAskedNothing();
  });

  it('deletes nothing where the host cannot ask, whatever the model passes [E-C-06]', async () => {
    const { cannotAsk, findings } = await rehearse(defineDeleteRecords(createRecords(12, 3)), args, { sure: tick() });
    expect(cannotAsk?.error?.code).toBe(-32021);
    expect(findings).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('does the same for a real host, %s', async (era: Era) => {
    const sizes: number[] = [];
    for (const confirm of [
      { action: 'accept', content: { confirm: false } },
      { action: 'accept', content: { confirm: true } },
    ]) {
      const records = createRecords(12, 3);
      const host = await openHost(era, () => [defineDeleteRecords(records)], { confirm: confirm as PersonAnswer });
      await host.call('delete_records', args);
      await host.close();
      expect(host.asked).toHaveLength(1);
      sizes.push(records.ids.size);
    }
    expect(sizes).toEqual([15, 3]);
  });
});
