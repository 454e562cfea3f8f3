/**
 * Arguments that a tool wants mirrored as `Mcp-Param-*` headers (E-T-03). The SDK adds them only inside its own
 * `callTool`, which cannot be used for rounds; a server that misses them answers -32020 (D25). Every leg of a call
 * carries the same ones.
 */
import type { Json, JsonObject } from '@midcall/core';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export function paramHeaders(inputSchema: unknown, args: JsonObject | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  visit(inputSchema, args, headers, 8);
  return headers;
}

function visit(schema: unknown, value: Json | undefined, headers: Record<string, string>, depth: number): void {
  if (!isObject(schema) || !isObject(value) || depth === 0 || !isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isObject(property) || !Object.hasOwn(value, name)) continue;
    const inner = value[name];
    const header = property['x-mcp-header'];
    const text = asText(inner);
    if (typeof header === 'string' && TOKEN.test(header) && text !== undefined) headers[`Mcp-Param-${header}`] = encode(text);
    visit(property, inner, headers, depth - 1);
  }
}

function asText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
    return String(value);
  return undefined;
}

/** Plain where a header can carry it, else the Base64 sentinel form. */
function encode(text: string): string {
  const plain =
    text.length > 0 && text === text.trim() && /^[\t\x20-\x7e]*$/.test(text) && !(text.startsWith('=?base64?') && text.endsWith('?='));
  if (plain) return text;
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
