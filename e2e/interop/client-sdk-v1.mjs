import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { address, answer, play } from './play.mjs';

const client = new Client({ name: 'sdk-v1', version: '1' }, { capabilities: { elicitation: { form: {}, url: {} } } });
client.setRequestHandler(ElicitRequestSchema, async request => answer(request.params));
await client.connect(new StreamableHTTPClientTransport(address));
await play((name, args) => client.callTool({ name, arguments: args }));
