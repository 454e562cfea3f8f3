/** Plays the steps of a script on both sides of a gateway. */
import type { Json, JsonObject } from '@midcall/core';
import { HttpClient } from '../peers/http-client.js';
import type { RequestId } from '../peers/raw-client.js';
import type { RawServer } from '../peers/raw-server.js';
import type { CaseInput } from './case.js';
import { GatewayStage, type HostSide, type Upstream } from './gateway-stage.js';
import { turnOneBit } from './turn-one-bit.js';

export interface GatewayPlayed {
  readonly stage: GatewayStage;
  /** What the upstream heard back for each of its own requests, by its id. */
  readonly upstreamHeard: readonly JsonObject[];
  readonly hosts: readonly HostSide[];
  readonly servers: readonly RawServer[];
  readonly served: readonly string[];
  /** Messages that the script had the upstream ask. */
  readonly asked: readonly JsonObject[];
  /** HTTP status of what was posted under a label. */
  readonly statuses: Readonly<Record<string, number>>;
  /** A host came back for a stream: whether it was shown a question for it. */
  readonly resumed: { readonly shown: number } | undefined;
}

export async function playGateway(input: CaseInput, era: '2025' | '2026', look: (played: GatewayPlayed) => void): Promise<void> {
  const player = new GatewayPlayer(input, era);
  try {
    for (const step of (input.steps ?? []) as readonly JsonObject[]) await player.step(step);
    await player.stage.rest();
    look(player.played());
  } finally {
    await player.stage.close();
  }
}

export class GatewayPlayer {
  readonly stage: GatewayStage;
  readonly #asked: JsonObject[] = [];
  readonly #served: string[] = [];
  readonly #statuses: Record<string, number> = {};
  #resumed: { readonly side: HostSide; readonly before: number } | undefined;
  /** The script's names for ids (`g-1`) by the host's real ones. */
  readonly #ids = new Map<string, Json>();
  #last: { readonly upstream: Upstream; readonly side: HostSide; readonly tool: string } | undefined;

  constructor(input: CaseInput, era: '2025' | '2026') {
    this.stage = new GatewayStage(input, era);
  }

  async step(step: JsonObject): Promise<void> {
    if (step.afterMs !== undefined) await this.stage.advance(Number(step.afterMs));
    if (step.do === 'advance') await this.stage.advance(Number(step.ms));
    else if (step.from === 'client') await this.#client(step);
    else if (step.from === 'upstream' || step.from === 'server' || step.from === 'gateway')
      await this.#upstreamSends(step, step.send as JsonObject);
    else throw new Error(`the step ${JSON.stringify(step)} is not understood`);
    await this.stage.rest();
  }

  played(): GatewayPlayed {
    const upstreams = [...this.stage.upstreams.values()];
    const servers = upstreams.flatMap(upstream => upstream.servers);
    return {
      stage: this.stage,
      upstreamHeard: servers.flatMap(server => server.answers),
      hosts: upstreams.flatMap(upstream => [...upstream.hosts.values()]),
      servers,
      served: this.#served,
      asked: this.#asked,
      statuses: this.#statuses,
      resumed: this.#resumed && { shown: this.#resumed.side.client.pushes.length - this.#resumed.before },
    };
  }

