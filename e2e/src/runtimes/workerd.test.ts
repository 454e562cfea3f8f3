import { fileURLToPath } from 'node:url';
import { newKey } from '@midcall/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { bundle } from './bundle.js';
import { startWorkerd } from './workerd.js';

// Which globals there are depends on the date.
it.each(['2024-01-01', '2026-11-01'])(
  'the server runs in workerd as of %s, without Node compatibility: a tool asks twice over HTTP, is answered, and has its effect [E-M-17]',
  async date => {
    const entry = fileURLToPath(new URL('./edge-server.ts', import.meta.url));
    const bundled = await bundle(entry, { target: 'webworker', conditions: ['workerd', 'worker', 'browser', 'import'] });
    expect(bundled).not.toMatch(/(?:\bfrom|\bimport|\brequire\()\s*\(?["'`]node:/);
    const main = `import { edgeServer } from './bundle.js';\nexport default { fetch: edgeServer(${JSON.stringify(newKey())}) };\n`;
    const workerd = await startWorkerd(main, bundled, date);
    const client = new Client(
      { name: 'host', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: asked.length === 1 ? { room: 'blue' } : { seats: '8' } };
    });
    try {
      await client.connect(new StreamableHTTPClientTransport(workerd.url));
      const result = await client.callTool({ name: 'book', arguments: {} });
      expect(result.content, workerd.said()).toEqual([
        { type: 'text', text: expect.stringMatching(/^blue\/8\/\d+ on Cloudflare-Workers$/) },
      ]);
      expect(asked).toEqual(['Which room?', 'Book blue?']);
    } finally {
      await client.close();
      workerd.close();
    }
  },
  120_000,
);
