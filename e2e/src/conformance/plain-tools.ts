/** Tools of the suite that ask nothing: progress, logging, a stream that is closed and resumed. Registered beside midcall's, by the SDK alone. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Tells the hosts that listen that a list changed. */
export interface Changes {
  tools: () => void;
  prompts: () => void;
}

export function plainTools(server: McpServer, changes: Changes): void {
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells how far it is.', inputSchema: z.looseObject({}) },
    async (_args, ctx) => {
      const token = ctx.mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (token !== undefined)
          await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, total: 100 } });
      }
      return { content: [{ type: 'text', text: 'done' }] };
    },
  );
  server.registerTool('test_logging_tool', { description: 'Logs a line.', inputSchema: z.looseObject({}) }, async (_args, ctx) => {
    await ctx.mcpReq.log('info', 'a line');
    return { content: [{ type: 'text', text: 'logged' }] };
  });
  server.registerTool('test_simple_text', { description: 'Answers at once.', inputSchema: z.looseObject({}) }, () => ({
    content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  }));
  server.registerTool(
    'test_reconnection',
    { description: 'Closes its stream and finishes on the next one.', inputSchema: z.looseObject({}) },
    async (_args, ctx) => {
      await new Promise(resolve => setTimeout(resolve, 100));
      ctx.http?.closeSSE?.();
      await new Promise(resolve => setTimeout(resolve, 100));
      return { content: [{ type: 'text', text: 'Reconnection test completed successfully' }] };
    },
  );
  for (const [name, change] of [
    ['test_trigger_tool_change', () => changes.tools()],
    ['test_trigger_prompt_change', () => changes.prompts()],
  ] as const) {
    server.registerTool(name, { description: 'Tells that a list changed.', inputSchema: z.looseObject({}) }, () => {
      change();
      return { content: [{ type: 'text', text: 'told' }] };
    });
  }
}
