/** Written from re-reading the engine: which order of events, and which hostile peer, breaks it? */
import { text } from '@midcall/core';
import { fakeClock, memoryStore, type Store } from '@midcall/store';
import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from './author/call.js';
import { defineTool, type ToolDefinition } from './author/define.js';
import { accept, type Frame, legacyPeer, modernPeer, type Peer, type PeerOptions, textOf } from './raw-peer.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

async function open(definition: ToolDefinition, options: PeerOptions = {}): Promise<Peer> {
  const peer = await modernPeer([definition], options);
  peers.push(peer);
  return peer;
}

function tool(handler: (call: Call) => unknown): ToolDefinition {
  return defineTool('tool', {}, async (_none, call) => ({ content: [{ type: 'text', text: String(await handler(call)) }] }));
}

function gate() {
  let open!: () => void;
  const closed = new Promise<void>(resolve => {
    open = resolve;
  });
  return { closed, open };
}

const form = { name: text() };
const who = { message: 'Who?', form };
const params = { name: 'tool' };
const ada = { who: accept({ name: 'Ada' }) };

const retryOf = (frame: Frame, inputResponses: object): object => ({ ...params, inputResponses, requestState: frame.result.requestState });

describe('retries that cross', () => {
  it('join the running round when they are the same, and the handler is entered once [D2, E-M-15]', async () => {
    const door = gate();
    let entered = 0;
    const peer = await open(
      tool(async call => {
        const { name } = await call.need('who', who);
        entered += 1;
        await door.closed;
        return name;
      }),
    );
    const first = await peer.request('tools/call', params);
    const calls = [1, 2, 3].map(() => peer.start('tools/call', retryOf(first, ada)));
    await peer.clock.advance(0);
    door.open();
    const frames = await Promise.all(calls.map(call => call.response));
    expect(frames.map(textOf)).toEqual(['Ada', 'Ada', 'Ada']);
    expect(entered).toBe(1);
  });

  it('with other answers lose to the one that came first, even while it runs [D2]', async () => {
    const door = gate();
    const peer = await open(
      tool(async call => {
        const { name } = await call.need('who', who);
        await door.closed;
        return name;
      }),
    );
    const first = await peer.request('tools/call', params);
    const one = peer.start('tools/call', retryOf(first, ada));
    const two = await peer.request('tools/call', retryOf(first, { who: accept({ name: 'Eve' }) }));
    expect(two.error).toMatchObject({ code: -32602, data: { reason: 'request_superseded' } });
    door.open();
    expect(textOf(await one.response)).toBe('Ada');
  });

  it('take over when the process that ran the round is gone, and only after its lease [D2]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    let entered = 0;
    const stuck = tool(async call => {
      const { name } = await call.need('who', who);
      entered += 1;
      if (entered === 1) await new Promise(() => {});
      return name;
    });
    const dead: Store = { ...forward(store), compareAndSet: () => new Promise(() => {}) };
    const one = await open(stuck, { clock, store: dead });
    const first = await one.request('tools/call', params);
    one.start('tools/call', retryOf(first, ada));
    await clock.advance(1_000);
    const two = await open(stuck, { clock, store });
    const again = two.start('tools/call', retryOf(first, ada));
    await clock.advance(20_000);
    expect(entered).toBe(1);
    await clock.advance(20_000);
    expect(textOf(await again.response)).toBe('Ada');
    expect(entered).toBe(2);
  });

  it('are kept waiting by a round that still runs, however long it takes [D2]', async () => {
    const clock = fakeClock();
    const door = gate();
    let entered = 0;
    const slow = tool(async call => {
      const { name } = await call.need('who', who);
      entered += 1;
      await door.closed;
      return name;
    });
    const peer = await open(slow, { clock });
    const first = await peer.request('tools/call', params);
    const calls = [peer.start('tools/call', retryOf(first, ada)), peer.start('tools/call', retryOf(first, ada))];
    for (let minute = 0; minute < 10; minute += 1) await clock.advance(60_000);
    door.open();
    expect((await Promise.all(calls.map(call => call.response))).map(textOf)).toEqual(['Ada', 'Ada']);
    expect(entered).toBe(1);
  });
});

