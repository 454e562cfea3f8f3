import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line } from '../testing/lines.test.peer.js';
import { initialize, line, TEXT, textOf } from '../testing/lines.test.peer.js';
import type { Frame, Peer } from '../testing/raw-peers.test.peer.js';
import { objectOf, PETS_FORM, settle } from '../testing/raw-peers.test.peer.js';

let open: Line | undefined;
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

const CALL: JsonObject = { name: 'book', arguments: {} };

/** A server of 2025-11-25 that speaks nothing else; its tool asks `params` and says what it heard. */
const only = (params: JsonObject) => (server: Peer) => {
  server.onRequest = async (frame: Frame) => {
    if (frame.method === 'initialize')
      return { protocolVersion: '2025-11-25', capabilities: { tools: {}, tasks: {} }, serverInfo: { name: 's', version: '1' } };
    if (frame.method !== 'tools/call') return {};
    const answer = await server.request('elicitation/create', params, 'ask');
    return TEXT(answer.error === undefined ? JSON.stringify(answer.result) : `refused ${answer.error.code}`);
  };
};

const start = async (params: JsonObject, noDesk = true): Promise<Line> => {
  open = await line({ server: only(params), noDesk });
  return open;
};

describe('a host of 2025-06-18 before a server of 2025-11-25 only', () => {
  it('is answered in its own revision, and told of nothing that only the later one has (§3.8 test 11) [E-V-09, E-C-01]', async () => {
    const { host, server } = await start({});
    const shaken = await initialize(host, { elicitation: {} }, '2025-06-18');
    expect(shaken.result).toEqual({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
    expect(objectOf(server().seen[0]?.params).capabilities).toEqual({ elicitation: {} });
  });

  it('is shown a titled and a several-of-many form as it can, and its answer fits the form as asked (§3.8 test 11) [E-R-10, E-J-01]', async () => {
    const { host } = await start({ mode: 'form', message: 'Pick', requestedSchema: PETS_FORM });
    await initialize(host, { elicitation: {} }, '2025-06-18');
    host.onRequest = frame => {
      const properties = objectOf(objectOf(frame.params?.requestedSchema).properties);
      expect(Object.keys(frame.params ?? {}).sort()).toEqual(['message', 'requestedSchema']);
      expect(properties.pet).toMatchObject({ enum: ['p1', 'p2'], enumNames: ['Cat', 'Dog'] });
      const mouse = Object.keys(properties).filter(name => name !== 'pet')[1] ?? '';
      return { action: 'accept', content: { pet: 'p2', [mouse]: true } };
    };
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe('{"action":"accept","content":{"pet":"p2","toys":["mouse"]}}');
  });

  it('is asked again where the folded answer breaks a bound it was not shown, and ends as cancel after three tries [D4, N1]', async () => {
    const { host } = await start({ mode: 'form', message: 'Pick', requestedSchema: PETS_FORM });
    await initialize(host, { elicitation: {} }, '2025-06-18');
    host.onRequest = () => ({ action: 'accept', content: { pet: 'p1' } });
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe('{"action":"cancel"}');
    const asked = host.seen.filter(frame => frame.method === 'elicitation/create');
    expect(new Set(asked.map(frame => frame.id)).size).toBe(3);
    expect(String(asked[1]?.params?.message)).toMatch(/^Pick\n\n./);
  });

  it.each(['server', 'host'] as const)('has its question taken back when the %s gives it up [E-L-06, N12]', async who => {
    const { host, server } = await start({ mode: 'form', message: 'Pick', requestedSchema: PETS_FORM });
    await initialize(host, { elicitation: {} }, '2025-06-18');
    void host.request('tools/call', CALL, 1);
    const asked = await host.take(frame => frame.method === 'elicitation/create');
    if (who === 'server') await server().notify('notifications/cancelled', { requestId: 'ask' });
    else await host.notify('notifications/cancelled', { requestId: 1 });
    const taken = await host.take(frame => frame.method === 'notifications/cancelled');
    expect(taken.params?.requestId).toBe(asked.id);
    await settle();
    expect(
      server()
        .seen.filter(frame => frame.id === 'ask')
        .map(frame => frame.result),
    ).toEqual(who === 'server' ? [] : [{ action: 'cancel' }]);
  });

  it('is never sent to a page, which its revision does not know [E-X-01, E-N-13]', async () => {
    const { host } = await start({ mode: 'url', message: 'Go', url: 'https://example.com', elicitationId: 'i' });
    await initialize(host, { elicitation: { form: {}, url: {} } }, '2025-06-18');
    expect(textOf(await host.request('tools/call', CALL, 1))).toBe('refused -32602');
    expect(host.seen.some(frame => frame.method === 'elicitation/create')).toBe(false);
  });
});

describe('a call that ends while its question is open', () => {
  it('has the question taken back before the host hears how it ended: over HTTP its stream ends with that [E-L-06, N12]', async () => {
    const { host, server } = await start({ mode: 'form', message: 'Pick', requestedSchema: PETS_FORM });
    await initialize(host, { elicitation: {} });
    const call = host.request('tools/call', CALL, 1);
    await host.take(frame => frame.method === 'elicitation/create');
    await server().close();
    expect((await call).error?.data).toEqual({ code: 'SERVER_EXITED' });
    expect(host.seen.slice(-2).map(frame => frame.method ?? 'response')).toEqual(['notifications/cancelled', 'response']);
  });
});
