/** Peers for the session tests: real SDK servers of both eras, and raw ones that may say anything. */

import type { FakeClock } from '@midcall/store';
import { fakeClock } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, JSONRPCRequest, McpServer } from '@modelcontextprotocol/server';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { AttachOptions, HostDesk, HostSession, Surface } from '../index.js';
import { createDesk } from '../index.js';

export type Era = 'legacy' | 'modern';

export interface Frame {
  readonly from: 'host' | 'server';
  readonly message: JSONRPCMessage & {
    method?: string;
    params?: Record<string, unknown>;
    result?: Record<string, unknown>;
    error?: unknown;
    id?: string | number;
  };
}

export interface Pair {
  readonly desk: HostDesk;
  readonly clock: FakeClock;
  readonly client: Client;
  readonly session: HostSession;
  readonly frames: readonly Frame[];
  /** Requests of one method, as the host sent them. */
  sent(method: string): Frame['message'][];
  close(): Promise<void>;
}

export interface PairOptions extends Partial<AttachOptions> {
  readonly surfaces?: readonly Surface[];
  readonly desk?: HostDesk;
  readonly clock?: FakeClock;
}

/** Someone is there and does nothing by themselves. */
export const watching: Surface = { name: 'inbox', reachable: () => true };

export async function withSdkServer(era: Era, build: () => McpServer, options: PairOptions = {}): Promise<Pair> {
  const { pair, serverSide, connect } = prepare(era, options);
  let stop: () => Promise<void>;
  if (era === 'modern') {
    const handle = serveStdio(build, { transport: serverSide });
    stop = () => handle.close();
  } else {
    const server = build();
    await server.connect(serverSide);
    stop = () => server.close();
  }
  await connect();
  const close = async (): Promise<void> => {
    await pair.client.close();
    await stop();
  };
  return { ...pair, close };
}

export interface RawServer {
  send(message: Record<string, unknown>): void;
  /** Answers from the host to requests of the server. */
  readonly answers: JSONRPCMessage[];
  close(): Promise<void>;
}

/** What a raw server does with each request: return a result, an error, or nothing (and send later). */
export type RawHandler = (request: JSONRPCRequest & { params: Record<string, unknown> }, server: RawServer) => unknown;

export async function withRawServer(
  era: Era,
  handle: RawHandler,
  options: PairOptions & { revision?: string } = {},
): Promise<Pair & { server: RawServer }> {
  const { pair, serverSide, connect } = prepare(era, options);
  const server: RawServer = {
    send: message => void serverSide.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage),
    answers: [],
    close: () => serverSide.close(),
  };
  serverSide.onmessage = message => {
    if (!('method' in message)) return void server.answers.push(message);
    if (!('id' in message)) return;
    const reply = (body: Record<string, unknown>): void => server.send({ id: message.id, ...body });
    if (message.method === 'server/discover') {
      return reply({
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'raw', version: '1' } },
        },
      });
    }
    if (message.method === 'initialize') {
      return reply({
        result: {
          protocolVersion: options.revision ?? '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'raw', version: '1' },
        },
      });
    }
    const answer = handle(message as never, server) as { error?: unknown } | undefined;
    if (answer !== undefined) reply(answer.error === undefined ? { result: answer } : { error: answer.error });
  };
  await serverSide.start();
  await connect();
  return { ...pair, server, close: () => pair.client.close() };
}

function prepare(
  era: Era,
  { surfaces = [watching], desk: given, clock = fakeClock(), ...attach }: PairOptions,
): { pair: Omit<Pair, 'close'>; serverSide: InMemoryTransport; connect: () => Promise<void> } {
  const desk = given ?? createDesk({ clock, surfaces });
  const client = new Client(
    { name: 'host', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const session = desk.attach(client, { server: 'Records', ...attach });
  const [hostSide, serverSide] = InMemoryTransport.createLinkedPair();
  const frames: Frame[] = [];
  tap(hostSide, 'host', frames);
  tap(serverSide, 'server', frames);
  const sent = (method: string): Frame['message'][] =>
    frames.filter(frame => frame.from === 'host' && frame.message.method === method).map(frame => frame.message);
  return { pair: { desk, clock, client, session, frames, sent }, serverSide, connect: () => client.connect(hostSide) };
}

/** Copies every frame, so that nobody shares objects as they would not over a pipe. */
function tap(transport: InMemoryTransport, from: Frame['from'], frames: Frame[]): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const copy = JSON.parse(JSON.stringify(message)) as JSONRPCMessage;
    frames.push({ from, message: JSON.parse(JSON.stringify(message)) as Frame['message'] });
    await send(copy, options);
  };
}

/** Waits, in turns of the event loop, until `ready` gives something. */
export async function until<T>(ready: () => T | undefined | false): Promise<T> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const value = ready();
    if (value !== undefined && value !== false) return value;
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('never became ready');
}
