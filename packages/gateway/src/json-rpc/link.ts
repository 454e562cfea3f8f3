/**
 * One transport and what the gateway needs of it: frames sorted, sends that never throw, one end.
 *
 * Invariants:
 *  1. `onEnd` fires once, whoever closed the transport and however.
 *  2. A frame that is no JSON-RPC message is reported and dropped; the next one is read as if nothing had been.
 *  3. Nothing overtakes `notifications/initialized`: over HTTP the server's first push would be lost (the stream it
 *     rides on opens only after that notification was taken).
 */
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { Message, RpcId } from './message.js';
import { type Sorted, sortFrame } from './message.js';

export interface LinkHandlers {
  /** `headers` are those of the HTTP request the frame came in, where it came in one. */
  onFrame(sorted: Exclude<Sorted, { kind: 'garbage' }>, headers?: Headers): void;
  /** A frame or a line that could not be used. The text never quotes it (N9). */
  onGarbage(why: string): void;
  /** What the transport reports of itself, before it counts as garbage. True: it is dealt with. */
  onTrouble?(error: Error): boolean;
  onEnd(): void;
}

export interface SendOptions {
  /** The host's request this message belongs to: its stream over HTTP (E-R-17). */
  readonly relatedTo?: RpcId;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The stream that a request's answer comes on has ended for good, with or without it (HTTP). */
  readonly onStreamEnd?: () => void;
}

export interface Link {
  start(): Promise<void>;
  /** Settles with nothing once the transport took it, else with what the transport said. Never rejects. */
  send(message: Message, options?: SendOptions): Promise<Error | undefined>;
  close(): Promise<void>;
  readonly ended: boolean;
  readonly transport: Transport;
}

/** Takes over a transport that was not started yet. */
export function openLink(transport: Transport, handlers: LinkHandlers): Link {
  let ended = false;
  let gate: Promise<unknown> | undefined;

  const end = (): void => {
    if (ended) return;
    ended = true;
    handlers.onEnd();
  };

  transport.onmessage = (frame, extra) => {
    if (ended) return;
    const sorted = sortFrame(frame);
    if (sorted.kind === 'garbage') handlers.onGarbage(sorted.why);
    else handlers.onFrame(sorted, extra?.request?.headers);
  };
  transport.onerror = error => {
    if (!ended && handlers.onTrouble?.(error) !== true) handlers.onGarbage(`the transport reported ${error.name}`);
  };
  transport.onclose = end;

  const hand = async (message: Message, options: SendOptions | undefined): Promise<Error | undefined> => {
    if (ended) return new Error('The connection has ended');
    try {
      await transport.send(message as Parameters<Transport['send']>[0], transportOptions(options));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error('The transport refused the message');
    }
  };

  return {
    transport,
    get ended() {
      return ended;
    },
    start: () => transport.start(),
    send(message, options) {
      const sent = gate === undefined ? hand(message, options) : gate.then(() => hand(message, options));
      if ('method' in message && message.method === 'notifications/initialized') {
        const held = sent.then(() => {
          if (gate === held) gate = undefined;
        });
        gate = held;
      }
      return sent;
    },
    async close() {
      try {
        await transport.close();
      } catch {
        // A transport that fails to close has nothing left for us.
      }
      end();
    },
  };
}

function transportOptions(options: SendOptions | undefined): TransportSendOptions | undefined {
  if (options === undefined) return undefined;
  return {
    ...(options.relatedTo !== undefined && { relatedRequestId: options.relatedTo }),
    ...(options.headers !== undefined && { headers: options.headers }),
    ...(options.signal !== undefined && { requestSignal: options.signal }),
    ...(options.onStreamEnd !== undefined && { onRequestStreamEnd: options.onStreamEnd }),
  };
}
