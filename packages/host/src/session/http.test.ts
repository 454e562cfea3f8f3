/** Rounds over streamable HTTP against the SDK's own handler, which enforces mirrored headers. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDesk, scriptedSurface } from '../index.js';

const nameForm = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };

function build(): McpServer {
  const server = new McpServer({ name: 's', version: '1' });
  const room = z.string().meta({ 'x-mcp-header': 'Room' });
  server.registerTool('book', { inputSchema: z.object({ room }) }, async (args, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.who as { content?: { name?: string } } | undefined;
    if (answer === undefined)
      return inputRequired({
        inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema: nameForm }) },
        requestState: 's',
      });
    return { content: [{ type: 'text', text: `${args.room} for ${answer.content?.name}` }] };
  });
  return server;
}

describe('over HTTP', () => {
  it('mirrors arguments into headers on every leg, and learns that it must [E-T-03, E-M-39]', async () => {
    const handler = createMcpHandler(build);
    const headers: [string, string | null, string | null][] = [];
    const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      const body = JSON.parse(await request.clone().text()) as { method: string };
      headers.push([body.method, request.headers.get('mcp-method'), request.headers.get('mcp-param-room')]);
      return handler.fetch(request);
    };
    const desk = createDesk({ surfaces: [scriptedSurface({ who: { name: 'Rowan' } })] });
    const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const session = desk.attach(client, { server: 'Records' });
    await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
    // Nothing is known of the tool yet: the server refuses, its tools are listed, the call is sent again.
    expect(await session.callTool({ name: 'book', arguments: { room: 'grüner Saal' } })).toMatchObject({
      content: [{ text: 'grüner Saal for Rowan' }],
    });
    const sentinel = `=?base64?${Buffer.from('grüner Saal').toString('base64')}?=`;
    const calls = headers.filter(([method]) => method === 'tools/call');
    expect(calls).toEqual([
      ['tools/call', 'tools/call', null],
      ['tools/call', 'tools/call', sentinel],
      ['tools/call', 'tools/call', sentinel],
    ]);
    headers.length = 0;
    await session.callTool({ name: 'book', arguments: { room: 'blue' } });
    expect(headers.map(([method, , room]) => [method, room])).toEqual([
      ['tools/call', 'blue'],
      ['tools/call', 'blue'],
    ]);
    await client.close();
    await desk.close();
    await handler.close();
  });
});
