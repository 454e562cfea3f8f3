/** The same tool without a question: what a call costs anyway. */
import { McpServer } from '@modelcontextprotocol/server';
import { argsSchema, done, info, TOOL } from './tool.js';

export function plain(): McpServer {
  const server = new McpServer(info);
  server.registerTool(TOOL, { inputSchema: argsSchema }, async args => done(args.service, 'staging'));
  return server;
}
