/** An ordinary server of the older protocol, written on the official SDK alone: its one tool asks before it deploys. */
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'deploy-service', version: '1.0.0' });

server.registerTool(
  'deploy_service',
  { description: 'Deploys the current build of a service.', inputSchema: z.object({ service: z.string() }) },
  async ({ service }, ctx) => {
    const answer = await ctx.mcpReq.elicitInput(
      {
        message: `Deploy ${service}: which environment?`,
        requestedSchema: {
          type: 'object',
          properties: {
            environment: { type: 'string', title: 'Environment', enum: ['staging', 'production'] },
            runMigrations: { type: 'boolean', title: 'Run migrations', default: false },
          },
          required: ['environment'],
        },
      },
      { timeout: 10 * 60_000, signal: ctx.mcpReq.signal },
    );
    return { content: [{ type: 'text', text: outcome(service, answer) }] };
  },
);

await server.connect(new StdioServerTransport());

function outcome(service: string, { action, content }: { readonly action: string; readonly content?: unknown }): string {
  if (action === 'decline') return `Not deployed: the person declined.`;
  if (action !== 'accept') return `Not deployed: the question was closed without an answer.`;
  const { environment, runMigrations } = content as { readonly environment: string; readonly runMigrations?: boolean };
  return `Deployed ${service} to ${environment}${runMigrations === true ? ', migrations run' : ''}.`;
}
