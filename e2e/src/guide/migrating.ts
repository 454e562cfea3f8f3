/** What the page about migrating shows: the same tool before and after; both are called in guide.test.ts. */
import { choice, type Midcall } from '@midcall/server';
import { acceptedContent, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

export function beforeWithElicitInput(server: McpServer): void {
  // #region elicit-input-before
  server.registerTool('deploy', { inputSchema: z.object({ service: z.string() }) }, async ({ service }, ctx) => {
    const answer = await ctx.mcpReq.elicitInput({
      message: `Deploy ${service}: where?`,
      requestedSchema: { type: 'object', properties: { where: { type: 'string', enum: ['staging', 'production'] } }, required: ['where'] },
    });
    if (answer.action !== 'accept') return said('Not deployed.');
    return said(`Deployed ${service} to ${String(answer.content?.where)}.`);
  });
  // #endregion
}

export function stepOne(midcall: Midcall, server: McpServer): void {
  // #region elicit-input-first
  midcall.tools(server).registerTool('deploy', { inputSchema: z.object({ service: z.string() }) }, async ({ service }, call) => {
    const answer = await call.elicit({
      message: `Deploy ${service}: where?`,
      requestedSchema: { type: 'object', properties: { where: { type: 'string', enum: ['staging', 'production'] } }, required: ['where'] },
    });
    if (answer.action !== 'accept') return said('Not deployed.');
    return said(`Deployed ${service} to ${String(answer.content?.where)}.`);
  });
  // #endregion
}

export function after(midcall: Midcall, server: McpServer): void {
  // #region after
  midcall.tools(server).registerTool('deploy', { inputSchema: z.object({ service: z.string() }) }, async ({ service }, call) => {
    const { where } = await call.need('where', {
      message: `Deploy ${service}: where?`,
      form: { where: choice(['staging', 'production']) },
    });
    return said(`Deployed ${service} to ${where}.`);
  });
  // #endregion
}

export function beforeWithInputRequired(server: McpServer): void {
  // #region input-required-before
  const Where = z.object({ where: z.enum(['staging', 'production']) });
  server.registerTool('deploy', { inputSchema: z.object({ service: z.string() }) }, async ({ service }, ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    const content = acceptedContent(responses, 'where', Where);
    if (content === undefined && responses !== undefined) return said('Not deployed.');
    if (content === undefined) {
      return inputRequired({
        inputRequests: { where: inputRequired.elicit({ message: `Deploy ${service}: where?`, requestedSchema: Where }) },
      });
    }
    return said(`Deployed ${service} to ${content.where}.`);
  });
  // #endregion
}
