// A server on the SDK v1 as its guide teaches, nothing of midcall. Copied beside the SDK before it is run.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'deployer', version: '1.0.0' });
server.registerTool('deploy_service', { description: 'Deploys a service.', inputSchema: { service: z.string() } }, async ({ service }) => {
  const answer = await server.server.elicitInput({
    message: `Deploy ${service}?`,
    requestedSchema: {
      type: 'object',
      properties: {
        environment: { type: 'string', title: 'Environment', enum: ['stg', 'prod'], enumNames: ['Staging', 'Production'] },
        runMigrations: { type: 'boolean', title: 'Run migrations', default: true },
        confirm: { type: 'boolean', title: 'Deploy now', default: false },
      },
      required: ['environment', 'confirm'],
    },
  });
  return { content: [{ type: 'text', text: `action=${answer.action} ${JSON.stringify(answer.content ?? {})}` }] };
});
await server.connect(new StdioServerTransport());
