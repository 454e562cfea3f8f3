import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@midcall/core';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../gateway.js';
import { fakeDesk } from '../testing/fake-desk.test.peer.js';
import { initialize, modern, textOf } from '../testing/lines.test.peer.js';
import type { Peer } from '../testing/raw-peers.test.peer.js';
import { peerOn, pipe } from '../testing/raw-peers.test.peer.js';
import { childTransport } from './child-transport.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const script = (body: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'gateway-')), 'server.mjs');
  writeFileSync(path, body);
  return path;
};

/** A legacy server of a few lines that prints a banner first, pushes one question, and exits on demand. */
const SERVER = `
import { createInterface } from 'node:readline';
console.log('Server is starting, please wait');
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let call;
createInterface({ input: process.stdin }).on('line', line => {
  const m = JSON.parse(line);
  if (m.method === 'initialize') send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (m.method === 'server/discover') process.exit(7);
  else if (m.method === 'tools/call' && m.params.name === 'exit') process.exit(3);
  else if (m.method === 'tools/call') { call = m.id; send({ id: 'q', method: 'elicitation/create', params: { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } } }); }
  else if (m.id === 'q') send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(m.result) }] } });
});
`;

/**
 * A server of both eras that looks for its client's capabilities where only the legacy era puts them, and asks nothing
 * where it finds none: what servers on the official SDK do over pipes.
 */
const DUAL = `
import { createInterface } from 'node:readline';
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = said => ({ resultType: 'complete', content: [{ type: 'text', text: said }] });
let declared;
let call;
createInterface({ input: process.stdin }).on('line', line => {
  const m = JSON.parse(line);
  if (m.method === 'initialize' && MODERN_ONLY) send({ id: m.id, error: { code: -32022, message: 'No such version' } });
  else if (m.method === 'initialize') {
    declared = m.params.capabilities.elicitation;
    send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  } else if (m.method === 'server/discover')
    send({ id: m.id, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' } });
  else if (m.method === 'tools/call' && declared === undefined) send({ id: m.id, result: text('dropped without asking') });
  else if (m.method === 'tools/call') { call = m.id; send({ id: 'q', method: 'elicitation/create', params: { message: 'Drop?', requestedSchema: { type: 'object', properties: {} } } }); }
  else if (m.id === 'q') send({ id: call, result: text(m.result.action) });
});
`;

const start = async (body = SERVER) => {
  const desk = fakeDesk();
  const exits: (number | null)[] = [];
  const path = script(body);
  const events: string[] = [];
  const gateway = createGateway({
    serverName: 'Real',
    desk: desk.desk,
    log: event => events.push(event.event),
    limits: { gatherMs: 5 },
    upstream: () => childTransport({ command: process.execPath, args: [path], onExit: code => exits.push(code) }),
  });
  closers.push(() => gateway.close());
  const [near, far] = pipe();
  await gateway.connect(near);
  return { desk, exits, events, gateway, host: await peerOn(far) };
};

describe('a real server process', () => {
  it('is asked for a legacy host over its pipes, its banner skipped and logged [N1, E-R-25]', async () => {
    const { desk, events, host } = await start();
    await initialize(host);
    const call = host.request('tools/call', { name: 'ask' }, 1);
    (await desk.next()).answer({ action: 'accept', content: { name: 'Rowan' } });
    expect(textOf(await call)).toBe('{"action":"accept","content":{"name":"Rowan"}}');
    expect(events).toContain('upstream-garbage');
  });

  it('that exits on the probe of a modern host is started afresh and spoken to in its own era [E-V-05b]', async () => {
    const { desk, exits, host } = await start();
    const call = await modern(host, 'tools/call', { name: 'ask', arguments: {} }, { elicitation: { form: {} } }, 1);
    expect(call.result?.resultType).toBe('input_required');
    expect(desk.asked).toHaveLength(0);
    expect(exits).toEqual([7]);
  });

  it("is never probed where its questions are the desk's: the capability is declared to it at connect [E-C-01, N1]", async () => {
    const { desk, exits, host } = await start();
    const call = modern(host, 'tools/call', { name: 'ask', arguments: {} }, {}, 1);
    (await desk.next()).answer({ action: 'decline' });
    expect(textOf(await call)).toBe('{"action":"decline"}');
    expect(exits).toEqual([]);
  });

  it('that exits during a call is reported with its status, and the call with an error [N8]', async () => {
    const { exits, host } = await start();
    await initialize(host);
    expect((await host.request('tools/call', { name: 'exit' }, 1)).error?.data).toEqual({ code: 'SERVER_EXITED' });
    expect(exits).toEqual([3]);
  });

  it('that does not exist is an error of the first request, not a crash', async () => {
    const gateway = createGateway({ serverName: 'None', upstream: () => childTransport({ command: '/no/such/command' }) });
    closers.push(() => gateway.close());
    const [near, far] = pipe();
    await gateway.connect(near);
    const host = await peerOn(far);
    expect((await initialize(host)).error).toMatchObject({ code: -32603, data: { code: 'SERVER_EXITED' } });
  });
});

describe('a real server process of both eras that looks for capabilities where only the legacy era puts them', () => {
  const dual = DUAL.replace('MODERN_ONLY', 'false');
  const drop = (host: Peer, capabilities: JsonObject = {}) => modern(host, 'tools/call', { name: 'drop', arguments: {} }, capabilities);

  it('asks at the desk for a modern host that cannot be asked, as it was told at connect [N1, E-C-01]', async () => {
    const { desk, host } = await start(dual);
    const call = drop(host);
    (await desk.next()).answer({ action: 'decline' });
    expect(textOf(await call)).toBe('decline');
  });

  it('stays on the exact modern pump for a modern host that declares elicitation itself [E-C-02]', async () => {
    const { desk, host } = await start(dual);
    expect(textOf(await drop(host, { elicitation: { form: {} } }))).toBe('dropped without asking');
    expect(desk.asked).toHaveLength(0);
  });

  it('is spoken to in the modern era where it refuses the legacy one', async () => {
    const { exits, host } = await start(DUAL.replace('MODERN_ONLY', 'true'));
    expect(textOf(await drop(host))).toBe('dropped without asking');
    expect(textOf(await drop(host))).toBe('dropped without asking');
    // The one start that found it out, and no other.
    expect(exits).toEqual([0]);
  });
});
