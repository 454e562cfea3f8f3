/**
 * A server as a child process, with the protocol on its standard streams: the gateway's own transport, and what a person in
 * front of a server that does not work wants to know.
 *
 * Promises:
 *  1. What the child prints that is not protocol is noticed (the SDK skips it silently), because "garbage on standard
 *     output" is the commonest fault of a first server.
 *  2. How it ended is known: status, signal, and the last lines it wrote to standard error.
 *  3. A message that came in by a transport of this kind and goes out unchanged keeps its bytes (D29).
 */
import type { Readable } from 'node:stream';
import { MidcallError } from '@midcall/core';
import { type ChildExit, type ChildTransport, childTransport } from '@midcall/gateway/node';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Frame } from './frame-tap.js';
import { describeTarget, type ServerTarget } from './server-target.js';

const KEPT_STDERR_LINES = 12;

/** What the starter of a child wants to hear. */
export interface ChildServerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Each line of the child's standard error; `undefined` passes the stream through untouched. */
  readonly onStderr?: (line: string) => void;
  /** Each line of its standard output that is not JSON. */
  readonly onGarbage?: (line: string) => void;
  /** Every protocol message, in both directions. */
  readonly onFrame?: (frame: Frame) => void;
}

type Stdio = Extract<ServerTarget, { kind: 'stdio' }>;

/** The transport of a child server. `pid` and `stderr` tell the SDK that it is a pipe, not a network (silence means legacy). */
export class ChildServer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #target: Stdio;
  readonly #options: ChildServerOptions;
  readonly #lastStderr: string[] = [];
  readonly #pipe: ChildTransport;
  #garbage: string | undefined;
  #spoke = false;
  #started = false;

  constructor(target: Stdio, options: ChildServerOptions) {
    this.#target = target;
    this.#options = options;
    const { onStderr } = options;
    this.#pipe = childTransport({
      ...target,
      env: options.env,
      onNotJson: line => this.#notJson(line.toString('utf8')),
      ...(onStderr && {
        stderr: line => {
          this.#lastStderr.push(line);
          if (this.#lastStderr.length > KEPT_STDERR_LINES) this.#lastStderr.shift();
          onStderr(line);
        },
      }),
    });
  }

  get pid(): number | null {
    return this.#pipe.pid;
  }

  get stderr(): Readable | null {
    return this.#pipe.stderr;
  }

  /** The first line of standard output that was not protocol. */
  get garbage(): string | undefined {
    return this.#garbage;
  }

  /** Whether a single protocol message has arrived. */
  get spoke(): boolean {
    return this.#spoke;
  }

  get exit(): ChildExit | undefined {
    return this.#pipe.exit;
  }

  /** Whether it was gone before anybody here closed it. */
  get endedByItself(): boolean {
    return this.#pipe.endedByItself;
  }

  /** Settles when the child is gone; at once if it never started. */
  get ended(): Promise<void> {
    return this.#pipe.ended;
  }

  /** The last lines it wrote to standard error, oldest first, where they are read (`onStderr`). */
  get lastStderr(): readonly string[] {
    return this.#lastStderr;
  }

  /** @throws MidcallError SERVER_EXITED when the command cannot be started at all. */
  async start(): Promise<void> {
    const pipe = this.#pipe;
    pipe.onmessage = message => {
      // JSON that is no protocol counts as silence.
      if (message.jsonrpc !== '2.0') return this.onerror?.(new Error('A message that is no JSON-RPC was skipped'));
      this.#spoke = true;
      this.#options.onFrame?.({ direction: 'received', message });
      this.onmessage?.(message);
    };
    pipe.onerror = error => this.onerror?.(error);
    pipe.onclose = () => this.onclose?.();
    await pipe.start().catch((error: Error) => {
      throw cannotStart(this.#target, error);
    });
    this.#started = true;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#started) throw new MidcallError('SESSION_CLOSED', 'The server is not running.');
    this.#options.onFrame?.({ direction: 'sent', message });
    await this.#pipe.send(message);
  }

  close(): Promise<void> {
    return this.#pipe.close();
  }

  /** Passes a signal on to the child, so that it may end in its own way. */
  kill(signal: NodeJS.Signals): void {
    this.#pipe.kill(signal);
  }

  #notJson(line: string): void {
    if (line.trim() === '' || isJson(line)) return;
    this.#garbage ??= line;
    this.#options.onGarbage?.(line);
  }
}

function cannotStart(target: Stdio, error: Error): MidcallError {
  const code = (error as NodeJS.ErrnoException).code;
  const why = code === 'ENOENT' ? 'there is no such command' : code === 'EACCES' ? 'it is not executable' : (code ?? 'the system refused');
  return new MidcallError('SERVER_EXITED', `Cannot start "${target.command}": ${why}.`, {
    hint: `Try it by itself first: ${describeTarget(target)}`,
    cause: error,
  });
}

/** A bare value, such as `7`: no message, and no text either. */
function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
