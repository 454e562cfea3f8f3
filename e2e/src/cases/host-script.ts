/** Plays the steps of a script on a host: what servers send, what the person does, what the clock does. */
import type { Json, JsonObject, Revision } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { RawRequest } from '../peers/raw-server.js';
import type { CaseInput } from './case.js';
import { anyContent, type HostLink, HostStage } from './host-stage.js';

const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

export interface HostPlayed {
  readonly stage: HostStage;
  /** `tools/call` requests as the server got them, oldest first. */
  readonly requests: readonly { readonly link: string; readonly id: Json | undefined; readonly params: JsonObject }[];
  readonly realMs: number;
  readonly pushedAt: number | undefined;
}

export async function playHost(input: CaseInput, revision: Revision, look: (played: HostPlayed) => void): Promise<void> {
  const player = new HostPlayer(input, revision);
  const started = performance.now();
  try {
    for (const step of (input.steps ?? []) as readonly JsonObject[]) await player.step(step);
    await player.end();
    look(player.played(performance.now() - started));
  } finally {
    await player.stage.close();
  }
}

class HostPlayer {
  readonly stage: HostStage;
  readonly #modern: boolean;
  #pushes = 0;
  #pushedAt: number | undefined;

  constructor(input: CaseInput, revision: Revision) {
    this.stage = new HostStage(input, revision);
    this.#modern = revision >= '2026-07-28';
  }

  async step(step: JsonObject): Promise<void> {
    if (step.afterMs !== undefined) await this.stage.advance(Number(step.afterMs));
    if (step.from === 'client') await this.#client(step);
    else if (step.from === 'server') await this.#serverSends(step, step.send as JsonObject);
    else if (typeof step.server === 'string') await this.#server(step);
    else if (step.from === 'user') await this.#user(step);
    else if (step.from === 'model') await this.#model(step);
    else if (step.do === 'advance') await this.stage.advance(Number(step.ms));
    else if (step.expect === 'ui-shown') {
      if (this.stage.shown.length === 0) throw new Error('no question was shown in time');
    } else throw new Error(`the step ${JSON.stringify(step)} is not understood`);
    await this.stage.rest();
  }

