/** The per-request envelope of the modern era, and what the gateway changes in it. */
import type { JsonObject } from '@midcall/core';
import { META } from '@midcall/core/wire';
import type { RequestMessage, RpcError } from './json-rpc/message.js';
import { objectAt, textAt } from './json-rpc/message.js';

/** The modern revision that the gateway speaks. */
export const MODERN = '2026-07-28';

export interface Envelope {
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly clientInfo?: JsonObject;
  readonly logLevel?: string;
}

/** Whether a frame claims the modern era: its `_meta` names a protocol version, or it is the discovery request itself. */
export function claimsModern(message: RequestMessage): boolean {
  return message.method === 'server/discover' || textAt(objectAt(message.params, '_meta'), META.protocolVersion) !== undefined;
}

/** Reads the envelope; an error where a required member is missing (E-C-12) or the version is not spoken here (E-V-01). */
export function readEnvelope(message: RequestMessage): { readonly envelope: Envelope } | { readonly error: RpcError } {
  const meta = objectAt(message.params, '_meta');
  const version = textAt(meta, META.protocolVersion);
  const capabilities = objectAt(meta, META.clientCapabilities);
  if (version === undefined) return { error: missing(META.protocolVersion) };
  if (capabilities === undefined) return { error: missing(META.clientCapabilities) };
  if (version !== MODERN) {
    return {
      error: { code: -32022, message: 'This protocol version is not supported.', data: { supported: [MODERN], requested: version } },
    };
  }
  const clientInfo = objectAt(meta, META.clientInfo);
  const logLevel = textAt(meta, META.logLevel);
  return { envelope: { version, capabilities, ...(clientInfo && { clientInfo }), ...(logLevel !== undefined && { logLevel }) } };
}

/** The same request with other client capabilities; the same object if they are the same. */
export function withCapabilities(message: RequestMessage, capabilities: JsonObject): RequestMessage {
  const meta = objectAt(message.params, '_meta');
  if (meta?.[META.clientCapabilities] === capabilities) return message;
  return { ...message, params: { ...message.params, _meta: { ...meta, [META.clientCapabilities]: capabilities } } };
}

/** A fresh envelope for a request of the gateway's own making. */
export function envelopeMeta(envelope: Envelope): JsonObject {
  return {
    [META.protocolVersion]: envelope.version,
    [META.clientCapabilities]: envelope.capabilities,
    ...(envelope.clientInfo && { [META.clientInfo]: envelope.clientInfo }),
    ...(envelope.logLevel !== undefined && { [META.logLevel]: envelope.logLevel }),
  };
}

function missing(member: string): RpcError {
  return { code: -32602, message: `The request lacks the _meta member ${member}.` };
}
