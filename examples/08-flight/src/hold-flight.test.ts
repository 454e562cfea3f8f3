import { type Era, openHost } from '@midcall/example-kit/host';
import { accept, cancel, pick, rehearse } from '@midcall/server/testing';
import { describe, expect, it } from 'vitest';
import { createAirline } from './airline.js';
import { defineHoldFlight } from './hold-flight.js';

const args = { route: 'Ulm to Porto' };

describe('holding a flight', () => {
  it('asks for the seat, then for a date that has one: two rounds', async () => {
    const airline = createAirline();
    const { text, asked, rounds } = await rehearse(
      defineHoldFlight(airline),
      args,
      { seat: accept({ seat: 'Aisle' }), date: pick('2026-12-20 MC 208') },
      { world: () => airline.held.length },
    );
    expect(asked.map(({ key, round }) => [key, round])).toEqual([
      ['seat', 1],
      ['date', 2],
    ]);
    expect(rounds).toBe(2);
    expect(text).toBe('Held MC 208 on 2026-12-20, aisle, 74 EUR: MC0001. Nothing was paid.');
  });

  it('holds at the price the person saw, whatever it costs meanwhile', async () => {
    const airline = createAirline();
    const thinks = () => {
      airline.rise(40);
      return pick('2026-12-19 MC 204');
    };
    const { asked } = await rehearse(defineHoldFlight(airline), { ...args, seat: 'Window' }, { date: thinks });
    expect(JSON.stringify(asked[0]?.schema)).toContain('2026-12-19, MC 204, 89 EUR');
    expect(airline.held).toEqual([{ date: '2026-12-19', flight: 'MC 204', price: 89, seat: 'Window' }]);
  });

  it('holds nothing when the person leaves half-way [N2, N5]', async () => {
    const airline = createAirline();
    const { text } = await rehearse(defineHoldFlight(airline), args, { seat: accept({ seat: 'Window' }), date: cancel() });
    expect(text).toContain('closed without an answer');
    expect(airline.held).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('does the same for a real host, %s', async (era: Era) => {
    const airline = createAirline();
    const host = await openHost(era, () => [defineHoldFlight(airline)], {
      seat: { action: 'accept', content: { seat: 'Window' } },
      choice: () => {
        airline.rise(10);
        return { action: 'accept', content: { choice: '2026-12-18 MC 204' } };
      },
    });
    expect(await host.call('hold_flight', args)).toContain('129 EUR: MC0001');
    await host.close();
    expect(host.asked).toHaveLength(2);
    expect(airline.held).toHaveLength(1);
  });
});
