import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { address, answer, play } from './play.mjs';

const client = await createMCPClient({ transport: { type: 'http', url: address.href }, capabilities: { elicitation: {} } });
client.onElicitationRequest(ElicitationRequestSchema, request => answer(request.params));
const tools = await client.tools();
await play((name, args) => tools[name].execute(args, { toolCallId: 'call', messages: [] }));
