/** Tools, prompts and resources as values: importable, testable, attachable to any number of servers. */
import type {
  CallToolResult,
  GetPromptResult,
  Icon,
  ReadResourceResult,
  ResourceMetadata,
  ResourceTemplate,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { Ending } from '../engine/ending.js';
import type { Call } from './call.js';
import { checkOtherwise } from './check-otherwise.js';

/** Verbs that do not work without a store: naming them here turns a surprise into a refusal at `attach`. */
export type Need = 'once' | 'remember' | 'visit';

type Args<Schema> = Schema extends StandardSchemaWithJSON ? StandardSchemaWithJSON.InferOutput<Schema> : undefined;

interface Common {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Icon[];
  readonly _meta?: Record<string, unknown>;
  readonly needs?: readonly Need[];
}

export interface ToolConfig<Input extends StandardSchemaWithJSON | undefined, Output extends StandardSchemaWithJSON | undefined>
  extends Common {
  readonly inputSchema?: Input;
  readonly outputSchema?: Output;
  readonly annotations?: ToolAnnotations;
  /**
   * What the tool returns for every ending that is not its own. Required with an `outputSchema`, which no plain text
   * fits (D10); tried against it when the tool is defined.
   */
  readonly otherwise?: (ending: Ending) => CallToolResult;
}

export interface ToolDefinition {
  readonly kind: 'tool';
  readonly name: string;
  readonly config: ToolConfig<StandardSchemaWithJSON | undefined, StandardSchemaWithJSON | undefined>;
  readonly handler: (args: never, call: Call) => CallToolResult | Promise<CallToolResult>;
}

export interface PromptConfig<Input extends StandardSchemaWithJSON | undefined> extends Common {
  readonly argsSchema?: Input;
  readonly otherwise?: (ending: Ending) => GetPromptResult;
}

export interface PromptDefinition {
  readonly kind: 'prompt';
  readonly name: string;
  readonly config: PromptConfig<StandardSchemaWithJSON | undefined>;
  readonly handler: (args: never, call: Call) => GetPromptResult | Promise<GetPromptResult>;
}

export interface ResourceConfig extends ResourceMetadata {
  readonly needs?: readonly Need[];
  readonly otherwise?: (ending: Ending) => ReadResourceResult;
}

export interface ResourceDefinition {
  readonly kind: 'resource';
  readonly name: string;
  readonly uri: string | ResourceTemplate;
  readonly config: ResourceConfig;
  readonly handler: (
    uri: URL,
    variables: Readonly<Record<string, string | string[]>>,
    call: Call,
  ) => ReadResourceResult | Promise<ReadResourceResult>;
}

export type Definition = ToolDefinition | PromptDefinition | ResourceDefinition;

/** A tool that may ask. @throws MidcallError OTHERWISE_REQUIRED */
export function defineTool<
  Input extends StandardSchemaWithJSON | undefined = undefined,
  Output extends StandardSchemaWithJSON | undefined = undefined,
>(
  name: string,
  config: ToolConfig<Input, Output>,
  handler: (args: Args<Input>, call: Call) => CallToolResult | Promise<CallToolResult>,
): ToolDefinition {
  checkOtherwise(name, config);
  return { kind: 'tool', name, config, handler: handler as ToolDefinition['handler'] };
}

/** A prompt that may ask; a question that is not gone along with ends as a JSON-RPC error (D11). */
export function definePrompt<Input extends StandardSchemaWithJSON | undefined = undefined>(
  name: string,
  config: PromptConfig<Input>,
  handler: (args: Args<Input>, call: Call) => GetPromptResult | Promise<GetPromptResult>,
): PromptDefinition {
  return { kind: 'prompt', name, config, handler: handler as PromptDefinition['handler'] };
}

/** A resource, or a template of resources, that may ask. `variables` is empty for a plain address. */
export function defineResource(
  name: string,
  uri: string | ResourceTemplate,
  config: ResourceConfig,
  handler: ResourceDefinition['handler'],
): ResourceDefinition {
  return { kind: 'resource', name, uri, config, handler };
}
