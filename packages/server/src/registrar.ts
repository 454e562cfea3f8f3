/** The SDK's registration calls, with handlers that take `call`: migration is one line a tool. */
import type {
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  RegisteredTool,
  ResourceTemplate,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { Attachment } from './attach.js';
import {
  definePrompt,
  defineResource,
  defineTool,
  type PromptConfig,
  type ResourceConfig,
  type ResourceDefinition,
  type ToolConfig,
} from './author/define.js';

export interface Registrar {
  registerTool<Input extends StandardSchemaWithJSON | undefined = undefined, Output extends StandardSchemaWithJSON | undefined = undefined>(
    name: string,
    config: ToolConfig<Input, Output>,
    handler: Parameters<typeof defineTool<Input, Output>>[2],
  ): RegisteredTool;
  registerPrompt<Input extends StandardSchemaWithJSON | undefined = undefined>(
    name: string,
    config: PromptConfig<Input>,
    handler: Parameters<typeof definePrompt<Input>>[2],
  ): RegisteredPrompt;
  registerResource(
    name: string,
    uri: string | ResourceTemplate,
    config: ResourceConfig,
    handler: ResourceDefinition['handler'],
  ): RegisteredResource | RegisteredResourceTemplate;
}

export function toRegistrar(attachment: Attachment): Registrar {
  return {
    registerTool: (name, config, handler) => attachment.add(defineTool(name, config, handler)),
    registerPrompt: (name, config, handler) => attachment.add(definePrompt(name, config, handler)),
    registerResource: (name, uri, config, handler) => attachment.add(defineResource(name, uri, config, handler)),
  };
}
