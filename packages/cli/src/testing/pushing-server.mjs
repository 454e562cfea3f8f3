// A server as the SDK's guide writes one for both eras, with a tool that pushes its question: the newest revision has no such push.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

serveStdio(() => {
  const server = new McpServer({ name: 'pusher', version: '1.0.0' });
  server.registerTool('old', {}, async ctx => {
    const requestedSchema = { type: 'object', properties: { go: { type: 'boolean' } } };
    const { action } = await ctx.mcpReq.elicitInput({ message: 'Go?', requestedSchema });
    return { content: [{ type: 'text', text: action }] };
  });
  return server;
});
