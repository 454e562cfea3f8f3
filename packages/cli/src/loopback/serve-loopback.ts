/** Serves a web-standard handler on 127.0.0.1, and nowhere else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { MidcallError } from '@midcall/core';

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly origin: string;
  readonly port: number;
  /** Ends every connection, live streams too. */
  close(): Promise<void>;
}

/** @throws MidcallError PORT_IN_USE. Port 0 takes a free one. */
export async function serveLoopback(fetch: (request: Request) => Response | Promise<Response>, port: number): Promise<LoopbackServer> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(cannotListen(port, error)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen(port: number, error: Error): MidcallError {
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
  return new MidcallError('PORT_IN_USE', `Cannot listen on 127.0.0.1:${port}.`, { cause: error });
}
