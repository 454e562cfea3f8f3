/** A tool as the page shows it: its input schema read leniently as a form, so that people's inputs are read as answers are. */
import { type JsonObject, readForm } from '@midcall/core';
import type { Tool } from '@modelcontextprotocol/client';
import type { DevTool } from './contract.js';

/** Schemas with references or alternatives at their root are typed as JSON. */
export function toDevTool(tool: Tool): DevTool {
  const inputSchema = tool.inputSchema as JsonObject;
  const { form } = drawable(inputSchema)
    ? readForm({ ...inputSchema, properties: inputSchema.properties ?? {} }, { revision: '2026-07-28' })
    : {};
  return {
    name: tool.name,
    inputSchema,
    destructive: tool.annotations?.destructiveHint === true,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== undefined && { description: tool.description }),
    ...(form && { form }),
  };
}

function drawable(schema: JsonObject): boolean {
  return !['$ref', 'anyOf', 'oneOf', 'allOf'].some(key => key in schema);
}
