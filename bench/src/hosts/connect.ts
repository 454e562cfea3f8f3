/** A server of the call rows behind each transport, and the SDK's client in front of it, answering every question at once. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import type { McpServer } from '@modelcontextprotocol/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { answer } from '../rows/form.js';
import type { ServerName } from '../servers/index.js';
import { servers } from '../servers/index.js';
import { TOOL } from '../servers/tool.js';

export type Era = 'modern' | 'legacy';
export type TransportName = 'memory' | 'stdio' | 'http';

export interface Connected {
  /** One tool call, from the request to the checked result; `rounds` is how many questions it asks where the tool takes that. */
  call(options?: { readonly rounds: number }): Promise<void>;
  /** Process id of the server, where it is a process of its own. */
  readonly pid?: number;
  close(): Promise<void>;
}

export async function connect(name: ServerName, era: Era, transport: TransportName): Promise<Connected> {
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { maxRounds: 200 },
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  let questions = 0;
  client.setRequestHandler('elicitation/create', async () => {
    questions += 1;
    return { action: 'accept', content: { ...answer } };
  });
  const server = await OPENERS[transport](name, era, client);
  let expected = 0;
  return {
    async call(options) {
      expected += name === 'plain' ? 0 : (options?.rounds ?? 1);
      const result = await client.callTool({ name: TOOL, arguments: { service: 'billing', ...options } });
      const [first] = result.content;
      // A row that measured an error, or a call that never asked, would be the fastest of all.
      if (result.isError === true || first?.type !== 'text' || first.text !== 'Released billing to staging.')
        throw new Error(`unexpected result: ${JSON.stringify(result)}`);
      if (questions !== expected) throw new Error(`${questions} questions instead of ${expected}`);
    },
    ...(server.pid !== undefined && { pid: server.pid }),
    async close() {
      await client.close();
      await server.close();
    },
  };
}

interface Opened {
  readonly pid?: number;
  close(): Promise<void>;
}

const OPENERS: Readonly<Record<TransportName, (name: ServerName, era: Era, client: Client) => Promise<Opened>>> = {
  async memory(name, _, client) {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const handle = serveStdio(() => servers[name](), { transport: serverSide });
    await client.connect(clientSide);
    return { close: () => handle.close() };
  },

  async stdio(name, _, client) {
    const script = fileURLToPath(new URL('../servers/stdio.js', import.meta.url));
    const transport = new StdioClientTransport({ command: process.execPath, args: ['--no-warnings', script, name] });
    await client.connect(transport);
    return { ...(transport.pid !== null && { pid: transport.pid }), close: async () => {} };
  },

  async http(name, era, client) {
    return era === 'modern' ? openModernHttp(name, client) : openSessionHttp(name, client);
  },
};

async function openModernHttp(name: ServerName, client: Client): Promise<Opened> {
  const handler = createMcpHandler(() => servers[name]());
  const node = toNodeHandler(handler);
  const http = createServer((request, response) => void node(request as Parameters<typeof node>[0], response));
  const url = await listen(http);
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    async close() {
      await handler.close();
      await closed(http);
    },
  };
}

/** One session, as the one client opens it. */
async function openSessionHttp(name: ServerName, client: Client): Promise<Opened> {
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() });
  const server: McpServer = servers[name]();
  await server.connect(transport);
  const http = createServer((request, response) => void transport.handleRequest(request, response));
  const url = await listen(http);
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    async close() {
      await transport.close();
      await closed(http);
    },
  };
}

async function listen(http: ReturnType<typeof createServer>): Promise<URL> {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
}

async function closed(http: ReturnType<typeof createServer>): Promise<void> {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
}
