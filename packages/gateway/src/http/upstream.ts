/**
 * A server over streamable HTTP, as an MCP transport for `upstream`: the official SDK's own.
 *
 * Invariant: a session is ended at the server when the transport is closed (E-T-13), which also ends what still runs in it;
 * a server that does not answer holds the end up for a second at most.
 */
import type { AuthProvider, FetchLike, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface HttpUpstreamOptions {
  readonly url: string | URL;
  /** Sent with every request; a credential of the gateway's own, never a host's (E-Q-06). */
  readonly headers?: Readonly<Record<string, string>>;
  /** A sign-in of the gateway's own. What it throws as a `MidcallError` is told to the host. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  readonly fetch?: FetchLike;
}

/** A fresh, unstarted transport. @throws TypeError for an address that is none or is not http(s). */
export function httpUpstream(options: HttpUpstreamOptions): Transport {
  const url = new URL(options.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('A server is reached over http or https');
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...options.headers } },
    reconnectionOptions: RECONNECTION,
    ...(options.authProvider && { authProvider: options.authProvider }),
    ...(options.fetch && { fetch: options.fetch }),
  });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    if (transport.sessionId !== undefined) await within(transport.terminateSession(), FAREWELL_MS);
    await close();
  };
  return transport;
}

/** A dropped stream is asked for again for about a quarter of a minute. */
const RECONNECTION = { initialReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1.5, maxReconnectionDelay: 10_000, maxRetries: 5 };
const FAREWELL_MS = 1_000;

function within(sent: Promise<void>, ms: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    sent.then(done, done);
  });
}
