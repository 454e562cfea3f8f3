/**
 * A server as a child process, with the protocol on its standard streams.
 *
 * Promises:
 *  1. What the child prints that is not protocol is noticed (the SDK skips it silently), because "garbage on standard
 *     output" is the commonest fault of a first server.
 *  2. How it ended is known: status, signal, and the last lines it wrote to standard error.
 *  3. `close` lets it finish: end of input, then SIGTERM, then SIGKILL, each after a grace time.
 *  4. A message that came in by a transport of this kind and goes out unchanged keeps its bytes (D29).
 */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { MidcallError } from '@midcall/core';
import { streamTransport } from '@midcall/gateway/node';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import type { Frame } from './frame-tap.js';
import { lineReader } from './line-reader.js';
import { describeTarget, type ServerTarget } from './server-target.js';

const GRACE_MS = 2_000;
/** A stack is about twenty lines long, and the sentence stands in front of it. */
const KEPT_STDERR_LINES = 60;

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

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
  #child: ChildProcessByStdio<Writable, Readable, Readable | null> | undefined;
  #pipe: Transport | undefined;
  #garbage: string | undefined;
  #exit: ChildExit | undefined;
  #ended: Promise<void> = Promise.resolve();
  #spoke = false;
  #closing = false;
  #endedByItself = false;

  constructor(target: Stdio, options: ChildServerOptions) {
    this.#target = target;
    this.#options = options;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderr(): Readable | null {
    return this.#child?.stderr ?? null;
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
    return this.#exit;
  }

  /** Whether it was gone before anybody here closed it. */
  get endedByItself(): boolean {
    return this.#endedByItself;
  }

  /** Settles when the child is gone; at once if it never started. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** The last lines it wrote to standard error, oldest first, where they are read (`onStderr`). */
  get lastStderr(): readonly string[] {
    return this.#lastStderr;
  }

  /** @throws MidcallError SERVER_EXITED when the command cannot be started at all. */
  async start(): Promise<void> {
    const { onStderr } = this.#options;
    // Windows finds npx and its like, which are .cmd files, only this way; hosts start servers in the same one.
    const child = spawn(this.#target.command, [...this.#target.args], {
      cwd: this.#target.cwd,
      env: this.#options.env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', onStderr === undefined ? 'inherit' : 'pipe'],
      windowsHide: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable | null>;
    this.#child = child;
    this.#ended = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        this.#endedByItself ||= !this.#closing;
      });
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    if (onStderr !== undefined && child.stderr !== null) {
      child.stderr.on(
        'data',
        lineReader(line => {
          this.#lastStderr.push(line);
          if (this.#lastStderr.length > KEPT_STDERR_LINES) this.#lastStderr.shift();
          onStderr(line);
        }),
      );
    }
    // Its output ends a moment before its exit is reported; whoever closes in between did not end it.
    child.stdout.once('end', () => {
      this.#endedByItself ||= !this.#closing;
    });
    child.stdin.on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => reject(cannotStart(this.#target, error)));
    });
    const pipe = streamTransport({ input: child.stdout, output: child.stdin, onNotJson: line => this.#notJson(line.toString('utf8')) });
    pipe.onmessage = message => {
      // JSON that is no protocol counts as silence.
      if (message.jsonrpc !== '2.0') return this.onerror?.(new Error('A message that is no JSON-RPC was skipped'));
      this.#spoke = true;
      this.#options.onFrame?.({ direction: 'received', message });
      this.onmessage?.(message);
    };
    pipe.onerror = error => this.onerror?.(error);
    pipe.onclose = () => this.onclose?.();
    this.#pipe = pipe;
    await pipe.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#pipe === undefined) throw new MidcallError('SESSION_CLOSED', 'The server is not running.');
    this.#options.onFrame?.({ direction: 'sent', message });
    await this.#pipe.send(message);
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#closing = true;
    await this.#pipe?.close();
    if (this.#exit === undefined && child.pid !== undefined) {
      child.stdin.end();
      if (!(await endedWithin(this.#ended, GRACE_MS))) child.kill('SIGTERM');
      if (!(await endedWithin(this.#ended, GRACE_MS))) child.kill('SIGKILL');
    }
    child.stdout.destroy();
    child.stderr?.destroy();
  }

  /** Passes a signal on to the child, so that it may end in its own way. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
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

async function endedWithin(ended: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([ended.then(() => true as const), late]);
  clearTimeout(timer);
  return done;
}
