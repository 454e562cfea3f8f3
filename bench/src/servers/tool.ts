/** The tool that every server of the call rows has: one question of five fields, then a line of text. */
import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

export const info = { name: 'release', version: '1.0.0' };
export const TOOL = 'release';
/** The same without a question, where one server has both. */
export const PLAIN_TOOL = 'release_plain';
export const argsSchema = z.object({ service: z.string() }) satisfies StandardSchemaWithJSON;
/** For the flows: how often to ask before it is done. */
export const roundsSchema = z.object({ service: z.string(), rounds: z.int() }) satisfies StandardSchemaWithJSON;

export function done(service: string, environment: string): CallToolResult {
  return { content: [{ type: 'text', text: `Released ${service} to ${environment}.` }] };
}
