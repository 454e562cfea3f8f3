/**
 * An MCP transport over two byte streams, exact to the byte for frames that pass through unchanged.
 *
 * Invariants:
 *  1. A message object that came in by one such transport and goes out by another, unchanged, is written as the bytes it
 *     came in: no number is rounded, no key moved, no doubled key dropped (D29).
 *  2. Writes keep their order and wait for a full pipe to drain.
 *  3. The end of the input closes the transport; so does an error of the output. `onclose` fires once.
 */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/client';
import { lineReader } from './line-reader.js';

export interface StreamTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Largest frame in bytes; default 100 MiB. */
  readonly maxFrameBytes?: number;
  /** Told each line that was no JSON object, before `onerror`, which quotes nothing of it (N9): for a person in front of a new server. */
  readonly onNotJson?: (line: Buffer) => void;
  /** Runs when the transport closes, before `onclose`. */
  readonly onClosing?: () => void | Promise<void>;
}

/** A frame that could not be read. `message` is fit for a log. */
export class FrameError extends Error {
  override readonly name: 'FrameTooLarge' | 'FrameNotJson';
  constructor(why: 'too-large' | 'not-json') {
    super(why === 'too-large' ? 'A frame was larger than the limit and was skipped' : 'A line was no JSON and was skipped');
    this.name = why === 'too-large' ? 'FrameTooLarge' : 'FrameNotJson';
  }
}

const bytesOf = new WeakMap<object, Buffer>();
const LINE_END = Buffer.from('\n');

export function streamTransport(options: StreamTransportOptions): Transport {
  const { input, output } = options;
  let closing: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  const transport: Transport = {
    async start() {
      input.on('data', data);
      input.on('end', end);
      input.on('close', end);
      input.on('error', fail);
      output.on('error', fail);
      // A stream that ended before anybody listened tells nobody any more.
      if (input.readableEnded || input.destroyed) setImmediate(end);
    },
    send(message) {
      if (closing !== undefined) return Promise.reject(new Error('The stream is closed'));
      const kept = bytesOf.get(message);
      const line = kept === undefined ? Buffer.from(`${JSON.stringify(message)}\n`) : Buffer.concat([kept, LINE_END]);
      const flows = output.write(line);
      if (flows) return last;
      const drained = new Promise<void>((resolve, reject) => {
        const settle = (act: () => void) => (): void => {
          output.off('drain', ok);
          output.off('close', gone);
          act();
        };
        const ok = settle(resolve);
        const gone = settle(() => reject(new Error('The stream closed before the message was taken')));
        output.on('drain', ok);
        output.on('close', gone);
      });
      last = drained.catch(() => undefined);
      return drained;
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };

  const reader = lineReader({
    maxBytes: options.maxFrameBytes ?? 100 * 1024 * 1024,
    onFrame(frame, line) {
      bytesOf.set(frame, line);
      transport.onmessage?.(frame as Parameters<NonNullable<Transport['onmessage']>>[0]);
    },
    onBad(why, line) {
      if (line !== undefined) options.onNotJson?.(line);
      transport.onerror?.(new FrameError(why));
    },
  });

  const data = (chunk: Uint8Array): void => {
    if (closing === undefined) reader.push(chunk);
  };
  const end = (): void => void transport.close();
  const fail = (error: Error): void => {
    if (closing !== undefined) return;
    transport.onerror?.(error);
    void transport.close();
  };

  const shut = async (): Promise<void> => {
    input.off('data', data);
    input.off('end', end);
    input.off('close', end);
    try {
      await options.onClosing?.();
    } finally {
      transport.onclose?.();
    }
  };

  return transport;
}
