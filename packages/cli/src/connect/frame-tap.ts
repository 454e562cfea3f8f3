/** Listens in on a transport: every protocol message, in both directions, as it crosses the wire. */
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';

/** One message on the wire. */
export interface Frame {
  readonly direction: 'sent' | 'received';
  readonly message: JSONRPCMessage;
}

/**
 * A transport that hands everything to `inner` and reports what passes. Those above chain their listeners through
 * `onmessage`, so it stays an ordinary property; only the innermost listener reports, once per message.
 */
export class FrameTap implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #inner: Transport;
  readonly #listener: (frame: Frame) => void;
  readonly setProtocolVersion: (version: string) => void;

  constructor(inner: Transport, listener: (frame: Frame) => void) {
    this.#inner = inner;
    this.#listener = listener;
    this.setProtocolVersion = version => inner.setProtocolVersion?.(version);
    inner.onclose = () => this.onclose?.();
    inner.onerror = error => this.onerror?.(error);
    inner.onmessage = (message, extra) => {
      listener({ direction: 'received', message });
      this.onmessage?.(message, extra);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#listener({ direction: 'sent', message });
    await this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
