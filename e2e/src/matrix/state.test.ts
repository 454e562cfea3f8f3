/** What a host may do to the state of a round, and what comes of it: for tools, prompts and resources alike. */
import type { JsonObject } from '@midcall/core';
import { expect, it } from 'vitest';
import type { RawClient, Reply } from '../peers/raw-client.js';
import { describeMatrix } from './describe-matrix.js';
import { accept, textOf } from './drive.js';
import { reportOf } from './report.js';

interface Kind {
  readonly handler: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly other: JsonObject;
  readonly otherArgs: JsonObject | undefined;
  readonly content: JsonObject;
}

const kinds: readonly Kind[] = [
  {
    handler: 'greet',
    method: 'tools/call',
    params: { name: 'greet', arguments: {} },
    other: { name: 'salute', arguments: {} },
    otherArgs: { name: 'greet', arguments: { tone: '!' } },
    content: { name: 'Rowan' },
  },
  {
    handler: 'brief',
    method: 'prompts/get',
    params: { name: 'brief', arguments: {} },
    other: { name: 'brief', arguments: { style: 'x' } },
    otherArgs: { name: 'brief', arguments: { style: 'dry' } },
    content: { topic: 'tides' },
  },
  {
    handler: 'note',
    method: 'resources/read',
    params: { uri: 'note://today' },
    other: { uri: 'note://today?x' },
    otherArgs: undefined,
    content: { reason: 'audit' },
  },
];

async function firstRound(client: RawClient, kind: Kind): Promise<{ readonly state: string; readonly responses: JsonObject }> {
  const first = await client.request(kind.method, kind.params);
  expect(first.result?.resultType).toBe('input_required');
  const keys = Object.keys(first.result?.inputRequests as JsonObject);
  return { state: first.result?.requestState as string, responses: Object.fromEntries(keys.map(key => [key, accept(kind.content)])) };
}

async function enteredMore(
  client: RawClient,
  kind: Kind,
  act: () => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly more: number }> {
  const before = (await reportOf(client)).entered[kind.handler] ?? 0;
  const reply = await act();
  return { reply, more: ((await reportOf(client)).entered[kind.handler] ?? 0) - before };
}

