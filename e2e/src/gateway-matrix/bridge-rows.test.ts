/** The fourteen bridge tests of requirements §3.8, each over real gateway and server processes. */
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject, Revision } from '@midcall/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../matrix/drive.js';
import { HttpClient } from '../peers/http-client.js';
import { StdioClient } from '../peers/message-client.js';
import type { Push, RawClient, Reply } from '../peers/raw-client.js';
import type { Wire } from './cell.js';
import { deskPerson } from './person.js';
import { type ConfigGateway, gatewayCommand, type Home, home, startConfigGateway, watch } from './processes.js';

const server = fileURLToPath(new URL('../../dist/fixtures/gateway-row-server.js', import.meta.url));
const behind = (kind: 'legacy' | 'modern', more: JsonObject = {}) => ({
  command: process.execPath,
  args: [server, kind],
  desk: 'never',
  ...more,
});
const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };
const FORM: JsonObject = { elicitation: { form: {} } };
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };

const closers: (() => unknown)[] = [];
let at: Home;
let gateway: ConfigGateway;
beforeAll(async () => {
  at = home();
  closers.push(at.remove);
  gateway = await startConfigGateway(at, {
    legacy: behind('legacy'),
    modern: behind('modern'),
    impatient: behind('legacy', { parkMs: 300 }),
    shared: behind('legacy', { identity: 'shared', desk: 'auto' }),
    sealed: behind('legacy', { desk: 'auto' }),
    mixed: behind('modern', { desk: 'auto' }),
  });
  closers.push(gateway.stop);
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface HostOf {
  readonly name: string;
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly wire: Wire;
}

async function host({ name, revision, capabilities, wire }: HostOf, origin = gateway): Promise<RawClient> {
  let client: RawClient;
  if (wire === 'HTTP') {
    client = new HttpClient({ revision, capabilities, as: origin.token }, new URL(`${origin.origin}/${name}/mcp`));
    closers.push(() => client.close());
  } else {
    const own = home();
    const command = gatewayCommand('--name', 'Records', '--desk', 'never', '--', process.execPath, server, name);
    const stdio = new StdioClient({ revision, capabilities }, command, own.env);
    const running = watch(stdio.child);
    closers.push(own.remove, running.stop);
    client = stdio;
  }
  await client.open();
  await client.request('tools/list');
  return client;
}

const call = (client: RawClient, row: number, tool: string, more: JsonObject = {}, id?: string): Promise<Reply> =>
  client.request(
    'tools/call',
    { name: tool, arguments: { row, ...(more.arguments as JsonObject | undefined) }, ...rest(more) },
    id === undefined ? {} : { id },
  );
const rest = ({ arguments: _merged, ...other }: JsonObject): JsonObject => other;

interface Told {
  readonly call?: JsonObject;
  readonly answer?: JsonObject;
  readonly said?: string;
}
const report = async (client: RawClient, row: number): Promise<readonly Told[]> => {
  const told = JSON.parse(textOf(await call(client, row, 'report'))) as readonly Told[];
  return told.filter(one => (one.call as JsonObject | undefined)?.name !== 'report');
};
const callsIn = (told: readonly Told[]): JsonObject[] => told.flatMap(({ call: made }) => (made === undefined ? [] : [made]));
const keysOf = (reply: Reply): string[] => Object.keys((reply.result?.inputRequests ?? {}) as JsonObject);
const stateOf = (reply: Reply): string => String(reply.result?.requestState);
const retry = (reply: Reply, answers: Readonly<Record<string, Json>>): JsonObject => ({
  inputResponses: answers,
  requestState: stateOf(reply),
});
const until = async (fits: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await fits())) await new Promise(resolve => setTimeout(resolve, 10));
};

