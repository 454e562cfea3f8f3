/**
 * Any order of events between a host, a desk and a server, over all four pairs of eras. Whatever happens: a request of the
 * host is answered at most once, a question of the server is answered at most once and, unless it was taken back, exactly
 * once by the end; nothing waits, ticks or is left open after the host is gone.
 */
import type { JsonObject } from '@midcall/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line } from './testing/lines.test.peer.js';
import { initialize, legacyServer, line, modern, modernServer, TEXT } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, settle } from './testing/raw-peers.test.peer.js';

const FORM: JsonObject = { message: 'Name?', requestedSchema: NAME_FORM };
const ANSWERS: readonly JsonObject[] = [
  { action: 'accept', content: { name: 'Ada' } },
  { action: 'decline' },
  { action: 'accept', content: { name: 7 } },
  { action: 'nonsense' },
];

/** One thing that happens; `pick` chooses among what is open. */
interface Step {
  readonly kind: 'call' | 'cancel' | 'answer' | 'again' | 'desk' | 'ask' | 'takeBack' | 'finish' | 'time';
  readonly pick: number;
}

const step = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    'call',
    'call',
    'cancel',
    'answer',
    'answer',
    'again',
    'desk',
    'ask',
    'ask',
    'ask',
    'takeBack',
    'finish',
    'finish',
    'time',
  ),
  pick: fc.nat(30),
});

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => (list.length === 0 ? undefined : list[pick % list.length]);

/** A stage with a scripted server: calls stay open until a step ends them. */
class Play {
  readonly its: Line;
  readonly isModern: boolean;
  readonly capabilities: JsonObject;
  /** Calls the server has, by its own frames. */
  readonly running: { frame: Frame; settle: (answer: JsonObject) => void; asked: number }[];
  readonly asks: { id: string; answered: number; takenBack: boolean }[] = [];
  readonly hostOpen = new Map<unknown, JsonObject>();
  readonly rounds: { params: JsonObject; keys: string[]; state: unknown }[] = [];
  readonly sentRetries: JsonObject[] = [];
  #next = 0;

  constructor(its: Line, running: Play['running'], isModern: boolean, declares: boolean) {
    this.its = its;
    this.running = running;
    this.isModern = isModern;
    this.capabilities = declares ? { elicitation: { form: {}, url: {} } } : {};
  }

  request(params: JsonObject): void {
    const id = `h${this.#next++}`;
    this.hostOpen.set(id, params);
    const sent = this.isModern
      ? modern(this.its.host, 'tools/call', params, this.capabilities, id)
      : this.its.host.request('tools/call', params, id);
    void sent.then(frame => {
      this.hostOpen.delete(id);
      if (frame.result?.resultType !== 'input_required') return;
      const { inputResponses: _a, requestState: _s, ...rest } = params;
      this.rounds.push({
        params: rest as JsonObject,
        keys: Object.keys(frame.result.inputRequests ?? {}),
        state: frame.result.requestState,
      });
    });
  }

