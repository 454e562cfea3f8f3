import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Line } from '../testing/lines.test.peer.js';
import { initialize, legacyServer, line, modern, modernServer, TEXT, textOf } from '../testing/lines.test.peer.js';
import type { Frame, Peer } from '../testing/raw-peers.test.peer.js';
import { NAME_FORM, settle } from '../testing/raw-peers.test.peer.js';

const CALL: JsonObject = { name: 'book', arguments: { seats: 1 } };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const ACCEPT: JsonObject = { action: 'accept', content: { name: 'Rowan' } };

let open: Line | undefined;
afterEach(async () => {
  await open?.gateway.close();
  open = undefined;
});

let runs = 0;
const pushing = legacyServer(async (frame: Frame, server: Peer) => {
  if (frame.method === 'tools/list') return { tools: [{ name: 'book', outputSchema: { type: 'object' } }] };
  if (frame.method !== 'tools/call') return {};
  runs += 1;
  const answer = await server.request('elicitation/create', FORM, `u${String(frame.id)}`);
  return TEXT(`${String(answer.result?.action)} ${runs}`);
});
const returning = modernServer(frame => {
  if (frame.method !== 'tools/call') return { resultType: 'complete' };
  if (frame.params?.inputResponses !== undefined) return { resultType: 'complete', ...TEXT(`accept ${runs}`) };
  runs += 1;
  return { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params: FORM } }, requestState: 's' };
});

const begin = async (server: (peer: Peer) => void): Promise<Line> => {
  runs = 0;
  open = await line({ server, limits: { hostLimitMs: 60_000, sessions: 2 }, deskLocation: () => 'http://127.0.0.1:4747/' });
  return open;
};

describe.each([
  ['legacy host, legacy server', pushing, false],
  ['legacy host, modern server', returning, false],
  ['modern host, legacy server', pushing, true],
  ['modern host, modern server', returning, true],
] as const)('%s with a limit of its own for calls', (_name, server, isModern) => {
  const call = (its: Line, id: number): Promise<Frame> =>
    isModern ? modern(its.host, 'tools/call', CALL, {}, id) : its.host.request('tools/call', CALL, id);
  const shake = async (its: Line): Promise<void> => {
    if (!isModern) await initialize(its.host);
  };

  it('is told before its limit that a person is being asked, and collects the result by the same call, once [N5, N12, E-L-04]', async () => {
    const its = await begin(server);
    await shake(its);
    const first = call(its, 1);
    const asked = await its.desk.next();
    await its.clock.advance(49_999);
    expect(its.host.seen.some(frame => frame.id === 1)).toBe(false);
    await its.clock.advance(1);
    const told = await first;
    expect(textOf(told)).toContain('asked a person a question 50 seconds ago');
    expect(textOf(told)).toContain('http://127.0.0.1:4747/');
    expect(told.result?.isError).toBeUndefined();
    expect(asked.state()).toBe('waiting');
    const second = call(its, 2);
    await settle();
    asked.answer(ACCEPT);
    expect(textOf(await second)).toBe('accept 1');
    const third = call(its, 3);
    const again = await its.desk.next();
    again.answer(ACCEPT);
    expect(textOf(await third)).toBe('accept 2');
  });

  it('finds the result waiting when the person answered in between', async () => {
    const its = await begin(server);
    await shake(its);
    const first = call(its, 1);
    const asked = await its.desk.next();
    await its.clock.advance(50_000);
    await first;
    asked.answer(ACCEPT);
    await settle();
    expect(textOf(await call(its, 2))).toBe('accept 1');
    expect(its.desk.asked).toHaveLength(1);
  });

  it('treats an identical call as a new one while the first is still open', async () => {
    const its = await begin(server);
    await shake(its);
    void call(its, 1);
    await its.desk.next();
    void call(its, 2);
    await its.desk.next();
    expect(its.desk.asked).toHaveLength(2);
  });
});

describe('a waiting result', () => {
  it('is marked as an error for a tool whose output schema allows no plain text, and says that nothing failed', async () => {
    const its = await begin(pushing);
    await initialize(its.host);
    await its.host.request('tools/list', {}, 'list');
    const first = its.host.request('tools/call', CALL, 1);
    await its.desk.next();
    await its.clock.advance(50_000);
    expect((await first).result?.isError).toBe(true);
    expect(textOf(await first)).toContain('nothing has failed');
  });

  it('is not sent for a call that waits for no person', async () => {
    const its = await begin(legacyServer(frame => (frame.method === 'tools/call' ? undefined : {})));
    await initialize(its.host);
    void its.host.request('tools/call', CALL, 1);
    await settle();
    await its.clock.advance(120_000);
    expect(its.host.seen.some(frame => frame.id === 1)).toBe(false);
  });

  it('belongs to one principal: another host with the same call starts its own [N7]', async () => {
    const its = await begin(returning);
    const first = modern(its.host, 'tools/call', CALL, {}, 1);
    await its.desk.next();
    await its.clock.advance(50_000);
    await first;
    const other = await its.join('bob');
    void modern(other, 'tools/call', CALL, {}, 1);
    const asked = await its.desk.next();
    expect(asked.question.principal).toBe('bob');
  });
});