describe('code that runs on after its round', () => {
  it('does nothing any more: no effect, no question, no progress [D6, E-G-01, E-T-06b]', async () => {
    const door = gate();
    let effects = 0;
    const late = tool(async call => {
      void (async () => {
        await door.closed;
        await call.progress(1);
        await call.once('late', () => ++effects);
      })();
      return (await call.need('who', who)).name;
    });
    const peer = await open(late);
    await peer.request('tools/call', { ...params, _meta: { progressToken: 't' } });
    door.open();
    await peer.clock.advance(0);
    expect(effects).toBe(0);
    expect(peer.frames.filter(frame => frame.method === 'notifications/progress')).toEqual([]);
  });

  it('is refused with a reason once the call is complete [D6]', async () => {
    let kept: Call | undefined;
    const peer = await open(
      tool(call => {
        kept = call;
        return 'done';
      }),
    );
    await peer.request('tools/call', params);
    await expect(kept?.once('x', () => 1)).rejects.toMatchObject({ code: 'ROUND_OVER' });
    await expect(kept?.progress(1)).rejects.toMatchObject({ code: 'ROUND_OVER' });
    expect(kept?.signal.aborted).toBe(true);
  });

  it('may still finish an effect that it had begun when the handler returned, and the effect is recorded [N5]', async () => {
    const door = gate();
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const peer = await open(
      tool(call => {
        void call.once('slow', { unique: 'u' }, () => door.closed.then(() => 'kept'));
        return 'done';
      }),
      { clock, store },
    );
    expect(textOf(await peer.request('tools/call', params))).toBe('done');
    door.open();
    await clock.advance(0);
    const next = await open(
      tool(call => call.once('slow', { unique: 'u' }, () => 'again')),
      { clock, store },
    );
    expect(textOf(await next.request('tools/call', params))).toBe('kept');
  });
});

describe('an author who', () => {
  it('changes what came back changes nothing but a copy', async () => {
    const peer = await open(
      tool(async call => {
        const answer = await call.need('who', who);
        const value = await call.pin('list', () => ['a']);
        const seen = `${answer.name}${value.length}`;
        (answer as { name: string }).name = 'changed';
        value.push('b');
        await call.need('more', { message: 'More?', form });
        return seen;
      }),
    );
    const first = await peer.request('tools/call', params);
    const second = await peer.request('tools/call', retryOf(first, ada));
    expect(textOf(await peer.request('tools/call', retryOf(second, { more: accept({ name: 'x' }) })))).toBe('Ada1');
  });

  it('uses one key for a question and later for a value is told so', async () => {
    let round = 0;
    const peer = await open(
      tool(async call => {
        round += 1;
        if (round === 1) return (await call.need('who', who)).name;
        return call.pin('who', () => 'x');
      }),
    );
    const first = await peer.request('tools/call', params);
    expect(textOf(await peer.request('tools/call', retryOf(first, ada)))).toContain("'who' named a question");
  });

  it('pins what JSON cannot carry is told so, before it comes back as something else', async () => {
    const peer = await open(tool(call => call.pin('when', () => new Date(0) as never)));
    expect(textOf(await peer.request('tools/call', params))).toContain("'when' is not plain JSON");
  });

  it('races a question against time gets whichever is first, and the loser does no harm', async () => {
    const peer = await open(tool(call => Promise.race([call.ask('who', who), Promise.resolve('timeout')])));
    expect(textOf(await peer.request('tools/call', params))).toBe('timeout');
  });
});

