/**
 * What a session's streams carried lately, so that a host whose connection dropped gets the rest by `Last-Event-ID`.
 *
 * Invariants:
 *  1. Only events of the very stream that dropped are given again, in their order, each after the one the host names.
 *  2. Memory is bounded: the oldest events go first, and an id that is gone is as unknown as one that never was.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

export interface StreamEventsLimits {
  /** Events kept; default 256. */
  readonly events?: number;
  /** Characters of their JSON kept; default 4 Mi. The newest event is kept whatever its size. */
  readonly characters?: number;
}

/** The events of one session. */
export function streamEvents(limits: StreamEventsLimits = {}): EventStore {
  const { events: most = 256, characters = 4 * 1024 * 1024 } = limits;
  const kept: Kept[] = [];
  let held = 0;
  let minted = 0;
  return {
    async storeEvent(stream, message) {
      minted += 1;
      const size = JSON.stringify(message).length;
      kept.push({ id: String(minted), stream, message, size });
      held += size;
      while (kept.length > most || (held > characters && kept.length > 1)) held -= kept.shift()?.size ?? 0;
      return String(minted);
    },
    async getStreamIdForEventId(id) {
      return kept.find(event => event.id === id)?.stream;
    },
    async replayEventsAfter(last, { send }) {
      const at = kept.findIndex(event => event.id === last);
      const stream = kept[at]?.stream;
      if (stream === undefined) throw new Error('This event is not known any more');
      for (const event of kept.slice(at + 1)) {
        // What primes a stream says nothing; it only gives the host an id to come back with.
        if (event.stream === stream && 'jsonrpc' in event.message) await send(event.id, event.message);
      }
      return stream;
    },
  };
}