describe.each(['stdio', 'HTTP'] as const)('a legacy host over %s, a modern server', wire => {
  let client: RawClient;
  beforeAll(async () => {
    client = await host({ name: 'modern', revision: '2025-11-25', capabilities: BOTH, wire });
  });
  const own = (n: number): number => n + (wire === 'HTTP' ? 100 : 0);

  it('§3.8 test 1: the second retry carries no state after a round that had none; the bytes of the first are equal [E-M-32, E-M-34]', async () => {
    client.onPush = () => ({ result: ACCEPT });
    expect(textOf(await call(client, own(1), 'two-rounds'))).toBe(JSON.stringify({ b: ACCEPT }));
    const [, second, third] = callsIn(await report(client, own(1)));
    expect(second?.requestState).toBe(' {"x":1}\u00e9 ');
    expect(third && Object.hasOwn(third, 'requestState')).toBe(false);
    expect(third?.inputResponses).toEqual({ b: ACCEPT });
  });

  it('§3.8 test 2: one retry with both keys, a decline kept [E-M-30, N2]', async () => {
    client.onPush = ({ params }) => ({ result: String(params.message).includes('Right') ? { action: 'decline' } : ACCEPT });
    expect(textOf(await call(client, own(2), 'two-forms'))).toBe(JSON.stringify({ a: ACCEPT, b: { action: 'decline' } }));
    expect(callsIn(await report(client, own(2)))).toHaveLength(2);
  });

  it('§3.8 test 3: a question the host cannot show ends the call, and the server never sees part of a retry [E-X-01]', async () => {
    client.onPush = ({ params }) => (String(params.message).includes('Right') ? { error: { code: -32602, message: 'no' } } : undefined);
    expect((await call(client, own(3), 'two-forms')).error?.code).toBe(-32603);
    expect(callsIn(await report(client, own(3)))).toHaveLength(1);
  });

  it('§3.8 test 4: the host cancels, its question is taken back, and no retry goes out even if it answers [E-L-06, E-L-10]', async () => {
    const pushed = new Promise<Push>(resolve => {
      client.onPush = push => {
        resolve(push);
        return undefined;
      };
    });
    void call(client, own(4), 'one-form', {}, 'given-up');
    const push = await pushed;
    await client.notify('notifications/cancelled', { requestId: 'given-up' });
    await until(() =>
      client.received.some(({ frame }) => frame.method === 'notifications/cancelled' && (frame.params as JsonObject).requestId === push.id),
    );
    await client.raw({ jsonrpc: '2.0', id: push.id, result: ACCEPT });
    expect(callsIn(await report(client, own(4)))).toHaveLength(1);
  });

  it('§3.8 test 5: the same page is shown once, the rounds are paced, and too many of them end the call [E-U-07, E-L-03b]', async () => {
    const shown: Push[] = [];
    client.onPush = push => {
      shown.push(push);
      return { result: { action: 'accept' } };
    };
    const began = performance.now();
    expect(textOf(await call(client, own(5), 'page-again', { arguments: { times: 3 } }))).toBe('signed in');
    expect(shown.map(({ params }) => params.url)).toEqual(['https://records.example/sign-in?a=1#b']);
    // A quarter and half a second between them (the cap of ten is proved on the fake clock).
    expect(performance.now() - began).toBeGreaterThan(700);
    expect(callsIn(await report(client, own(5)))).toHaveLength(4);
  });

  it('§3.8 test 11: a titled and a several-of-many form for a host of 2025-06-18; its answer fits the form as asked [E-R-10, E-J-01]', async () => {
    const first = await host({ name: 'modern', revision: '2025-06-18', capabilities: FORM, wire });
    first.onPush = ({ params }) => {
      const properties = (params.requestedSchema as JsonObject).properties as Record<string, JsonObject>;
      expect(params).not.toHaveProperty('mode');
      expect(properties.pet).toMatchObject({ enum: ['p1', 'p2'], enumNames: ['Cat', 'Dog'] });
      const mouse = Object.keys(properties).filter(name => name !== 'pet')[1] ?? '';
      return { result: { action: 'accept', content: { pet: 'p2', [mouse]: true } } };
    };
    const accepted = { action: 'accept', content: { pet: 'p2', toys: ['mouse'] } };
    expect(textOf(await call(first, own(11), 'pets'))).toBe(JSON.stringify({ a: accepted }));
  });

  it('§3.8 test 13: for a host without elicitation nothing is declared, and the refusal is in words of its era [N1, E-C-13, E-X-04]', async () => {
    const mute = await host({ name: 'modern', revision: '2025-11-25', capabilities: {}, wire });
    const refused = await call(mute, own(13), 'one-form');
    expect(refused.result?.isError).toBe(true);
    expect(textOf(refused)).toContain('needs a client that can do: elicitation');
  });
});

