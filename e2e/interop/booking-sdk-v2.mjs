// A server on the SDK v2 as its guide teaches, nothing of midcall: a round of its own, a pushed question, a page. Both eras.
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const question = restaurant => ({
  message: `A table at ${restaurant}: for how many?`,
  requestedSchema: {
    type: 'object',
    properties: {
      guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 },
      terrace: { type: 'boolean', title: 'On the terrace', default: false },
    },
    required: ['guests'],
  },
});
const said = answer => ({ content: [{ type: 'text', text: `action=${answer.action} ${JSON.stringify(answer.content ?? {})}` }] });
const inputSchema = z.object({ restaurant: z.string() });

function booking() {
  const server = new McpServer({ name: 'booking', version: '1.0.0' });
  server.registerTool('book_table', { description: 'Books a table.', inputSchema }, async ({ restaurant }, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'guests');
    if (answer.kind === 'elicit') return said(answer);
    return inputRequired({ inputRequests: { guests: inputRequired.elicit(question(restaurant)) } });
  });
  server.registerTool('push_table', { description: 'Books a table, asking while it runs.', inputSchema }, async ({ restaurant }, ctx) =>
    said(await ctx.mcpReq.elicitInput(question(restaurant), { relatedRequestId: ctx.mcpReq.id })),
  );
  server.registerTool('connect_calendar', { description: 'Connects a calendar.' }, async ctx => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'consent');
    if (answer.kind === 'elicit') return said(answer);
    const page = { message: 'Grant access to your calendar.', url: 'https://calendar.example/consent' };
    return inputRequired({ inputRequests: { consent: inputRequired.elicitUrl(page) } });
  });
  return server;
}

const port = process.argv[2];
if (port === undefined) serveStdio(booking);
else {
  const modern = toNodeHandler(createMcpHandler(booking, { legacy: 'reject' }));
  const sessions = new Map();
  createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id === undefined && request.headers['mcp-protocol-version'] === '2026-07-28') return modern(request, response);
    const known = sessions.get(id);
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: session => sessions.set(session, transport),
    });
    await booking().connect(transport);
    await transport.handleRequest(request, response);
  }).listen(Number(port), '127.0.0.1');
}
