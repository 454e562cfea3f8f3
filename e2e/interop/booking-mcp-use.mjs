// A server on mcp-use as its guide teaches, nothing of midcall: a form, and a page. Copied beside mcp-use before it is run.
import { MCPServer, text } from 'mcp-use/server';
import { z } from 'zod';

const server = new MCPServer({ name: 'booking', version: '1.0.0', host: '127.0.0.1' });
server.tool(
  { name: 'book_table', description: 'Books a table.', schema: z.object({ restaurant: z.string() }) },
  async ({ restaurant }, ctx) => {
    const answer = await ctx.elicit(
      `A table at ${restaurant}: for how many?`,
      z.object({ guests: z.number().int().min(1).max(12), terrace: z.boolean().default(false) }),
    );
    return text(`action=${answer.action} ${JSON.stringify(answer.data ?? {})}`);
  },
);
server.tool({ name: 'connect_calendar', description: 'Connects a calendar.' }, async (_, ctx) => {
  const answer = await ctx.elicit('Grant access to your calendar.', 'https://calendar.example/consent');
  return text(`action=${answer.action}`);
});
await server.listen(Number(process.argv[2]));