  async step({ kind, pick }: Step, serverModern: boolean): Promise<void> {
    const { its } = this;
    const answer = ANSWERS[pick % ANSWERS.length] ?? {};
    if (kind === 'call' && this.hostOpen.size < 3) this.request({ name: pick % 3 === 0 ? 'read' : 'book', arguments: { n: pick % 2 } });
    else if (kind === 'cancel') {
      const id = pickOf([...this.hostOpen.keys()], pick);
      if (id !== undefined) await its.host.notify('notifications/cancelled', { requestId: String(id) });
    } else if (kind === 'answer' && this.isModern) {
      const round = this.rounds.splice(pick % Math.max(1, this.rounds.length), 1)[0];
      if (round === undefined) return;
      const valid = answer.action === 'nonsense' ? { action: 'cancel' } : answer;
      const retry = {
        ...round.params,
        inputResponses: Object.fromEntries(round.keys.map(key => [key, valid])) as JsonObject,
        requestState: round.state as string,
      };
      this.sentRetries.push(retry);
      this.request(retry);
    } else if (kind === 'answer') {
      const asked = pickOf(
        its.host.seen.filter(frame => frame.method === 'elicitation/create'),
        pick,
      );
      if (asked !== undefined) await its.host.send({ jsonrpc: '2.0', id: asked.id, result: answer });
    } else if (kind === 'again') {
      const retry = pickOf(this.sentRetries, pick);
      if (retry !== undefined) this.request(retry);
    } else if (kind === 'desk')
      its.desk.asked
        .filter(question => question.state() === 'waiting')[0]
        ?.answer(pick % 3 === 0 ? { action: 'decline' } : { action: 'accept', content: { name: 'D' } });
    else if (kind === 'ask') {
      const call = pickOf(this.running, pick);
      if (call === undefined) return;
      if (serverModern) {
        this.running.splice(this.running.indexOf(call), 1);
        call.settle({
          resultType: 'input_required',
          inputRequests: { [`k${pick % 3}`]: { method: 'elicitation/create', params: FORM } },
          requestState: `s${pick}`,
        });
      } else {
        const ask = { id: `ask${this.asks.length}`, answered: 0, takenBack: false };
        this.asks.push(ask);
        await its.server().send({ jsonrpc: '2.0', id: ask.id, method: 'elicitation/create', params: FORM });
      }
    } else if (kind === 'takeBack') {
      const ask = pickOf(
        this.asks.filter(one => one.answered === 0 && !one.takenBack),
        pick,
      );
      if (ask === undefined) return;
      ask.takenBack = true;
      await its.server().notify('notifications/cancelled', { requestId: ask.id });
    } else if (kind === 'finish') {
      const call = this.running.splice(pick % Math.max(1, this.running.length), 1)[0];
      call?.settle({ ...(serverModern && { resultType: 'complete' }), ...TEXT('done') });
    } else if (kind === 'time') await its.clock.advance([10, 60, 1_000, 61_000][pick % 4] ?? 10);
    await settle(3);
  }
}

async function begin(isModern: boolean, serverModern: boolean, declares: boolean): Promise<Play> {
  const running: Play['running'] = [];
  const call = (frame: Frame): Promise<JsonObject> | JsonObject => {
    if (frame.method === 'tools/list')
      return { tools: [{ name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] };
    if (frame.method !== 'tools/call') return {};
    return new Promise<JsonObject>(resolve => running.push({ frame, settle: resolve, asked: 0 }));
  };
  const its = await line({ server: serverModern ? modernServer(call) : legacyServer(call), limits: { parkMs: 30_000, sessions: 1 } });
  const play = new Play(its, running, isModern, declares);
  if (!isModern) await initialize(its.host, play.capabilities);
  // What only reads may run beside what asks (D26); a host lists before it calls.
  if (isModern) await modern(its.host, 'tools/list', {}, play.capabilities, 'list');
  return play;
}

const answersTo = (server: Peer | undefined, id: string): number =>
  server?.seen.filter(frame => frame.id === id && frame.method === undefined).length ?? 0;

describe.each([
  ['legacy host, legacy server', false, false],
  ['legacy host, modern server', false, true],
  ['modern host, legacy server', true, false],
  ['modern host, modern server', true, true],
] as const)('%s', (_name, isModern, serverModern) => {
  it('keeps every question and every call to one answer in any order of events, and leaves nothing open [N1, N5, N12, E-L-07]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 30 }), async (declares, steps) => {
        const play = await begin(isModern, serverModern, declares);
        const { its } = play;
        for (const one of steps) await play.step(one, serverModern);
        for (const ask of play.asks) ask.answered = answersTo(its.servers.at(-1), ask.id);
        await its.host.close();
        await its.connection.closed;
        await its.gateway.close();
        await settle();

        const replies = its.host.seen
          .filter(frame => frame.method === undefined && String(frame.id).startsWith('h'))
          .map(frame => frame.id);
        expect(new Set(replies).size).toBe(replies.length);
        for (const ask of play.asks) {
          const times = its.servers.reduce((sum, server) => sum + answersTo(server, ask.id), 0);
          expect(times).toBeLessThanOrEqual(1);
          if (!ask.takenBack) expect(times).toBe(1);
        }
        expect(its.desk.asked.filter(question => question.state() === 'waiting')).toEqual([]);
        expect(its.servers.every(server => server.closed())).toBe(true);
        await its.clock.advance(2_000_000);
        expect(its.clock.pending).toBe(0);
        expect(its.events.filter(event => event.event === 'desk-failed')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
