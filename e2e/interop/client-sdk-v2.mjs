import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { address, answer, play } from './play.mjs';

const modern = process.env.ERA === 'modern';
const client = new Client(
  { name: 'sdk-v2', version: '1' },
  {
    capabilities: { elicitation: { form: {}, url: {} } },
    ...(modern && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  },
);
client.setRequestHandler('elicitation/create', async request => answer(request.params));
await client.connect(new StreamableHTTPClientTransport(address));
await play((name, args) => client.callTool({ name, arguments: args }));
