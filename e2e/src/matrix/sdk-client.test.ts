/** The official client as the host, as people write it: one handler for questions, every transport and both eras. */
import { fileURLToPath } from 'node:url';
import { Client, InMemoryTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { createMatrixServer } from '../fixtures/matrix-server.js';
import { serveHttp } from '../peers/http-server.js';

const stdioServer = fileURLToPath(new URL('../../dist/fixtures/matrix-stdio.js', import.meta.url));
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const shapes: Readonly<Record<string, () => Promise<Transport>>> = {
  'in memory': async () => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    const handle = serveStdio(createMatrixServer().factory, { transport: there });
    opened.push(() => handle.close());
    return here;
  },
  stdio: async () => new StdioClientTransport({ command: process.execPath, args: [stdioServer] }),
  HTTP: async () => {
    const http = await serveHttp(createMatrixServer().factory, { legacy: 'session' });
    opened.push(() => http.close());
    return new StreamableHTTPClientTransport(http.url);
  },
};

describe.each(Object.keys(shapes))('the official client over %s', shape => {
  describe.each(['legacy', 'modern'] as const)('%s', era => {
    async function connect(
      answer: (
        message: string,
      ) => { action: 'accept'; content: Record<string, string | number | boolean> } | { action: 'decline' | 'cancel' },
    ) {
      const client = new Client(
        { name: 'host', version: '1.0.0' },
        { capabilities: { elicitation: { form: {} } }, ...(era === 'modern' && modern) },
      );
      const messages: string[] = [];
      client.setRequestHandler('elicitation/create', request => {
        messages.push(request.params.message);
        return answer(request.params.message);
      });
      const transport = await (shapes[shape] as () => Promise<Transport>)();
      await client.connect(transport);
      opened.push(() => client.close());
      return { client, messages };
    }

    it('answers one question and gets the result [E-R-07, E-R-08, E-B-01]', async () => {
      const { client, messages } = await connect(() => ({ action: 'accept', content: { name: 'Rowan' } }));
      const result = await client.callTool({ name: 'greet', arguments: {} });
      expect(result.content).toEqual([{ type: 'text', text: 'Hello Rowan' }]);
      expect(messages).toEqual(['Whom shall I greet?']);
    });

    it('answers two rounds, and is refused nothing for having declined [N2, E-M-17]', async () => {
      const { client } = await connect(message =>
        message.startsWith('Which') ? { action: 'accept', content: { city: 'oslo' } } : { action: 'accept', content: { nights: 2 } },
      );
      expect((await client.callTool({ name: 'trip', arguments: {} })).content).toEqual([{ type: 'text', text: 'oslo/2' }]);
      const other = await connect(() => ({ action: 'decline' }));
      const declined = await other.client.callTool({ name: 'trip', arguments: {} });
      expect(declined.isError).not.toBe(true);
    });
  });
});
