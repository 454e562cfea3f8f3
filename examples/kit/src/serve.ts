/** Serves definitions: on stdio, or with `--http PORT` on 127.0.0.1. */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createMidcall, type Definition, type Midcall } from '@midcall/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** @param definitions What to serve; some need the process's midcall themselves. */
export function serve(name: string, definitions: (midcall: Midcall) => readonly Definition[]): void {
  const { values } = parseArgs({ options: { http: { type: 'string' } } });
  const overHttp = values.http !== undefined;
  // On this machine only: who can reach the server is somebody, and may have things remembered.
  const midcall = createMidcall({ serving: overHttp ? 'http' : 'stdio', loopback: true });
  const defined = definitions(midcall);
  const server = (): McpServer => midcall.attach(new McpServer({ name, version: '1.0.0' }), defined);
  if (!overHttp) {
    serveStdio(server);
    return;
  }
  const handle = toNodeHandler(createMcpHandler(server));
  const http = createServer((request, response) => void handle(request as Parameters<typeof handle>[0], response));
  http.listen(Number(values.http), '127.0.0.1', () => {
    const address = http.address();
    if (typeof address === 'object' && address !== null) process.stderr.write(`listening on http://127.0.0.1:${address.port}/mcp\n`);
  });
}
