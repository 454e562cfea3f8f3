/**
 * The live list as server-sent events: first everything the viewer may see, then every change, each question whole, so that a
 * lost connection costs nothing but a new snapshot. A reader that does not keep up is cut and comes back for one.
 */
import type { DeskEvent, QuestionView } from '@midcall/core/contract';
import type { Desk } from '@midcall/host';
import type { InboxClock } from './ports.js';

const HEARTBEAT_MS = 15_000;
/** Unread events after which a reader is cut. */
const BACKLOG = 2_000;

export interface Offers {
  readonly mute: boolean;
  readonly cutOff: boolean;
  readonly remember: boolean;
  /** Rules can be listed and taken back. */
  readonly rules: boolean;
  readonly audit: boolean;
}

/** First event of a stream: what this inbox can do beside answering, and its idea of now. */
export interface Hello {
  readonly v: 1;
  readonly type: 'hello';
  readonly now: number;
  readonly offers: Offers;
  /** What the person is called, where an identity provider said it. */
  readonly person?: string;
}

export type StreamEvent = Hello | DeskEvent | { readonly v: 1; readonly type: 'signed-out'; readonly reason: string };

export interface LiveStream {
  readonly response: Response;
  readonly close: (reason?: string) => void;
}

export interface OpenStreamOptions {
  readonly desk: Desk;
  readonly principal: string;
  readonly clock: InboxClock;
  readonly hello: Omit<Hello, 'v' | 'type' | 'now'>;
  readonly signal: AbortSignal;
  readonly onClose: () => void;
}

export function openStream({ desk, principal, clock, hello, signal, onClose }: OpenStreamOptions): LiveStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let open = true;
  let stopDesk = (): void => {};
  let stopBeat = (): void => {};

  const end = (): void => {
    if (!open) return;
    open = false;
    stopDesk();
    stopBeat();
    signal.removeEventListener('abort', end);
    try {
      controller.close();
    } catch {
      // The reader has already gone.
    }
    onClose();
  };
  const write = (text: string): void => {
    if (!open) return;
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) < -BACKLOG) end();
  };
  const send = (event: StreamEvent): void => write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const beat = (): void => {
    write(': still here\n\n');
    stopBeat = clock.setTimeout(beat, HEARTBEAT_MS, { background: true });
  };

  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
      send({ v: 1, type: 'hello', now: clock.now(), ...hello });
      // Subscribed before the list is read: a change in between comes twice, never not at all.
      stopDesk = desk.subscribe({ principal }, (question: QuestionView) => send({ v: 1, type: 'question', question }));
      send({ v: 1, type: 'snapshot', questions: desk.list({ principal }) });
      stopBeat = clock.setTimeout(beat, HEARTBEAT_MS, { background: true });
    },
    cancel: end,
  });
  signal.addEventListener('abort', end);
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
  return {
    response: new Response(body, { headers }),
    close: reason => {
      if (reason !== undefined) send({ v: 1, type: 'signed-out', reason });
      end();
    },
  };
}