describe('a hostile client', () => {
  it('cannot reach prototypes through names of answers or of fields [N11]', async () => {
    const peer = await open(tool(async call => JSON.stringify(await call.ask('who', who))));
    const first = await peer.request('tools/call', params);
    const inputResponses = JSON.parse(
      '{"__proto__": {"action": "accept", "content": {"name": "x"}}, "constructor": {"action": "accept"}, "who": {"action": "accept", "content": {"name": "Ada", "__proto__": {"polluted": true}, "constructor": 1}}}',
    );
    const done = await peer.request('tools/call', retryOf(first, inputResponses));
    expect(JSON.parse(textOf(done)).content).toEqual({ name: 'Ada' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('cannot skip a question by sending answers to later ones first [E-M-18, D3]', async () => {
    let reached = false;
    const peer = await open(
      tool(async call => {
        await call.confirm('sure', { message: 'Sure?' });
        reached = true;
        return (await call.need('who', who)).name;
      }),
    );
    const first = await peer.request('tools/call', params);
    const second = await peer.request('tools/call', retryOf(first, ada));
    expect(Object.keys(second.result.inputRequests)).toEqual(['sure~2']);
    expect(reached).toBe(false);
  });

  it('can send any JSON as an answer without getting anything but a question, a result or a typed error [N11, E-A-08]', async () => {
    const peer = await open(
      tool(async call => (await call.need('who', who)).name),
      { retries: { perSecond: 1e9, burst: 1e9 } },
    );
    const odd: unknown[] = [
      { action: 'accept', content: [] },
      { action: 'accept', content: 'x' },
      { action: 'accept', content: { name: { toString: 'x' } } },
      { action: ['accept'], content: { name: 'x' } },
      { action: 'ACCEPT', content: { name: 'x' } },
      { content: { name: 'x' } },
      {},
      { action: 'accept', content: { name: '\ud800' } },
      { action: 'accept', content: { name: 'x', deep: JSON.parse('['.repeat(200) + ']'.repeat(200)) } },
    ];
    for (const answer of odd) {
      const first = await peer.request('tools/call', params);
      const frame = await peer.request('tools/call', retryOf(first, { who: answer }));
      const fine = frame.error?.code === -32602 || frame.result?.resultType === 'input_required' || frame.result?.resultType === 'complete';
      expect(fine, JSON.stringify(answer)).toBe(true);
    }
  });
});

describe('a store that fails', () => {
  it('keeps the handler from being entered when it fails before, and never doubles an effect when it fails after [N5]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    let broken = '';
    let effects = 0;
    let entered = 0;
    const failing: Store = {
      ...forward(store),
      putIfAbsent: (key, value, options) =>
        broken === 'before' && key.startsWith('flow:') ? Promise.reject(new Error('down')) : store.putIfAbsent(key, value, options),
      put: (key, value, options) =>
        broken === 'after' && key.startsWith('outcome:') ? Promise.reject(new Error('down')) : store.put(key, value, options),
    };
    const pay = tool(async call => {
      entered += 1;
      await call.need('who', who);
      return call.once('pay', () => `paid ${++effects}`);
    });
    const peer = await open(pay, { clock, store: failing });
    const first = await peer.request('tools/call', params);
    entered = 0;
    broken = 'before';
    expect((await peer.request('tools/call', retryOf(first, ada))).error).toBeDefined();
    expect(entered).toBe(0);
    broken = 'after';
    expect((await peer.request('tools/call', retryOf(first, ada))).error).toBeDefined();
    broken = '';
    const again = peer.start('tools/call', retryOf(first, ada));
    await clock.advance(31_000);
    expect(textOf(await again.response)).toBe('paid 1');
    expect(effects).toBe(1);
  });
});

describe('a host that takes its call back in the middle of a round', () => {
  it('aborts the signal of the running round, and gets no answer any more [E-T-06b, E-L-06, E-L-07]', async () => {
    const door = gate();
    let signal: AbortSignal | undefined;
    const peer = await open(
      tool(async call => {
        signal = call.signal;
        await door.closed;
        return 'done';
      }),
    );
    const call = peer.start('tools/call', params);
    await peer.clock.advance(0);
    await peer.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id, reason: 'enough' } });
    await peer.clock.advance(0);
    expect(signal?.aborted).toBe(true);
    door.open();
    await peer.clock.advance(0);
    expect(peer.frames.filter(frame => frame.id === call.id)).toEqual([]);
    expect(peer.frames.filter(frame => frame.method === 'notifications/cancelled')).toEqual([]);
  });
});

describe('two flows on one pipe', () => {
  it('do not mix, in either era [E-S-08, E-S-10]', async () => {
    const greet = defineTool('tool', {}, async (_none, call) => ({
      content: [{ type: 'text', text: (await call.need('who', who)).name }],
    }));
    const modern = await open(greet);
    const [a, b] = await Promise.all([modern.request('tools/call', params), modern.request('tools/call', params)]);
    const [first, second] = await Promise.all([
      modern.request('tools/call', retryOf(b, { who: accept({ name: 'B' }) })),
      modern.request('tools/call', retryOf(a, { who: accept({ name: 'A' }) })),
    ]);
    expect([textOf(first), textOf(second)]).toEqual(['B', 'A']);
    const legacy = await legacyPeer([greet]);
    peers.push(legacy);
    const calls = [legacy.start('tools/call', params), legacy.start('tools/call', params)];
    for (const [at, call] of calls.entries()) {
      const question = await legacy.frame(frame => frame.method === 'elicitation/create' && legacy.related.get(frame.id) === call.id);
      await legacy.send({ jsonrpc: '2.0', id: question.id, result: accept({ name: String(at) }) });
    }
    expect((await Promise.all(calls.map(call => call.response))).map(textOf)).toEqual(['0', '1']);
  });
});

function forward(store: Store): Store {
  return {
    id: () => store.id(),
    get: key => store.get(key),
    put: (key, value, options) => store.put(key, value, options),
    putIfAbsent: (key, value, options) => store.putIfAbsent(key, value, options),
    compareAndSet: (key, version, value, options) => store.compareAndSet(key, version, value, options),
    take: key => store.take(key),
    delete: key => store.delete(key),
    list: (prefix, options) => store.list(prefix, options),
    watch: (prefix, listener) => store.watch(prefix, listener),
    close: () => store.close(),
  };
}
