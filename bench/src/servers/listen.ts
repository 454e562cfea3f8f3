/** An HTTP listener on a free port of the loopback interface. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: URL;
  close(): Promise<void>;
}

export async function listen(handler: RequestListener, port = 0): Promise<Listening> {
  const http: Server = createServer(handler);
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

/** A process of its own that listens says where, in its first line, to whoever started it. */
export function announce({ url }: Listening): void {
  process.stdout.write(`${url.href}\n`);
}
