/**
 * The hand-written host over streamable HTTP, both eras. It opens no GET stream unless told to: a question that does not
 * come on its call's own stream is never seen.
 */
import type { JsonObject } from '@midcall/core';
import { RawClient, type RawClientOptions, type RequestId, type RequestOptions } from './raw-client.js';

/** Carries a request; default: the network. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

export interface HttpClientOptions extends RawClientOptions {
  /** Bearer name. */
  readonly as?: string;
  readonly send?: Send;
}

const namedBy: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

export class HttpClient extends RawClient {
  readonly url: URL;
  /** HTTP status by the id of what was posted. */
  readonly statuses = new Map<RequestId, number>();
  sessionId: string | undefined;
  /** The id of the last event that arrived on any stream. */
  lastEventId: string | undefined;
  /** Told whenever anything at all arrives on a stream, signs of life included. */
  onBytes: () => void = () => undefined;
  readonly #as: string | undefined;
  readonly #send: Send;
  readonly #open = new Set<AbortController>();

  constructor(options: HttpClientOptions, url: URL) {
    super(options);
    this.url = url;
    this.#as = options.as;
    this.#send = options.send ?? ((to, init) => fetch(to, init));
  }

  async close(): Promise<void> {
    for (const controller of this.#open) controller.abort();
    this.#open.clear();
    await Promise.resolve();
  }

  /** Drops the response stream of one request: in 2026-07-28 that cancels it. */
  drop(): void {
    for (const controller of this.#open) controller.abort();
  }

  /** Ends the session, as a host does that goes away in an orderly manner. */
  async end(): Promise<void> {
    await this.#send(this.url, { method: 'DELETE', headers: this.#headers({}, {}) });
    await this.close();
  }

  /** Comes back for what followed an event, whoever's it was; what arrives counts as received. Returns the status. */
  async resume(lastEventId: string): Promise<number> {
    const controller = new AbortController();
    this.#open.add(controller);
    const headers = { ...this.#headers({}, {}), accept: 'text/event-stream', 'last-event-id': lastEventId };
    const response = await this.#send(this.url, { method: 'GET', headers, signal: controller.signal });
    // The stream stays open behind what it replays.
    this.#read(response, undefined).catch(() => undefined);
    return response.status;
  }

  protected async post(message: JsonObject, options: RequestOptions): Promise<void> {
    const id = message.id as RequestId | undefined;
    const controller = new AbortController();
    this.#open.add(controller);
    const response = await this.#send(this.url, {
      method: 'POST',
      headers: this.#headers(message, options),
      body: JSON.stringify(message),
      signal: controller.signal,
    });
    this.sessionId ??= response.headers.get('mcp-session-id') ?? undefined;
    if (id !== undefined) this.statuses.set(id, response.status);
    // A request's stream is read beside whatever comes next; what an answer or a notification gets back is its status only.
    const reading = this.#read(response, id).finally(() => this.#open.delete(controller));
    if (message.method === undefined || id === undefined) await reading;
    else reading.catch(() => undefined);
  }

  #headers(message: JsonObject, options: RequestOptions): Record<string, string> {
    const as = options.as ?? this.#as;
    const method = message.method as string | undefined;
    const name = method === undefined ? undefined : (message.params as JsonObject | undefined)?.[namedBy[method] ?? ''];
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(method !== 'initialize' && { 'mcp-protocol-version': this.revision }),
      ...(this.sessionId !== undefined && options.session !== null && { 'mcp-session-id': this.sessionId }),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(this.modern && method !== undefined && { 'mcp-method': method }),
      ...(this.modern && typeof name === 'string' && { 'mcp-name': name }),
    };
  }

  async #read(response: Response, id: RequestId | undefined): Promise<void> {
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const text = await response.text();
      if (text.startsWith('{')) this.#frame(JSON.parse(text) as JsonObject, id, response.status);
      return;
    }
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      this.onBytes();
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        this.lastEventId = /^id: ?(.*)$/m.exec(event)?.[1] ?? this.lastEventId;
        const data = event.split('\n').flatMap(line => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
        if (data.join('') !== '') this.#frame(JSON.parse(data.join('\n')) as JsonObject, id, response.status);
      }
    }
  }

  // An HTTP error may come with a null id: it answers the request that was posted.
  #frame(frame: JsonObject, id: RequestId | undefined, status: number): void {
    const mine = frame.method === undefined && (frame.id === null || frame.id === undefined) && id !== undefined;
    this.take(mine ? { ...frame, id } : frame, id, status);
  }
}

export async function connectHttp(url: URL, options: HttpClientOptions): Promise<HttpClient> {
  const client = new HttpClient(options, url);
  await client.open();
  return client;
}
