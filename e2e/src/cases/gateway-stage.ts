/** A gateway between hosts and a server that a script plays, all in memory, with nobody at a desk (`deskMode: 'never'`). */
import type { JsonObject, Revision } from '@midcall/core';
import { createGateway, type Gateway, type GatewayEvent } from '@midcall/gateway';
import { createHttpFace, type HttpFace } from '@midcall/gateway/http';
import { type FakeClock, fakeClock } from '@midcall/store';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { HttpClient } from '../peers/http-client.js';
import { MemoryClient } from '../peers/message-client.js';
import type { Push, PushAnswer, RawClient, Reply, RequestId } from '../peers/raw-client.js';
import { RawServer } from '../peers/raw-server.js';
import type { CaseInput } from './case.js';

export interface HostSide {
  readonly name: string;
  readonly client: RawClient;
  /** Questions that reached this host and are not answered yet. */
  readonly open: { readonly push: Push; readonly answer: (answer: PushAnswer) => void }[];
  readonly replies: { readonly id: RequestId; readonly reply: Reply }[];
  /** What the script calls a POST, by the id of the request in it. */
  readonly posts: Map<string, RequestId>;
  /** When anything arrived on a stream, by the stage's clock. */
  readonly bytesAt: number[];
  /** When a question arrived. */
  readonly askedAt: number[];
}

/** A server behind the gateway with every connection that was made to it. */
export interface Upstream {
  readonly name: string;
  readonly gateway: Gateway;
  readonly servers: RawServer[];
  readonly hosts: Map<string, HostSide>;
  readonly face: HttpFace | undefined;
}

const origin = 'http://127.0.0.1:4747';

export class GatewayStage {
  readonly clock: FakeClock = fakeClock();
  readonly log: GatewayEvent[] = [];
  readonly upstreams = new Map<string, Upstream>();
  readonly clientRevision: Revision;
  readonly upstreamRevision: Revision;
  readonly #input: CaseInput;
  readonly #http: boolean;
  #nextId = 1;

  constructor(input: CaseInput, era: '2025' | '2026') {
    this.#input = input;
    this.#http = String(input.transport ?? '').startsWith('http');
    this.clientRevision = revision(String(input.clientEra ?? era));
    this.upstreamRevision = revision(String(input.upstreamEra ?? era));
  }

  upstream(name = 'server'): Upstream {
    const known = this.upstreams.get(name);
    if (known) return known;
    const servers: RawServer[] = [];
    const limits = (this.#input.limits ?? {}) as { answerBytes?: number };
    const gateway = createGateway({
      serverName: name,
      deskMode: 'never',
      clock: this.clock,
      sealState: true,
      ...(this.#input.sharedUpstream === true && { identity: 'shared' }),
      ...(limits.answerBytes !== undefined && { limits: { answerBytes: limits.answerBytes } }),
      upstreamEra: this.upstreamRevision >= '2026-07-28' ? 'modern' : 'legacy',
      log: event => this.log.push(event),
      upstream: () => {
        const server = new RawServer(this.upstreamRevision);
        void server.start();
        servers.push(server);
        return server.clientTransport;
      },
    });
    const face = this.#http ? createHttpFace({ servers: new Map([[name, gateway]]), authenticate, clock: this.clock }) : undefined;
    const made = { name, gateway, servers, hosts: new Map<string, HostSide>(), face };
    this.upstreams.set(name, made);
    return made;
  }

  /** The host of that name, connected to that server; made on first use. */
  async host(upstream: Upstream, name = 'c1'): Promise<HostSide> {
    const known = upstream.hosts.get(name);
    if (known) return known;
    const client = await this.#client(upstream, name);
    const side: HostSide = { name, client, open: [], replies: [], posts: new Map(), bytesAt: [], askedAt: [] };
    client.onPush = push => {
      side.askedAt.push(this.clock.now());
      return new Promise(answer => side.open.push({ push, answer }));
    };
    if (client instanceof HttpClient) client.onBytes = () => side.bytesAt.push(this.clock.now());
    upstream.hosts.set(name, side);
    const opening = client.open();
    await this.rest();
    await opening;
    return side;
  }

  async #client(upstream: Upstream, name: string): Promise<RawClient> {
    const capabilities = (this.#input.clientCaps ?? this.#input.hostCaps ?? { elicitation: { form: {}, url: {} } }) as JsonObject;
    const options = { revision: this.clientRevision, capabilities };
    const { face } = upstream;
    if (face !== undefined) {
      // No socket: the face is a function of requests, and what a case times is the stage's clock.
      const send = (url: URL, init: RequestInit): Promise<Response> =>
        face.fetch(new Request(url, { ...init, headers: { ...init.headers, host: url.host } }));
      return new HttpClient({ ...options, as: name, send }, new URL(`/${upstream.name}/mcp`, origin));
    }
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new MemoryClient(options, here);
    await upstream.gateway.connect(there, { principal: `person:${name}` });
    await here.start();
    return client;
  }

  request(side: HostSide, method: string, params: JsonObject, given?: RequestId): RequestId {
    const id = given ?? this.#nextId++ + 5000;
    void side.client.request(method, params, { id }).then(reply => side.replies.push({ id, reply }));
    return id;
  }

  async advance(ms: number): Promise<void> {
    // Whoever reads a stream reads while time passes, not after it.
    const slice = this.#http ? 5_000 : ms;
    for (let left = ms; left > 0; left -= slice) {
      await this.clock.advance(Math.min(left, slice));
      await this.rest();
    }
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(resolve => setImmediate(resolve));
      // Questions asked together are gathered for a moment; that moment passes here.
      await this.clock.advance(60);
    }
  }

  async close(): Promise<void> {
    for (const { gateway, hosts, servers, face } of this.upstreams.values()) {
      for (const side of hosts.values()) {
        for (const { answer } of side.open.splice(0)) answer(undefined);
        await side.client.close();
      }
      await face?.close();
      await gateway.close();
      for (const server of servers) await server.close();
    }
  }
}

// The bearer's name is the person: what a token verifier would have found out.
async function authenticate(request: Request): Promise<{ readonly principal: string } | Response> {
  const name = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return name === undefined ? new Response(null, { status: 401 }) : { principal: `person:${name}` };
}

function revision(era: string): Revision {
  return era === '2026' ? '2026-07-28' : '2025-11-25';
}
