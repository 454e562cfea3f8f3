import { choice, choices, integer, text, yesNo } from '@midcall/core';
import { fakeClock, memoryStore } from '@midcall/store';
import { ResourceTemplate } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definePrompt, defineResource, defineTool } from '../author/define.js';
import { customPage, oauthPage, secretPage } from '../visit/page.js';
import { accept, cancel, decline, midcallMatchers, pick, rehearse, reply, tick, visited } from './index.js';
import type { MidcallMatchers } from './matchers.js';

declare module 'vitest' {
  interface Matchers<T> extends MidcallMatchers<T> {}
}
expect.extend(midcallMatchers);

const said = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });

function deploy(release: (environment: string, slot: string) => string = (environment, slot) => `${environment}/${slot}`) {
  return defineTool(
    'deploy',
    { inputSchema: z.object({ service: z.string(), environment: z.enum(['staging', 'production']).optional() }) },
    async (args, call) => {
      const { environment } = await call.need('target', {
        message: `Deploy ${args.service}: which environment?`,
        form: { environment: choice({ staging: 'Staging', production: 'Production' }) },
        given: args,
      });
      const [slot] = await Promise.all([
        call.choose('slot', { message: 'Which window?', from: ['now', 'tonight'] }),
        environment === 'production' && call.confirm('live', { message: `Deploy ${args.service} to production?`, tick: 'It is live' }),
      ]);
      const url = await call.once('release', () => release(environment, slot));
      return said(`Deployed to ${url}`);
    },
  );
}

