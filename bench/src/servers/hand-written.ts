/**
 * The rival of the call rows: the same tool written by hand on the SDK, as well as it can be. One handler for both eras;
 * Ajv compiled once; state signed by the SDK's codec and bound to method, principal, tool and arguments.
 */
import { createHash } from 'node:crypto';
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { createRequestStateCodec, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { freshSchema } from '../rows/form.js';
import { argsSchema, done, info, TOOL } from './tool.js';

interface State {
  readonly tool: string;
  readonly args: string;
}

const codec = createRequestStateCodec<State>({
  key: 'benchmarks-need-no-secret-key-but-32-bytes',
  bind: ctx => `${ctx.mcpReq.method}\0${String(ctx.http?.authInfo?.extra?.sub ?? '')}`,
});
const requestedSchema = freshSchema();
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(requestedSchema);

const digest = (args: unknown): string => createHash('sha256').update(JSON.stringify(args)).digest('base64url');

export function handWritten(): McpServer {
  const server = new McpServer(info, { requestState: { verify: codec.verify } });
  server.registerTool(TOOL, { inputSchema: argsSchema }, handle);
  return server;
}

async function handle(args: { readonly service: string }, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const state = ctx.mcpReq.requestState<State>();
  if (state === undefined) return question(args, ctx);
  if (state.tool !== TOOL || state.args !== digest(args)) throw new Error('the state belongs to another call');
  const response = inputResponse(ctx.mcpReq.inputResponses, 'release');
  if (response.kind !== 'elicit') return question(args, ctx);
  if (response.action !== 'accept') return { content: [{ type: 'text', text: 'Nothing was released.' }] };
  if (!validate(response.content)) return question(args, ctx);
  return done(args.service, String(response.content?.environment));
}

async function question(args: { readonly service: string }, ctx: ServerContext): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { release: inputRequired.elicit({ message: `Release ${args.service}: how?`, requestedSchema }) },
    requestState: await codec.mint({ tool: TOOL, args: digest(args) }, ctx),
  });
}
