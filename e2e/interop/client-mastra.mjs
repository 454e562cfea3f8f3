import { MCPClient } from '@mastra/mcp';
import { address, answer, play } from './play.mjs';

const client = new MCPClient({ servers: { gateway: { url: address } } });
await client.elicitation.onRequest('gateway', async request => answer(request));
const tools = await client.getTools();
await play((name, args) => tools[`gateway_${name}`].execute({ context: args, ...args }, {}));
