/** Node entry: stdio on both sides. */
import { stdin, stdout } from 'node:process';
import type { Transport } from '@modelcontextprotocol/client';
import { streamTransport } from './stdio/stream-transport.js';

export type { ChildExit, ChildTransport, ChildTransportOptions } from './stdio/child-transport.js';
export { childTransport } from './stdio/child-transport.js';
export type { StreamTransportOptions } from './stdio/stream-transport.js';
export { FrameError, streamTransport } from './stdio/stream-transport.js';

/** The host that started this process, on its standard input and output. */
export function hostTransport(options: { readonly maxFrameBytes?: number } = {}): Transport {
  return streamTransport({ input: stdin, output: stdout, ...options });
}