  async #client(step: JsonObject): Promise<void> {
    const { upstream, tool } = this.#addressed(step.call);
    const side = await this.stage.host(upstream, step.as as string | undefined);
    if (step.do === 'disconnect') return side.client instanceof HttpClient ? side.client.end() : side.client.close();
    if (step.resume !== undefined) await this.#resume(upstream, side, String(step.resume));
    else if (step.do === 'initialize') return;
    else if (step.call !== undefined) {
      this.#last = { upstream, side, tool };
      const id = this.stage.request(
        side,
        'tools/call',
        { name: tool, arguments: (step.args ?? {}) as JsonObject },
        step.id as RequestId | undefined,
      );
      if (step.post !== undefined) side.posts.set(String(step.post), id);
    } else if (step.retry !== undefined) await this.#retry(step.retry as JsonObject);
    else if (step.answer !== undefined || step.answerError !== undefined) {
      await this.#answer(
        side,
        step.answerError === undefined ? { result: step.answer as JsonObject } : { error: step.answerError as JsonObject },
      );
    } else if (step.answerTo !== undefined) {
      const at = side.open.findIndex(({ push }) => push.params.message === step.answerTo);
      const [open] = at < 0 ? [] : side.open.splice(at, 1);
      if (!open) throw new Error(`no question "${String(step.answerTo)}" reached the host`);
      open.answer({ result: step.send as JsonObject });
    } else if (step.send !== undefined) await this.#raw(side, step, step.send as JsonObject);
    else throw new Error(`the step ${JSON.stringify(step)} is not understood`);
  }

  // "$lastEventIdOf:c1" is the id of the last event that the host c1 was sent.
  async #resume(upstream: Upstream, side: HostSide, wanted: string): Promise<void> {
    const [, name] = /^\$lastEventIdOf:(.+)$/.exec(wanted) ?? [];
    const from = name === undefined ? undefined : (await this.stage.host(upstream, name)).client;
    const id = from instanceof HttpClient ? from.lastEventId : name === undefined ? wanted : undefined;
    if (!(side.client instanceof HttpClient)) throw new Error('only over HTTP a stream is resumed');
    this.#resumed = { side, before: side.client.pushes.length };
    // A face that gives its events no ids gives a guesser nothing to guess but a number.
    this.#statuses.resume = await side.client.resume(id ?? '1');
  }

  async #raw(side: HostSide, step: JsonObject, message: JsonObject): Promise<void> {
    if (typeof message.method === 'string') {
      const method = message.method;
      void side.client.request(method, {}, { id: message.id as number }).then(reply => {
        if (reply.result) this.#served.push(method);
      });
      return this.stage.rest();
    }
    const known = this.#ids.get(String(message.id));
    const id = known ?? message.id;
    const session = step.sessionHeader === null ? ({ session: null } as const) : {};
    await side.client.raw({ jsonrpc: '2.0', ...message, ...(known !== undefined && { id: known }) } as JsonObject, session);
    if (side.client instanceof HttpClient && step.post !== undefined)
      this.#statuses[String(step.post)] = side.client.statuses.get(id as RequestId) ?? 0;
  }

  async #answer(side: HostSide, answer: JsonObject): Promise<void> {
    const open = side.open.shift();
    if (open) return open.answer(answer);
    const last = side.replies.at(-1)?.reply.result;
    const keys = Object.keys((last?.inputRequests ?? {}) as JsonObject);
    if (keys.length === 0) throw new Error('no question reached the host');
    await this.#retry({ inputResponses: Object.fromEntries(keys.map(key => [key, answer.result ?? null])), requestState: '$last' });
  }

  async #retry(retry: JsonObject): Promise<void> {
    if (!this.#last) throw new Error('the script retries a call that it never made');
    const { side, tool } = this.#last;
    const last = side.replies.at(-1)?.reply.result?.requestState;
    const wanted = retry.requestState;
    const state = wanted === '$last' ? last : wanted === '$last!flip-one-bit' ? turnOneBit(String(last)) : wanted;
    this.stage.request(side, 'tools/call', {
      name: tool,
      arguments: {},
      ...(retry.inputResponses !== undefined && { inputResponses: retry.inputResponses }),
      ...(state !== undefined && state !== null && { requestState: state }),
    });
    await this.stage.rest();
  }

  async #upstreamSends(step: JsonObject, message: JsonObject): Promise<void> {
    const upstream = this.stage.upstream(step.name as string | undefined);
    const name = (step.forCall ?? step.to) as string | undefined;
    const side = await this.stage.host(upstream, name);
    if (upstream.servers.every(server => server.open.length === 0) && message.id !== null) {
      this.#last = { upstream, side, tool: 'book' };
      this.stage.request(side, 'tools/call', { name: 'book', arguments: {} });
      await this.stage.rest();
    }
    const server = this.#serverOf(upstream, name);
    if (message.method !== undefined) {
      this.#asked.push(message);
      const before = side.client.pushes.length;
      await server.send({ id: (message.id ?? `up-${this.#asked.length}`) as Json, ...message });
      await this.stage.rest();
      const push = side.client.pushes[before];
      if (push && message.id !== undefined) this.#ids.set(String(message.id), push.id);
      return;
    }
    if (message.id === null) return server.send(message);
    const request = server.next();
    if (!request) throw new Error('the gateway sent the upstream no further request');
    await server.reply(request, message);
  }

  // The connection on which that host's call arrived: each legacy host has one of its own.
  #serverOf(upstream: Upstream, name: string | undefined): RawServer {
    const index = name === undefined ? -1 : [...upstream.hosts.keys()].indexOf(name);
    const server = upstream.servers[index] ?? upstream.servers.find(one => one.open.length > 0) ?? upstream.servers.at(-1);
    if (!server) throw new Error('the gateway has not connected to the upstream');
    return server;
  }

  // `A__book` is the tool `book` of the server A.
  #addressed(call: Json | undefined): { readonly upstream: Upstream; readonly tool: string } {
    const [, name, tool] = /^(\w+?)__(.+)$/.exec(String(call ?? '')) ?? [];
    return { upstream: this.stage.upstream(name ?? this.#last?.upstream.name), tool: tool ?? String(call ?? '') };
  }
}