describe.each(['stdio', 'HTTP'] as const)('a modern host over %s, a legacy server', wire => {
  let client: RawClient;
  beforeAll(async () => {
    client = await host({ name: 'legacy', revision: '2026-07-28', capabilities: BOTH, wire });
  });
  const own = (n: number): number => n + (wire === 'HTTP' ? 100 : 0);

  it('§3.8 test 8: a replay with other answers or other arguments is refused, and the parked call is left alone [E-M-12, E-M-14, E-M-15]', async () => {
    const round = await call(client, own(8), 'one-form');
    const good = retry(round, { q1: ACCEPT });
    const flipped = stateOf(round).slice(0, -1) + (stateOf(round).endsWith('A') ? 'B' : 'A');
    for (const bad of [
      { ...good, requestState: flipped },
      { ...good, arguments: { seat: 9 } },
    ]) {
      expect((await call(client, own(8), 'one-form', bad)).error?.code).toBe(-32602);
    }
    const done = await call(client, own(8), 'one-form', good);
    expect(textOf(done)).toBe(JSON.stringify(ACCEPT));
    expect((await call(client, own(8), 'one-form', good)).result).toEqual(done.result);
    const other = retry(round, { q1: { action: 'decline' } });
    expect((await call(client, own(8), 'one-form', other)).error?.code).toBe(-32602);
    expect(callsIn(await report(client, own(8)))).toHaveLength(1);
  });

  it('§3.8 test 9: -32042 becomes two pages without ids, and the call is asked for once more when both are done [E-N-05, E-N-13]', async () => {
    const pages = await host({ name: 'legacy', revision: '2026-07-28', capabilities: BOTH, wire: 'stdio' });
    const round = await call(pages, own(9), 'pages');
    expect(keysOf(round)).toEqual(['q1', 'q2']);
    expect(JSON.stringify(round)).not.toMatch(/elicitationId|32042/);
    const opened = { action: 'accept' };
    expect(textOf(await call(pages, own(9), 'pages', retry(round, { q1: opened, q2: opened })))).toBe('signed in');
    expect(callsIn(await report(pages, own(9)))).toHaveLength(2);
  });

  it('§3.8 test 10: of two parallel calls on one server process each gets its own question and its own result [E-S-10, N7]', async () => {
    const seats = ['left', 'right'];
    const done = await Promise.all(
      seats.map(async seat => {
        const round = await call(client, own(10), 'one-form', { arguments: { seat } });
        expect(JSON.stringify(round.result?.inputRequests)).toContain(`Name ${seat}?`);
        const [key = ''] = keysOf(round);
        const answer = { action: 'accept', content: { name: seat } };
        return textOf(await call(client, own(10), 'one-form', { arguments: { seat }, ...retry(round, { [key]: answer }) }));
      }),
    );
    expect(done).toEqual(seats.map(name => JSON.stringify({ action: 'accept', content: { name } })));
  });

  it('§3.8 test 13: for a host without elicitation nothing is declared, and the server says so in its own words [N1, E-C-13]', async () => {
    const mute = await host({ name: 'legacy', revision: '2026-07-28', capabilities: {}, wire });
    expect(textOf(await call(mute, own(13), 'one-form'))).toBe('-32602');
  });
});

