// A server as the SDK's guide writes one, on stdio, which asks through its client. Nothing of midcall is in it.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'deployer', version: '1.2.0' });

server.registerTool(
  'deploy_service',
  { description: 'Deploys a service.', inputSchema: z.object({ service: z.string() }) },
  async ({ service }, ctx) => {
    const answer = await ctx.mcpReq.elicitInput({
      mode: 'form',
      message: `Deploy ${service}: which environment?`,
      requestedSchema: {
        type: 'object',
        properties: {
          environment: { type: 'string', enum: ['staging', 'production'], enumNames: ['Staging', 'Production (live)'] },
          runMigrations: { type: 'boolean', default: false },
          confirm: { type: 'boolean', title: 'I know what this does' },
        },
        required: ['environment', 'confirm'],
      },
    });
    if (answer.action !== 'accept' || answer.content?.confirm !== true) {
      return { content: [{ type: 'text', text: `Nothing was deployed: ${answer.action}.` }] };
    }
    return { content: [{ type: 'text', text: `Deployed ${service} to ${answer.content.environment} as ${process.env.DEPLOY_USER}.` }] };
  },
);

await server.connect(new StdioServerTransport());
