/**
 * The headers of a modern HTTP request against its body (E-T-01b, E-T-02): what a proxy might route or decide by must be
 * what the server is told.
 */
import { META } from '@midcall/core/wire';
import type { RequestMessage, RpcError } from '../json-rpc/message.js';
import { objectAt, textAt } from '../json-rpc/message.js';

const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** -32020 where a header is missing or differs from the body; undefined when all agree. A body without a version is no disagreement: its envelope is incomplete. */
export function checkHeaders(headers: Headers, message: RequestMessage): RpcError | undefined {
  const version = textAt(objectAt(message.params, '_meta'), META.protocolVersion);
  if (version !== undefined && headers.get('mcp-protocol-version')?.trim() !== version) return mismatch('MCP-Protocol-Version');
  if (headers.get('mcp-method')?.trim() !== message.method) return mismatch('Mcp-Method');
  const value = nameIn(message);
  if (value !== undefined && decoded(headers.get('mcp-name')?.trim()) !== value) return mismatch('Mcp-Name');
  return undefined;
}

/**
 * -32020 for a request of the legacy era that carries the modern era's headers with something else in them than its body
 * (E-T-04c): before that era nobody need have compared the two, and whoever decides by the header would be deceived.
 */
export function checkLegacyHeaders(headers: Headers, message: RequestMessage): RpcError | undefined {
  const method = headers.get('mcp-method')?.trim();
  if (method !== undefined && method !== message.method) return mismatch('Mcp-Method');
  const name = headers.get('mcp-name')?.trim();
  return name !== undefined && decoded(name) !== nameIn(message) ? mismatch('Mcp-Name') : undefined;
}

/** `Mcp-Param-*` headers, to be passed on as they are (E-T-04). */
export function paramHeaders(headers: Headers): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [name, value] of headers) if (name.startsWith('mcp-param-')) found[name] = value;
  return Object.keys(found).length > 0 ? found : undefined;
}

/** What the header `Mcp-Name` mirrors. */
function nameIn(message: RequestMessage): string | undefined {
  const field = Object.hasOwn(NAMED, message.method) ? NAMED[message.method] : undefined;
  return field === undefined ? undefined : textAt(message.params, field);
}

const SENTINEL = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

function decoded(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : SENTINEL.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

function mismatch(name: string): RpcError {
  return { code: -32_020, message: `The header ${name} is missing or differs from the body.` };
}
