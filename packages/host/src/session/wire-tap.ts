/**
 * Looks at a client's connection from below, because the SDK tells nobody: whether it is still being made, which of our
 * requests wait for their answer on it, and which of them lost their stream.
 *
 * Invariants:
 *  1. Frames pass as they are; nothing is held up, changed or answered here.
 *  2. A request counts as open from its sending until its answer, its cancellation, or the end of its stream.
 */
import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface WireTap {
  /** Settles when the connection that is being made is made, or has failed; at once where none is being made. Never rejects. */
  ready(): Promise<void>;
  /** How many requests of ours are open. */
  open(): number;
  /** `lost` is called if the stream of the request that is sent with this very object of headers ends without an answer. */
  watch(headers: object, lost: () => void): void;
}

export function tapWire(client: Client): WireTap {
  const open = new Set<string | number>();
  const watched = new WeakMap<object, () => void>();
  const tapped = new WeakSet<Transport>();
  let connecting: Promise<void> = Promise.resolve();
  const tap = (transport: Transport): void => {
    if (tapped.has(transport)) return;
    tapped.add(transport);
    const send = transport.send.bind(transport);
    const heard = transport.onmessage;
    transport.onmessage = (message, extra) => {
      heard?.(message, extra);
      if (!('method' in message) && message.id !== undefined) open.delete(message.id);
    };
    transport.send = async (message, options) => {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) open.delete(cancelled);
      if (!('method' in message) || !('id' in message)) return send(message, options);
      const { id } = message;
      const lost = options?.headers === undefined ? undefined : watched.get(options.headers);
      open.add(id);
      const ended = (): void => {
        options?.onRequestStreamEnd?.();
        if (open.delete(id)) lost?.();
      };
      try {
        await send(message, lost === undefined ? options : { ...options, onRequestStreamEnd: ended });
      } catch (error) {
        open.delete(id);
        throw error;
      }
    };
  };
  const connect = client.connect.bind(client);
  client.connect = (transport, options) => {
    open.clear();
    tap(transport);
    const made = connect(transport, options);
    connecting = made.catch(() => {});
    return made;
  };
  return {
    ready: () => connecting,
    open: () => open.size,
    watch: (headers, lost) => void watched.set(headers, lost),
  };
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id: unknown = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
