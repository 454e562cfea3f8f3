/** What is measured of pages: one span and one count each, in every outcome, and nothing of what was given there. */
import * as otel from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, it } from 'vitest';
import { type Frame, legacyPeer, modernPeer, type Peer } from '../raw-peer.test.kit.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { CALL, give, inWorld, KEY_PAGE, MESSAGE, SECRET, visiting, world } from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
  otel.trace.disable();
});

const connect = visiting(async call => {
  await call.visit('key', { message: MESSAGE, page: KEY_PAGE });
  return 'connected';
});

function measure() {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  const counts: unknown[] = [];
  const telemetry: Telemetry = {
    trace: otel.trace,
    metrics: {
      getMeter: () => ({
        createCounter: name => ({
          add: (value, attributes) => void (name === 'midcall.visits' && counts.push([value, ...Object.values(attributes)])),
        }),
        createHistogram: () => ({ record: () => {} }),
      }),
    },
  };
  const spans = (): ReadableSpan[] => exporter.getFinishedSpans().filter(({ name }) => name === 'midcall.visit');
  return {
    telemetry,
    counts,
    spans,
    everything: () => JSON.stringify([counts, exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes])]),
  };
}

const accepted = (frame: Frame): object => ({
  ...CALL,
  requestState: frame.result.requestState,
  ...(frame.result.inputRequests !== undefined && { inputResponses: { key: { action: 'accept' } } }),
});

describe('a visit as it is measured', () => {
  it('lasts from the page made to the page completed, is told once, and says nothing of what was given [N9]', async () => {
    const at = world();
    const { telemetry, counts, spans, everything } = measure();
    const peer = await modernPeer([connect], inWorld(at, { telemetry }));
    peers.push(peer);
    const first = await peer.request('tools/call', CALL);
    const { url } = first.result.inputRequests.key.params;
    await at.clock.advance(2_000);
    await give(at, url);
    await at.clock.advance(5_000);
    expect((await peer.request('tools/call', accepted(first))).result.content[0].text).toBe('connected');
    await peer.request('tools/call', CALL); // known by now: nobody is sent anywhere
    expect(counts).toEqual([[1, 'modern', 'secret', 'done']]);
    expect(spans().map(({ duration }) => duration)).toEqual([[2, 0]]);
    for (const secret of [SECRET, url, url.split('/').at(-1), MESSAGE]) expect(everything()).not.toContain(secret);
  });

  it('is gone where the page ran out, and open where the call gave up first', async () => {
    const at = world();
    const { telemetry, counts } = measure();
    const peer = await modernPeer([connect], inWorld(at, { telemetry }));
    peers.push(peer);
    let frame = await peer.request('tools/call', CALL);
    for (let round = 0; round < 8; round += 1) {
      const held = peer.start('tools/call', accepted(frame));
      await at.held();
      await at.clock.advance(45_000);
      frame = await held.response;
    }
    expect(counts).toEqual([[1, 'modern', 'secret', 'open']]);
    const old = await legacyPeer([connect], inWorld(at, { telemetry }));
    peers.push(old);
    const running = old.start('tools/call', CALL);
    const question = await old.frame(one => one.method === 'elicitation/create');
    await old.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept' } });
    await at.held();
    await at.clock.advance(3_600_000);
    await running.response;
    expect(counts.slice(1)).toEqual([[1, 'legacy', 'secret', 'gone']]);
  });
});
