/**
 * The pages of a server that has no address of its own (stdio): a listener on 127.0.0.1 and a random port, started by the
 * first page and closed when no page is open any more. Node only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@midcall/store';
import type { PageListener } from '../visit/page-services.js';

type Fetch = (request: Request) => Promise<Response>;

/** How long it goes on after the last page, so that "Done" can still be read again, in milliseconds. */
const GRACE_MS = 60_000;
const MOST_BYTES = 64 * 1024;

/** @param fetch what answers; called only while it listens */
export function createPageListener(fetch: Fetch, clock: Clock): PageListener & { readonly url: () => string | undefined } {
  let server: Server | undefined;
  let starting: Promise<string> | undefined;
  let url: string | undefined;
  let stopTimer = (): void => {};
  const open = new Map<string, number>();

  const check = (): void => {
    stopTimer();
    const now = clock.now();
    for (const [handle, until] of open) if (until <= now) open.delete(handle);
    const next = open.size > 0 ? Math.max(...open.values()) - now : GRACE_MS;
    stopTimer = clock.setTimeout(() => (open.size === 0 ? close() : check()), next, { background: true });
  };
  const close = (): void => {
    server?.close();
    server?.closeAllConnections();
    server = undefined;
    starting = undefined;
    url = undefined;
  };
  return {
    url: () => url,
    open() {
      starting ??= listen(fetch).then(
        made => {
          server = made;
          url = `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
          check();
          return url;
        },
        error => {
          starting = undefined;
          throw error;
        },
      );
      return starting;
    },
    keep(handle, until) {
      open.set(handle, until);
      check();
    },
    settled(handle) {
      if (open.delete(handle)) check();
    },
  };
}

function listen(fetch: Fetch): Promise<Server> {
  const server = createServer((request, response) => void answer(fetch, request, response));
  server.requestTimeout = 10_000;
  server.maxConnections = 64;
  // A server on stdio ends when its host hangs up; an open page does not keep it.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const request = await toRequest(incoming);
    const response = request === undefined ? new Response(null, { status: 413 }) : await fetch(request);
    for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
    outgoing.setHeader('connection', 'close');
    outgoing.writeHead(response.status);
    outgoing.end(incoming.method === 'HEAD' ? undefined : Buffer.from(await response.arrayBuffer()));
  } catch {
    // Not HTTP as browsers speak it.
    outgoing.destroy();
  }
}

async function toRequest(incoming: IncomingMessage): Promise<Request | undefined> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const method = incoming.method ?? 'GET';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`), {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.concat(chunks) }),
  });
}
