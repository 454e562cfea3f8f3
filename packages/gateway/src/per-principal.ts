/**
 * One gateway for each person, where several are served: children, sessions, pools and parked calls of one are never
 * another's (D26, N7).
 *
 * Invariants:
 *  1. A connection without a principal is refused; nothing is routed by "the only one" or "the newest one".
 *  2. A person's gateway is made when they first come, and ends, with its children, once nothing of theirs has been open for
 *     a while. What still waits for them keeps it.
 *  3. At most `most` people are served at once; who comes beyond is told so, and nobody is ended for them.
 */
import type { Clock } from '@midcall/store';
import { systemClock } from '@midcall/store';
import type { Gateway, HostConnection } from './options.js';

export interface PerPrincipalOptions {
  /** Makes one person's own gateway; called once until it has ended. */
  readonly gateway: (principal: string) => Gateway;
  /** How long nothing is open before it ends; default 900,000 ms, as long as a parked call waits. */
  readonly idleMs?: number;
  /** Default 256. */
  readonly most?: number;
  readonly clock?: Clock;
}

/** Too many people at once; the caller may come again later. */
export class GatewayFullError extends Error {
  override readonly name = 'GatewayFullError';
}

interface Own {
  readonly gateway: Gateway;
  /** Connections that are being opened count as open. */
  opening: number;
  stopIdle: () => void;
}

export function gatewayPerPrincipal(options: PerPrincipalOptions): Gateway {
  const clock = options.clock ?? systemClock;
  const idleMs = options.idleMs ?? 900_000;
  const most = options.most ?? 256;
  const owned = new Map<string, Own>();
  /** Gateways on their way out. Whoever comes meanwhile gets a fresh one. */
  const leaving = new Set<Promise<void>>();
  let closed = false;

  const of = (principal: string): Own => {
    const found = owned.get(principal);
    if (found !== undefined) return found;
    if (owned.size >= most) throw new GatewayFullError('As many people are served as can be at once');
    const made: Own = { gateway: options.gateway(principal), opening: 0, stopIdle: () => undefined };
    owned.set(principal, made);
    return made;
  };

  const rest = (principal: string, own: Own): void => {
    own.stopIdle();
    if (closed || owned.get(principal) !== own || own.opening > 0 || own.gateway.hosts > 0) return;
    own.stopIdle = clock.setTimeout(() => {
      if (own.opening > 0 || own.gateway.hosts > 0) return;
      if (own.gateway.suspended > 0) return rest(principal, own);
      owned.delete(principal);
      const left = own.gateway.close().finally(() => leaving.delete(left));
      leaving.add(left);
    }, idleMs);
  };

  const sum = (of: (gateway: Gateway) => number): number => [...owned.values()].reduce((all, own) => all + of(own.gateway), 0);

  return {
    start: () => Promise.reject(new TypeError('A gateway of several people has no host of its own; each comes by connect')),
    async connect(transport, connectOptions = {}) {
      const { principal } = connectOptions;
      if (closed) throw new GatewayFullError('The gateway is closing');
      if (principal === undefined || principal === '') throw new TypeError('Who connects is not known');
      const own = of(principal);
      own.stopIdle();
      own.opening += 1;
      try {
        const connection: HostConnection = await own.gateway.connect(transport, connectOptions);
        void connection.closed.then(() => rest(principal, own));
        return connection;
      } finally {
        own.opening -= 1;
        rest(principal, own);
      }
    },
    get hosts() {
      return sum(gateway => gateway.hosts);
    },
    get suspended() {
      return sum(gateway => gateway.suspended);
    },
    async close() {
      closed = true;
      for (const own of owned.values()) own.stopIdle();
      await Promise.all([...[...owned.values()].map(own => own.gateway.close()), ...leaving]);
      owned.clear();
    },
  };
}
