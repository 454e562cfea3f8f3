/** One asking call at a time on a legacy session (D26): what may run beside it, what waits, and when it is free again. */
import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line, LineOptions } from '../testing/lines.test.peer.js';
import { legacyServer, line, modern, TEXT, textOf } from '../testing/lines.test.peer.js';
import type { Frame, Peer } from '../testing/raw-peers.test.peer.js';
import { NAME_FORM, settle } from '../testing/raw-peers.test.peer.js';

const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };
const call = (name: string, more: JsonObject = {}): JsonObject => ({ name, arguments: {}, ...more });
const question = (message: string): JsonObject => ({ mode: 'form', message, requestedSchema: NAME_FORM });

let open: Line | undefined;
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

/** Calls that the server has taken and not answered, by the tool's name. */
class Stage {
  readonly its: Line;
  readonly running = new Map<string, (answer: JsonObject) => void>();

  static async open(options: LineOptions = {}): Promise<Stage> {
    const running = new Map<string, (answer: JsonObject) => void>();
    const its = await line({
      noDesk: true,
      server: legacyServer(frame => {
        if (frame.method === 'tools/list') {
          return {
            tools: ['read', 'look'].map(name => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })),
          };
        }
        if (frame.method !== 'tools/call') return {};
        return new Promise<JsonObject>(resolve => running.set(String(frame.params?.name), resolve));
      }),
      ...options,
    });
    open = its;
    await modern(its.host, 'tools/list', {}, BOTH);
    return new Stage(its, running);
  }

  constructor(its: Line, running: Map<string, (answer: JsonObject) => void>) {
    this.its = its;
    this.running = running;
  }

  get server(): Peer {
    return this.its.server();
  }

  async call(name: string, id = name, more: JsonObject = {}, host = this.its.host): Promise<Promise<Frame>> {
    const reply = modern(host, 'tools/call', call(name, more), BOTH, id);
    await settle();
    return reply;
  }

  /** Starts it and has its question handed to the host as a round. */
  async suspend(name: string, id = name): Promise<Frame> {
    const reply = modern(this.its.host, 'tools/call', call(name), BOTH, id);
    await settle();
    await this.ask(`of ${name}`);
    await this.its.clock.advance(50);
    return reply;
  }

  async ask(message: string): Promise<void> {
    await this.server.send({ jsonrpc: '2.0', id: message, method: 'elicitation/create', params: question(message) });
    await settle();
  }

  answerOf(message: string): unknown {
    const frame = this.server.seen.find(one => one.id === message && one.method === undefined);
    return frame?.result ?? frame?.error?.code;
  }

  async finish(name: string): Promise<void> {
    this.running.get(name)?.(TEXT(`${name} is done`));
    await settle();
  }

  async retry(round: Frame, name: string, answers: JsonObject, id: string): Promise<Frame> {
    return modern(
      this.its.host,
      'tools/call',
      { ...call(name), inputResponses: answers, requestState: String(round.result?.requestState) },
      BOTH,
      id,
    );
  }
}

const keys = (frame: Frame): string[] => Object.keys((frame.result?.inputRequests ?? {}) as JsonObject);

