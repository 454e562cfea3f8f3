/** HTTP answers of the gateway's own: always a status and a JSON-RPC error, never more than the caller may know. */
import { RPC } from '@midcall/core/wire';
import type { RpcError, RpcId } from '../json-rpc/message.js';
import { isId, isObject } from '../json-rpc/message.js';
import { GatewayFullError } from '../per-principal.js';

/** A JSON-RPC error under an HTTP status; `id` null where the request could not be read (E-X-08). */
export function errorReply(status: number, error: RpcError, id: RpcId | null = null): Response {
  return Response.json({ jsonrpc: '2.0', id, error }, { status, headers: { 'cache-control': 'no-store' } });
}

export function invalid(status: number, message: string, id: RpcId | null = null): Response {
  return errorReply(status, { code: RPC.invalidRequest, message }, id);
}

/** 503 where a host cannot be taken on now. @throws what else went wrong. */
export function unserved(error: unknown, id: RpcId | null): Response {
  if (!(error instanceof GatewayFullError)) throw error;
  const reply = errorReply(503, { code: RPC.internalError, message: `${error.message}. Try again later.` }, id);
  reply.headers.set('retry-after', '30');
  return reply;
}

/** The id to answer under, if the body has one. */
export function idOfBody(body: unknown): RpcId | null {
  return isObject(body) && typeof body.method === 'string' && isId(body.id) ? body.id : null;
}

const STATUS: Readonly<Record<number, number>> = { [RPC.methodNotFound]: 404, [-32_020]: 400, [-32_021]: 400, [-32_022]: 400 };

/**
 * A JSON answer under the status its error wants in the modern era (E-C-09, E-V-01, E-X-10). Streams keep theirs: it is on
 * the wire already.
 */
export async function withStatus(response: Response): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  const error = isObject(body) ? body.error : undefined;
  const status = isObject(error) && typeof error.code === 'number' ? (STATUS[error.code] ?? 200) : 200;
  return new Response(text, { status, headers: response.headers });
}
