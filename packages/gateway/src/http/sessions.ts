/**
 * Legacy hosts over streamable HTTP: one session for each `initialize`, bound to who opened it.
 *
 * Invariants:
 *  1. A session id with another principal is as unknown as one that never was (E-Q-02, E-S-02, N7).
 *  2. A session nobody uses any more ends, and with it everything opened for it (N12).
 *  3. A dropped stream is not the end of a session or of a call: the host comes back for the rest (E-T-10).
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@midcall/store';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Gateway, HostConnection } from '../options.js';
import { idOfBody, invalid, unserved } from './replies.js';
import { streamEvents } from './stream-events.js';
import { streamed } from './streamed.js';

export interface Sessions {
  /** Serves one request of the legacy era; `body` is the parsed body of a POST. */
  handle(request: Request, body: unknown, principal: string): Promise<Response>;
  has(id: string): boolean;
  readonly size: number;
  close(): Promise<void>;
}

export interface SessionsOptions {
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly idleMs: number;
  readonly keepAliveMs: number;
}

interface Session {
  readonly principal: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: HostConnection;
  /** Requests being served now; a session in use is never idle. */
  busy: number;
  stopIdle: () => void;
}

export function createSessions(options: SessionsOptions): Sessions {
  const sessions = new Map<string, Session>();

  const rest = (id: string, session: Session): void => {
    session.stopIdle();
    if (session.busy === 0) session.stopIdle = options.clock.setTimeout(() => void end(id), options.idleMs);
  };

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.stopIdle();
    await session?.connection.close();
  };

  const open = async (request: Request, body: unknown, principal: string): Promise<Response> => {
    let opened: string | undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      // Signs of life are ours: by the injected clock, on every stream alike.
      keepAliveMs: 0,
      eventStore: streamEvents(),
      retryInterval: RETRY_MS,
      onsessioninitialized: id => {
        opened = id;
        sessions.set(id, { principal, transport, connection, busy: 1, stopIdle: () => undefined });
      },
      onsessionclosed: id => end(id),
    });
    let connection: HostConnection;
    try {
      connection = await options.gateway.connect(transport, { principal });
    } catch (error) {
      return unserved(error, idOfBody(body));
    }
    void connection.closed.then(() => {
      if (opened !== undefined) void end(opened);
    });
    const response = await transport.handleRequest(request, { parsedBody: body });
    const session = opened === undefined ? undefined : sessions.get(opened);
    if (session === undefined || opened === undefined) {
      await connection.close();
      return response;
    }
    return used(opened, session, response);
  };

  /** Counts a streaming answer as use of the session until it ends or is dropped. */
  const used = (id: string, session: Session, response: Response): Response =>
    streamed(response, {
      clock: options.clock,
      everyMs: options.keepAliveMs,
      onEnd() {
        session.busy -= 1;
        if (sessions.get(id) === session) rest(id, session);
      },
    });

  return {
    has: id => sessions.has(id),
    get size() {
      return sessions.size;
    },
    async handle(request, body, principal) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) {
        if (request.method === 'POST' && isInitializeRequest(body)) return open(request, body, principal);
        return invalid(400, 'This request belongs to no session: the first is initialize, later ones name their session.', idOfBody(body));
      }
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principal) return invalid(404, 'There is no such session.', idOfBody(body));
      session.stopIdle();
      session.busy += 1;
      return used(id, session, await session.transport.handleRequest(request, { parsedBody: body }));
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

// How long a host is asked to wait before it comes back to a dropped stream.
const RETRY_MS = 1_000;
