import type { JsonObject } from '@midcall/core';
import { createDesk, scriptedSurface } from '@midcall/host';
import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import { initialize, legacyServer, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, peerOn, pipe, settle } from './testing/raw-peers.test.peer.js';

const CALL: JsonObject = { name: 'book', arguments: { seats: 2 } };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };

const pushing = legacyServer(async (frame: Frame, server: Peer) => {
  if (frame.method !== 'tools/call') return {};
  const answer = await server.request('elicitation/create', FORM, `u${String(frame.id)}`);
  return TEXT(JSON.stringify(answer.result));
});
const returning = modernServer(frame => {
  if (frame.method !== 'tools/call') return frame.method === 'subscriptions/listen' ? undefined : { resultType: 'complete' };
  const answers = frame.params?.inputResponses as JsonObject | undefined;
  if (answers !== undefined) return { resultType: 'complete', ...TEXT(JSON.stringify(answers.who)) };
  return { resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create', params: FORM } }, requestState: 's' };
});

async function stand(server: (peer: Peer) => void, script?: Parameters<typeof scriptedSurface>[0]) {
  const clock = fakeClock();
  const desk = createDesk({ clock, ...(script !== undefined && { surfaces: [scriptedSurface(script)] }) });
  const gateway = createGateway({
    serverName: 'Records',
    principal: 'ada',
    desk,
    clock,
    upstream: () => {
      const [near, far] = pipe();
      void peerOn(far).then(server);
      return near;
    },
  });
  const [near, far] = pipe();
  await gateway.connect(near);
  return { clock, desk, gateway, host: await peerOn(far) };
}

describe.each([
  ['legacy host, legacy server', pushing, false],
  ['legacy host, modern server', returning, false],
  ['modern host, legacy server', pushing, true],
  ['modern host, modern server', returning, true],
] as const)('the real desk, %s', (_name, server, isModern) => {
  const call = async (host: Peer, id = 1): Promise<Frame> => {
    if (isModern) return modern(host, 'tools/call', CALL, {}, id);
    await initialize(host);
    return host.request('tools/call', CALL, id);
  };

  it('is asked, answers by script, and hears that the answer was delivered [N1, N12, D24]', async () => {
    const its = await stand(server, { '*': { action: 'accept', content: { name: 'Rowan' } } });
    expect(textOf(await call(its.host))).toBe('{"action":"accept","content":{"name":"Rowan"}}');
    await settle();
    const [question] = its.desk.list({ principal: 'ada' });
    expect(question).toMatchObject({ state: 'delivered', server: { name: 'Records' }, call: { method: 'tools/call', name: 'book' } });
    expect(its.desk.list({ principal: 'mallory' })).toEqual([]);
    await its.gateway.close();
    await its.desk.close();
  });

  it('declines as it is told to, once [N2]', async () => {
    const its = await stand(server, 'decline');
    expect(textOf(await call(its.host))).toBe('{"action":"decline"}');
    await its.gateway.close();
    await its.desk.close();
  });

  it('takes the question off every surface when the host cancels [N12]', async () => {
    const its = await stand(server, undefined);
    const shown: string[] = [];
    its.desk.addSurface({ name: 'test', reachable: () => true, raise: question => void shown.push(question.id) });
    void call(its.host, 7);
    await settle();
    expect(shown).toHaveLength(1);
    await its.host.notify('notifications/cancelled', { requestId: 7 });
    await settle();
    expect(its.desk.get(shown[0] ?? '', { principal: 'ada' })?.state).toBe('withdrawn');
    await its.gateway.close();
    await its.desk.close();
  });
});
