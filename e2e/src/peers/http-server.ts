/** Serves a factory on a free loopback port: session HTTP or stateless for the legacy era, and the modern era beside it on the same URL. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, isLegacyRequest, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { memoryEvents } from './event-store.js';

type NodeRequest = Parameters<typeof toWebRequest>[0];

export interface HttpServer {
  readonly url: URL;
  /** Tells listeners of the modern era that lists changed. */
  readonly notify: McpHttpHandler['notify'];
  close(): Promise<void>;
}

export interface ServeHttpOptions {
  /** How the legacy era is served. */
  readonly legacy: 'session' | 'stateless';
  /** Which eras are served at all; default both. */
  readonly eras?: readonly ('legacy' | 'modern')[];
  readonly port?: number;
  /** Sessions can resume a dropped stream. */
  readonly resumable?: boolean;
  /** Paths beside `/mcp`; true if it answered. */
  readonly also?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

export async function serveHttp(factory: McpServerFactory, options: ServeHttpOptions): Promise<HttpServer> {
  const serves = (era: 'legacy' | 'modern'): boolean => options.eras?.includes(era) ?? true;
  const handler = createMcpHandler(factory, { onerror: () => undefined, ...(!serves('legacy') && { legacy: 'reject' }) });
  const node = toNodeHandler(handler);
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.writeHead(500).end());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await options.also?.(request, response)) return;
    const auth = bearer(request);
    const req = Object.assign(request, auth && { auth });
    const session = sessions.get(String(request.headers['mcp-session-id']));
    if (session) return session.handleRequest(req, response);
    const body = request.method === 'POST' ? await json(request) : undefined;
    const web = await toWebRequest(request as NodeRequest, body);
    const inSession = options.legacy === 'session' && serves('legacy');
    if (inSession && (!serves('modern') || (await isLegacyRequest(web, body)))) return open(req, response, body);
    await node(req as NodeRequest, response, body);
  }

  async function open(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if ((body as { method?: string } | undefined)?.method !== 'initialize') {
      response.writeHead(request.headers['mcp-session-id'] === undefined ? 400 : 404).end();
      return;
    }
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      ...(options.resumable === true && { eventStore: memoryEvents(), retryInterval: 500 }),
      onsessioninitialized: id => void sessions.set(id, transport),
    });
    const mcp = await factory({ era: 'legacy' } as Parameters<McpServerFactory>[0]);
    await mcp.connect(transport);
    await transport.handleRequest(request, response, body);
  }

  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    notify: handler.notify,
    async close() {
      for (const session of sessions.values()) await session.close();
      await handler.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

// The bearer's name is the person: what a token verifier would have found out.
function bearer(request: IncomingMessage): AuthInfo | undefined {
  const name = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (name === undefined) return undefined;
  return { token: name, clientId: 'host-app', scopes: [], expiresAt: 4e9, extra: { iss: 'https://id.example', sub: name } };
}

async function json(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
