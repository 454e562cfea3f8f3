/** Listens at a connection to a server for the revision that is spoken on it, and changes nothing. */
import type { Transport } from '@modelcontextprotocol/client';

export interface Spoken {
  readonly transport: Transport;
  /** The revision of the last call that went out, or what the server chose in its handshake. */
  revision(): string;
}

interface Frame {
  readonly method?: string;
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> };
  readonly result?: { readonly protocolVersion?: unknown };
}

export function listenTo(transport: Transport): Spoken {
  let chosen = 'none';
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const version = (message as Frame).params?._meta?.['io.modelcontextprotocol/protocolVersion'];
    if ((message as Frame).method === 'tools/call' && typeof version === 'string') chosen = version;
    return send(message, options);
  };
  let handler: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => handler,
    set(given: Transport['onmessage']) {
      handler =
        given &&
        ((message, extra) => {
          const version = (message as Frame).result?.protocolVersion;
          if (typeof version === 'string') chosen = version;
          given(message, extra);
        });
    },
  });
  return { transport, revision: () => chosen };
}
