/**
 * One call of one host over HTTP, in either era, written by hand: what the wire says is what is written down. The host
 * answers questions itself, or declares that it cannot, and then its person is asked at the desk.
 */
import type { JsonObject } from '@midcall/core';
import { type CallEnd, wordsOf } from './record.js';

export interface HostCall {
  readonly url: URL;
  /** Bearer token. */
  readonly as: string;
  readonly principal: string;
  readonly nonce: string;
  readonly era: 'legacy' | 'modern';
  /** The host shows questions in its own page. */
  readonly asks: boolean;
  /** How long its person takes, in milliseconds. */
  readonly thinksMs: number;
  /** How long the whole call may take. */
  readonly limitMs: number;
}

class Broken extends Error {}

/** What the tool returns where it acted; in its own words or anybody else's. */
const DONE = /^n\d+ /;

export async function hostCall(call: HostCall): Promise<CallEnd> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), call.limitMs);
  let began = false;
  const begin = (): void => {
    began = true;
  };
  try {
    return await (call.era === 'modern' ? modernCall(call, over.signal, begin) : legacyCall(call, over.signal, begin));
  } catch (error) {
    if (over.signal.aborted) return { kind: 'silent' };
    if (error instanceof TypeError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED' && !began)
      return { kind: 'refused' };
    if (error instanceof Broken || error instanceof TypeError) return { kind: 'disconnected' };
    throw error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function modernCall(call: HostCall, signal: AbortSignal, begin: () => void): Promise<CallEnd> {
  let params: JsonObject = { name: 'act', arguments: { nonce: call.nonce } };
  for (let round = 1; ; round += 1) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': call.asks ? { elicitation: { form: {} } } : {},
    };
    const message = { jsonrpc: '2.0', id: round, method: 'tools/call', params: { ...params, _meta } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'act' };
    const answer = await exchange(call, message, headers, signal);
    begin();
    const result = answer.result as JsonObject | undefined;
    if (result?.resultType !== 'input_required') return endOf(answer);
    await pause(call.thinksMs, signal);
    const keys = Object.keys((result.inputRequests ?? {}) as JsonObject);
    params = {
      name: 'act',
      arguments: { nonce: call.nonce },
      inputResponses: Object.fromEntries(keys.map(key => [key, accepted(call)])),
      ...(result.requestState !== undefined && { requestState: result.requestState }),
    };
  }
}

async function legacyCall(call: HostCall, signal: AbortSignal, begin: () => void): Promise<CallEnd> {
  const opened = await post(call, initialize(call.asks), {}, signal);
  begin();
  const session = opened.headers.get('mcp-session-id');
  await responseTo('init', opened, async () => undefined);
  if (session === null) return { kind: 'error', code: opened.status, lost: false };
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  await (await post(call, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers, signal)).body?.cancel();
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'act', arguments: { nonce: call.nonce } } };
  const response = await post(call, message, headers, signal);
  const answer = await responseTo(1, response, async asked => {
    await pause(call.thinksMs, signal);
    await (await post(call, { jsonrpc: '2.0', id: asked.id as string, result: accepted(call) }, headers, signal)).body?.cancel();
  });
  void fetch(call.url, { method: 'DELETE', headers: { authorization: `Bearer ${call.as}`, ...headers } }).catch(() => undefined);
  return endOf(answer);
}

function initialize(asks: boolean): JsonObject {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: asks ? { elicitation: { form: {} } } : {},
    clientInfo: { name: 'chaos', version: '1' },
  };
  return { jsonrpc: '2.0', id: 'init', method: 'initialize', params };
}

function accepted({ principal, nonce }: HostCall): JsonObject {
  return { action: 'accept', content: { words: wordsOf(principal, nonce) } };
}

async function exchange(call: HostCall, message: JsonObject, headers: Record<string, string>, signal: AbortSignal): Promise<JsonObject> {
  return responseTo(message.id as number, await post(call, message, headers, signal), async () => undefined);
}

function post(call: HostCall, message: JsonObject, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  return fetch(call.url, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${call.as}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

/** The answer to a request; requests of the server that come before it are handed over. @throws Broken where the stream ends first. */
async function responseTo(id: string | number, response: Response, onRequest: (message: JsonObject) => Promise<void>): Promise<JsonObject> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const body = await response.text();
    return body.startsWith('{') ? (JSON.parse(body) as JsonObject) : { error: { code: response.status } };
  }
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').flatMap(line => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.join('') === '') continue;
      const message = JSON.parse(data.join('\n')) as JsonObject;
      if (message.method === undefined && message.id === id) return message;
      if (message.method !== undefined && message.id !== undefined) void onRequest(message).catch(() => undefined);
    }
  }
  throw new Broken('The stream ended before the answer');
}

function endOf(answer: JsonObject): CallEnd {
  const result = answer.result as { isError?: boolean; content?: readonly { text?: string }[] } | undefined;
  if (result === undefined) {
    const { code, data } = (answer.error ?? {}) as { code?: number; data?: { code?: string; reason?: string } };
    return { kind: 'error', code, lost: data?.code === 'SERVER_EXITED' || data?.reason === 'call_lost' };
  }
  if (result.isError === true) return { kind: 'error', code: undefined, lost: false };
  const said = result.content?.[0]?.text ?? '';
  return DONE.test(said) ? { kind: 'answered', said } : { kind: 'not-done' };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Broken('given up'));
    });
  });
}
