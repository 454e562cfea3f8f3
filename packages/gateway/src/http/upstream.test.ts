/** A legacy server over HTTP that drops streams and forgets sessions, by hand, behind the gateway. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@midcall/core';
import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../gateway.js';
import { initialize, modern, TEXT, textOf } from '../testing/lines.test.peer.js';
import type { Peer } from '../testing/raw-peers.test.peer.js';
import { NAME_FORM, peerOn, pipe } from '../testing/raw-peers.test.peer.js';
import { httpUpstream } from './upstream.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Seen {
  readonly method: string;
  readonly session: string | undefined;
  readonly lastEventId: string | undefined;
  readonly version: string | undefined;
  readonly body: JsonObject;
}

type Answer = (seen: Seen, response: ServerResponse) => void;

async function listen(serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer(serve);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Handshake, notifications and DELETE are answered as usual; `call` has the rest. */
async function server(call: Answer): Promise<{ readonly url: string; readonly seen: Seen[]; sessions: number }> {
  const its = { url: '', seen: [] as Seen[], sessions: 0 };
  its.url = await listen((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      const header = (name: string): string | undefined => request.headers[name] as string | undefined;
      const seen: Seen = {
        method: request.method ?? '',
        session: header('mcp-session-id'),
        lastEventId: header('last-event-id'),
        version: header('mcp-protocol-version'),
        body: text === '' ? {} : (JSON.parse(text) as JsonObject),
      };
      its.seen.push(seen);
      const { body } = seen;
      if (body.method === 'initialize') {
        its.sessions += 1;
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `s${its.sessions}` });
        const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
        response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
      } else if (seen.method === 'DELETE') response.writeHead(200).end();
      else if (seen.method === 'POST' && (body.method === undefined || body.id === undefined)) {
        response.writeHead(202).end();
        if (body.method === undefined) call(seen, response);
      } else if (seen.method === 'GET' && seen.lastEventId === undefined) response.writeHead(405).end();
      else call(seen, response);
    })();
  });
  return its;
}

