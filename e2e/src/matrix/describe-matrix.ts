/**
 * One test body, every way a host and a server can be connected. A cell says what is possible in it; a body that needs
 * more (an asking host, a verified person) runs in the cells that have it, and the cells it left out are not silently green:
 * each body states its need.
 */
import { fileURLToPath } from 'node:url';
import type { JsonObject, Revision } from '@midcall/core';
import { afterAll, afterEach, describe } from 'vitest';
import { createMatrixServer } from '../fixtures/matrix-server.js';
import { connectHttp } from '../peers/http-client.js';
import { serveHttp } from '../peers/http-server.js';
import { connectMemory, connectStdio } from '../peers/message-client.js';
import type { RawClient, RawClientOptions } from '../peers/raw-client.js';

export type Transport = 'in memory' | 'stdio' | 'session HTTP' | 'stateless HTTP' | 'HTTP';

export interface Cell {
  readonly transport: Transport;
  readonly revision: Revision;
  /** Whether a person can be asked at all. */
  readonly asks: boolean;
  readonly modern: boolean;
  /** Connects to a server that has seen nothing yet. Everything opened is closed in the end. */
  open(options?: OpenOptions): Promise<RawClient>;
}

interface OpenOptions {
  readonly capabilities?: JsonObject;
  readonly as?: string;
}

const stdioServer = fileURLToPath(new URL('../../dist/fixtures/matrix-stdio.js', import.meta.url));
const layout: readonly (readonly [Transport, readonly Revision[]])[] = [
  ['in memory', ['2025-06-18', '2025-11-25', '2026-07-28']],
  ['stdio', ['2025-06-18', '2025-11-25', '2026-07-28']],
  ['session HTTP', ['2025-06-18', '2025-11-25']],
  ['stateless HTTP', ['2025-11-25']],
  ['HTTP', ['2026-07-28']],
];

export const cells: readonly Cell[] = layout.flatMap(([transport, revisions]) =>
  revisions.map(revision => ({
    transport,
    revision,
    asks: transport !== 'stateless HTTP',
    modern: revision === '2026-07-28',
    open: options => open(transport, revision, options ?? {}),
  })),
);

/** Runs the body once for every cell that `needs` lets through. */
export function describeMatrix(title: string, needs: (cell: Cell) => boolean, body: (cell: Cell) => void): void {
  for (const cell of cells.filter(needs)) {
    describe(`${title}: ${cell.transport}, ${cell.revision}`, () => {
      afterEach(closeAll);
      afterAll(closeChildren);
      body(cell);
    });
  }
}

const opened: (() => Promise<void>)[] = [];

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

async function open(transport: Transport, revision: Revision, options: OpenOptions): Promise<RawClient> {
  const client = {
    revision,
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.as !== undefined && { as: options.as }),
  };
  if (transport === 'stdio') return child(client);
  const server = createMatrixServer();
  if (transport === 'in memory') return closing(await connectMemory(server.factory, client));
  const http = await serveHttp(server.factory, { legacy: transport === 'session HTTP' ? 'session' : 'stateless' });
  opened.push(() => http.close());
  return closing(await connectHttp(http.url, client));
}

// Starting a process is what takes time: one serves all tests of a cell, and forgets what it saw before each of them.
const children = new Map<string, RawClient>();

async function child(options: RawClientOptions): Promise<RawClient> {
  const key = JSON.stringify(options);
  const known = children.get(key);
  if (known) {
    await known.request('tools/call', { name: 'forget', arguments: {} });
    known.received.length = 0;
    known.pushes.length = 0;
    known.onPush = () => undefined;
    return known;
  }
  const started = await connectStdio([process.execPath, stdioServer], options);
  children.set(key, started);
  return started;
}

async function closeChildren(): Promise<void> {
  for (const started of children.values()) await started.close();
  children.clear();
}

function closing(client: RawClient): RawClient {
  opened.push(() => client.close());
  return client;
}
