/** `node http.js NAME`: one of the servers over streamable HTTP, sessions for the legacy era, none for the modern one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { servers } from './index.js';
import { announce, listen } from './listen.js';

const name = process.argv[2] ?? '';
const factory = Object.entries(servers).find(([each]) => each === name)?.[1];
if (factory === undefined) throw new Error(`no server is called ${name}`);

const modern = toNodeHandler(createMcpHandler(() => factory(), { legacy: 'reject' }));
const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'];
  if (id === undefined && request.headers['mcp-protocol-version'] === '2026-07-28')
    return modern(request as Parameters<typeof modern>[0], response);
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  if (known !== undefined) return known.handleRequest(request, response);
  const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: session => void sessions.set(session, transport),
  });
  await factory?.().connect(transport);
  return transport.handleRequest(request, response);
}

announce(await listen((request, response) => void serve(request, response)));
