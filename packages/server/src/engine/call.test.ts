/** What else a call does over rounds: hosts that cannot ask, values and effects, ends. On the wire of the newest revision. */

import { choice, text } from '@midcall/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definePrompt, defineTool } from '../author/define.js';
import { CANCEL, DECLINE, peers, play, said, tool } from '../play.test.kit.js';
import { accept, FORM, type Frame, modernPeer, textOf } from '../raw-peer.test.kit.js';

describe('a host that cannot ask', () => {
  const deploy = defineTool('deploy', { inputSchema: z.object({ environment: z.string().optional() }) }, async (args, call) => {
    const { environment } = await call.need('target', {
      message: 'Where?',
      form: { environment: choice({ staging: 'Staging', production: 'Live' }) },
      given: args,
    });
    return said(environment);
  });

  it('gets one precise result that names the missing arguments, their types and choices', async () => {
    const { last } = await play(deploy, [], { capabilities: {} });
    expect(last.result).toMatchObject({ resultType: 'complete' });
    expect(textOf(last)).toContain('- environment: Environment; one of "staging" (Staging), "production" (Live)');
    const wrong = await play(deploy, [], { capabilities: {} }, { environment: 'moon' });
    expect(textOf(wrong.last)).toMatch(/- environment: .*Choose|- environment: .*one of/);
    expect(textOf((await play(deploy, [], { capabilities: {} }, { environment: 'staging' })).last)).toBe('staging');
  });

  it('gets -32021 naming what is missing where no argument would help; a confirmation never falls back [E-C-07, E-C-08, E-C-13, D1]', async () => {
    const sure = defineTool(
      'sure',
      { inputSchema: z.object({ confirm: z.boolean().optional(), sure: z.boolean().optional() }) },
      async (_args, call) => {
        await call.confirm('sure', { message: 'Sure?' });
        return said('done');
      },
    );
    const { last } = await play(sure, [], { capabilities: {} }, { confirm: true, sure: true });
    expect(last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
    const { last: url } = await play(
      tool(call => call.elicit({ mode: 'url', message: 'Open', url: 'https://example.com/x' })),
      [],
    );
    expect(url.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
  });

  it('is judged on every request, not on the connection: bare {} is form only [E-C-04, E-C-05, E-C-10, E-C-07]', async () => {
    const peer = await modernPeer([deploy]);
    peers.push(peer);
    const params = { name: 'deploy', arguments: {} };
    const [with1, without, bare, urlOnly] = await Promise.all([
      peer.request('tools/call', params, FORM),
      peer.request('tools/call', params, {}),
      peer.request('tools/call', params, { elicitation: {} }),
      peer.request('tools/call', params, { elicitation: { url: {} } }),
    ]);
    expect([with1, without, bare, urlOnly].map(frame => frame.result.resultType)).toEqual([
      'input_required',
      'complete',
      'input_required',
      'complete',
    ]);
  });

  it('may lose the capability between rounds, and come again with it [E-C-10]', async () => {
    const two = tool(async call => {
      await call.need('a', { message: 'A?', form: { x: text() } });
      await call.need('b', { message: 'B?', form: { x: text() } });
      return 'done';
    });
    const peer = await modernPeer([two]);
    peers.push(peer);
    const first = await peer.request('tools/call', { name: 'tool' });
    const retry = { name: 'tool', inputResponses: { a: accept({ x: '1' }) }, requestState: first.result.requestState };
    expect((await peer.request('tools/call', retry, {})).error?.code).toBe(-32021);
    expect(Object.keys((await peer.request('tools/call', retry)).result.inputRequests)).toEqual(['b']);
  });

  it('can be told apart beforehand', async () => {
    const careful = tool(call => (call.can('form') ? 'form' : call.can('sampling') ? 'sampling' : 'neither'));
    expect(textOf((await play(careful, [])).last)).toBe('form');
    expect(textOf((await play(careful, [], { capabilities: { sampling: {} } })).last)).toBe('sampling');
    expect(textOf((await play(careful, [], { capabilities: {} })).last)).toBe('neither');
  });
});

describe('pin, once and request', () => {
  it('read once and do once over all rounds of a call [N5, D9]', async () => {
    let reads = 0;
    const keys: string[] = [];
    const steady = tool(async call => {
      const price = await call.pin('price', async () => {
        reads += 1;
        return { amount: 10 + reads };
      });
      const receipt = await call.once('charge', key => {
        keys.push(key);
        return { id: `r${keys.length}` };
      });
      await call.need('a', { message: 'A?', form: { x: text() } });
      await call.need('b', { message: 'B?', form: { x: text() } });
      return `${price.amount} ${receipt.id}`;
    });
    const { last } = await play(steady, [{ a: accept({ x: '1' }) }, { b: accept({ x: '1' }) }]);
    expect(textOf(last)).toBe('11 r1');
    expect(reads).toBe(1);
    expect(keys).toHaveLength(1);
  });

  it('repeat a failure as it was, without running the effect again [N5]', async () => {
    let runs = 0;
    const failing = tool(async call => {
      const failure = await call
        .once('charge', () => {
          runs += 1;
          throw new RangeError('card declined');
        })
        .catch((error: Error) => `${error.name}: ${error.message}`);
      await call.need('a', { message: 'A?', form: { x: text() } });
      return failure;
    });
    const { last } = await play(failing, [{ a: accept({ x: '1' }) }]);
    expect(textOf(last)).toBe('RangeError: card declined');
    expect(runs).toBe(1);
  });

  it('keep an effect to one per business key, over calls of the same person only [D9]', async () => {
    let runs = 0;
    const pay = tool(call => call.once('pay', { unique: 'order-7' }, () => `run ${++runs}`));
    const peer = await modernPeer([pay]);
    peers.push(peer);
    const as = (name: string) => peer.request('tools/call', { name: 'tool', _meta: { 'test/user': name } });
    expect([textOf(await as('alice')), textOf(await as('alice')), textOf(await as('bob'))]).toEqual(['run 1', 'run 1', 'run 2']);
  });

  it('need a store, and say so [D9]', async () => {
    const { last } = await play(
      tool(call => call.once('x', () => 1)),
      [],
      { store: 'none' },
    );
    expect(textOf(last)).toContain('needs a store');
    const eager = defineTool('eager', { needs: ['once'] }, () => said(''));
    await expect(modernPeer([eager], { store: 'none' }).then(peer => peer.request('tools/call', { name: 'eager' }))).resolves.toMatchObject(
      { error: {} },
    );
  });

  it('request sampling and roots with the same state and capability check [D16, E-M-06, E-C-13]', async () => {
    const roots = tool(async call => JSON.stringify(await call.request('r', { method: 'roots/list' })));
    const { frames, last } = await play(roots, [{ r: { roots: [{ uri: 'file:///x' }] } }], { capabilities: { roots: {} } });
    expect(frames[0]?.result.inputRequests).toEqual({ r: { method: 'roots/list', params: {} } });
    expect(textOf(last)).toBe('{"roots":[{"uri":"file:///x"}]}');
    expect((await play(roots, [])).last.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { roots: {} } } });
    const odd = await play(
      tool(call => call.request('r', { method: 'tools/list' })),
      [],
    );
    expect(odd.last.result.isError).toBe(true);
  });
});