describe('a modern host over HTTP, a modern server', () => {
  it('§3.8 test 12: the desk adds a round of its own; keys are split, the state is exact, the server hears one retry [E-M-30, E-M-32]', async () => {
    const client = await host({ name: 'mixed', revision: '2026-07-28', capabilities: FORM, wire: 'HTTP' });
    const person = deskPerson(gateway);
    closers.push(person.leave);
    const opened: (string | undefined)[] = [];
    person.attend({ id: 'row12' }, ({ url }) => {
      opened.push(url);
      return { action: 'accept' };
    });
    const round = await call(client, 12, 'mixed');
    expect(opened).toEqual(['https://records.example/sign-in?a=1#b']);
    expect(keysOf(round)).toEqual(['f']);
    expect(callsIn(await report(client, 12))).toHaveLength(1);
    const forged = await call(client, 12, 'mixed', { arguments: { seat: 9 }, ...retry(round, { f: ACCEPT }) });
    expect(forged.error?.code).toBe(-32602);
    expect(callsIn(await report(client, 12))).toHaveLength(1);
    const done = JSON.parse(textOf(await call(client, 12, 'mixed', retry(round, { f: ACCEPT }))));
    expect(done).toEqual({ given: { f: ACCEPT, p: { action: 'accept' } }, state: 'exact \u0000 state' });
    expect(callsIn(await report(client, 12))).toHaveLength(2);
  });
});

describe('a modern host over HTTP, a legacy server', () => {
  it('§3.8 test 6: a retry at another gateway process fails loudly, and the tool has run exactly once [N5, N8]', async () => {
    // Two processes of one home share the key, as replicas do.
    const other = await startConfigGateway(at, { sealed: behind('legacy', { desk: 'auto' }) });
    closers.push(other.stop);
    const first = await host({ name: 'sealed', revision: '2026-07-28', capabilities: BOTH, wire: 'HTTP' });
    const second = await host({ name: 'sealed', revision: '2026-07-28', capabilities: BOTH, wire: 'HTTP' }, other);
    const round = await call(first, 6, 'one-form');
    const lost = await call(second, 6, 'one-form', retry(round, { q1: ACCEPT }));
    expect(lost.error).toMatchObject({ code: -32602, data: { reason: 'call_lost' } });
    expect(callsIn(await report(second, 6))).toHaveLength(0);
    expect(textOf(await call(first, 6, 'one-form', retry(round, { q1: ACCEPT })))).toBe(JSON.stringify(ACCEPT));
    expect(callsIn(await report(first, 6))).toHaveLength(1);
  });

  it('§3.8 test 7: nobody comes back; in time the call is cancelled, then its question, and the session is free [E-M-16, N12]', async () => {
    const client = await host({ name: 'impatient', revision: '2026-07-28', capabilities: BOTH, wire: 'HTTP' });
    const round = await call(client, 7, 'one-form');
    await until(async () => (await report(client, 7)).some(one => one.answer !== undefined));
    const told = await report(client, 7);
    const ended = told.findIndex(one => one.said === 'notifications/cancelled');
    expect(told.slice(ended)).toEqual([{ said: 'notifications/cancelled' }, { answer: { action: 'cancel' } }]);
    const late = await call(client, 7, 'one-form', retry(round, { q1: ACCEPT }));
    expect(late.error).toMatchObject({ code: -32602, data: { reason: 'call_lost' } });
    expect(keysOf(await call(client, 7, 'one-form', { arguments: { seat: 'next' } }))).toEqual(['q1']);
  });

  it('§3.8 test 14: behind a shared identity no page is declared or shown to a host without url [E-U-17, E-S-06]', async () => {
    const client = await host({ name: 'shared', revision: '2026-07-28', capabilities: FORM, wire: 'HTTP' });
    expect(textOf(await call(client, 14, 'page'))).toBe('-32602');
    const both = await host({ name: 'shared', revision: '2026-07-28', capabilities: BOTH, wire: 'HTTP' });
    expect(textOf(await call(both, 14, 'page'))).toBe('-32602');
  });
});
