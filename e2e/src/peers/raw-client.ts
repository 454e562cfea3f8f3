/**
 * A host written by hand: it speaks JSON-RPC frames and nothing else, so that it can misbehave freely and see every
 * byte the server sends. Subclasses only carry frames.
 */
import type { JsonObject, Revision } from '@midcall/core';
import { META } from '@midcall/core/wire';

/** What came back for one request. */
export interface Reply {
  readonly id: RequestId;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
  /** HTTP status, where there is one. */
  readonly status?: number;
}

export type RequestId = string | number;

/** A request from server to client, with the request whose stream carried it (undefined where streams do not exist). */
export interface Push {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly stream: RequestId | undefined;
}

/** A frame as received, in order. */
export interface Received {
  readonly frame: JsonObject;
  readonly stream: RequestId | undefined;
}

export interface RequestOptions {
  readonly id?: RequestId;
  /** Capabilities of this one request (2026-07-28); default: those of the client. */
  readonly capabilities?: JsonObject;
  /** Further `_meta` members. */
  readonly meta?: JsonObject;
  /** Bearer name, over HTTP. */
  readonly as?: string;
  /** null: the message names no session, over HTTP. */
  readonly session?: null;
}

/** `{ result }` or `{ error }` to answer a push with, or undefined to stay silent. */
export type PushAnswer = JsonObject | undefined;

export interface RawClientOptions {
  readonly revision: Revision;
  readonly capabilities?: JsonObject;
}

export const FORM_AND_URL: JsonObject = { elicitation: { form: {}, url: {} } };

export abstract class RawClient {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  /** Every frame that arrived. */
  readonly received: Received[] = [];
  /** Every request the server pushed. */
  readonly pushes: Push[] = [];
  /** How pushes are answered; set before a call that asks. */
  onPush: (push: Push) => PushAnswer | Promise<PushAnswer> = () => undefined;
  #next = 1;
  readonly #waiting = new Map<RequestId, (reply: Reply) => void>();

  constructor(options: RawClientOptions) {
    this.revision = options.revision;
    this.capabilities = options.capabilities ?? FORM_AND_URL;
  }

  get modern(): boolean {
    return this.revision >= '2026-07-28';
  }

  /** Opens the connection as the revision demands: `initialize` in the legacy era, nothing in the modern. */
  async open(): Promise<void> {
    if (this.modern) return;
    const reply = await this.request('initialize', {
      protocolVersion: this.revision,
      capabilities: this.capabilities,
      clientInfo: { name: 'raw', version: '1' },
    });
    if (reply.error) throw new Error(`initialize was refused: ${reply.error.message}`);
    await this.notify('notifications/initialized');
  }

  /** Sends a request and waits for its reply; never rejects for what the server answered. */
  request(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<Reply> {
    const id = options.id ?? this.#next++;
    const meta = this.modern ? { ...this.#envelope(options.capabilities), ...options.meta } : options.meta;
    const message: JsonObject = { jsonrpc: '2.0', id, method, params: { ...params, ...(meta && { _meta: meta }) } };
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      this.post(message, options).catch((error: unknown) => {
        this.#waiting.delete(id);
        reject(error);
      });
    });
    // A call that its test gives up may be waited for by nobody; whoever waits still hears of its end.
    reply.catch(() => undefined);
    return reply;
  }

  notify(method: string, params?: JsonObject): Promise<void> {
    return this.post({ jsonrpc: '2.0', method, ...(params && { params }) }, {});
  }

  /** Sends any frame at all. */
  raw(message: JsonObject, options: RequestOptions = {}): Promise<void> {
    return this.post(message, options);
  }

  /** Requests the server sent although the modern era has none. */
  get serverRequests(): number {
    return this.pushes.length;
  }

  abstract close(): Promise<void>;
  protected abstract post(message: JsonObject, options: RequestOptions): Promise<void>;

  /** Subclasses hand over every frame; `stream` is the request whose response stream carried it. */
  protected take(frame: JsonObject, stream?: RequestId, status?: number): void {
    this.received.push({ frame, stream });
    const { id, method } = frame as { id?: RequestId; method?: string };
    if (method !== undefined) {
      if (id !== undefined) void this.#answer({ id, method, params: (frame.params ?? {}) as JsonObject, stream });
      return;
    }
    if (id === undefined) return;
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.({ ...(frame as unknown as Reply), ...(status !== undefined && { status }) });
  }

  async #answer(push: Push): Promise<void> {
    this.pushes.push(push);
    const answer = await this.onPush(push);
    if (answer) await this.post({ jsonrpc: '2.0', id: push.id, ...answer }, {}).catch(() => undefined);
  }

  #envelope(capabilities: JsonObject | undefined): JsonObject {
    return {
      [META.protocolVersion]: this.revision,
      [META.clientInfo]: { name: 'raw', version: '1' },
      [META.clientCapabilities]: capabilities ?? this.capabilities,
    };
  }
}
