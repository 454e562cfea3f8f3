/** A server written by hand: it answers what every connection needs by itself and leaves the rest to whoever plays it. */
import type { JsonObject } from '@midcall/core';
import { META } from '@midcall/core/wire';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import type { RequestId } from './raw-client.js';

export interface RawRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export class RawServer {
  /** Every frame from the client, in order. */
  readonly received: JsonObject[] = [];
  /** Requests that wait for an answer. */
  readonly open: RawRequest[] = [];
  /** What the client answered to our requests. */
  readonly answers: JsonObject[] = [];
  /** The other end, for a client. */
  readonly clientTransport: InMemoryTransport;
  /** Called in the same turn in which `notifications/initialized` arrives. */
  onInitialized: () => void = () => undefined;
  readonly #transport: InMemoryTransport;
  readonly #revision: string;
  readonly #held = new Set(['tools/call', 'prompts/get', 'resources/read']);

  constructor(revision: string) {
    [this.clientTransport, this.#transport] = InMemoryTransport.createLinkedPair();
    this.#revision = revision;
    this.#transport.onmessage = message => this.#take(structuredClone(message) as unknown as JsonObject);
  }

  async start(): Promise<void> {
    await this.#transport.start();
  }

  /** From now on requests of this method wait for an answer, too. */
  hold(method: string): void {
    this.#held.add(method);
  }

  /** Takes the oldest waiting request. */
  next(): RawRequest | undefined {
    return this.open.shift();
  }

  async send(frame: JsonObject): Promise<void> {
    await this.#transport.send({ jsonrpc: '2.0', ...frame } as never);
  }

  reply(request: RawRequest, answer: JsonObject): Promise<void> {
    return this.send({ id: request.id, ...answer });
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  #take(frame: JsonObject): void {
    this.received.push(frame);
    const { id, method } = frame as { id?: RequestId; method?: string };
    if (method === undefined) {
      this.answers.push(frame);
      return;
    }
    if (id === undefined) {
      if (method === 'notifications/initialized') this.onInitialized();
      return;
    }
    const request: RawRequest = { id, method, params: (frame.params ?? {}) as JsonObject };
    const known = this.#held.has(method) ? undefined : this.#routine(method, request.params);
    if (known) void this.reply(request, known);
    else this.open.push(request);
  }

  #routine(method: string, params: JsonObject): JsonObject | undefined {
    const serverInfo = { name: 'raw-server', version: '1.0' };
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const modern = this.#revision >= '2026-07-28';
    const complete = modern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: { [META.serverInfo]: serverInfo } } : {};
    switch (method) {
      case 'initialize':
        return { result: { protocolVersion: this.#revision, capabilities, serverInfo } };
      case 'server/discover':
        return modern
          ? { result: { ...complete, supportedVersions: [this.#revision], capabilities } }
          : { error: { code: -32601, message: 'Method not found' } };
      case 'tools/list':
        return {
          result: {
            ...complete,
            tools: ['book', 'link', 'pay', 'deploy', 'drop_table', 'ping_tool'].map(name => ({ name, inputSchema: { type: 'object' } })),
          },
        };
      case 'ping':
        return { result: {} };
      default:
        return params === undefined ? { error: { code: -32601, message: 'Method not found' } } : undefined;
    }
  }
}
