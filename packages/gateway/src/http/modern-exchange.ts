/**
 * One request of a modern host over HTTP: stateless, one POST, one answer.
 *
 * Invariants:
 *  1. Headers and body agree before anything is looked at (E-T-02), and the envelope is whole (E-C-12).
 *  2. Closing the answer's stream cancels the request (E-T-06); nothing is sent for it afterwards.
 */
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import { PerRequestHTTPServerTransport } from '@modelcontextprotocol/server';
import { MODERN, readEnvelope } from '../envelope.js';
import type { Message } from '../json-rpc/message.js';
import { sortFrame } from '../json-rpc/message.js';
import type { Gateway } from '../options.js';
import { checkHeaders } from './headers.js';
import { errorReply, invalid, unserved, withStatus } from './replies.js';
import { streamed } from './streamed.js';

export interface ModernExchangeOptions {
  readonly gateway: Gateway;
  readonly principal: string;
  readonly clock: Clock;
  readonly keepAliveMs: number;
}

export async function modernExchange(request: Request, body: unknown, options: ModernExchangeOptions): Promise<Response> {
  const sorted = sortFrame(body);
  if (sorted.kind === 'notification') return new Response(null, { status: 202 });
  if (sorted.kind !== 'request') return invalid(400, 'The body is no JSON-RPC request.');
  const { message } = sorted;
  const differs = checkHeaders(request.headers, message);
  if (differs !== undefined) return errorReply(400, differs, message.id);
  const read = readEnvelope(message);
  if ('error' in read) return errorReply(400, read.error, message.id);

  const transport = new PerRequestHTTPServerTransport({
    classification: { era: 'modern', revision: MODERN },
    keepAliveMs: 0,
  });
  try {
    await options.gateway.connect(transport, { principal: options.principal, oneRequest: true });
  } catch (error) {
    return unserved(error, message.id);
  }
  try {
    type Served = Parameters<typeof transport.handleMessage>[0];
    const answer = await withStatus(await transport.handleMessage(message as Message as Served, { request }));
    return streamed(answer, { clock: options.clock, everyMs: options.keepAliveMs });
  } catch {
    return errorReply(503, { code: RPC.internalError, message: 'The request was ended before it was answered.' }, message.id);
  }
}
