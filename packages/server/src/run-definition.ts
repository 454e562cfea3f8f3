/** What the engine needs to know of a definition: one reading, whoever runs it. */
import type { AskingMethod } from '@midcall/core/wire';
import { argumentSchemas } from './author/argument-schemas.js';
import type { Definition } from './author/define.js';
import type { RunDefinition } from './engine/run.js';

export function toRunDefinition(definition: Definition): RunDefinition {
  const { kind, name } = definition;
  const { otherwise } = definition.config;
  return {
    method: METHOD[kind],
    name,
    argumentSchemas: argumentSchemas(schemaOf(definition)),
    ...(otherwise && { otherwise: otherwise as NonNullable<RunDefinition['otherwise']> }),
  };
}

/** The schema of a definition's arguments; resources have none. */
export function schemaOf(definition: Definition) {
  if (definition.kind === 'tool') return definition.config.inputSchema;
  return definition.kind === 'prompt' ? definition.config.argsSchema : undefined;
}

const METHOD = {
  tool: 'tools/call',
  prompt: 'prompts/get',
  resource: 'resources/read',
} as const satisfies Record<Definition['kind'], AskingMethod>;