describe('a handler that throws the -32042 of 2025-11-25', () => {
  const pages = defineTool('tool', {}, () => {
    const elicitations = [{ mode: 'url', elicitationId: 'x1', url: 'https://svc.example/in', message: 'Sign in' }];
    throw Object.assign(new Error('URL elicitation required'), { code: -32042, data: { elicitations } });
  });
  const URLS = { elicitation: { form: {}, url: {} } };

  it('asks its pages as questions, without the id and without that error [E-N-13, E-N-14, E-R-11]', async () => {
    const { frames, last } = await play(pages, [{ 'url:1': { action: 'accept' } }, { 'url:1': DECLINE }], { capabilities: URLS });
    expect(frames[0]?.result.inputRequests).toEqual({
      'url:1': { method: 'elicitation/create', params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in' } },
    });
    // Agreed, but the page is not done: accept is consent, not completion (E-A-09).
    expect(Object.keys(frames[1]?.result.inputRequests)).toEqual(['url:1~2']);
    expect(textOf(last)).toContain('declined');
  });

  it('is told what is missing where pages cannot be opened [E-C-05, E-C-08]', async () => {
    expect((await play(pages, [])).last.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
  });

  it('ends when the page stays open round after round [E-M-16]', async () => {
    const agreed = { 'url:1': { action: 'accept' } };
    const { last } = await play(pages, Array(8).fill(agreed), { capabilities: URLS });
    expect(textOf(last)).toContain('svc.example is still open');
  });
});

describe('the call', () => {
  it('runs what was deferred at the end of every round, and aborts its signal [D6]', async () => {
    const log: string[] = [];
    const holding = tool(async call => {
      const { signal } = call;
      call.defer(() => log.push(`closed ${signal.aborted}`));
      await call.need('a', { message: 'A?', form: { x: text() } });
      return 'done';
    });
    await play(holding, [{ a: accept({ x: '1' }) }]);
    expect(log).toEqual(['closed true', 'closed true']);
  });

  it('says which key was used twice, and which keys cannot be used', async () => {
    const twice = tool(async call => {
      void call.ask('a', { message: 'A?', form: { x: text() } });
      await call.ask('a', { message: 'A?', form: { x: text() } });
    });
    expect(textOf((await play(twice, [])).last)).toContain("'a' is used twice");
    for (const key of ['', 'a~2', '__proto__', 'x'.repeat(65)]) {
      expect(
        textOf(
          (
            await play(
              tool(call => call.ask(key, { message: 'A?', form: { x: text() } })),
              [],
            )
          ).last,
        ),
      ).toContain('A key is');
    }
  });

  it('ends when its rounds run out [D5]', async () => {
    const endless = tool(async call => {
      for (let at = 0; ; at += 1) await call.need(`q:${at}`, { message: 'More?', form: { x: text() } });
    });
    const answer = { q: accept({ x: '1' }) };
    const peer = await modernPeer([endless], { rounds: 3 });
    peers.push(peer);
    let frame = await peer.request('tools/call', { name: 'tool' });
    for (let round = 0; round < 3; round += 1) {
      const [key] = Object.keys(frame.result.inputRequests);
      frame = await peer.request('tools/call', {
        name: 'tool',
        inputResponses: { [key as string]: answer.q },
        requestState: frame.result.requestState,
      });
    }
    expect(frame.result.isError).toBe(true);
    expect(textOf(frame)).toContain('more than 3 rounds');
  });

  it('spills a long journal to the store, so that the state stays small and the end is the same [D7]', async () => {
    const long = tool(async call => {
      let total = 0;
      for (let at = 0; at < 12; at += 1) total += (await call.need(`q:${at}`, { message: 'More?', form: { x: text() } })).x.length;
      return total;
    });
    const peer = await modernPeer([long]);
    peers.push(peer);
    const sizes: number[] = [];
    let frame = await peer.request('tools/call', { name: 'tool' });
    while (frame.result.resultType === 'input_required') {
      sizes.push(frame.result.requestState.length);
      const [key] = Object.keys(frame.result.inputRequests);
      frame = await peer.request('tools/call', {
        name: 'tool',
        inputResponses: { [key as string]: accept({ x: 'y'.repeat(1000) }) },
        requestState: frame.result.requestState,
      });
    }
    expect(textOf(frame)).toBe('12000');
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    expect(Math.max(...sizes.slice(4))).toBeLessThan(500);
  });

  it('ends a prompt that is not gone along with as a JSON-RPC error of its own [D11, E-X-06]', async () => {
    const prompt = definePrompt('p', {}, async (_none, call) => {
      await call.need('who', { message: 'Who?', form: { name: text() } });
      return { messages: [] };
    });
    const peer = await modernPeer([prompt]);
    peers.push(peer);
    const end = async (answer: object): Promise<Frame> => {
      const first = await peer.request('prompts/get', { name: 'p' });
      return peer.request('prompts/get', { name: 'p', inputResponses: { who: answer }, requestState: first.result.requestState });
    };
    expect((await end(DECLINE)).error).toMatchObject({ code: 1001, data: { reason: 'declined' } });
    expect((await end(CANCEL)).error).toMatchObject({ code: 1002, data: { reason: 'cancelled' } });
  });
});
