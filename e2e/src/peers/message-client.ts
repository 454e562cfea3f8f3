/** The hand-written host over anything that carries whole frames: an in-memory pair or a child process's pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@midcall/core';
import { tolerantTransport } from '@midcall/server';
import { InMemoryTransport, type McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { RawClient, type RawClientOptions } from './raw-client.js';

/** The hand-written host over one end of an in-memory pair; `open()` is the caller's to call. */
export class MemoryClient extends RawClient {
  readonly #transport: InMemoryTransport;
  readonly #stop: () => Promise<void>;

  constructor(options: RawClientOptions, transport: InMemoryTransport, stop: () => Promise<void> = async () => undefined) {
    super(options);
    this.#transport = transport;
    this.#stop = stop;
    transport.onmessage = message => this.take(structuredClone(message) as unknown as JsonObject);
    transport.onclose = () => undefined;
  }

  async close(): Promise<void> {
    await this.#transport.close();
    await this.#stop();
  }

  protected async post(message: JsonObject): Promise<void> {
    await this.#transport.send(structuredClone(message) as never);
  }
}

/** Connects in memory; either era, decided by what the client sends first, as `serveStdio` does it. */
export async function connectMemory(factory: McpServerFactory, options: RawClientOptions): Promise<RawClient> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(factory, { transport: tolerantTransport(there), onerror: () => undefined });
  const client = new MemoryClient(options, here, () => handle.close());
  await here.start();
  await client.open();
  return client;
}

/** A child process as a peer, with what it wrote to stderr and how it ended. */
export class StdioClient extends RawClient {
  readonly child: ChildProcess;
  stderr = '';
  readonly exited: Promise<number | null>;

  constructor(options: RawClientOptions, command: readonly [string, ...string[]], env: Readonly<Record<string, string>> = {}) {
    super(options);
    const [file, ...args] = command;
    this.child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.exited = new Promise(resolve => this.child.once('exit', resolve));
    this.child.stdin?.on('error', () => undefined);
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
    });
    if (this.child.stdout) createInterface({ input: this.child.stdout }).on('line', line => this.#line(line));
  }

  closeStdin(): void {
    this.child.stdin?.end();
  }

  async close(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
  }

  protected post(message: JsonObject): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.stdin?.write(`${JSON.stringify(message)}\n`, error => (error ? reject(error) : resolve()));
    });
  }

  #line(line: string): void {
    if (line.trim() === '') return;
    this.take(JSON.parse(line) as JsonObject);
  }
}

/** Starts a server as a child process and opens the connection. */
export async function connectStdio(
  command: readonly [string, ...string[]],
  options: RawClientOptions,
  env?: Readonly<Record<string, string>>,
): Promise<StdioClient> {
  const client = new StdioClient(options, command, env);
  await client.open();
  return client;
}
