/** Holds a flight: first the seat, then the dates that have one, at the price the person saw. */
import { choice, defineTool, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import type { Airline } from './airline.js';

export function defineHoldFlight(airline: Airline): ToolDefinition {
  return defineTool(
    'hold_flight',
    {
      title: 'Hold a flight',
      description: 'Holds a seat on a route for a day. Nothing is paid.',
      inputSchema: z.object({ route: z.string(), seat: z.enum(['Window', 'Aisle']).optional() }),
      needs: ['once'],
    },
    // #region pin
    async (args, call) => {
      const { seat } = await call.need('seat', {
        message: `Which seat from ${args.route}?`,
        form: { seat: choice(['Window', 'Aisle']) },
        given: args,
      });
      const fares = await call.pin('fares', () => airline.fares(args.route, seat)); // read once: what was shown is what is held
      const fare = await call.choose('date', {
        message: `When? Each of these still has a ${seat.toLowerCase()} seat.`,
        label: 'Flight',
        from: fares,
        id: one => `${one.date} ${one.flight}`,
        title: one => `${one.date}, ${one.flight}, ${one.price} EUR`,
      });
      const reference = await call.once('hold', key => airline.hold(fare, seat, { idempotencyKey: key }));
      return said(`Held ${fare.flight} on ${fare.date}, ${seat.toLowerCase()}, ${fare.price} EUR: ${reference}. Nothing was paid.`);
    },
    // #endregion
  );
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
