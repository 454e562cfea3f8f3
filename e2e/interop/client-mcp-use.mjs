import { MCPClient } from 'mcp-use';
import { address, answer, play } from './play.mjs';

const client = new MCPClient({ mcpServers: { gateway: { url: address.href } } }, { onElicitation: async params => answer(params) });
const session = await client.createSession('gateway');
await play((name, args) => session.callTool(name, args));
