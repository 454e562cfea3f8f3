/**
 * A server started as a child process, as an MCP transport.
 *
 * Invariants:
 *  1. No shell: the command is run with its arguments as given.
 *  2. Closing asks first (end of input), then terminates, then kills; each step has two seconds.
 *  3. The server's own error output goes where the caller says, untouched; its exit ends the transport.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Transport } from '@modelcontextprotocol/client';
import { streamTransport } from './stream-transport.js';

export interface ChildTransportOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** The whole environment of the child; absent: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Where the server's error output goes; default `inherit`. */
  readonly stderr?: 'inherit' | 'ignore';
  readonly maxFrameBytes?: number;
  /** Told how the server ended: its exit code, or the signal that ended it. */
  readonly onExit?: (code: number | null, signal: string | null) => void;
}

const STEP_MS = 2_000;

/** The child is started by `start`, which rejects when it cannot be. `pid` says what the SDK's own says: this is a pipe, not a network. */
export function childTransport(options: ChildTransportOptions): Transport {
  let inner: Transport | undefined;
  let ended = false;

  let pid: number | undefined;
  const transport: Transport & { readonly pid: number | undefined } = {
    get pid() {
      return pid;
    },
    start: () =>
      new Promise((resolve, reject) => {
        const child = spawn(options.command, [...(options.args ?? [])], {
          stdio: ['pipe', 'pipe', options.stderr ?? 'inherit'],
          shell: false,
          windowsHide: true,
          ...(options.env !== undefined && { env: { ...options.env } }),
          ...(options.cwd !== undefined && { cwd: options.cwd }),
        });
        child.once('error', reject);
        child.once('spawn', () => {
          child.off('error', reject);
          pid = child.pid;
          child.on('error', error => transport.onerror?.(error));
          const { stdin, stdout } = child;
          if (stdin === null || stdout === null) return reject(new Error('The server has no pipes'));
          inner = streamTransport({
            input: stdout,
            output: stdin,
            ...(options.maxFrameBytes !== undefined && { maxFrameBytes: options.maxFrameBytes }),
            onClosing: () => stop(child),
          });
          inner.onmessage = (message, extra) => transport.onmessage?.(message, extra);
          inner.onerror = error => transport.onerror?.(error);
          inner.onclose = end;
          inner.start().then(resolve, reject);
        });
        child.once('exit', (code, signal) => {
          options.onExit?.(code, signal);
        });
      }),
    send(message, sendOptions) {
      return inner === undefined ? Promise.reject(new Error('The server was not started')) : inner.send(message, sendOptions);
    },
    async close() {
      await inner?.close();
      end();
    },
  };

  const end = (): void => {
    if (ended) return;
    ended = true;
    transport.onclose?.();
  };

  return transport;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  child.stdin?.end();
  if (await within(gone)) return;
  child.kill('SIGTERM');
  if (await within(gone)) return;
  child.kill('SIGKILL');
  await within(gone);
}

function within(gone: Promise<void>): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), STEP_MS);
    void gone.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
