/**
 * In front of McpServer's own handlers for the three methods that may ask (D1). McpServer turns what a tool throws into an
 * ordinary result and its callbacks know neither name nor arguments; one level lower both are there, and what is thrown
 * is a JSON-RPC error.
 */
import { isMidcallError, type JsonObject, MidcallError } from '@midcall/core';
import { type AskingMethod, RPC } from '@midcall/core/wire';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { canonicalJson } from '../state/index.js';
import { tapAnswers } from './answer-tap.js';
import { connectionOf, watchClose } from './connection.js';
import { type Frame, rememberFrame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { emptyFlow, serveModern } from './modern.js';
import { type Principal, type PrincipalReader, principalKey, readPrincipal } from './principal.js';
import { createProgress } from './progress.js';
import { readView } from './view.js';
import { argumentsError, WireError } from './wire-error.js';

export interface GateOptions {
  readonly serverName: string;
  readonly principal: PrincipalReader | undefined;
  /** Whether a call belongs to a definition of ours. */
  readonly owns: (method: AskingMethod, name: string) => boolean;
  /** Refuses HTTP while there are no keys that outlive the process. */
  readonly admit: (ctx: ServerContext) => void;
}

const METHODS = ['tools/call', 'prompts/get', 'resources/read'] as const satisfies readonly AskingMethod[];

/** @throws MidcallError ATTACH_TOO_LATE */
export function installGate(mcp: McpServer, services: GateServices, options: GateOptions): void {
  const { server } = mcp;
  for (const method of METHODS) {
    try {
      server.assertCanSetRequestHandler(method);
    } catch {
      throw tooLate();
    }
  }
  if (mcp.isConnected()) throw tooLate();
  const tap = tapAnswers(server);
  const closed = watchClose(server);
  const original = server.setRequestHandler.bind(server) as (method: string, ...rest: unknown[]) => void;
  const gated =
    (method: AskingMethod, inner: Handler): Handler =>
    async (request, ctx) => {
      const malformed = tap.malformed(ctx.mcpReq.id);
      const { params } = request;
      const name = String(method === 'resources/read' ? params.uri : params.name);
      if (!options.owns(method, name)) return inner(request, ctx);
      const frame = frameFor(services, options, mcp, ctx, method, name, (params.arguments ?? {}) as JsonObject, closed);
      rememberFrame(frame);
      if (frame.view.era === 'modern') return serveModern(services, frame, malformed, async () => inner(request, ctx));
      const result = await inner(request, ctx);
      if (frame.fault !== undefined) throw frame.fault.error;
      return result;
    };
  server.setRequestHandler = ((method: string, ...rest: unknown[]) => {
    const [first] = rest;
    if (typeof first === 'function' && (METHODS as readonly string[]).includes(method))
      original(method, gated(method as AskingMethod, first as Handler));
    else original(method, ...rest);
  }) as typeof server.setRequestHandler;
}

type Handler = (request: { readonly params: Readonly<Record<string, unknown>> }, ctx: ServerContext) => unknown;

function frameFor(
  services: GateServices,
  options: GateOptions,
  mcp: McpServer,
  ctx: ServerContext,
  method: AskingMethod,
  name: string,
  args: JsonObject,
  closed: () => AbortSignal,
): Frame {
  let principal: Principal;
  try {
    options.admit(ctx);
    principal = readPrincipal(ctx, options.serverName, options.principal);
  } catch (error) {
    if (!isMidcallError(error)) throw error;
    services.report(error);
    // What is wrong with this server's set-up is for its operator, not for its callers.
    throw new WireError(RPC.internalError, 'This server is not set up to take this call', { reason: error.code });
  }
  let aad: string | undefined;
  return {
    ctx,
    method,
    name,
    args,
    view: readView(mcp.server, ctx),
    principal,
    aad: () => {
      aad ??=
        [options.serverName, principalKey(principal), method, name].map(part => JSON.stringify(part)).join('\n') +
        `\n${argumentsText(args)}`;
      return aad;
    },
    progress: createProgress(ctx),
    connection: connectionOf(mcp.server, ctx, options.serverName, closed),
    flow: emptyFlow(services),
    fault: undefined,
  };
}

/** What has no one text cannot be bound, so a call with it can neither ask nor be continued. */
function argumentsText(args: JsonObject): string {
  try {
    return canonicalJson(args);
  } catch {
    throw argumentsError();
  }
}

function tooLate(): MidcallError {
  return new MidcallError('ATTACH_TOO_LATE', 'This server already has tools, prompts or resources, or is connected', {
    hint: 'Call midcall.attach(server, …) right after `new McpServer(…)`, before the first registerTool, registerPrompt or registerResource; leave those out of the `capabilities` option, McpServer declares them itself.',
  });
}
