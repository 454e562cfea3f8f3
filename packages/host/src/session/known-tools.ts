/** What the host has learned about tools by listing them: needed for mirrored headers and for checking results. */

import { MidcallError } from '@midcall/core';
import type { Client, JsonSchemaType, ListToolsResult } from '@modelcontextprotocol/client';

type Tool = ListToolsResult['tools'][number];

export interface KnownTools {
  get(name: string): Tool | undefined;
  refresh(): Promise<void>;
  /** @throws MidcallError `RESULT_INVALID` if the final result is not what the tool's `outputSchema` promises (D25). */
  checkOutput(name: string, result: unknown): Promise<void>;
}

/** Listens to the client's own `listTools`, so that a host need not list twice. */
export function createKnownTools(client: Client): KnownTools {
  const tools = new Map<string, Tool>();
  const list = client.listTools.bind(client);
  client.listTools = async (...args) => {
    const listed = await list(...args);
    for (const tool of listed.tools) tools.set(tool.name, tool);
    return listed;
  };
  return {
    get: name => tools.get(name),
    async refresh() {
      await client.listTools(undefined, { cacheMode: 'refresh' });
    },
    async checkOutput(name, result) {
      const schema = tools.get(name)?.outputSchema;
      if (schema === undefined || !isObject(result) || result.isError === true) return;
      const content = result.structuredContent;
      if (content === undefined) throw wrong('The tool promises structured content and returned none.');
      const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
      const verdict = new AjvJsonSchemaValidator().getValidator(schema as JsonSchemaType)(content);
      if (!verdict.valid) throw wrong('The structured content of the result is not what the tool promises.');
    },
  };
}

function wrong(message: string): MidcallError {
  return new MidcallError('RESULT_INVALID', message, { hint: 'The fault is the server’s; the answers were delivered.' });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
