/**
 * `node pump.js stdio|http|remote WHAT…`: the rival of the gateway rows. It carries frames between two SDK transports as a
 * good engineer writes it: nothing is parsed twice, nothing looked at beyond what the transports need to route a frame.
 * `stdio`: host on pipes, server a child on pipes. `http`: hosts over HTTP, server a child. `remote`: host on pipes, server over HTTP.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { PerRequestHTTPServerTransport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { announce, listen } from '../servers/listen.js';

const [shape, ...what] = process.argv.slice(2);
const [command = '', ...args] = what;

if (shape === 'stdio') await join(new StdioServerTransport(), child());
else if (shape === 'remote') await remote(new StdioServerTransport(), new StreamableHTTPClientTransport(new URL(command)));
else if (shape === 'http') announce(await listen(faces()));
else throw new Error('usage: pump.js stdio|http|remote WHAT…');

function child(): StdioClientTransport {
  return new StdioClientTransport({ command, args, stderr: 'ignore' });
}

/** Everything from one side to the other, as it is. */
async function join(host: Transport, up: Transport): Promise<void> {
  host.onmessage = message => void up.send(message);
  up.onmessage = message => void host.send(message);
  host.onclose = () => void up.close();
  up.onclose = () => void host.close();
  await up.start();
  await host.start();
}

/** As `join`, but what follows the handshake waits for it: the server's stream for its own messages must stand first. */
async function remote(host: Transport, up: StreamableHTTPClientTransport): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  host.onmessage = message => {
    const initialized = 'method' in message && message.method === 'notifications/initialized';
    const sent = before.then(() => up.send(message));
    if (initialized) before = sent;
  };
  up.onmessage = message => {
    const version = 'result' in message ? message.result.protocolVersion : undefined;
    if (typeof version === 'string') up.setProtocolVersion(version);
    void host.send(message);
  };
  host.onclose = () => void up.close();
  await up.start();
  await host.start();
}

/** Sessions for legacy hosts, each with a server of its own; one server for all modern hosts, their ids kept apart. */
function faces(): (request: IncomingMessage, response: ServerResponse) => void {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const modern = toNodeHandler({ fetch: modernFace() });
  return (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id === undefined && request.headers['mcp-protocol-version'] === '2026-07-28')
      return void modern(request as Parameters<typeof modern>[0], response);
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return void known.handleRequest(request, response);
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: session => void sessions.set(session, transport),
    });
    void session(transport).then(() => transport.handleRequest(request, response));
  };
}

/** A server's own request goes on the stream of the call that is open. */
async function session(host: NodeStreamableHTTPServerTransport): Promise<void> {
  const up = child();
  const open = new Set<RequestId>();
  host.onmessage = message => {
    if ('method' in message && 'id' in message) open.add(message.id);
    void up.send(message);
  };
  up.onmessage = message => {
    if ('method' in message) {
      const [call] = open;
      void host.send(message, call === undefined ? undefined : { relatedRequestId: call });
    } else {
      if (message.id !== undefined) open.delete(message.id);
      void host.send(message);
    }
  };
  host.onclose = () => void up.close();
  await up.start();
  await host.start();
}

function modernFace(): (request: Request) => Promise<Response> {
  const up = child();
  const started = up.start();
  const waiting = new Map<RequestId, (message: JSONRPCMessage) => void>();
  let next = 0;
  up.onmessage = message => {
    if ('method' in message || message.id === undefined) return;
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    answer?.(message);
  };
  return async request => {
    await started;
    const message = (await request.json()) as Extract<JSONRPCMessage, { method: string; id: RequestId }>;
    const host = new PerRequestHTTPServerTransport({ classification: { era: 'modern', revision: '2026-07-28' } });
    next += 1;
    const id = `p${next}`;
    waiting.set(id, answer => void host.send({ ...answer, id: message.id } as JSONRPCMessage));
    host.onmessage = inner => void up.send({ ...inner, id } as JSONRPCMessage);
    await host.start();
    return host.handleMessage(message);
  };
}
