/** A gateway on a free loopback port, its desk never asked: what the suite sees is the host's side and the server's, and nothing in between. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway, type Gateway, type GatewayOptions } from '@midcall/gateway';
import { createHttpFace } from '@midcall/gateway/http';
import { toNodeHandler } from '@modelcontextprotocol/node';

export interface ServedGateway {
  readonly url: URL;
  readonly gateway: Gateway;
  close(): Promise<void>;
}

export async function serveGateway(
  options: Pick<GatewayOptions, 'upstream' | 'upstreamEra' | 'limits' | 'prefix'>,
): Promise<ServedGateway> {
  const gateway = createGateway({ serverName: 'conformance', deskMode: 'never', ...options });
  const face = createHttpFace({
    servers: new Map([['suite', gateway]]),
    authenticate: async () => ({ principal: 'local:suite' }),
  });
  const server = createServer(toNodeHandler({ fetch: request => face.fetch(request) }) as never);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/suite/mcp`),
    gateway,
    async close() {
      await face.close();
      await gateway.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
