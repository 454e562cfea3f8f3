/** Events of streams that may be resumed, in memory: what a session server needs so that a dropped stream loses nothing. */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

export function memoryEvents(): EventStore {
  const events: { readonly id: string; readonly stream: string; readonly message: JSONRPCMessage }[] = [];
  return {
    async storeEvent(stream, message) {
      const id = String(events.length + 1);
      events.push({ id, stream, message });
      return id;
    },
    async getStreamIdForEventId(id) {
      return events.find(event => event.id === id)?.stream;
    },
    // Only what was missed on that very stream: another stream's events are another call's.
    async replayEventsAfter(last, { send }) {
      const at = events.findIndex(event => event.id === last);
      const stream = events[at]?.stream ?? '';
      for (const event of events.slice(at + 1)) if (event.stream === stream) await send(event.id, event.message);
      return stream;
    },
  };
}
