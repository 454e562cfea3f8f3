/** The connection behind a request, for what is said after the request has been answered. */
import { META } from '@midcall/core/wire';
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Connection } from './frame.js';

/** Must be called before the server connects. @returns the signal of the connection that is there when it is asked for */
export function watchClose(server: Server): () => AbortSignal {
  let ended = new AbortController();
  const connect = server.connect.bind(server);
  server.connect = async transport => {
    const mine = new AbortController();
    ended = mine;
    const before = transport.onclose;
    transport.onclose = () => {
      before?.();
      mine.abort();
    };
    await connect(transport);
  };
  return () => ended.signal;
}

export function connectionOf(server: Server, ctx: ServerContext, serverName: string, closed: () => AbortSignal): Connection {
  return {
    serverName,
    get client() {
      return clientName(server, ctx);
    },
    get closed() {
      return closed();
    },
    notify: notification => server.notification(notification as Parameters<Server['notification']>[0]),
  };
}

/** `name version`, cut short: it is whatever the host says. */
function clientName(server: Server, ctx: ServerContext): string | undefined {
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const info = (envelope?.[META.clientInfo] ?? server.getClientVersion()) as
    | { readonly name?: unknown; readonly version?: unknown }
    | undefined;
  if (typeof info?.name !== 'string') return undefined;
  const said = typeof info.version === 'string' ? `${info.name} ${info.version}` : info.name;
  return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
}

const LONGEST = 80;
