/** Raw JSON-RPC peers for tests: nothing of the client SDK between the test and the wire, so that they can misbehave. */
import { META } from '@midcall/core/wire';
import { type FakeClock, fakeClock, memoryStore, type Store } from '@midcall/store';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Definition } from './author/define.js';
import type { PrincipalReader } from './gate/principal.js';
import type { MidcallOptions } from './midcall.js';
import { createMidcall } from './node.js';
import { newKey } from './state/index.js';

export type Frame = {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: frames off the wire are whatever the server sent
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
};

export interface PeerOptions extends Omit<MidcallOptions, 'clock'> {
  readonly clock?: FakeClock;
  readonly capabilities?: object;
  readonly serverName?: string;
}

export interface Peer {
  /** Every frame from the server, in order. */
  readonly frames: Frame[];
  readonly clock: FakeClock;
  readonly errors: unknown[];
  send(frame: object): Promise<void>;
  /** Sends a request and waits for its response. `capabilities` are those of this request alone (newest revision). */
  request(method: string, params: object, capabilities?: object): Promise<Frame>;
  /** As `request`, and gives the id at once. */
  start(method: string, params: object, capabilities?: object): { readonly id: number; readonly response: Promise<Frame> };
  /** Waits until the server has sent a frame like that. */
  frame(match: (frame: Frame) => boolean): Promise<Frame>;
  close(): Promise<void>;
}

export interface LegacyPeer extends Peer {
  /** By id of a request of the server: the request it was sent for. */
  readonly related: ReadonlyMap<unknown, unknown>;
}

export const FORM = { elicitation: { form: {} } };
export const KEYS = newKey();

/** Who calls, as the tests say it. */
export const byTestUser: PrincipalReader = ctx => ({ iss: 'test', sub: String(ctx.mcpReq._meta?.['test/user'] ?? 'alice') });

export function user(name: string): object {
  return { _meta: { 'test/user': name } };
}

function factory(definitions: readonly Definition[], options: PeerOptions, clock: FakeClock, errors: unknown[]): () => McpServer {
  const { capabilities: _, serverName = 'test', store = memoryStore({ clock }), ...rest } = options;
  const midcall = createMidcall({ keys: KEYS, principal: byTestUser, onError: error => errors.push(error), ...rest, store, clock });
  return () => midcall.attach(new McpServer({ name: serverName, version: '1' }), definitions);
}

export async function modernPeer(definitions: readonly Definition[], options: PeerOptions = {}): Promise<Peer> {
  const clock = options.clock ?? fakeClock();
  const errors: unknown[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(factory(definitions, options, clock, errors), { transport: far });
  const envelope = (capabilities: object): object => ({
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'raw', version: '0' },
    [META.clientCapabilities]: capabilities,
  });
  return peer(
    near,
    clock,
    errors,
    () => served.close(),
    (params, capabilities) => ({
      ...params,
      _meta: { ...envelope(capabilities ?? options.capabilities ?? FORM), ...(params as { _meta?: object })._meta },
    }),
  );
}

export async function legacyPeer(
  definitions: readonly Definition[],
  options: PeerOptions & { readonly revision?: string } = {},
): Promise<LegacyPeer> {
  const { revision = '2025-11-25', ...rest } = options;
  const clock = options.clock ?? fakeClock();
  const errors: unknown[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = factory(definitions, rest, clock, errors)();
  const related = new Map<unknown, unknown>();
  const send = far.send.bind(far);
  far.send = (message, sendOptions) => {
    if ('id' in message) related.set(message.id, sendOptions?.relatedRequestId);
    return send(message, sendOptions);
  };
  await server.connect(far);
  const made = Object.assign(
    await peer(
      near,
      clock,
      errors,
      () => server.close(),
      params => params,
    ),
    { related },
  );
  await made.request('initialize', {
    protocolVersion: revision,
    capabilities: options.capabilities ?? FORM,
    clientInfo: { name: 'raw', version: '0' },
  });
  await made.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return made;
}

async function peer(
  transport: InMemoryTransport,
  clock: FakeClock,
  errors: unknown[],
  stop: () => Promise<void>,
  dress: (params: object, capabilities?: object) => object,
): Promise<Peer> {
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let next = 0;
  transport.onmessage = message => {
    frames.push(message as Frame);
    for (const wake of [...waiting]) wake();
  };
  await transport.start();
  const find = (match: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise(resolve => {
      const look = (): void => {
        const found = frames.find(match);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const start = (method: string, params: object, capabilities?: object) => {
    next += 1;
    const id = next;
    void transport.send({ jsonrpc: '2.0', id, method, params: dress(params, capabilities) } as never);
    return { id, response: find(frame => frame.id === id && frame.method === undefined) };
  };
  return {
    frames,
    clock,
    errors,
    send: frame => transport.send(frame as never),
    start,
    request: (method, params, capabilities) => start(method, params, capabilities).response,
    frame: find,
    async close() {
      await transport.close();
      await stop();
    },
  };
}

export function accept(content: object): object {
  return { action: 'accept', content };
}

export function textOf(frame: Frame): string {
  return (frame.result?.content ?? []).map((block: { text?: string }) => block.text ?? '').join('');
}

export type { Store };
