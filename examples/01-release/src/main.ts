/** Serves the deploy tool: on stdio, or with `--http PORT` on 127.0.0.1. */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createMidcall } from '@midcall/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { defineDeploy } from './deploy.js';
import { createReleases } from './releases.js';

const { values } = parseArgs({ options: { http: { type: 'string' } } });
const midcall = createMidcall({ serving: values.http === undefined ? 'stdio' : 'http' }); // once per process: keys, store
const deploy = defineDeploy(createReleases());
const server = (): McpServer => midcall.attach(new McpServer({ name: 'releases', version: '1.0.0' }), [deploy]); // cheap: per request on HTTP

if (values.http === undefined) {
  serveStdio(server);
} else {
  const handle = toNodeHandler(createMcpHandler(server));
  const http = createServer((request, response) => void handle(request as Parameters<typeof handle>[0], response));
  http.listen(Number(values.http), '127.0.0.1', () => {
    const address = http.address();
    if (typeof address === 'object' && address !== null) process.stderr.write(`listening on http://127.0.0.1:${address.port}/mcp\n`);
  });
}
