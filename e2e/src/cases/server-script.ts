/**
 * Plays a script against a server written on the library. One step at a time; after each the server is given the time
 * to come to rest: it has answered, asked, or closed.
 */
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject, Revision } from '@midcall/core';
import { connectHttp, HttpClient } from '../peers/http-client.js';
import { type HttpServer, serveHttp } from '../peers/http-server.js';
import { connectMemory, connectStdio, StdioClient } from '../peers/message-client.js';
import type { Push, PushAnswer, RawClient, Reply, RequestOptions } from '../peers/raw-client.js';
import type { CaseInput } from './case.js';
import { type CaseServer, createCaseServer, type Seen } from './case-server.js';
import { turnOneBit } from './turn-one-bit.js';

/** One call of a tool, from its first request to the last reply seen. */
export interface PlayedCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly label: string;
  readonly as: string | undefined;
  readonly id: number;
  /** The last reply, once there is one. */
  reply: Reply | undefined;
  replies: number;
  /** From sending to the last reply. */
  tookMs: number;
}

/** What the script left behind. */
export interface Played {
  readonly server: CaseServer;
  readonly client: RawClient;
  readonly calls: readonly PlayedCall[];
  readonly questions: readonly Push[];
  /** HTTP status of what was posted under a label. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The last answer a person gave. */
  readonly lastAction: string | undefined;
  readonly opened: readonly { readonly status: number; readonly body: string }[];
  /** How long a child process lived on after its stdin was closed. */
  readonly exitMs: number | undefined;
  /** An answer came when nothing was open any more, and nothing came of it. */
  readonly ignored: boolean;
}

const stdioServer = fileURLToPath(new URL('../fixtures/case-stdio.js', import.meta.url));

interface OpenPush {
  readonly push: Push;
  readonly answer: (answer: PushAnswer) => void;
}

export async function playServer(input: CaseInput, revision: Revision): Promise<Played> {
  const stage = await Stage.open(input, revision);
  try {
    for (const step of (input.steps ?? []) as readonly JsonObject[]) await stage.step(step);
    await stage.rest();
    return stage.played();
  } finally {
    await stage.close();
  }
}

class Stage {
  readonly #server: CaseServer;
  readonly #client: RawClient;
  readonly #http: HttpServer | undefined;
  readonly #calls: PlayedCall[] = [];
  readonly #open: OpenPush[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #opened: { status: number; body: string }[] = [];
  #lastAction: string | undefined;
  #lastState: string | undefined;
  #lastRetry: { readonly method: string; readonly params: JsonObject; readonly options: RequestOptions } | undefined;
  #nextId = 1000;
  #activity = 0;
  #exitMs: number | undefined;
  #late: { readonly received: number; readonly saw: number } | undefined;

