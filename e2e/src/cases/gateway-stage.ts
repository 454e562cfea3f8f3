/** A gateway between hosts and a server that a script plays, all in memory, with nobody at a desk (`deskMode: 'never'`). */
import type { JsonObject, Revision } from '@midcall/core';
import { createGateway, type Gateway, type GatewayEvent } from '@midcall/gateway';
import { type FakeClock, fakeClock } from '@midcall/store';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { MemoryClient } from '../peers/message-client.js';
import type { Push, PushAnswer, Reply, RequestId } from '../peers/raw-client.js';
import { RawServer } from '../peers/raw-server.js';
import type { CaseInput } from './case.js';

export interface HostSide {
  readonly name: string;
  readonly client: MemoryClient;
  /** Questions that reached this host and are not answered yet. */
  readonly open: { readonly push: Push; readonly answer: (answer: PushAnswer) => void }[];
  readonly replies: { readonly id: RequestId; readonly reply: Reply }[];
}

/** A server behind the gateway with every connection that was made to it. */
export interface Upstream {
  readonly name: string;
  readonly gateway: Gateway;
  readonly servers: RawServer[];
  readonly hosts: Map<string, HostSide>;
}

export class GatewayStage {
  readonly clock: FakeClock = fakeClock();
  readonly log: GatewayEvent[] = [];
  readonly upstreams = new Map<string, Upstream>();
  readonly clientRevision: Revision;
  readonly upstreamRevision: Revision;
  readonly #input: CaseInput;
  #nextId = 1;

  constructor(input: CaseInput, era: '2025' | '2026') {
    this.#input = input;
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
    const made = { name, gateway, servers, hosts: new Map<string, HostSide>() };
    this.upstreams.set(name, made);
    return made;
  }

  /** The host of that name, connected to that server; made on first use. */
  async host(upstream: Upstream, name = 'c1'): Promise<HostSide> {
    const known = upstream.hosts.get(name);
    if (known) return known;
    const [here, there] = InMemoryTransport.createLinkedPair();
    const capabilities = (this.#input.clientCaps ?? this.#input.hostCaps ?? { elicitation: { form: {}, url: {} } }) as JsonObject;
    const client = new MemoryClient({ revision: this.clientRevision, capabilities }, here);
    const side: HostSide = { name, client, open: [], replies: [] };
    client.onPush = push => new Promise(answer => side.open.push({ push, answer }));
    upstream.hosts.set(name, side);
    await upstream.gateway.connect(there, { principal: `person:${name}` });
    await here.start();
    const opening = client.open();
    await this.rest();
    await opening;
    return side;
  }

  request(side: HostSide, method: string, params: JsonObject): RequestId {
    const id = this.#nextId++ + 5000;
    void side.client.request(method, params, { id }).then(reply => side.replies.push({ id, reply }));
    return id;
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.rest();
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(resolve => setImmediate(resolve));
      // Questions asked together are gathered for a moment; that moment passes here.
      await this.clock.advance(60);
    }
  }

  async close(): Promise<void> {
    for (const { gateway, hosts, servers } of this.upstreams.values()) {
      for (const side of hosts.values()) {
        for (const { answer } of side.open.splice(0)) answer(undefined);
        await side.client.close();
      }
      await gateway.close();
      for (const server of servers) await server.close();
    }
  }
}

function revision(era: string): Revision {
  return era === '2026' ? '2026-07-28' : '2025-11-25';
}
