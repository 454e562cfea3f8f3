import type { JsonObject } from '@midcall/core';
import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import { GatewayFullError, gatewayPerPrincipal, type PerPrincipalOptions } from './per-principal.js';
import { fakeDesk } from './testing/fake-desk.test.peer.js';
import { initialize, legacyServer, modern, TEXT, textOf } from './testing/lines.test.peer.js';
import { NAME_FORM, type Peer, peerOn, pipe, settle } from './testing/raw-peers.test.peer.js';

const CALL: JsonObject = { name: 'book', arguments: { seats: 2 } };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };

function stand(over: Partial<PerPrincipalOptions> = {}) {
  const clock = fakeClock();
  const desk = fakeDesk();
  const children: { readonly owner: string; readonly peer: Peer; ended: boolean }[] = [];
  const gateway = gatewayPerPrincipal({
    clock,
    gateway: principal =>
      createGateway({
        serverName: 'Records',
        desk: desk.desk,
        clock,
        secret: new Uint8Array(32),
        limits: { gatherMs: 0 },
        upstream: () => {
          const [near, far] = pipe();
          void peerOn(far).then(peer => {
            const child = { owner: principal, peer, ended: false };
            children.push(child);
            far.onclose = () => {
              child.ended = true;
            };
            legacyServer(async (frame, server) => {
              if (frame.method !== 'tools/call') return {};
              const answer = await server.request('elicitation/create', FORM, `u${String(frame.id)}`);
              return TEXT(`${principal}: ${JSON.stringify(answer.result)}`);
            })(peer);
          });
          return near;
        },
      }),
    ...over,
  });
  const host = async (principal: string, oneRequest = true) => {
    const [near, far] = pipe();
    const connection = await gateway.connect(near, { principal, oneRequest });
    return { peer: await peerOn(far), connection };
  };
  return { clock, desk, children, gateway, host };
}

const ownersOf = (its: ReturnType<typeof stand>): string[] => its.children.filter(child => !child.ended).map(child => child.owner);

describe('a gateway of several people', () => {
  it('starts a server of their own for each, and asks each only their own questions [E-Q-03, N7]', async () => {
    const its = stand();
    const ada = await its.host('ada');
    const bob = await its.host('bob');
    const calls = [modern(ada.peer, 'tools/call', CALL), modern(bob.peer, 'tools/call', CALL)];
    const questions = [await its.desk.next(), await its.desk.next()];
    expect(questions.map(({ question }) => question.principal).sort()).toEqual(['ada', 'bob']);
    for (const asked of questions) asked.answer({ action: 'accept', content: { name: asked.question.principal } });
    expect((await Promise.all(calls)).map(textOf)).toEqual([
      expect.stringMatching(/^ada: .*"ada"/),
      expect.stringMatching(/^bob: .*"bob"/),
    ]);
    expect(new Set(ownersOf(its))).toEqual(new Set(['ada', 'bob']));
  });

  it('ends the servers of who is gone for a while, and starts new ones when they come again [N12]', async () => {
    const its = stand({ idleMs: 60_000 });
    const ada = await its.host('ada');
    const bob = await its.host('bob', false);
    await initialize(bob.peer);
    const called = modern(ada.peer, 'tools/call', CALL);
    (await its.desk.next()).answer({ action: 'decline' });
    await called;
    await ada.connection.close();
    await its.clock.advance(59_000);
    expect(ownersOf(its)).toContain('ada');
    await its.clock.advance(1_000);
    expect(ownersOf(its)).toEqual(['bob']);
    // Bob's host is quiet and connected: his server stays.
    await its.clock.advance(600_000);
    expect(ownersOf(its)).toEqual(['bob']);
    const again = await its.host('ada');
    const second = modern(again.peer, 'tools/call', CALL);
    (await its.desk.next()).answer({ action: 'decline' });
    expect(textOf(await second)).toContain('ada: ');
  });

  it('keeps what a call still needs that waits for its host to come back [N8]', async () => {
    const its = stand({ idleMs: 60_000 });
    const first = await its.host('ada');
    const asking = modern(first.peer, 'tools/call', CALL, BOTH);
    await settle(20);
    await its.clock.advance(1);
    const asked = await asking;
    await first.connection.close();
    expect(its.gateway.suspended).toBe(1);
    await its.clock.advance(600_000);
    const second = await its.host('ada');
    const { requestState, inputRequests } = asked.result as { requestState: string; inputRequests: JsonObject };
    const [key = ''] = Object.keys(inputRequests);
    const answers = { [key]: { action: 'accept', content: { name: 'Rowan' } } };
    // Another person holds the very token: it opens nothing, and starts no server for it.
    const eve = await its.host('eve');
    expect((await modern(eve.peer, 'tools/call', { ...CALL, inputResponses: answers, requestState }, BOTH)).error?.code).toBe(-32602);
    const done = await modern(second.peer, 'tools/call', { ...CALL, inputResponses: answers, requestState }, BOTH);
    expect(textOf(done)).toContain('Rowan');
    for (const { connection } of [second, eve]) await connection.close();
    // The call has ended; now only the wait is left.
    await its.clock.advance(61_000);
    expect([its.gateway.hosts, its.gateway.suspended, ownersOf(its)]).toEqual([0, 0, []]);
  });

  it('serves so many people and no more, and never a caller nobody can name', async () => {
    const its = stand({ most: 1 });
    await its.host('ada');
    await its.host('ada');
    await expect(its.host('bob')).rejects.toBeInstanceOf(GatewayFullError);
    const [near] = pipe();
    await expect(its.gateway.connect(near)).rejects.toBeInstanceOf(TypeError);
    await expect(its.gateway.start()).rejects.toBeInstanceOf(TypeError);
  });

  it('ends everything when it is closed, and takes nobody on afterwards', async () => {
    const its = stand();
    const ada = await its.host('ada', false);
    await initialize(ada.peer);
    await its.gateway.close();
    await settle();
    expect(ownersOf(its)).toEqual([]);
    await expect(its.host('ada')).rejects.toBeInstanceOf(GatewayFullError);
    expect(its.clock.pending).toBe(0);
  });
});