describe('beside a call that waits for a person', () => {
  it('a tool that only reads runs at once, and so do resources and prompts; another one waits [D26]', async () => {
    const stage = await Stage.open();
    await stage.suspend('wipe');
    const read = modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    const resource = modern(stage.its.host, 'resources/read', { uri: 'x://1' }, BOTH, 'resource');
    void modern(stage.its.host, 'tools/call', call('book'), BOTH, 'book');
    await settle();
    await stage.finish('read');
    expect(textOf(await read)).toBe('read is done');
    expect((await resource).result?.resultType).toBe('complete');
    expect([...stage.running.keys()]).toEqual(['wipe', 'read']);
  });

  it('one that only reads has a session of its own while there is one to be had, and its question is known as its own [D26]', async () => {
    const stage = await Stage.open({ limits: { sessions: 2 } });
    await stage.suspend('wipe');
    const reading = await stage.suspend('read');
    expect(keys(reading)).toHaveLength(1);
    expect(stage.its.servers).toHaveLength(2);
  });

  it('a call that waits hears at once, and then again, which call it waits for and why [D26, E-L-04]', async () => {
    const stage = await Stage.open();
    await stage.suspend('wipe');
    void modern(stage.its.host, 'tools/call', call('book', { _meta: { progressToken: 'p' } }), BOTH, 'book');
    await settle();
    const said = (): unknown[] =>
      stage.its.host.seen.filter(frame => frame.method === 'notifications/progress').map(frame => frame.params?.message);
    const sentence = 'Waiting for another call of this server to end: wipe, which waits for a person. It takes one at a time.';
    expect(said()).toEqual([sentence]);
    await stage.its.clock.advance(15_000);
    expect(said()).toEqual([sentence, sentence]);
  });

  it('a question is held while two calls could be its asker, and goes to the one that is left [N7, E-S-10]', async () => {
    const stage = await Stage.open();
    const round = await stage.suspend('wipe');
    const read = modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    await settle();
    await stage.ask('whose?');
    const retry = stage.retry(round, 'wipe', { q1: ACCEPT }, 'retry');
    await settle();
    await stage.its.clock.advance(1_000);
    // Nobody was shown it, and nobody answered.
    expect(stage.its.host.seen.some(frame => frame.id === 'retry' || frame.id === 'read')).toBe(false);
    expect(stage.answerOf('whose?')).toBeUndefined();
    await stage.finish('read');
    await stage.its.clock.advance(50);
    expect(textOf(await read)).toBe('read is done');
    const second = await retry;
    expect(keys(second)).toEqual(['q2']);
    expect(JSON.stringify(second.result)).toContain('whose?');
  });

  it('a tool that was taken for one that only reads gets its question once it is alone, and is not quiet any more [N7, D26]', async () => {
    const stage = await Stage.open();
    const round = await stage.suspend('wipe');
    const read = modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    await settle();
    await stage.ask('of read');
    const retry = stage.retry(round, 'wipe', { q1: ACCEPT }, 'retry');
    await settle();
    await stage.finish('wipe');
    expect(textOf(await retry)).toBe('wipe is done');
    await stage.its.clock.advance(50);
    expect(JSON.stringify((await read).result)).toContain('of read');
    // From now on it waits its turn.
    void modern(stage.its.host, 'tools/call', call('read'), BOTH, 'again');
    await settle();
    expect(stage.its.server().seen.filter(frame => frame.params?.name === 'read')).toHaveLength(1);
  });

  it('a question whose asker stays unknown ends as cancel, and the quiet calls that may have asked are quiet no more [N1, N12]', async () => {
    const stage = await Stage.open({ limits: { parkMs: 10_000_000 } });
    await stage.suspend('wipe');
    void modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    await settle();
    await stage.ask('whose?');
    await stage.its.clock.advance(59_999);
    expect(stage.answerOf('whose?')).toBeUndefined();
    await stage.its.clock.advance(1);
    await settle();
    expect(stage.answerOf('whose?')).toEqual({ action: 'cancel' });
    void modern(stage.its.host, 'tools/call', call('read'), BOTH, 'again');
    await settle();
    expect(stage.its.server().seen.filter(frame => frame.params?.name === 'read')).toHaveLength(1);
  });

  it('a held question that the server takes back is shown to nobody and answered by nobody [E-L-07]', async () => {
    const stage = await Stage.open();
    await stage.suspend('wipe');
    void modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    await settle();
    await stage.ask('whose?');
    await stage.server.notify('notifications/cancelled', { requestId: 'whose?' });
    await settle();
    await stage.finish('read');
    await stage.its.clock.advance(100_000);
    expect(stage.answerOf('whose?')).toBeUndefined();
  });

  it('a held question of which one possible asker was cancelled is given up: it may have been that one [N7, N1]', async () => {
    const stage = await Stage.open();
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'wipe');
    await settle();
    void modern(stage.its.host, 'tools/call', call('read'), BOTH, 'read');
    await settle();
    await stage.ask('whose?');
    await stage.its.host.notify('notifications/cancelled', { requestId: 'wipe' });
    await settle();
    expect(stage.answerOf('whose?')).toEqual({ action: 'cancel' });
    expect(stage.its.host.seen.some(frame => frame.id === 'read')).toBe(false);
  });
});

