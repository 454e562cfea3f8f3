/** The server behind the desk; it outlives every desk, and counts what reached it below everything that forgives a repeat. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMidcall, defineTool, newKey, text } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

export interface RecordsServer {
  readonly url: string;
  /** Every text that a person gave and that reached the server, with how often. */
  readonly tokens: ReadonlyMap<string, number>;
  /** How often each state was sent back. */
  readonly retries: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const book = defineTool('book', { inputSchema: z.object({ n: z.number() }) }, async (_args, call) => {
  const form = { name: text() };
  const [guest, host] = await Promise.all([
    call.need('guest', { message: 'Who comes?', form }),
    call.need('host', { message: 'Who invites?', form }),
  ]);
  const room = await call.need('room', { message: 'Which room?', form });
  return { content: [{ type: 'text', text: `${guest.name} ${host.name} ${room.name}` }] };
});

export async function recordsServer(): Promise<RecordsServer> {
  const tokens = new Map<string, number>();
  const retries = new Map<string, number>();
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  const midcall = createMidcall({ keys: newKey(), store: memoryStore(), loopback: true });
  const handler = createMcpHandler(() => midcall.attach(new McpServer({ name: 'records', version: '1.0.0' }), [book]));
  const node = toNodeHandler(handler);
  const http = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const { params } = (body ?? {}) as {
        params?: { requestState?: string; inputResponses?: Record<string, { content?: { name?: string } }> };
      };
      if (params?.requestState !== undefined) count(retries, params.requestState);
      for (const { content } of Object.values(params?.inputResponses ?? {})) if (content?.name !== undefined) count(tokens, content.name);
      await node(request as Parameters<typeof node>[0], response, body);
    })().catch(() => response.destroy());
  });
  // On a busy machine a line may be idle for long, and closed in the very moment in which it is used again.
  http.keepAliveTimeout = 600_000;
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    tokens,
    retries,
    async close() {
      await handler.close();
      http.closeAllConnections();
      await new Promise(resolve => http.close(resolve));
    },
  };
}
