/** A server over streamable HTTP, as an MCP transport for `upstream`: the official SDK's own. */
import type { FetchLike, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface HttpUpstreamOptions {
  readonly url: string | URL;
  /** Sent with every request; a credential of the gateway's own, never a host's (E-Q-06). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly authProvider?: OAuthClientProvider;
  readonly fetch?: FetchLike;
}

/** A fresh, unstarted transport. @throws TypeError for an address that is none or is not http(s). */
export function httpUpstream(options: HttpUpstreamOptions): Transport {
  const url = new URL(options.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('A server is reached over http or https');
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...options.headers } },
    ...(options.authProvider && { authProvider: options.authProvider }),
    ...(options.fetch && { fetch: options.fetch }),
  });
}
