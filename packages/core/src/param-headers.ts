/**
 * Arguments that a tool wants mirrored as `Mcp-Param-*` headers (E-T-03). The SDK adds them only inside its own
 * `callTool`, which cannot be used for rounds; a server that misses them answers -32020 (D25). Every leg of a call
 * carries the same ones.
 */
import type { Json, JsonObject } from './json.js';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** By header name, encoded; empty where the tool wants none. `inputSchema` may be a stranger's. */
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
  return `=?base64?${base64(utf8(text))}?=`;
}

function utf8(text: string): readonly number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const bytes = escaped.matchAll(/%([0-9A-F]{2})|[^%]/g);
  return Array.from(bytes, ([one, hex]) => (hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16)));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// By hand, because neither Node's Buffer nor a browser's btoa can be counted on here.
function base64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.slice(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const signs = [18, 12, 6, 0].map(shift => ALPHABET[(bits >> shift) & 63]).join('');
    text += signs.slice(0, Math.min(4, bytes.length - at + 1)).padEnd(4, '=');
  }
  return text;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
