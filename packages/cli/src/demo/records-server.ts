/**
 * The demo's server, a process of its own: on standard input and output, or with `--http` on a loopback port whose
 * address and bearer token it tells its parent. Written as any author would write a server with `@midcall/server`.
 */
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createMidcall } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isInitializeRequest,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { serveLoopback } from '../loopback/serve-loopback.js';
import { VERSION } from '../version.js';
import { deleteStaleRecords } from './delete-stale-records.js';
import { Records } from './records.js';

/** What the parent is told over the process channel. */
export interface RecordsAddress {
  readonly url: string;
  readonly token: string;
}

const tool = deleteStaleRecords(new Records());
const midcall = createMidcall({ keys: [randomBytes(32).toString('base64url')], store: memoryStore(), loopback: true });

function newServer(): McpServer {
  return midcall.attach(new McpServer({ name: 'records-admin', version: VERSION }), [tool]);
}

if (process.argv.includes('--http')) await serveHttp();
else serveStdio(() => newServer());

async function serveHttp(): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const modern = createMcpHandler(() => newServer(), { legacy: 'reject' });
  const { origin } = await serveLoopback(async request => {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? originValidationResponse(request, localhostAllowedOrigins());
    if (refused !== undefined) return refused;
    if (!bearerIs(request, token)) return new Response('Who are you?', { status: 401 });
    if (!(await isLegacyRequest(request.clone()))) return modern.fetch(request);
    return serveSession(request, sessions);
  }, 0);
  process.send?.({ url: `${origin}/mcp`, token } satisfies RecordsAddress);
  process.once('disconnect', () => process.exit(0));
}

async function serveSession(request: Request, sessions: Map<string, WebStandardStreamableHTTPServerTransport>): Promise<Response> {
  const id = request.headers.get('mcp-session-id');
  const known = id === null ? undefined : sessions.get(id);
  if (known !== undefined) return known.handleRequest(request);
  const body: unknown =
    request.method === 'POST'
      ? await request
          .clone()
          .json()
          .catch(() => undefined)
      : undefined;
  if (id !== null || !isInitializeRequest(body)) return new Response('No such session.', { status: id === null ? 400 : 404 });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: session => {
      sessions.set(session, transport);
    },
    onsessionclosed: session => {
      sessions.delete(session);
    },
  });
  await newServer().connect(transport);
  return transport.handleRequest(request);
}

function bearerIs(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
