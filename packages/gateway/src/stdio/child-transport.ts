/**
 * A server started as a child process, as an MCP transport.
 *
 * Invariants:
 *  1. No shell: the command is run with its arguments as given; on Windows, where `npx` and its like are scripts, they are
 *     found and quoted as hosts do it.
 *  2. Closing asks first (end of input), then terminates, then kills; each step has two seconds.
 *  3. The server's own error output goes where the caller says, untouched; its exit ends the transport, and how it ended,
 *     and whether anybody here had a part in it, is known afterwards.
 */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { streamTransport } from './stream-transport.js';
import { textLines } from './text-lines.js';

export interface ChildTransportOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment of the child; absent: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Where the server's error output goes, or who hears each line of it; default `inherit`. */
  readonly stderr?: 'inherit' | 'ignore' | ((line: string) => void);
  readonly maxFrameBytes?: number;
  /** Told each line of its output that was no JSON object. */
  readonly onNotJson?: (line: Buffer) => void;
  /** Told how the server ended: its exit code, or the signal that ended it. */
  readonly onExit?: (code: number | null, signal: string | null) => void;
}

/** How a child ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** `pid` and `stderr` say what the SDK's own say: this is a pipe, not a network, so that silence means the legacy era. */
export interface ChildTransport extends Transport {
  readonly pid: number | null;
  readonly stderr: Readable | null;
  readonly exit: ChildExit | undefined;
  /** Whether it was gone before anybody here closed it. */
  readonly endedByItself: boolean;
  /** Settles when the child is gone and its output was read; at once if it never started. */
  readonly ended: Promise<void>;
  /** Passes a signal on to the child, so that it may end in its own way. */
  kill(signal: NodeJS.Signals): void;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable | null>;

const STEP_MS = 2_000;

/** The child is started by `start`, which rejects, with the system's own error, when it cannot be. */
export function childTransport(options: ChildTransportOptions): ChildTransport {
  let child: Child | undefined;
  let inner: Transport | undefined;
  let exit: ChildExit | undefined;
  let gone: Promise<void> = Promise.resolve();
  /** Before `gone`: output may still be held open by a child of its own. */
  let exited: Promise<void> = Promise.resolve();
  let closing = false;
  let endedByItself = false;
  let told = false;

  const end = (): void => {
    if (told) return;
    told = true;
    transport.onclose?.();
  };

  const start = async (): Promise<void> => {
    const { stderr = 'inherit' } = options;
    const made = spawn(options.command, [...(options.args ?? [])], {
      stdio: ['pipe', 'pipe', typeof stderr === 'function' ? 'pipe' : stderr],
      windowsHide: true,
      ...(options.env !== undefined && { env: { ...options.env } as NodeJS.ProcessEnv }),
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    }) as Child;
    child = made;
    exited = new Promise(resolve => {
      made.once('exit', (code, signal) => {
        exit = { code, signal };
        endedByItself ||= !closing;
        options.onExit?.(code, signal);
        resolve();
      });
      made.once('error', () => resolve());
    });
    gone = new Promise(resolve => {
      made.once('close', () => resolve());
      made.once('error', () => resolve());
    });
    if (typeof stderr === 'function') made.stderr?.on('data', textLines(stderr));
    // Its output ends a moment before its exit is reported; whoever closes in between did not end it.
    made.stdout.once('end', () => {
      endedByItself ||= !closing;
    });
    made.stdin.on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      made.once('spawn', resolve);
      made.once('error', reject);
    });
    made.on('error', error => transport.onerror?.(error));
    inner = streamTransport({
      input: made.stdout,
      output: made.stdin,
      ...(options.maxFrameBytes !== undefined && { maxFrameBytes: options.maxFrameBytes }),
      ...(options.onNotJson && { onNotJson: options.onNotJson }),
      onClosing: () => stop(made),
    });
    inner.onmessage = (message, extra) => transport.onmessage?.(message, extra);
    inner.onerror = error => transport.onerror?.(error);
    inner.onclose = end;
    await inner.start();
  };

  const stop = async (running: Child): Promise<void> => {
    running.stdin.end();
    if (!(await within(exited))) running.kill('SIGTERM');
    if (!(await within(exited))) running.kill('SIGKILL');
    await within(exited);
    // A grandchild may hold the other ends open.
    running.stdout.destroy();
    running.stderr?.destroy();
  };

  const transport: ChildTransport = {
    start,
    get pid() {
      return child?.pid ?? null;
    },
    get stderr() {
      return child?.stderr ?? null;
    },
    get exit() {
      return exit;
    },
    get endedByItself() {
      return endedByItself;
    },
    get ended() {
      return gone;
    },
    kill: signal => void child?.kill(signal),
    send: (message, sendOptions) =>
      inner === undefined ? Promise.reject(new Error('The server was not started')) : inner.send(message, sendOptions),
    async close() {
      closing = true;
      if (inner === undefined) child?.kill('SIGKILL');
      await inner?.close();
      end();
    },
  };
  return transport;
}

function within(ended: Promise<void>): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), STEP_MS);
    void ended.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