  private constructor(server: CaseServer, client: RawClient, http: HttpServer | undefined) {
    this.#server = server;
    this.#client = client;
    this.#http = http;
    client.onPush = push => {
      this.#activity += 1;
      return new Promise(answer => this.#open.push({ push, answer }));
    };
  }

  static async open(input: CaseInput, revision: Revision): Promise<Stage> {
    const server = createCaseServer(input);
    const options = { revision, capabilities: (input.hostCaps ?? { elicitation: { form: {}, url: {} } }) as JsonObject };
    if (input.transport === 'stdio') {
      const child = await connectStdio([process.execPath, stdioServer], options, { CASE: JSON.stringify(input) });
      return new Stage(server, child, undefined);
    }
    const needsHttp =
      input.want?.http !== undefined ||
      String(input.transport ?? '').startsWith('http') ||
      ((input.steps ?? []) as readonly JsonObject[]).some(step => step.as !== undefined);
    if (!needsHttp) return new Stage(server, await connectMemory(server.factory, options), undefined);
    const http = await serveHttp(server.factory, {
      legacy: input.transport === 'http-stateless' ? 'stateless' : 'session',
      also: server.page,
    });
    server.listening(http.url);
    const client = await connectHttp(http.url, options);
    // What a case times is the server's answer, not the first use of sockets and modules.
    await client.request('tools/list');
    client.received.length = 0;
    return new Stage(server, client, http);
  }

  async step(step: JsonObject): Promise<void> {
    if (step.afterMs !== undefined) await this.#advance(Number(step.afterMs));
    if (step.call !== undefined && step.retry === undefined) this.#call(step);
    else if (step.retry !== undefined) this.#retry(step);
    else if (step.repeat === 'last-retry' && this.#lastRetry) {
      const { method, params, options } = this.#lastRetry;
      this.#watch(this.#last(), this.#client.request(method, params, { ...options, id: this.#nextId++ }));
    } else if (step.answer !== undefined) await this.#answer(step.answer as JsonObject);
    else if (step.send !== undefined) await this.#send(step, step.send as JsonObject);
    else if (step.do === 'advance') await this.#advance(Number(step.ms));
    else if (step.do === 'close-stdin') await this.#closeStdin();
    else if (step.do === 'complete-out-of-band') await this.#server.completeOutOfBand();
    else if (step.open !== undefined) await this.#browse(step);
    else if (step.do !== 'initialize') throw new Error(`the step ${JSON.stringify(step)} is not understood`);
    await this.rest();
  }

  /** Waits until nothing has moved for a few turns of the event loop (memory) or a short while (sockets). */
  async rest(): Promise<void> {
    const turns = this.#http ? 12 : 6;
    let seen = -1;
    for (let still = 0; still < turns; ) {
      await new Promise(resolve => (this.#http ? setTimeout(resolve, 8) : setImmediate(resolve)));
      const now = this.#activity + this.#client.received.length;
      still = now === seen ? still + 1 : 0;
      seen = now;
    }
  }

  played(): Played {
    for (const call of this.#calls) {
      const status = this.#client instanceof HttpClient ? this.#client.statuses.get(call.id) : undefined;
      if (status !== undefined) this.#statuses[call.label] ??= status;
    }
    return {
      server: this.#server,
      client: this.#client,
      calls: this.#calls,
      questions: this.#client.pushes,
      statuses: this.#statuses,
      lastAction: this.#lastAction,
      opened: this.#opened,
      exitMs: this.#exitMs,
      ignored: this.#late?.received === this.#client.received.length && this.#late.saw === this.#server.saw.length,
    };
  }

  async close(): Promise<void> {
    for (const { answer } of this.#open.splice(0)) answer(undefined);
    await this.#client.close();
    await this.#http?.close();
    await this.#server.close();
  }

  #call(step: JsonObject): void {
    const id = this.#nextId++;
    const call: PlayedCall = {
      tool: String(step.call),
      args: (step.args ?? {}) as JsonObject,
      label: String(step.post ?? step.call),
      as: step.as as string | undefined,
      id,
      reply: undefined,
      replies: 0,
      tookMs: Number.POSITIVE_INFINITY,
    };
    this.#calls.push(call);
    const meta = step.meta as { clientCapabilities?: JsonObject } | undefined;
    const options = {
      id,
      ...(call.as !== undefined && { as: call.as }),
      ...(meta?.clientCapabilities && { capabilities: meta.clientCapabilities }),
    };
    this.#watch(call, this.#client.request('tools/call', { name: call.tool, arguments: call.args }, options));
  }

  #retry(step: JsonObject): void {
    const call = this.#last();
    const retry = step.retry as JsonObject;
    const as = (step.retryAs ?? {}) as { call?: string; args?: JsonObject };
    const state = this.#state(retry.requestState);
    const params: JsonObject = {
      name: as.call ?? call.tool,
      arguments: as.args ?? call.args,
      ...(retry.inputResponses !== undefined && { inputResponses: retry.inputResponses }),
      ...(state !== undefined && { requestState: state }),
    };
    const options = { id: this.#nextId++, ...(step.as !== undefined ? { as: String(step.as) } : call.as !== undefined && { as: call.as }) };
    this.#lastRetry = { method: 'tools/call', params, options };
    this.#watch(call, this.#client.request('tools/call', params, options));
  }

  // "$last" is the state received last; "$last!flip-one-bit" the same with one bit of its middle turned.
  #state(wanted: Json | undefined): string | undefined {
    if (typeof wanted !== 'string') return undefined;
    if (!wanted.startsWith('$last')) return wanted;
    const state = this.#lastState ?? '';
    if (!wanted.endsWith('!flip-one-bit')) return state;
    return turnOneBit(state);
  }

  /** A person's answer, whichever era carries it. */
  async #answer(answer: JsonObject): Promise<void> {
    this.#lastAction = String(answer.action);
    const open = this.#open.shift();
    if (open) {
      open.answer({ result: answer });
      return;
    }
    const call = this.#last();
    const keys = Object.keys((call.reply?.result?.inputRequests ?? {}) as JsonObject);
    this.#retry({ retry: { inputResponses: Object.fromEntries(keys.map(key => [key, answer])), requestState: '$last' } });
    await Promise.resolve();
  }

  async #send(step: JsonObject, message: JsonObject): Promise<void> {
    if (step.from === 'server') {
      // A server asks in the course of a call; where the script names none, one is made that asks exactly this.
      if (this.#open.length === 0 && message.method === 'elicitation/create')
        this.#call({ call: 'ask_raw', args: { params: message.params ?? {} } });
      return;
    }
    const result = message.result as JsonObject | undefined;
    if (step.sessionHeader === null) return this.#sendOutside(step, message);
    this.#lastAction = result === undefined ? this.#lastAction : String(result.action);
    const open = this.#open.shift();
    if (!open) {
      // Nothing is open any more: the answer goes out all the same, under the id of the last question.
      const last = this.#client.pushes.at(-1);
      this.#late = { received: this.#client.received.length, saw: this.#server.saw.length };
      if (last) await this.#client.raw({ jsonrpc: '2.0', id: last.id, ...(result && { result }) });
      return;
    }
    // Taken back by the server already: whoever answers it all the same is late.
    const takenBack = this.#client.received.some(
      ({ frame }) => frame.method === 'notifications/cancelled' && (frame.params as JsonObject).requestId === open.push.id,
    );
    if (takenBack) this.#late = { received: this.#client.received.length, saw: this.#server.saw.length };
    open.answer(undefined);
    await this.#client.raw({ jsonrpc: '2.0', id: open.push.id, ...(result && { result }) });
    if (this.#client instanceof HttpClient && step.post !== undefined)
      this.#statuses[String(step.post)] = this.#client.statuses.get(open.push.id) ?? 0;
  }

  // An answer to the open question that names no session: the status is all there is to see of it.
  async #sendOutside(step: JsonObject, message: JsonObject): Promise<void> {
    const id = this.#open[0]?.push.id ?? (message.id as string | number);
    this.#late = { received: this.#client.received.length, saw: this.#server.saw.length };
    await this.#client.raw({ jsonrpc: '2.0', ...message, id }, { session: null });
    if (this.#client instanceof HttpClient && step.post !== undefined)
      this.#statuses[String(step.post)] = this.#client.statuses.get(id) ?? 0;
  }

  // The pipe is gone: how long the server lives on, and what its tools saw, which it wrote to stderr.
  async #closeStdin(): Promise<void> {
    if (!(this.#client instanceof StdioClient)) throw new Error('only a child process has a stdin to close');
    const started = performance.now();
    this.#client.closeStdin();
    const late = new Promise<undefined>(resolve => setTimeout(resolve, 5000));
    const ended = await Promise.race([this.#client.exited.then(() => true), late]);
    this.#exitMs = ended ? performance.now() - started : Number.POSITIVE_INFINITY;
    for (const [, seen = ''] of this.#client.stderr.matchAll(/^saw (.*)$/gm)) this.#server.saw.push(JSON.parse(seen) as Seen);
  }

  async #browse(step: JsonObject): Promise<void> {
    const url = step.open === '$url' ? this.#server.lastUrl(this.#last().reply) : String(step.open);
    if (url === undefined) throw new Error('the server has shown no address to open');
    const response = await fetch(url, { headers: { authorization: `Bearer ${String(step.as ?? 'nobody')}` }, redirect: 'manual' });
    this.#opened.push({ status: response.status, body: await response.text() });
  }

  async #advance(ms: number): Promise<void> {
    await this.#server.advance(ms);
  }

  #last(): PlayedCall {
    const call = this.#calls.at(-1);
    if (!call) throw new Error('the script answers a call that it never made');
    return call;
  }

  #watch(call: PlayedCall, reply: Promise<Reply>): void {
    const started = performance.now();
    reply.then(
      got => {
        this.#activity += 1;
        call.reply = got;
        call.replies += 1;
        call.tookMs = performance.now() - started;
        const state = got.result?.requestState;
        if (typeof state === 'string') this.#lastState = state;
      },
      () => undefined,
    );
  }
}
