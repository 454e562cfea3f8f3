/**
 * A server on stdio that speaks 2026-07-28 only and has the tools of the legacy suite: plain SDK, no midcall. A legacy host
 * reaches it through a gateway alone.
 */
import { fromJsonSchema, type InputRequest, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { DEFAULTS_FORM, ENUMS_FORM, NOTHING, USER_FORM } from './suite-forms.js';

type Shown = Readonly<Record<string, unknown>>;

/** Asks in one round what `question` says, then tells the answer. */
function asking(
  server: McpServer,
  name: string,
  inputSchema: Shown,
  question: (args: Shown) => InputRequest,
  tell: (answer: Shown) => string,
): void {
  server.registerTool(name, { inputSchema: fromJsonSchema<Shown>(inputSchema as never) }, (args, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.answer as Shown | undefined;
    if (answer === undefined) return inputRequired({ inputRequests: { answer: question(args) } });
    return { content: [{ type: 'text', text: tell(answer) }] };
  });
}

function factory(): McpServer {
  const server = new McpServer({ name: 'modern-only', version: '1.0.0' });
  const elicit = (message: string, requestedSchema: Shown) => inputRequired.elicit({ message, requestedSchema: requestedSchema as never });
  const said = (prefix: string) => (answer: Shown) =>
    `${prefix}: action=${String(answer.action)}, content=${JSON.stringify(answer.content ?? {})}`;
  const message = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
  const prompt = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] };
  asking(server, 'test_elicitation', message, args => elicit(String(args.message), USER_FORM), said('User response'));
  asking(server, 'test_elicitation_sep1034_defaults', NOTHING, () => elicit('Please review', DEFAULTS_FORM), said('Elicitation completed'));
  asking(server, 'test_elicitation_sep1330_enums', NOTHING, () => elicit('Please select', ENUMS_FORM), said('Elicitation completed'));
  asking(
    server,
    'test_sampling',
    prompt,
    args =>
      inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: String(args.prompt) } }], maxTokens: 100 }),
    answer => `LLM response: ${JSON.stringify(answer.content)}`,
  );
  return server;
}

serveStdio(factory, { legacy: 'reject' });
