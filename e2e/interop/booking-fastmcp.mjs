// A server on FastMCP (npm) as its guide teaches, nothing of midcall. Copied beside FastMCP before it is run.
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'booking', version: '1.0.0' });
server.addTool({
  name: 'book_table',
  description: 'Books a table.',
  parameters: z.object({ restaurant: z.string() }),
  execute: async ({ restaurant }, { elicit }) => {
    const answer = await elicit({
      message: `A table at ${restaurant}: for how many?`,
      requestedSchema: {
        type: 'object',
        properties: { guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 } },
        required: ['guests'],
      },
    });
    return `action=${answer.action} ${JSON.stringify(answer.content ?? {})}`;
  },
});
const port = process.argv[2];
await server.start(
  port === undefined
    ? { transportType: 'stdio' }
    : { transportType: 'httpStream', httpStream: { host: '127.0.0.1', port: Number(port), endpoint: '/mcp' } },
);
