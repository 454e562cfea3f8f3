/** Sends every event to every open page, as server-sent events; a page that does not keep up is cut and comes back. */
import type { DevEvent } from './contract.js';

const BACKLOG = 2_000;
const HEARTBEAT_MS = 15_000;

export class EventHub {
  readonly #pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  readonly #encoder = new TextEncoder();
  readonly #beat: NodeJS.Timeout;

  constructor() {
    this.#beat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS);
    this.#beat.unref();
  }

  /** Pages open now. */
  get size(): number {
    return this.#pages.size;
  }

  open(first: DevEvent, signal: AbortSignal): Response {
    let page: ReadableStreamDefaultController<Uint8Array>;
    const end = (): void => this.#end(page);
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        page = controller;
        this.#pages.add(page);
        page.enqueue(this.#encode(first));
      },
      cancel: end,
    });
    signal.addEventListener('abort', end);
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  }

  send(event: DevEvent): void {
    this.#write(event);
  }

  close(): void {
    clearInterval(this.#beat);
    for (const page of [...this.#pages]) this.#end(page);
  }

  #write(event: DevEvent | string): void {
    const bytes = typeof event === 'string' ? this.#encoder.encode(event) : this.#encode(event);
    for (const page of [...this.#pages]) {
      page.enqueue(bytes);
      if ((page.desiredSize ?? 0) < -BACKLOG) this.#end(page);
    }
  }

  #encode(event: DevEvent): Uint8Array {
    return this.#encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
  }

  #end(page: ReadableStreamDefaultController<Uint8Array>): void {
    if (!this.#pages.delete(page)) return;
    try {
      page.close();
    } catch {
      // its reader has already gone
    }
  }
}