describeMatrix(
  'state',
  cell => cell.modern,
  cell => {
    for (const kind of kinds) {
      it(`refuses a tampered state of ${kind.method} before the handler is entered [E-M-09, E-M-10, N6, D1]`, async () => {
        const client = await cell.open();
        const { state, responses } = await firstRound(client, kind);
        const at = Math.floor(state.length / 2);
        const tampered = [
          state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1),
          `${state}-TAMPERED`,
          state.slice(0, -2),
          '',
          'not a state',
          'x'.repeat(70_000),
        ];
        for (const requestState of tampered) {
          const { reply, more } = await enteredMore(client, kind, () =>
            client.request(kind.method, { ...kind.params, inputResponses: responses, requestState }),
          );
          expect([reply.error?.code, more], requestState.slice(0, 20)).toEqual([-32602, 0]);
        }
      });

      it(`refuses the state of ${kind.method} for other arguments and other names [E-M-14, N6]`, async () => {
        const client = await cell.open();
        const { state, responses } = await firstRound(client, kind);
        for (const params of [kind.other, kind.otherArgs]) {
          if (!params) continue;
          const { reply, more } = await enteredMore(client, kind, () =>
            client.request(kind.method, { ...params, inputResponses: responses, requestState: state }),
          );
          expect(reply.error?.code).toBe(-32602);
          expect(more).toBe(0);
        }
        const foreign = kinds.find(other => other.method !== kind.method) as Kind;
        const reply = await client.request(foreign.method, { ...foreign.params, inputResponses: responses, requestState: state });
        expect(reply.error?.code).toBe(-32602);
      });

      it(`spends a state of ${kind.method} once: the same retry gets the recorded outcome, another is refused [E-M-15, N5, D2]`, async () => {
        const client = await cell.open();
        const { state, responses } = await firstRound(client, kind);
        const retry = { ...kind.params, inputResponses: responses, requestState: state };
        const done = await client.request(kind.method, retry);
        const { reply: again, more } = await enteredMore(client, kind, () => client.request(kind.method, retry));
        expect(again.result).toEqual(done.result);
        expect(more).toBe(0);
        const [key = ''] = Object.keys(responses);
        const other = await enteredMore(client, kind, () =>
          client.request(kind.method, { ...retry, inputResponses: { [key]: { action: 'decline' } } }),
        );
        expect(other.reply.error?.code).toBe(-32602);
        expect(other.more).toBe(0);
      });
    }

    it('refuses the state of an older round once the flow has moved on [N6, D2]', async () => {
      const client = await cell.open();
      const trip = { name: 'trip', arguments: {} };
      const one = await client.request('tools/call', trip);
      const [key = ''] = Object.keys(one.result?.inputRequests as JsonObject);
      const answer = (city: string) => ({
        ...trip,
        inputResponses: { [key]: accept({ city }) },
        requestState: one.result?.requestState as string,
      });
      const two = await client.request('tools/call', answer('oslo'));
      expect(two.result?.resultType).toBe('input_required');
      const replayed = await client.request('tools/call', answer('rome'));
      expect(replayed.error?.code).toBe(-32602);
      expect((await reportOf(client)).effects).toEqual([]);
    });

    it('keeps what it knows unreadable in the state, and out of every error [N6, N9]', async () => {
      const client = await cell.open();
      const trip = { name: 'trip', arguments: {} };
      const one = await client.request('tools/call', trip);
      const [key = ''] = Object.keys(one.result?.inputRequests as JsonObject);
      const two = await client.request('tools/call', {
        ...trip,
        inputResponses: { [key]: accept({ city: 'oslo' }) },
        requestState: one.result?.requestState as string,
      });
      const state = two.result?.requestState as string;
      expect(state).toMatch(/^mc1\.[\w-]+\.[\w-]+$/);
      for (const part of state.split('.')) expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain('oslo');
      const broken = await client.request('tools/call', { ...trip, inputResponses: {}, requestState: `${state}x` });
      expect(JSON.stringify(broken.error)).not.toContain(state.slice(4, 40));
    });

    it('needs nothing but the retry itself: other requests, or other connections, may lie between [E-S-07, E-S-08, E-M-20]', async () => {
      const client = await cell.open();
      const [kind] = kinds as [Kind];
      const { state, responses } = await firstRound(client, kind);
      await client.request('tools/list', {});
      await firstRound(client, kind);
      const reply = await client.request('tools/call', { ...kind.params, inputResponses: responses, requestState: state });
      expect(textOf(reply)).toBe('Hello Rowan');
    });
  },
);

describeMatrix(
  'state and persons',
  cell => cell.modern && cell.transport === 'HTTP',
  cell => {
    it("refuses another person's state, for tools, prompts and resources [E-M-12, E-S-01, E-S-04, E-S-06, E-Q-03, N7]", async () => {
      const client = await cell.open({ as: 'alice' });
      for (const kind of kinds) {
        const { state, responses } = await firstRound(client, kind);
        const stolen = await client.request(
          kind.method,
          { ...kind.params, inputResponses: responses, requestState: state },
          { as: 'mallory' },
        );
        expect(stolen.error?.code).toBe(-32602);
        const own = await client.request(kind.method, { ...kind.params, inputResponses: responses, requestState: state }, { as: 'alice' });
        expect(own.error).toBeUndefined();
      }
    });

    it('believes no person who only says who they are [E-S-05, E-C-14c, N7]', async () => {
      const client = await cell.open({ as: 'alice' });
      const { state, responses } = await firstRound(client, kinds[0] as Kind);
      const meta = { 'io.modelcontextprotocol/clientInfo': { name: 'alice', version: '1' }, userId: 'alice' };
      const reply = await client.request(
        'tools/call',
        { ...(kinds[0] as Kind).params, inputResponses: responses, requestState: state },
        { as: 'mallory', meta },
      );
      expect(reply.error?.code).toBe(-32602);
    });
  },
);
