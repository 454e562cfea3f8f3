/**
 * The page's line to its desk: the live stream (fetch, since it must carry the page token) and the deeds. Comes back by itself;
 * every connection begins with a whole snapshot, so that nothing depends on what was missed.
 */
import type { Draft, QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { RefusedPart } from '../answer-round.js';
import type { QuestionAct } from '../api.js';
import type { StreamEvent } from '../live-stream.js';

export type Connection = 'connecting' | 'live' | 'offline' | 'signed-out';

export interface DeskLinkHandlers {
  readonly onConnection: (state: Connection, reason?: string) => void;
  readonly onEvent: (event: StreamEvent) => void;
}

export interface DeedReply<T = DeedBody> {
  readonly ok: boolean;
  /** 0 when nothing came back. */
  readonly status: number;
  readonly body: T;
}

export interface DeedBody {
  readonly question?: QuestionView;
  readonly sentence?: string;
  readonly reason?: string;
  readonly issues?: readonly { readonly field: string; readonly rule: string; readonly message: string }[];
  readonly expiresAt?: number | null;
  readonly refused?: readonly RefusedPart[];
  readonly questions?: readonly QuestionView[];
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** The desk sends a sign of life every 15 s; silence beyond this is a lost line. */
const SILENCE_MS = 40_000;

export class DeskLink {
  readonly #handlers: DeskLinkHandlers;
  readonly #token: string;
  #stop: AbortController | undefined;
  #wait = FIRST_WAIT_MS;
  #over = false;

  constructor(token: string, handlers: DeskLinkHandlers) {
    this.#token = token;
    this.#handlers = handlers;
  }

  open(): void {
    this.#over = false;
    void this.#run();
  }

  close(): void {
    this.#over = true;
    this.#stop?.abort();
  }

  act(id: string, act: QuestionAct, body: ElicitResult | Draft | undefined = undefined): Promise<DeedReply> {
    return this.post(`questions/${encodeURIComponent(id)}/${act}`, body, act === 'draft');
  }

  /** @param path under `/api/` */
  async post<T = DeedBody>(path: string, body: unknown = undefined, keepalive = false): Promise<DeedReply<T>> {
    try {
      const response = await fetch(`/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-midcall-token': this.#token },
        body: JSON.stringify(body ?? {}),
        keepalive,
      });
      if (response.status === 401) this.#end();
      return { ok: response.ok, status: response.status, body: (await response.json()) as T };
    } catch {
      return { ok: false, status: 0, body: {} as T };
    }
  }

  async signOut(): Promise<void> {
    await fetch('/api/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-midcall-token': this.#token },
      body: '{}',
    }).catch(() => {});
    this.#end();
  }

  async #run(): Promise<void> {
    while (!this.#over) {
      this.#handlers.onConnection('connecting');
      await this.#connect().catch(() => {});
      if (this.#over) return;
      this.#handlers.onConnection('offline');
      await new Promise(resolve => setTimeout(resolve, this.#wait));
      this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
    }
  }

  async #connect(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const response = await fetch('/api/live', { headers: { 'x-midcall-token': this.#token }, signal: stop.signal, cache: 'no-store' });
    if (response.status === 401 || response.status === 403) return this.#end();
    if (!response.ok || response.body === null) return;
    let silence = setTimeout(() => stop.abort(), SILENCE_MS);
    let rest = '';
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      silence = setTimeout(() => stop.abort(), SILENCE_MS);
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const data = block.split('\n').find(line => line.startsWith('data: '));
    if (data === undefined) return;
    const event = JSON.parse(data.slice(6)) as StreamEvent;
    if (event.type === 'signed-out') {
      this.#end(event.reason);
      return;
    }
    if (event.type === 'snapshot') {
      this.#wait = FIRST_WAIT_MS;
      this.#handlers.onConnection('live');
    }
    this.#handlers.onEvent(event);
  }

  #end(reason?: string): void {
    if (this.#over) return;
    this.close();
    this.#handlers.onConnection('signed-out', reason);
  }
}
