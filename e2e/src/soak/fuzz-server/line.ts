/** One line to a server in memory: frames go in as JSON text, as off a wire, and what comes back is found by id at once. */
import { META } from '@midcall/core/wire';
import { createMidcall, type Definition, newKey } from '@midcall/server';
import { type FakeClock, memoryStore } from '@midcall/store';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

// What came off the wire is whatever the server sent; the fuzz looks before it believes.
export interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Line {
  /** Told of every error that the server's operator would hear. */
  readonly reported: unknown[];
  /** Requests of the server, oldest first; taken by whoever answers them. */
  readonly pushes: Sent[];
  nextId(): number;
  /** Sends one frame of JSON text. */
  send(json: string): void;
  /** The response to `id`, or undefined if there is none after `turns` turns of the event loop. */
  response(id: number, turns?: number): Promise<Sent | undefined>;
  /** Lets the server do what it has to do. @returns false if `until` did not come true */
  settle(until: () => boolean, turns?: number): Promise<boolean>;
  close(): Promise<void>;
}

const KEYS = newKey();

export interface LineOptions {
  readonly definitions: readonly Definition[];
  readonly clock: FakeClock;
  /** Other keys than all other lines have. */
  readonly strangerKeys?: boolean;
}

/** `_meta` of a request of the newest revision. */
export function envelope(user: string): string {
  return JSON.stringify({
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'fuzz', version: '0' },
    [META.clientCapabilities]: { elicitation: {} },
    'fuzz/user': user,
  });
}

/** The newest revision. */
export async function modernLine(options: LineOptions): Promise<Line> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const { factory, reported } = server(options);
  const served = serveStdio(factory, { transport: far });
  return line(near, reported, () => served.close());
}

/** 2025-11-25, initialized. */
export async function legacyLine(options: LineOptions): Promise<Line> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const { factory, reported } = server(options);
  const mcp = factory();
  await mcp.connect(far);
  const made = await line(near, reported, () => mcp.close());
  const hello = { protocolVersion: '2025-11-25', capabilities: { elicitation: { form: {} } }, clientInfo: { name: 'fuzz', version: '0' } };
  const id = made.nextId();
  made.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params: hello }));
  if ((await made.response(id))?.result === undefined) throw new Error('the server does not initialize');
  made.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return made;
}

function server({ definitions, clock, strangerKeys = false }: LineOptions) {
  const reported: unknown[] = [];
  const midcall = createMidcall({
    keys: strangerKeys ? newKey() : KEYS,
    store: memoryStore({ clock }),
    clock,
    principal: ctx => ({ iss: 'fuzz', sub: String(ctx.mcpReq._meta?.['fuzz/user'] ?? 'alice') }),
    retries: { perSecond: 1e9, burst: 1e9 },
    onError: error => reported.push(error),
  });
  return { reported, factory: () => midcall.attach(new McpServer({ name: 'fuzzed', version: '1' }), definitions) };
}

async function line(near: InMemoryTransport, reported: unknown[], stop: () => Promise<void>): Promise<Line> {
  const responses = new Map<unknown, Sent>();
  const pushes: Sent[] = [];
  near.onmessage = message => {
    const sent = message as Sent;
    if (sent.method === undefined) responses.set(sent.id, sent);
    else if (sent.id !== undefined) pushes.push(sent);
  };
  await near.start();
  let last = 0;
  const settle = async (until: () => boolean, turns = PATIENCE): Promise<boolean> => {
    for (let turn = 0; turn < turns; turn += 1) {
      if (until()) return true;
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    return until();
  };
  return {
    reported,
    pushes,
    settle,
    nextId: () => ++last,
    send: json => void near.send(JSON.parse(json) as Parameters<typeof near.send>[0]),
    async response(id, turns) {
      await settle(() => responses.has(id), turns);
      const found = responses.get(id);
      responses.delete(id);
      return found;
    },
    async close() {
      await near.close();
      await stop();
    },
  };
}

/** Nothing here waits for time: what is not done after that many turns never will be. */
const PATIENCE = 400;
