/**
 * `node --expose-gc pending.js KIND COUNT`: opens COUNT questions that nobody answers and prints the KiB of resident memory
 * that each of them keeps. Hosts and servers around what is measured keep nothing but their connections.
 */
import { PassThrough } from 'node:stream';
import { createGateway, type Gateway } from '@midcall/gateway';
import { createHttpFace } from '@midcall/gateway/http';
import { streamTransport } from '@midcall/gateway/node';
import { createDesk } from '@midcall/host';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { freshSchema } from '../rows/form.js';
import { asking } from '../servers/asking.js';
import { TOOL } from '../servers/tool.js';

/** Open questions of one connection, where connections hold many. */
const EACH = 100;
const question = { message: 'Release billing: how?', requestedSchema: freshSchema() };
const state = 'mc1.k1.'.padEnd(300, 'x');
const clientInfo = { name: 'host', version: '1.0.0' };
const capabilities = { elicitation: { form: {} } };

interface Frame {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

const fresh = (frame: object): JSONRPCMessage => JSON.parse(JSON.stringify({ jsonrpc: '2.0', ...frame })) as JSONRPCMessage;

/** A server that asks in every call and keeps nothing. */
function askingServer(transport: Transport): Transport {
  let asked = 0;
  const reply = (frame: object): void => void transport.send(fresh(frame));
  transport.onmessage = message => {
    const { id, method, params } = message as Frame;
    const serverInfo = { name: 'release', version: '1.0.0' };
    if (method === 'initialize') reply({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
    else if (method === 'server/discover')
      reply({
        id,
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          serverInfo,
          ttlMs: 0,
          cacheScope: 'private',
        },
      });
    else if (method === 'tools/call' && (params?._meta as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/protocolVersion'])
      reply({
        id,
        result: {
          resultType: 'input_required',
          inputRequests: { release: { method: 'elicitation/create', params: question } },
          requestState: state,
        },
      });
    else if (method === 'tools/call') {
      asked += 1;
      reply({ id: asked, method: 'elicitation/create', params: { mode: 'form', ...question } });
    }
  };
  return transport;
}

/** Two ends of one connection: objects handed over, or lines through streams. */
function pair(lines: boolean): readonly [Transport, Transport] {
  if (!lines) return InMemoryTransport.createLinkedPair();
  const [there, back] = [new PassThrough(), new PassThrough()];
  return [streamTransport({ input: back, output: there }), streamTransport({ input: there, output: back })];
}

function gatewayFor(lines: boolean): Gateway {
  return createGateway({
    serverName: 'Release',
    desk: createDesk(),
    upstream() {
      const [near, far] = pair(lines);
      void askingServer(far).start();
      return near;
    },
  });
}

/** A host that counts what it is asked; `waits` settles when all of it has come. */
async function rawHost(
  gateway: Gateway,
  lines: boolean,
  expected: number,
): Promise<{ send: (frame: object) => void; waits: Promise<void>; ready: () => Promise<void> }> {
  const [near, far] = pair(lines);
  let seen = 0;
  let done = (): void => undefined;
  let initialized = (): void => undefined;
  const waits = new Promise<void>(resolve => {
    done = resolve;
  });
  const shaken = new Promise<void>(resolve => {
    initialized = resolve;
  });
  far.onmessage = message => {
    const { id, method, result } = message as Frame;
    if (id === 'init') return initialized();
    if (method === 'elicitation/create' || result?.resultType === 'input_required') seen += 1;
    if (seen === expected) done();
  };
  await far.start();
  await gateway.connect(near);
  return { send: frame => void far.send(fresh(frame)), waits, ready: () => shaken };
}

async function legacyHosts(count: number, lines: boolean): Promise<void> {
  const gateway = gatewayFor(lines);
  for (let left = count; left > 0; left -= EACH) {
    const open = Math.min(EACH, left);
    const host = await rawHost(gateway, lines, open);
    host.send({ id: 'init', method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } });
    await host.ready();
    host.send({ method: 'notifications/initialized' });
    for (let id = 1; id <= open; id += 1)
      host.send({ id, method: 'tools/call', params: { name: TOOL, arguments: { service: 'billing' } } });
    await host.waits;
  }
}

async function modernHosts(count: number): Promise<void> {
  const gateway = gatewayFor(false);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  for (let left = count; left > 0; left -= EACH) {
    const open = Math.min(EACH, left);
    const host = await rawHost(gateway, false, open);
    for (let id = 1; id <= open; id += 1)
      host.send({ id, method: 'tools/call', params: { name: TOOL, arguments: { service: `billing-${left}-${id}` }, _meta } });
    await host.waits;
  }
}

/** One session for each question; its call's stream stays open. */
async function sessions(count: number, fetch: (request: Request, session: string | null) => Promise<Response>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const shaken = await post(fetch, { id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } });
    const session = shaken.headers.get('mcp-session-id');
    await shaken.text();
    await post(fetch, { method: 'notifications/initialized' }, session);
    const call = await post(fetch, { id: 1, method: 'tools/call', params: { name: TOOL, arguments: { service: 'billing' } } }, session);
    const reader = call.body?.getReader();
    for (let text = ''; !text.includes('elicitation/create'); ) {
      const part = await reader?.read();
      if (part === undefined || part.done) throw new Error(`the call ended without a question: ${call.status} ${text}`);
      text += new TextDecoder().decode(part.value);
    }
    held.push(reader);
  }
}

const held: unknown[] = [];

function post(
  fetch: (request: Request, session: string | null) => Promise<Response>,
  frame: object,
  session: string | null = null,
): Promise<Response> {
  const headers = {
    host: '127.0.0.1',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== null && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', ...frame });
  return fetch(new Request('http://127.0.0.1/release/mcp', { method: 'POST', headers, body }), session);
}

function gatewaySessions(count: number): Promise<void> {
  const face = createHttpFace({
    servers: new Map([['release', gatewayFor(false)]]),
    authenticate: async () => ({ principal: 'local:bench' }),
  });
  return sessions(count, request => face.fetch(request));
}

function sdkSessions(count: number): Promise<void> {
  const known = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return sessions(count, async (request, session) => {
    const found = session === null ? undefined : known.get(session);
    if (found !== undefined) return found.handleRequest(request);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: id => void known.set(id, transport),
    });
    await asking().connect(transport);
    return transport.handleRequest(request);
  });
}

const KINDS: Readonly<Record<string, (count: number) => Promise<void>>> = {
  modern: modernHosts,
  memory: count => legacyHosts(count, false),
  stdio: count => legacyHosts(count, true),
  session: gatewaySessions,
  'sdk-session': sdkSessions,
};

async function settledKiB(): Promise<number> {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return process.memoryUsage().rss / 1_024;
}

const [kind = '', count = ''] = process.argv.slice(2);
const open = KINDS[kind];
if (open === undefined) throw new Error(`no kind is called ${kind}`);
// What is loaded and grown once is not the questions'.
await open(Math.min(2_000, Number(count)));
const before = await settledKiB();
await open(Number(count));
const after = await settledKiB();
process.stdout.write(`${(after - before) / Number(count)}\n`);
process.exit(0);
