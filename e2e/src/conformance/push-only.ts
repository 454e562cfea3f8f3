/**
 * A server on stdio that speaks 2025-11-25 only, pushes its questions, and has the tools of the modern suite: plain SDK, no
 * midcall. A modern host reaches it through a gateway alone.
 */
import { fromJsonSchema, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { NOTHING } from './suite-forms.js';

const server = new McpServer({ name: 'push-only', version: '1.0.0' }, { capabilities: { logging: {} } });
const PREFIX = 'test_input_required_result_';

function tool(name: string, run: (ctx: ServerContext) => Promise<string>): void {
  server.registerTool(
    `${PREFIX}${name}`,
    { inputSchema: fromJsonSchema<Record<string, unknown>>(NOTHING as never) },
    async (_args, ctx) => ({
      content: [{ type: 'text', text: await run(ctx) }],
    }),
  );
}

async function ask(ctx: ServerContext, message: string, field: string): Promise<string> {
  const requestedSchema = { type: 'object' as const, properties: { [field]: { type: 'string' as const } }, required: [field] };
  const answer = await ctx.mcpReq.elicitInput({ message, requestedSchema });
  return answer.action === 'accept' ? String(answer.content?.[field]) : answer.action;
}

async function sample(ctx: ServerContext, text: string): Promise<string> {
  const answer = await ctx.mcpReq.requestSampling({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });
  return JSON.stringify(answer.content);
}

async function roots(): Promise<string> {
  return JSON.stringify(await server.server.listRoots());
}

tool('elicitation', async ctx => `Hello, ${await ask(ctx, 'What is your name?', 'name')}!`);
tool('sampling', ctx => sample(ctx, 'What is the capital of France?'));
tool('list_roots', roots);
tool('request_state', async ctx => `state-ok: ${await ask(ctx, 'Please confirm', 'ok')}`);
tool('tampered_state', async ctx => `state-ok: ${await ask(ctx, 'Please confirm', 'ok')}`);
tool('multiple_inputs', async ctx => {
  const answers = await Promise.all([ask(ctx, 'What is your name?', 'name'), sample(ctx, 'Write a greeting'), roots()]);
  return answers.join(' ');
});
tool('multi_round', async ctx => {
  const name = await ask(ctx, 'Step 1: What is your name?', 'name');
  return `${name} likes ${await ask(ctx, `Step 2: ${name}, what is your favorite color?`, 'color')}`;
});
tool('capabilities', async ctx =>
  server.server.getClientCapabilities()?.elicitation === undefined
    ? sample(ctx, 'Write a greeting')
    : ask(ctx, 'What is your name?', 'name'),
);
server.registerPrompt(`${PREFIX}prompt`, {}, async ctx => ({
  messages: [
    {
      role: 'user',
      content: { type: 'text', text: `Use this context: ${await ask(ctx, 'What context should the prompt use?', 'context')}` },
    },
  ],
}));

await server.connect(new StdioServerTransport());
