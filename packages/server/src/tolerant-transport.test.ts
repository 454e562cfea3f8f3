import { text } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { memoryStore } from '@midcall/store';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { defineTool } from './author/define.js';
import { createMidcall } from './index.js';
import { tolerantTransport } from './tolerant-transport.js';

const greet = defineTool('greet', {}, async (_none, call) => {
  const { name } = await call.need('who', { message: 'Who?', form: { name: text() } });
  return { content: [{ type: 'text', text: `Hello ${name}` }] };
});

async function exchange(...messages: readonly { readonly method: string; readonly id?: number; readonly params: object }[]) {
  const [host, far] = InMemoryTransport.createLinkedPair();
  const midcall = createMidcall({ store: memoryStore(), onError: () => {} });
  const served = serveStdio(() => midcall.attach(new McpServer({ name: 'odd', version: '1' }), [greet]), {
    transport: tolerantTransport(far),
  });
  let last: unknown;
  for (const message of messages) {
    last = await new Promise(resolve => {
      host.onmessage = resolve;
      void host.send({ jsonrpc: '2.0', ...message } as never);
      if (message.id === undefined) resolve(undefined);
    });
  }
  await host.close();
  await served.close();
  return last;
}

const modern = (elicitation: unknown) => ({
  id: 1,
  method: 'tools/call',
  params: { name: 'greet', _meta: { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: { elicitation } } },
});

describe('a capability of the wrong type', () => {
  it.each([true, null, 'form', [], 1, { form: true }, { form: null }])(
    'counts as undeclared on 2026-07-28: %j [E-C-08, E-C-15, N11]',
    async odd => {
      expect(await exchange(modern(odd))).toMatchObject({
        error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
      });
    },
  );

  it.each([true, null, 'form', []])('does not end the connection before it began in the legacy era: %j [E-C-15, N1]', async odd => {
    const start = { protocolVersion: '2025-11-25', capabilities: { elicitation: odd }, clientInfo: { name: 'odd', version: '1' } };
    const result = await exchange(
      { id: 1, method: 'initialize', params: start },
      { method: 'notifications/initialized', params: {} },
      { id: 2, method: 'tools/call', params: { name: 'greet', arguments: {} } },
    );
    expect(result).toMatchObject({ id: 2, result: { isError: true } });
  });

  it('leaves what is well-formed as it is', async () => {
    expect(await exchange(modern({ form: {}, url: {}, later: 1 }))).toMatchObject({ result: { resultType: 'input_required' } });
    expect(await exchange(modern({ form: {}, url: true }))).toMatchObject({ result: { resultType: 'input_required' } });
    expect(await exchange(modern({}))).toMatchObject({ result: { resultType: 'input_required' } });
  });
});
