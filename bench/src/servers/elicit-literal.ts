/** The tool as the SDK's own examples write it: `elicitInput` with the schema as a literal in the handler. Legacy era only. */
import { McpServer } from '@modelcontextprotocol/server';
import { freshSchema } from '../rows/form.js';
import { argsSchema, done, info, TOOL } from './tool.js';

export function elicitLiteral(): McpServer {
  const server = new McpServer(info);
  server.registerTool(TOOL, { inputSchema: argsSchema }, async (args, ctx) => {
    const answer = await ctx.mcpReq.elicitInput(
      { mode: 'form', message: `Release ${args.service}: how?`, requestedSchema: freshSchema() },
      { relatedRequestId: ctx.mcpReq.id },
    );
    if (answer.action !== 'accept') return { content: [{ type: 'text', text: 'Nothing was released.' }] };
    return done(args.service, String(answer.content?.environment));
  });
  return server;
}