describe('a call that is given up', () => {
  it('frees the session once the server answers again, within moments [D26, N12]', async () => {
    const stage = await Stage.open();
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'wipe');
    await settle();
    const book = modern(stage.its.host, 'tools/call', call('book'), BOTH, 'book');
    await settle();
    await stage.its.host.notify('notifications/cancelled', { requestId: 'wipe' });
    await settle();
    expect(stage.running.has('book')).toBe(false);
    await stage.its.clock.advance(250);
    await settle();
    await stage.finish('book');
    expect(textOf(await book)).toBe('book is done');
    expect(stage.its.servers).toHaveLength(1);
  });

  it('has what it still asks answered with cancel; the next call is never taken for its asker [N7]', async () => {
    const stage = await Stage.open();
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'wipe');
    await settle();
    void modern(stage.its.host, 'tools/call', call('book'), BOTH, 'book');
    await settle();
    await stage.its.host.notify('notifications/cancelled', { requestId: 'wipe' });
    await settle();
    await stage.its.clock.advance(200);
    await stage.ask('straggler');
    expect(stage.answerOf('straggler')).toEqual({ action: 'cancel' });
    await stage.its.clock.advance(200);
    expect(stage.running.has('book')).toBe(false);
    await stage.its.clock.advance(50);
    await settle();
    expect(stage.running.has('book')).toBe(true);
  });

  it('whose server never answers again costs ten seconds; the next call gets a fresh session [N12]', async () => {
    let mute = false;
    const stage = await Stage.open();
    const own = stage.server.onRequest;
    stage.server.onRequest = frame => (mute && frame.method === 'ping' ? undefined : own?.(frame));
    mute = true;
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'wipe');
    await settle();
    void modern(stage.its.host, 'tools/call', call('book'), BOTH, 'book');
    await settle();
    await stage.its.host.notify('notifications/cancelled', { requestId: 'wipe' });
    await settle();
    const [first] = stage.its.servers;
    await stage.its.clock.advance(10_000);
    await settle();
    expect(stage.running.has('book')).toBe(true);
    expect(stage.its.servers).toHaveLength(2);
    expect(first?.closed()).toBe(true);
    expect(stage.its.events.some(event => event.event === 'upstream-unsettled')).toBe(true);
  });

  it('by a host that goes, with its round open, ends at the server at once [N12]', async () => {
    const stage = await Stage.open();
    await stage.suspend('wipe');
    await stage.its.host.close();
    await stage.its.connection.closed;
    await settle();
    expect(stage.server.seen.some(frame => frame.method === 'notifications/cancelled')).toBe(true);
    expect(stage.answerOf('of wipe')).toEqual({ action: 'cancel' });
  });

  it('without a word, ends when its host makes the very same call anew and would have to wait for it [N8, N12]', async () => {
    const stage = await Stage.open();
    const round = await stage.suspend('wipe');
    await stage.its.clock.advance(6_000);
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'anew');
    await settle();
    expect(stage.answerOf('of wipe')).toEqual({ action: 'cancel' });
    await stage.its.clock.advance(250);
    await settle();
    expect(stage.server.seen.filter(frame => frame.params?.name === 'wipe')).toHaveLength(2);
    const late = await stage.retry(round, 'wipe', { q1: ACCEPT }, 'late');
    expect(late.error).toMatchObject({ code: -32602, data: { reason: 'call_lost' } });
    expect(late.error?.message).toContain('made anew');
  });

  it('made twice at the same moment is two calls, one after the other [D28]', async () => {
    const stage = await Stage.open();
    const first = modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'one');
    void modern(stage.its.host, 'tools/call', call('wipe'), BOTH, 'two');
    await settle();
    await stage.ask('of one');
    await stage.its.clock.advance(50);
    const round = await first;
    await stage.its.clock.advance(60_000);
    const done = stage.retry(round, 'wipe', { q1: ACCEPT }, 'retry');
    await settle();
    expect(stage.answerOf('of one')).toEqual(ACCEPT);
    await stage.finish('wipe');
    expect(textOf(await done)).toBe('wipe is done');
  });
});
