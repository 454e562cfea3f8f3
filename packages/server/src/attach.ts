/** Registers definitions on one server and leads their calls to the engine of the right era. */
import { MidcallError } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import type {
  McpServer,
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  RegisteredTool,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Call } from './author/call.js';
import type { Definition, PromptDefinition, ResourceDefinition, ToolDefinition } from './author/define.js';
import { storeRequired } from './engine/once.js';
import type { RunDefinition } from './engine/run.js';
import type { Body } from './engine/run-round.js';
import { frameOf } from './gate/frame.js';
import { type GateOptions, installGate } from './gate/gate.js';
import type { GateServices } from './gate/gate-services.js';
import { runLegacy } from './gate/legacy.js';
import { runModern } from './gate/modern.js';
import { toRunDefinition } from './run-definition.js';

export interface Attachment {
  add(definition: ToolDefinition): RegisteredTool;
  add(definition: PromptDefinition): RegisteredPrompt;
  add(definition: ResourceDefinition): RegisteredResource | RegisteredResourceTemplate;
  add(definition: Definition): unknown;
}

/** @throws MidcallError ATTACH_TOO_LATE */
export function attachTo(mcp: McpServer, services: GateServices, options: Pick<GateOptions, 'principal' | 'admit'>): Attachment {
  const owned = new Set<string>();
  const templates: Matcher[] = [];
  installGate(mcp, services, {
    ...options,
    serverName: nameOf(mcp),
    owns: (method, name) =>
      owned.has(`${method} ${name}`) || (method === 'resources/read' && templates.some(template => template.match(name) !== null)),
  });
  const serve = async (definition: RunDefinition, ctx: ServerContext, body: Body): Promise<never> => {
    const frame = frameOf(ctx);
    if (frame === undefined) {
      throw new MidcallError('OUTSIDE_CALL', `${definition.name} was called past the gate`, {
        hint: 'Do not rename a definition after it was attached, and call it through its server.',
      });
    }
    const run = frame.view.era === 'modern' ? runModern : runLegacy;
    const go = (): Promise<unknown> => run(services, definition, frame, body);
    const { method, name } = definition;
    const result = await (services.observer === undefined
      ? go()
      : services.observer.call({ method, name, era: frame.view.era, round: frame.flow.round + 1 }, go, () => frame.ran));
    return (result ?? NOTHING[method]) as never;
  };
  return {
    add(definition: Definition): never {
      if (services.store === undefined && definition.config.needs !== undefined && definition.config.needs.length > 0) {
        throw storeRequired(definition.config.needs.join('`, `'));
      }
      switch (definition.kind) {
        case 'tool':
          owned.add(`tools/call ${definition.name}`);
          return addTool(mcp, definition, serve) as never;
        case 'prompt':
          owned.add(`prompts/get ${definition.name}`);
          return addPrompt(mcp, definition, serve) as never;
        case 'resource':
          if (typeof definition.uri === 'string') owned.add(`resources/read ${definition.uri}`);
          else templates.push(definition.uri.uriTemplate);
          return addResource(mcp, definition, serve) as never;
      }
    },
  };
}

type Serve = (definition: RunDefinition, ctx: ServerContext, body: Body) => Promise<never>;

function addTool(mcp: McpServer, definition: ToolDefinition, serve: Serve): RegisteredTool {
  const { name, config, handler } = definition;
  const { needs: _needs, otherwise: _otherwise, ...rest } = config;
  const run = toRunDefinition(definition);
  const go = handler as (args: unknown, call: Call) => unknown;
  return config.inputSchema === undefined
    ? mcp.registerTool(name, rest as never, ((ctx: ServerContext) => serve(run, ctx, call => go(undefined, call))) as never)
    : mcp.registerTool(name, rest as never, ((args: unknown, ctx: ServerContext) => serve(run, ctx, call => go(args, call))) as never);
}

function addPrompt(mcp: McpServer, definition: PromptDefinition, serve: Serve): RegisteredPrompt {
  const { name, config, handler } = definition;
  const { needs: _needs, otherwise: _otherwise, ...rest } = config;
  const run = toRunDefinition(definition);
  const go = handler as (args: unknown, call: Call) => unknown;
  return config.argsSchema === undefined
    ? mcp.registerPrompt(name, rest as never, ((ctx: ServerContext) => serve(run, ctx, call => go(undefined, call))) as never)
    : mcp.registerPrompt(name, rest as never, ((args: unknown, ctx: ServerContext) => serve(run, ctx, call => go(args, call))) as never);
}

function addResource(mcp: McpServer, definition: ResourceDefinition, serve: Serve): RegisteredResource | RegisteredResourceTemplate {
  const { name, uri, config, handler } = definition;
  const { needs: _needs, otherwise: _otherwise, ...rest } = config;
  const run = toRunDefinition(definition);
  return typeof uri === 'string'
    ? mcp.registerResource(name, uri, rest, (href, ctx) => serve(run, ctx, call => handler(href, {}, call)))
    : mcp.registerResource(name, uri, rest, (href, variables, ctx) => serve(run, ctx, call => handler(href, variables as never, call)));
}

/** A template takes part in the gate where it matches. */
interface Matcher {
  match(uri: string): unknown;
}

/** Stands in for a result while the gate throws the fault it was told of. */
const NOTHING = {
  'tools/call': { content: [] },
  'prompts/get': { messages: [] },
  'resources/read': { contents: [] },
} as const satisfies Record<AskingMethod, object>;

/** The name this server was made with: part of what its states are bound to. The SDK has no public way to it. */
function nameOf(mcp: McpServer): string {
  const info = (mcp.server as unknown as { readonly _serverInfo?: { readonly name?: unknown } })._serverInfo;
  return typeof info?.name === 'string' ? info.name : 'server';
}
