/**
 * What stands behind every gateway and rival of the gateway rows: one tool that asks and one that does not, on the SDK as
 * cheaply as it can be had, in both eras. A push goes on its call's own stream and its schema is compiled once.
 */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { freshSchema } from '../rows/form.js';
import { argsSchema, done, info, PLAIN_TOOL, TOOL } from './tool.js';

const requestedSchema = freshSchema();

export function asking(): McpServer {
  const server = new McpServer(info);
  server.registerTool(PLAIN_TOOL, { inputSchema: argsSchema }, async args => done(args.service, 'staging'));
  server.registerTool(TOOL, { inputSchema: argsSchema }, async (args, ctx) => {
    const modern = (server.server.getNegotiatedProtocolVersion() ?? '') >= '2026-07-28';
    return modern ? askInRounds(args, ctx) : push(args, ctx);
  });
  return server;
}

async function push(args: { readonly service: string }, ctx: ServerContext): Promise<CallToolResult> {
  const question = { mode: 'form', message: `Release ${args.service}: how?`, requestedSchema } as const;
  const answer = await ctx.mcpReq.elicitInput(question, { relatedRequestId: ctx.mcpReq.id });
  return finish(args.service, answer.action, answer.content);
}

function askInRounds(args: { readonly service: string }, ctx: ServerContext): CallToolResult | InputRequiredResult {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'release');
  if (answer.kind === 'elicit') return finish(args.service, answer.action, answer.content);
  return inputRequired({ inputRequests: { release: inputRequired.elicit({ message: `Release ${args.service}: how?`, requestedSchema }) } });
}

function finish(service: string, action: string, content: Readonly<Record<string, unknown>> | undefined): CallToolResult {
  if (action !== 'accept') return { content: [{ type: 'text', text: 'Nothing was released.' }] };
  return done(service, String(content?.environment));
}
