/** The gateway over a transport of somebody else's making, and over the SDK's own: the frames are the same. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer, connect as dial } from 'node:net';
import type { JsonObject } from '@midcall/core';
import type { Transport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from './gateway.js';
import { streamTransport } from './stdio/stream-transport.js';
import { legacyServer, modern, modernServer, TEXT, textOf } from './testing/lines.test.peer.js';
import type { Frame, Peer } from './testing/raw-peers.test.peer.js';
import { NAME_FORM, peerOn, pipe } from './testing/raw-peers.test.peer.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Two ends of a TCP connection, a line for each frame. */
async function wire(): Promise<readonly [Transport, Transport]> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>(resolve => server.once('connection', resolve));
  const here = dial((server.address() as AddressInfo).port, '127.0.0.1');
  const there = await accepted;
  closers.push(() => {
    here.destroy();
    there.destroy();
    server.close();
  });
  const on = (socket: Socket): Transport => streamTransport({ input: socket, output: socket, onClosing: () => void socket.end() });
  return [on(here), on(there)];
}

/** In three parts in memory: each frame arrives turns later than it was sent. */
async function slow(): Promise<readonly [Transport, Transport]> {
  const [here, there] = pipe();
  const send = here.send.bind(here);
  here.send = async (message, options) => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
    await send(message, options);
  };
  return [here, there];
}

const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const CAPABILITIES: JsonObject = { elicitation: { form: {} } };

const servers = {
  'that pushes its questions': legacyServer(async (frame, server) => {
    if (frame.method !== 'tools/call') return {};
    const first = await server.request('elicitation/create', FORM, 'one');
    const second = await server.request('elicitation/create', { ...FORM, message: 'More?' }, 'two');
    return TEXT(JSON.stringify([first.result, second.result]));
  }),
  'that asks in rounds': modernServer(frame => {
    const { inputResponses: given, requestState: state } = frame.params ?? {};
    if (frame.method !== 'tools/call') return { resultType: 'complete' };
    if (state === 's2') return { resultType: 'complete', ...TEXT(JSON.stringify(given)) };
    const next = given === undefined ? 's1' : 's2';
    return { resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create', params: FORM } }, requestState: next };
  }),
};

/** Two rounds, a refused state and an unknown method; everything the host saw, with what is minted taken out. */
async function played(equip: (peer: Peer) => void, link: () => Promise<readonly [Transport, Transport]>): Promise<readonly Frame[]> {
  const pairs = await Promise.all([link(), link()]);
  const [[hostEnd, hostFar], [upEnd, upFar]] = pairs;
  const gateway = createGateway({ serverName: 'Records', deskMode: 'never', limits: { gatherMs: 0 }, upstream: () => upEnd });
  closers.push(() => gateway.close());
  equip(await peerOn(upFar));
  await gateway.connect(hostFar);
  const host = await peerOn(hostEnd);
  const call: JsonObject = { name: 'book', arguments: { seats: 2 } };
  let reply = await modern(host, 'tools/call', call, CAPABILITIES, 'first');
  for (let round = 0; reply.result?.resultType === 'input_required'; round += 1) {
    const keys = Object.keys((reply.result.inputRequests ?? {}) as JsonObject);
    const inputResponses = Object.fromEntries(keys.map(key => [key, { action: 'accept', content: { name: `R${round}` } }]));
    const requestState = reply.result.requestState as string;
    reply = await modern(host, 'tools/call', { ...call, inputResponses, requestState }, CAPABILITIES, `retry-${round}`);
  }
  expect(textOf(reply)).toContain('R1');
  await modern(host, 'no/such', {}, CAPABILITIES, 'unknown');
  return host.seen.map(frame => JSON.parse(JSON.stringify(frame).replace(/mc1\.gateway\.[\w-]+/g, 'TOKEN')) as Frame);
}

describe.each(Object.entries(servers))('a server %s', (_name, equip) => {
  it('is spoken to in the same frames over any transport, in memory, over a socket, and over one that is late [E-T-17]', async () => {
    const usual = await played(equip, async () => pipe());
    expect(await played(equip, wire)).toEqual(usual);
    expect(await played(equip, slow)).toEqual(usual);
  });
});
