import type { ElicitRequest } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { fromJsonSchema, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import type { Gateway } from './options.js';
import { fakeDesk } from './testing/fake-desk.test.peer.js';
import { pipe } from './testing/raw-peers.test.peer.js';

const FORM = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, seats: { type: 'integer', minimum: 1 } },
  required: ['name'],
} as const;

const INFO = { name: 'booking', version: '1' };
const NO_ARGUMENTS = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });

/** A server of the official SDK, written as its guide says for both eras. */
function sdkServer(): McpServer {
  const server = new McpServer(INFO);
  server.registerTool('book', { inputSchema: NO_ARGUMENTS }, async (_args, ctx) => {
    const who = inputResponse(ctx.mcpReq.inputResponses, 'who');
    if (who.kind === 'missing') {
      return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Name?', requestedSchema: FORM as never }) } });
    }
    const text = who.kind === 'elicit' ? JSON.stringify([who.action, (who as { content?: unknown }).content ?? null]) : who.kind;
    return { content: [{ type: 'text', text }] };
  });
  server.registerPrompt('hello', {}, async () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] }));
  return server;
}

/** A legacy-only server that pushes its question. */
function pushingServer(): McpServer {
  const server = new McpServer(INFO);
  server.registerTool('book', { inputSchema: NO_ARGUMENTS }, async (_args, ctx) => {
    const answer = await ctx.mcpReq.elicitInput({ message: 'Name?', requestedSchema: FORM as never });
    return { content: [{ type: 'text', text: JSON.stringify([answer.action, answer.content ?? null]) }] };
  });
  server.registerPrompt('hello', {}, async () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] }));
  return server;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SERVERS = ['legacy', 'dual', 'modern'] as const;
const HOSTS = ['legacy', 'modern'] as const;

function gatewayTo(kind: (typeof SERVERS)[number], desk = fakeDesk()): { gateway: Gateway; desk: ReturnType<typeof fakeDesk> } {
  const gateway = createGateway({
    serverName: 'Booking',
    desk: desk.desk,
    upstream: () => {
      const [near, far] = pipe();
      if (kind === 'legacy') void pushingServer().connect(far);
      else serveStdio(sdkServer, { transport: far, legacy: kind === 'modern' ? 'reject' : 'serve' });
      return near;
    },
  });
  closers.push(() => gateway.close());
  return { gateway, desk };
}

async function host(
  gateway: Gateway,
  era: (typeof HOSTS)[number],
  answer?: (request: ElicitRequest) => { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> },
): Promise<Client> {
  const [near, far] = pipe();
  await gateway.connect(near);
  const client = new Client(
    { name: 'host', version: '1' },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {}, url: {} } },
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  if (answer !== undefined) client.setRequestHandler('elicitation/create', async request => answer(request));
  await client.connect(far);
  closers.push(() => client.close());
  return client;
}

const text = (result: unknown): string => String((result as { content: { text: string }[] }).content[0]?.text);

describe.each(HOSTS)('official SDK client, %s', hostEra => {
  describe.each(SERVERS)('official SDK server, %s', serverEra => {
    it('calls, lists and gets without a question', async () => {
      const { gateway } = gatewayTo(serverEra);
      const client = await host(gateway, hostEra);
      expect((await client.listTools()).tools.map(tool => tool.name)).toEqual(['book']);
      expect((await client.getPrompt({ name: 'hello' })).messages).toHaveLength(1);
      await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow();
    });

    it('is asked at the desk when the host declares no elicitation [N1]', async () => {
      const { gateway, desk } = gatewayTo(serverEra);
      const client = await host(gateway, hostEra);
      const call = client.callTool({ name: 'book', arguments: {} });
      const asked = await desk.next();
      expect(asked.message).toBe('Name?');
      asked.answer({ action: 'accept', content: { name: 'Rowan' } });
      expect(text(await call)).toBe('["accept",{"name":"Rowan"}]');
      const again = client.callTool({ name: 'book', arguments: {} });
      (await desk.next()).answer({ action: 'decline' });
      expect(text(await again)).toBe('["decline",null]');
    });

    it('is asked in the host itself when it declares elicitation, each action as it is [N2, E-A-02]', async () => {
      const { gateway, desk } = gatewayTo(serverEra);
      const client = await host(gateway, hostEra, () => ({ action: 'accept', content: { name: 'Ada' } }));
      expect(text(await client.callTool({ name: 'book', arguments: {} }))).toBe('["accept",{"name":"Ada"}]');
      const refusing = await host(gateway, hostEra, () => ({ action: 'cancel' }));
      expect(text(await refusing.callTool({ name: 'book', arguments: {} }))).toBe('["cancel",null]');
      expect(desk.asked).toHaveLength(0);
    });
  });
});