/** A web-standard handler on a port; `look` sees each request first. */
function serve(
  handler: (request: Request) => Promise<Response>,
  look: (body: string, headers: IncomingMessage['headers']) => void = () => {},
): Promise<string> {
  return listen((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      look(body, request.headers);
      const answer = await handler(
        new Request(`http://127.0.0.1${request.url}`, {
          method: request.method ?? 'POST',
          headers: request.headers as Record<string, string>,
          ...(body !== '' && { body }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
}

const events = (response: ServerResponse, ...list: readonly string[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(list.map(event => `${event}\n\n`).join(''));
};
const event = (id: string, message: JsonObject): string => `id: ${id}\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}`;

async function hostOf(url: string, capabilities: JsonObject = { elicitation: { form: {} } }): Promise<Peer> {
  const gateway = createGateway({ serverName: 'Far', upstream: () => httpUpstream({ url }) });
  closers.push(() => gateway.close());
  const [near, far] = pipe();
  await gateway.connect(near);
  const host = await peerOn(far);
  await initialize(host, capabilities);
  return host;
}

describe('a server over HTTP that closes a stream before the answer', () => {
  it('is come back to with the last event, after the time it asked for, and its question reaches the host once [E-T-11, E-T-13]', async () => {
    let call: unknown;
    let answer: JsonObject | undefined;
    const far = await server((seen, response) => {
      if (seen.body.method === 'tools/call') {
        call = seen.body.id;
        events(response, 'id: p1\nretry: 40\ndata: ');
      } else if (seen.body.method === undefined && seen.method === 'POST') answer = seen.body.result as JsonObject;
      else if (seen.lastEventId === 'p1') {
        events(response, event('e1', { id: 'q', method: 'elicitation/create', params: { message: 'Name?', requestedSchema: NAME_FORM } }));
      } else if (seen.lastEventId === 'e1') {
        // Until the person has answered there is nothing more, and the server hangs up again.
        if (answer === undefined) events(response, ': nothing yet');
        else events(response, event('e2', { id: call as string, result: TEXT(JSON.stringify(answer)) }));
      }
    });
    const host = await hostOf(far.url);
    const done = host.request('tools/call', { name: 'book', arguments: {} }, 1);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    await host.send({ jsonrpc: '2.0', id: asked.id, result: { action: 'accept', content: { name: 'Rowan' } } });
    expect(textOf(await done)).toBe('{"action":"accept","content":{"name":"Rowan"}}');
    expect(host.seen.filter(frame => frame.method === 'elicitation/create')).toHaveLength(1);
    // The session and the version stand on everything after the handshake: requests, answers, and the way back.
    const later = far.seen.slice(1);
    expect(new Set(later.map(seen => seen.session))).toEqual(new Set(['s1']));
    expect(new Set(later.map(seen => seen.version))).toEqual(new Set(['2025-11-25']));
    expect(later.some(seen => seen.body.result !== undefined)).toBe(true);
  });

  it('and gives no event to come back for, has lost the call: the host is told at once [N8]', async () => {
    const far = await server((_seen, response) => events(response, ': gone'));
    const host = await hostOf(far.url);
    const lost = await host.request('tools/call', { name: 'book', arguments: {} }, 1);
    expect(lost.error).toMatchObject({ code: -32603, data: { code: 'SERVER_EXITED' } });
  });
});

describe('a session over HTTP', () => {
  it('that the server does not know any more is opened anew, and what it refused so is sent there, once [E-T-13, N5]', async () => {
    let current = 's1';
    const far = await server((seen, response) => {
      if (seen.session !== current) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: seen.body.id, result: TEXT(`in ${seen.session}`) }));
    });
    const host = await hostOf(far.url);
    expect(textOf(await host.request('tools/call', { name: 'book', arguments: {} }, 1))).toBe('in s1');
    current = 's2';
    expect(textOf(await host.request('tools/call', { name: 'book', arguments: {} }, 2))).toBe('in s2');
    expect(far.seen.filter(seen => seen.body.method === 'tools/call').map(seen => seen.session)).toEqual(['s1', 's1', 's2']);
    // A server that forgets again and again is left alone for longer each time.
    current = 'none';
    expect((await host.request('tools/call', { name: 'book', arguments: {} }, 3)).error?.message).toContain('keeps ending');
  });

  it('is one of several that a server has forgotten: each is found out, and the call still arrives, once [E-T-13, N5]', async () => {
    let known = new Set(['s1', 's2']);
    const open: ServerResponse[] = [];
    const far = await server((seen, response) => {
      if (!known.has(String(seen.session))) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      const answer = (): void =>
        void response.end(JSON.stringify({ jsonrpc: '2.0', id: seen.body.id, result: TEXT(`in ${seen.session}`) }));
      if ((seen.body.params as JsonObject | undefined)?.name === 'slow') open.push(response);
      else answer();
    });
    const gateway = createGateway({
      serverName: 'Far',
      limits: { sessions: 2 },
      upstream: () => httpUpstream({ url: far.url }),
      upstreamEra: 'legacy',
    });
    closers.push(() => gateway.close());
    const [near, end] = pipe();
    await gateway.connect(near);
    const host = await peerOn(end);
    const call = (name: string, id: string) => modern(host, 'tools/call', { name, arguments: {} }, {}, id);
    void call('slow', 'slow');
    while (open.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
    expect(textOf(await call('book', 'one'))).toBe('in s2');
    await host.notify('notifications/cancelled', { requestId: 'slow' });
    known = new Set(['s3']);
    expect(textOf(await call('book', 'two'))).toBe('in s3');
    expect(far.sessions).toBe(3);
  });

  it('is ended at the server when its host is gone [E-T-13, N12]', async () => {
    const far = await server(() => undefined);
    const host = await hostOf(far.url);
    await host.close();
    while (!far.seen.some(seen => seen.method === 'DELETE')) await new Promise(resolve => setTimeout(resolve, 5));
    expect(far.seen.find(seen => seen.method === 'DELETE')?.session).toBe('s1');
  });
});

describe('a modern server over HTTP that wants arguments in headers', () => {
  it.each([true, false])(
    'gets them for a host of the older era over pipes, whether it has listed the tools (%s) or not [E-T-03]',
    async listed => {
      const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }, required: ['region'] };
      const seen: (string | undefined)[] = [];
      const handler = createMcpHandler(
        () => {
          const mcp = new McpServer({ name: 's', version: '1' });
          const inputSchema = fromJsonSchema<{ region: string }>(schema as never);
          mcp.registerTool('deploy', { inputSchema }, ({ region }) => TEXT(region) as never);
          return mcp;
        },
        { legacy: 'reject' },
      );
      closers.push(() => handler.close());
      const url = await serve(
        request => handler.fetch(request),
        (body, headers) => {
          if (body.includes('tools/call')) seen.push(headers['mcp-param-region'] as string | undefined);
        },
      );
      const host = await hostOf(url);
      if (listed) await host.request('tools/list', {}, 'list');
      expect(textOf(await host.request('tools/call', { name: 'deploy', arguments: { region: 'e\u00fc' } }, 1))).toBe('e\u00fc');
      const encoded = `=?base64?${Buffer.from('e\u00fc').toString('base64')}?=`;
      expect(seen).toEqual(listed ? [encoded] : [undefined, encoded]);
    },
  );
});

describe('a server over HTTP of both eras that opens no session in the older one', () => {
  it('is spoken to in the newer era for a host of the older, so that it can ask [N1]', async () => {
    const handler = createMcpHandler(() => {
      const mcp = new McpServer({ name: 's', version: '1' });
      mcp.registerTool('book', {}, async extra => {
        const given = (extra as { mcpReq?: { inputResponses?: JsonObject } }).mcpReq?.inputResponses?.name;
        if (given !== undefined) return TEXT(JSON.stringify(given)) as never;
        return inputRequired({
          inputRequests: { name: inputRequired.elicit({ message: 'Name?', requestedSchema: NAME_FORM as never }) },
        }) as never;
      });
      return mcp;
    });
    closers.push(() => handler.close());
    const host = await hostOf(await serve(request => handler.fetch(request)));
    const done = host.request('tools/call', { name: 'book', arguments: {} }, 1);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    await host.send({ jsonrpc: '2.0', id: asked.id, result: { action: 'accept', content: { name: 'Rowan' } } });
    expect(textOf(await done)).toContain('Rowan');
  });
});