  /** Time that the script waits for passes; retries that nobody answered are answered with an ordinary result. */
  async end(): Promise<void> {
    await this.stage.rest();
    const { afterMs } = (this.stage.input.want ?? {}) as { afterMs?: number };
    if (afterMs !== undefined) await this.stage.advance(afterMs);
    for (const { server } of this.stage.links.values()) {
      for (const request of server.open.splice(0)) {
        const retried = request.params.inputResponses !== undefined || request.params.requestState !== undefined;
        if (retried) await server.reply(request, this.#complete());
      }
    }
    await this.stage.rest();
  }

  played(realMs: number): HostPlayed {
    const requests = [...this.stage.links.values()].flatMap(link =>
      link.server.received
        .filter(frame => frame.method === 'tools/call')
        .map(frame => ({ link: link.name, id: frame.id, params: (frame.params ?? {}) as JsonObject })),
    );
    return { stage: this.stage, requests, realMs, pushedAt: this.#pushedAt };
  }

  async #client(step: JsonObject): Promise<void> {
    const link = await this.stage.link(step.session as string | undefined);
    if (step.do === 'initialize') return;
    if (typeof step.method === 'string') {
      link.server.hold(step.method);
      await this.stage.call(step.method, link, step.method);
    } else await this.stage.call(String(step.call), link);
  }

  async #serverSends(step: JsonObject, message: JsonObject): Promise<void> {
    if (step.inSameTickAs !== undefined) {
      await this.stage.link('Records', server => void server.send({ id: this.#nextPush(message), ...message }));
      return;
    }
    const link = await this.stage.link(step.forCall as string | undefined);
    if (message.method === 'elicitation/create') {
      this.#pushedAt = this.stage.clock.now();
      if (!this.#modern) return link.server.send({ id: this.#nextPush(message), ...withId(message, this.#pushes) });
      // The modern era has no such request: a call returns the question.
      const request = await this.#request(link);
      return link.server.reply(request, {
        result: {
          resultType: 'input_required',
          inputRequests: { q: { method: message.method, params: message.params ?? {} } },
          requestState: 'case',
        },
      });
    }
    if (message.method !== undefined) return link.server.send(message);
    return link.server.reply(await this.#request(link), message);
  }

  async #server(step: JsonObject): Promise<void> {
    const link = await this.stage.link();
    const times = Number(step.times ?? 1);
    for (let turn = 0; turn < times; turn += 1) {
      if (step.server === 'complete') return link.server.reply(await this.#request(link), this.#complete());
      if (turn > 0 && link.server.open.length === 0) break;
      if (step.server === 'ask') await this.#ask(link, step, turn);
      else if (step.server === 'url-error') await this.#urlError(link, turn);
      else if (step.server === 'ask-again-on-decline') {
        await this.#askAgain(link, times, Number(step.withinMs ?? 1000));
        return;
      } else throw new Error(`a server does not "${step.server}"`);
    }
  }

  // One round, and a person who answers all of it.
  async #ask(link: HostLink, step: JsonObject, turn: number): Promise<void> {
    const request = await this.#request(link);
    const keys = Array.isArray(step.keys)
      ? step.keys.map(String)
      : Array.from({ length: Number(step.keys ?? 1) }, (_, index) => (index === 0 ? 'who' : `who${index}`));
    const inputRequests = Object.fromEntries(
      keys.map(key => [key, { method: 'elicitation/create', params: { mode: 'form', message: `${key}?`, requestedSchema: nameForm } }]),
    );
    const state = step.requestState === undefined ? `state-${turn}` : step.requestState;
    await link.server.reply(request, {
      result: { resultType: 'input_required', inputRequests, ...(state !== null && { requestState: state }) },
    });
    await this.stage.rest();
    for (const question of this.stage.waiting()) await this.stage.act(question, { action: 'accept', content: anyContent(question) });
  }

  async #urlError(link: HostLink, turn: number): Promise<void> {
    const request = await this.#request(link);
    const elicitation = { mode: 'url', message: 'Please sign in', url: 'https://svc.example/in', elicitationId: `e${turn}` };
    await link.server.reply(request, { error: { code: -32042, message: 'auth', data: { elicitations: [elicitation] } } });
    await this.stage.rest();
    for (const question of this.stage.waiting()) await this.stage.consent(question);
    await link.server.send({ method: 'notifications/elicitation/complete', params: { elicitationId: `e${turn}` } });
    await this.stage.rest();
  }

  async #askAgain(link: HostLink, times: number, withinMs: number): Promise<void> {
    if (this.stage.calls.length === 0) await this.stage.call('book', link);
    for (let turn = 0; turn < times && !this.stage.calls.at(-1)?.error; turn += 1) {
      await link.server.send({
        id: `again-${turn}`,
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Name?', requestedSchema: nameForm },
      });
      await this.stage.rest();
      for (const question of this.stage.waiting()) await this.stage.act(question, { action: 'decline' });
      await this.stage.advance(withinMs / times);
    }
  }

  async #user(step: JsonObject): Promise<void> {
    const waiting = this.stage.waiting();
    const question = step.key === undefined ? waiting[0] : waiting.find(one => this.stage.keyOf(one) === step.key);
    switch (step.do) {
      case 'cancel-tool':
        this.stage.calls.at(-1)?.abort.abort(new Error('the person stopped the call'));
        return this.stage.rest();
      case 'accept-all':
        for (const one of waiting) await this.stage.act(one, { action: 'accept', content: anyContent(one) });
        return;
      case 'consent':
        return this.#with(question, one => this.stage.consent(one));
      case 'accept':
        return this.#with(question, one =>
          this.stage.act(one, { action: 'accept', content: (step.content ?? anyContent(one)) as JsonObject }),
        );
      case 'decline':
      case 'cancel': {
        const action = step.do;
        return this.#with(question, one => this.stage.act(one, { action }));
      }
      default:
        throw new Error(`a person does not "${String(step.do)}"`);
    }
  }

  async #with(question: QuestionView | undefined, act: (question: QuestionView) => Promise<void>): Promise<void> {
    if (!question) throw new Error('no question waits for the person');
    await act(question);
  }

  // A model has no surface. What it may try is to answer in the name of nobody that the desk knows.
  async #model(step: JsonObject): Promise<void> {
    const [question] = this.stage.waiting();
    if (!question) return;
    await this.stage.desk
      .answer(
        question.id,
        { action: 'accept', content: step.content as JsonObject },
        { principal: 'model', surface: 'model', as: 'person' },
      )
      .catch(() => undefined);
  }

  async #request(link: HostLink): Promise<RawRequest> {
    if (link.server.open.length === 0 && this.stage.calls.every(call => call.result || call.error)) await this.stage.call('book', link);
    await this.stage.rest();
    // A host that is told to come back by itself takes its time.
    for (let second = 0; second < 60 && link.server.open.length === 0; second += 1) await this.stage.advance(1000);
    const request = link.server.next();
    if (!request) throw new Error('the host sent no further request');
    return request;
  }

  #complete(): JsonObject {
    return { result: { ...(this.#modern && { resultType: 'complete' }), content: [{ type: 'text', text: 'done' }] } };
  }

  #nextPush(message: JsonObject): string {
    this.#pushes += 1;
    return String(message.id ?? `push-${this.#pushes}`);
  }
}

// 2025-11-25 requires an id for pages; a script for both eras leaves it out.
function withId(message: JsonObject, count: number): JsonObject {
  const params = message.params as JsonObject | undefined;
  return params?.mode === 'url' && params.elicitationId === undefined
    ? { ...message, params: { ...params, elicitationId: `page-${count}` } }
    : message;
}