describe('a rehearsal', () => {
  it('plays one call on every revision and on a host that cannot ask, and the effect happens once for all of them [N5]', async () => {
    const released: string[] = [];
    const rehearsal = await rehearse(
      deploy((environment, slot) => {
        released.push(`${environment}/${slot}`);
        return 'https://example.com/1';
      }),
      { service: 'web' },
      { target: accept({ environment: 'production' }), slot: pick('tonight'), live: tick() },
      { world: () => released.length },
    );
    expect(rehearsal.hosts).toEqual(['2026-07-28', '2025-06-18', '2025-11-25', 'none']);
    expect(rehearsal.text).toBe('Deployed to https://example.com/1');
    expect(released).toEqual(['production/tonight']);
    expect(rehearsal.effects).toEqual([{ key: 'release', value: 'https://example.com/1' }]);
    expect(rehearsal.asked.map(({ key, round, action }) => [key, round, action])).toEqual([
      ['target', 1, 'accept'],
      ['slot', 2, 'accept'],
      ['live', 2, 'accept'],
    ]);
    expect(rehearsal.rounds).toBe(2);
    expect(rehearsal.cannotAsk?.text).toContain('environment');
    expect(rehearsal).toHaveAsked('live', 'web to production');
    expect(rehearsal).toHaveHappenedOnce('release');
    expect(rehearsal.asked[0]?.line).toMatch(/rehearse\.test\.ts:\d+:\d+$/);
  });

  it('tells decline, cancel and an unticked box apart, and nothing happens [N2, N5]', async () => {
    const outcomes = await Promise.all(
      [decline(), cancel(), accept({ confirm: false })].map(live =>
        rehearse(deploy(), { service: 'web', environment: 'production' }, { slot: pick('now'), live }),
      ),
    );
    expect(outcomes.map(({ text }) => /declined|closed|unticked/.exec(text)?.[0])).toEqual(['declined', 'closed', 'unticked']);
    for (const outcome of outcomes) {
      expect(outcome).toHaveDoneNothing();
      expect(outcome.result?.isError).toBeUndefined();
    }
  });

  it('plays one host alone where it is named', async () => {
    const rehearsal = await rehearse(
      deploy(),
      { service: 'web', environment: 'staging' },
      { slot: pick('now') },
      { revision: '2025-06-18' },
    );
    expect(rehearsal.hosts).toEqual(['2025-06-18']);
    const silent = await rehearse(deploy(), { service: 'web' }, {}, { revision: 'none' });
    expect(silent.text).toContain('environment: Environment');
    expect(silent).toHaveAskedNothing();
  });

  it('shows what a host without questions gets where no argument would do [E-C-06]', async () => {
    const silent = await rehearse(deploy(), { service: 'web', environment: 'staging' }, {}, { revision: 'none' });
    expect(silent.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
  });

  it('carries lists to the first revision and back, one yes/no for each option', async () => {
    const tool = defineTool('pizza', {}, async (_none, call) => {
      const { toppings, size } = await call.need('order', {
        message: 'What on it?',
        form: { toppings: choices({ o: 'Olives', c: 'Capers', a: 'Anchovies' }), size: choice(['s', 'l']) },
      });
      return said(`${size} with ${toppings.join('+')}`);
    });
    const rehearsal = await rehearse(tool, {}, { order: accept({ toppings: ['o', 'a'], size: 'l' }) });
    expect(rehearsal.text).toBe('l with o+a');
  });

  it('lets time and the world go on while the person thinks, once for all hosts', async () => {
    const clock = fakeClock();
    const closesAt = clock.now() + 60_000;
    const windows = () => (clock.now() < closesAt ? ['now', 'tonight'] : ['tonight']);
    const tool = defineTool('book', {}, async (_none, call) =>
      said(await call.choose('slot', { message: 'Which window?', from: windows() })),
    );
    const rehearsal = await rehearse(
      tool,
      {},
      {
        slot: [
          async () => {
            await clock.advance(120_000);
            return pick('now');
          },
          pick('tonight'),
        ],
      },
      { clock },
    );
    expect(rehearsal.text).toBe('tonight');
    expect(rehearsal.asked.map(({ key, time }) => `${key}~${time}`)).toEqual(['slot~1', 'slot~2']);
    expect(rehearsal).toHaveAsked('slot', /no longer available/);
    expect(clock.now() - closesAt).toBe(60_000);
  });

  it('keeps a pinned value the same on every host and in every repeat', async () => {
    let drawn = 0;
    const tool = defineTool('draw', {}, async (_none, call) => {
      const lot = await call.pin('lot', () => {
        drawn += 1;
        return drawn;
      });
      await call.confirm('sure', { message: `Take lot ${lot}?` });
      return said(`lot ${lot}`);
    });
    expect((await rehearse(tool, {}, { sure: tick() })).text).toBe('lot 1');
    expect(drawn).toBe(1);
  });

  it('remembers in the store it is given, and forgets with its own', async () => {
    const tool = defineTool('home', {}, async (_none, call) => {
      const { city } = await call.need('city', { message: 'Where do you live?', form: { city: text() }, remember: { for: '90d' } });
      return said(city);
    });
    const store = memoryStore();
    const principal = { iss: 'https://id.example', sub: 'ada' };
    expect(await rehearse(tool, {}, { city: accept({ city: 'Ulm' }) }, { store, principal })).toHaveAsked('city');
    const second = await rehearse(tool, {}, {}, { store, principal });
    expect(second).toHaveAskedNothing();
    expect(second.text).toBe('Ulm');
    await expect(rehearse(tool, {}, {}, { store, principal: { ...principal, sub: 'eve' } })).rejects.toThrow(/asked 'city'/);
    await expect(rehearse(tool, {}, {}, { principal: 'anonymous' })).resolves.toMatchObject({
      text: expect.stringContaining('only be remembered for somebody'),
    });
  });

  it('pays once for a business key, over all rehearsals on one store [D9]', async () => {
    const paid: string[] = [];
    const tool = defineTool('pay', { inputSchema: z.object({ order: z.string() }) }, async ({ order }, call) => {
      const receipt = await call.once('pay', { unique: order }, () => `${order}-${paid.push(order)}`);
      return said(receipt);
    });
    const store = memoryStore();
    expect((await rehearse(tool, { order: '7' }, {}, { store })).text).toBe('7-1');
    const again = await rehearse(tool, { order: '7' }, {}, { store });
    expect(again.text).toBe('7-1');
    expect(again).toHaveDoneNothing();
    expect(paid).toEqual(['7']);
  });

  it('works for prompts and resources, whose refusals are errors of their own [D11]', async () => {
    const prompt = definePrompt('letter', { argsSchema: z.object({ to: z.string() }) }, async ({ to }, call) => {
      const { tone } = await call.need('tone', { message: 'Which tone?', form: { tone: choice(['warm', 'cold']) } });
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `Write to ${to}, ${tone}.` } }] };
    });
    expect((await rehearse(prompt, { to: 'Ada' }, { tone: accept({ tone: 'warm' }) })).text).toBe('Write to Ada, warm.');
    expect((await rehearse(prompt, { to: 'Ada' }, { tone: decline() })).error).toMatchObject({ code: 1001, data: { reason: 'declined' } });
    const resource = defineResource(
      'report',
      new ResourceTemplate('report://{year}', { list: undefined }),
      {},
      async (uri, { year }, call) => {
        await call.confirm('open', { message: `Open the report of ${String(year)}?` });
        return { contents: [{ uri: uri.href, text: `Report ${String(year)}` }] };
      },
    );
    expect((await rehearse(resource, 'report://2026', { open: tick() })).text).toBe('Report 2026');
    expect((await rehearse(resource, 'report://2026', { open: cancel() })).error?.code).toBe(1002);
  });

  it('answers raw requests and pages, which the first revision does not have [D16]', async () => {
    const tool = defineTool('mix', {}, async (_none, call) => {
      const roots = await call.request('roots', { method: 'roots/list' });
      const page = await call.elicit({ mode: 'url', message: 'Sign in', url: 'https://example.com/in' } as never, { key: 'page' });
      return said(`${JSON.stringify(roots)} ${page.action}`);
    });
    const rehearsal = await rehearse(tool, {}, { roots: reply({ roots: [] }), page: accept() });
    expect(rehearsal.text).toBe('{"roots":[]} accept');
    expect(rehearsal.asked.map(({ mode, action }) => [mode, action])).toEqual([
      ['raw', 'reply'],
      ['url', 'accept'],
    ]);
  });

  it('lets the person finish on a page, or leave it, on every revision that has pages [E-A-09]', async () => {
    const key = secretPage('key', { fields: { token: { title: 'Token' } } });
    const mail = oauthPage({ name: 'mail', title: 'Mail', issuer: 'https://mail.example', clientId: 'me', scopes: ['send'] });
    const pay = customPage<{ paid: boolean }>('pay', () => new Response());
    const tool = defineTool('connect', {}, async (_none, call) => {
      const [secret, access, paid] = await Promise.all([
        call.visit('key', { message: 'Enter the token', page: key }),
        call.visit('mail', { message: 'Connect your mail', page: mail }),
        call.visit('pay', { message: 'Pay 12 EUR', page: pay, data: { amount: 12 } }),
      ]);
      const { accessToken } = await access.secret();
      return said(`${(await secret.secret()).token} ${accessToken} ${JSON.stringify(await paid.secret())}`);
    });
    const answers = { key: visited({ token: 't-1' }), mail: visited({ accessToken: 'a-1' }), pay: visited({ paid: true }) };
    const rehearsal = await rehearse(tool, {}, answers, { principal: { iss: 'https://id.example', sub: 'ada' } });
    expect(rehearsal.text).toBe('t-1 a-1 {"paid":true}');
    expect(rehearsal.asked.map(({ message, mode }) => [message, mode])).toContainEqual(['Enter the token', 'url']);
    const local = await rehearse(tool, {}, answers);
    expect(local).toHaveAsked('key', /^Enter the token$/);
    const left = await rehearse(tool, {}, { ...answers, pay: accept() });
    expect(left.text).toContain('was closed or ran out before it was finished');
    const store = memoryStore();
    await rehearse(tool, {}, answers, { store });
    expect(await rehearse(tool, {}, {}, { store })).toHaveAskedNothing();
  });

  it('gives what a handler throws as the host would see it, and as it was thrown', async () => {
    const wrong = new RangeError('the shop is closed');
    const tool = defineTool('shop', {}, () => {
      throw wrong;
    });
    const rehearsal = await rehearse(tool);
    expect(rehearsal.result).toEqual({ content: [{ type: 'text', text: 'the shop is closed' }], isError: true });
    expect(rehearsal.thrown).toBe(wrong);
  });

  it('takes milliseconds', async () => {
    const tool = deploy();
    const answers = { target: accept({ environment: 'production' }), slot: pick('now'), live: tick() };
    await rehearse(tool, { service: 'web' }, answers);
    // Of this process's own time: a busy machine makes no handler slow.
    const before = process.cpuUsage();
    for (let run = 0; run < 10; run += 1) await rehearse(tool, { service: 'web' }, answers);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000 / 10).toBeLessThan(250);
  });

  it('reads what was sent off the fields: defaults stand where nothing was touched only if they are sent', async () => {
    const tool = defineTool('set', {}, async (_none, call) => {
      const answer = await call.ask('size', {
        message: 'How many?',
        form: { count: integer({ default: 3 }), loud: yesNo({ optional: true }) },
      });
      return said(JSON.stringify(answer));
    });
    const rehearsal = await rehearse(tool, {}, { size: accept({ count: 5 }) });
    expect(JSON.parse(rehearsal.text)).toEqual({ action: 'accept', content: { count: 5 }, from: { count: 'person' } });
  });
});
