/** What every command receives besides its options. */
import type { Readable, Writable } from 'node:stream';
import type { Terminal } from './terminal/terminal.js';

/** The streams that carry the protocol in `midcall gateway`. */
export interface ProtocolStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface CommandContext {
  readonly terminal: Terminal;
  readonly streams: ProtocolStreams;
  /** Everything behind the first `--`, word for word. */
  readonly tail: readonly string[] | undefined;
  /** As `process.platform` says it. */
  readonly platform: NodeJS.Platform;
  /** The path of this Node. */
  readonly node: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether stack traces are wanted. */
  readonly debug: boolean;
}
