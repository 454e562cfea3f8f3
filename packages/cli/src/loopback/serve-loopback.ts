/** Serves a web-standard handler: on 127.0.0.1 and nowhere else, unless an address is named. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { MidcallError } from '@midcall/core';

export interface LoopbackServer {
  /** `http://HOST:PORT`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Ends every connection, live streams too. */
  close(): Promise<void>;
}

type Handler = (request: Request) => Response | Promise<Response>;

/** @throws MidcallError PORT_IN_USE. Port 0 takes a free one. */
export function serveLoopback(fetch: Handler, port: number): Promise<LoopbackServer> {
  return serveAt(fetch, { host: '127.0.0.1', port });
}

/** Where others can reach it, too: only for a handler that checks who calls (D30). @throws MidcallError PORT_IN_USE. */
export async function serveAt(fetch: Handler, { host, port }: { readonly host: string; readonly port: number }): Promise<LoopbackServer> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(host, port, error)));
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen(host: string, port: number, error: Error): MidcallError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return new MidcallError('PORT_IN_USE', `Port ${port} is taken by another program.`, {
      hint: 'Choose another with --port, or leave it out to take a free one.',
      cause: error,
    });
  if (code === 'EACCES')
    return new MidcallError('PORT_IN_USE', `This user may not listen on port ${port}.`, {
      hint: 'Choose one above 1023, or leave --port out.',
      cause: error,
    });
  return new MidcallError('PORT_IN_USE', `Cannot listen on ${host}:${port}.`, { cause: error });
}
