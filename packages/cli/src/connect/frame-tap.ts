/** Listens in on a transport: every protocol message, in both directions, as it crosses the wire. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** One message on the wire. */
export interface Frame {
  readonly direction: 'sent' | 'received';
  readonly message: JSONRPCMessage;
}

/**
 * Reports the frames of `transport` from now on and returns the same object. It is wrapped in place, not replaced: the
 * SDK looks at the transport's own properties to tell a pipe from a network.
 */
export function tapFrames<T extends Transport>(transport: T, listener: (frame: Frame) => void): T {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    for (const one of Array.isArray(message) ? message : [message]) listener({ direction: 'sent', message: one as JSONRPCMessage });
    await send(message, options);
  };
  let inner: Transport['onmessage'];
  let current: unknown;
  const heard: NonNullable<Transport['onmessage']> = (message, extra) => {
    if (current === message) return; // the SDK chains the listener it found, which was this one
    current = message;
    try {
      listener({ direction: 'received', message });
      inner?.(message, extra);
    } finally {
      current = undefined;
    }
  };
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    enumerable: true,
    get: () => (inner === undefined ? undefined : heard),
    set: (next: Transport['onmessage']) => {
      inner = next === heard ? inner : next;
    },
  });
  return transport;
}
