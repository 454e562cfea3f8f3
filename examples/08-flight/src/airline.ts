/** The airline behind the tool: fares move while people think, seats go. */
export type Seat = 'Window' | 'Aisle';

export interface Fare {
  readonly date: string;
  readonly flight: string;
  /** In euros. */
  readonly price: number;
}

export interface Airline {
  /** Flights that have such a seat now, at today's price. */
  fares(route: string, seat: Seat): Promise<readonly Fare[]>;
  /** Holds a seat for a day at a price that was quoted. */
  hold(fare: Fare, seat: Seat, options: { readonly idempotencyKey: string }): Promise<string>;
  /** Prices go up by so much. */
  rise(euros: number): void;
  readonly held: readonly (Fare & { readonly seat: Seat })[];
}

export function createAirline(): Airline {
  let more = 0;
  const held: (Fare & { seat: Seat })[] = [];
  const byKey = new Map<string, string>();
  return {
    held,
    rise(euros) {
      more += euros;
    },
    fares: async (_route, seat) => [
      { date: '2026-12-18', flight: 'MC 204', price: 129 + more },
      { date: '2026-12-19', flight: 'MC 204', price: 89 + more },
      ...(seat === 'Aisle' ? [{ date: '2026-12-20', flight: 'MC 208', price: 74 + more }] : []),
    ],
    async hold(fare, seat, { idempotencyKey }) {
      const before = byKey.get(idempotencyKey);
      if (before !== undefined) return before;
      const reference = `MC${held
        .push({ ...fare, seat })
        .toString()
        .padStart(4, '0')}`;
      byKey.set(idempotencyKey, reference);
      return reference;
    },
  };
}
