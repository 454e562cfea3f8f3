import { text } from '@midcall/core';
import * as otel from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, describe, expect, it } from 'vitest';
import { defineTool } from '../author/define.js';
import { accept, legacyPeer, modernPeer } from '../raw-peer.test.kit.js';
import type { Telemetry } from './telemetry.js';

const greet = defineTool('greet', {}, async (_none, call) => {
  const { name } = await call.need('who', { message: 'Who?', form: { name: text() } });
  await otel.trace.getTracer('author').startActiveSpan('lookup', async span => span.end());
  return { content: [{ type: 'text', text: `Hello ${name}` }] };
});
const broken = defineTool('broken', {}, () => Promise.reject(new Error('PLANTED')));

afterEach(() => {
  otel.trace.disable();
  otel.context.disable();
});

function measure() {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  const metrics: unknown[] = [];
  const telemetry: Telemetry = {
    trace: otel.trace,
    context: otel.context,
    metrics: {
      getMeter: () => ({
        createCounter: name => ({ add: (value, attributes) => void metrics.push([name, value, attributes]) }),
        createHistogram: name => ({ record: (value, attributes) => void metrics.push([name, value, attributes]) }),
      }),
    },
  };
  return { telemetry, metrics, spans: (name: string) => exporter.getFinishedSpans().filter(span => span.name === name) };
}

const brief = ({ attributes }: ReadableSpan) => Object.values(attributes);

describe('telemetry', () => {
  it('tells calls, questions, waits, rounds and expiries of the newest revision', async () => {
    const { telemetry, metrics, spans } = measure();
    const peer = await modernPeer([greet], { telemetry, stateLife: '1h' });
    const first = await peer.request('tools/call', { name: 'greet' });
    const retry = { name: 'greet', inputResponses: { who: accept({ name: 'Ada' }) }, requestState: first.result.requestState };
    await peer.clock.advance(1_500);
    await peer.request('tools/call', { ...retry, requestState: `${retry.requestState}x` });
    await peer.request('tools/call', retry);
    const late = await peer.request('tools/call', { name: 'greet' });
    await peer.clock.advance(3_600_000);
    await peer.request('tools/call', { ...retry, requestState: late.result.requestState });
    await peer.close();
    expect(spans('midcall.call').map(brief)).toEqual([
      ['tools/call', 'greet', 'modern', 1, 'waiting', 1],
      ['tools/call', 'greet', 'modern', 2, 'returned', 0],
      ['tools/call', 'greet', 'modern', 1, 'waiting', 1],
    ]);
    const [question] = spans('midcall.question');
    expect(brief(question as ReadableSpan)).toEqual(['tools/call', 'modern', 'accept']);
    expect(question?.duration).toEqual([1, 500_000_000]);
    expect(metrics).toEqual([
      ['midcall.refused', 1, { 'midcall.reason': 'invalid_request_state' }],
      ['midcall.answers', 1, { 'midcall.era': 'modern', 'midcall.action': 'accept' }],
      ['midcall.wait', 1_500, { 'midcall.era': 'modern', 'midcall.action': 'accept' }],
      ['midcall.rounds', 1, { 'midcall.era': 'modern', 'midcall.outcome': 'returned' }],
      ['midcall.expired', 1, { 'midcall.era': 'modern' }],
      ['midcall.refused', 1, { 'midcall.reason': 'invalid_request_state' }],
    ]);
  });

  it('tells the same of the older revisions, where one request is the whole call', async () => {
    const { telemetry, metrics, spans } = measure();
    const peer = await legacyPeer([greet], { telemetry });
    for (const end of ['decline', 'expiry']) {
      const call = peer.start('tools/call', { name: 'greet' });
      const asked = await peer.frame(frame => frame.method === 'elicitation/create' && peer.related.get(frame.id) === call.id);
      await peer.clock.advance(end === 'expiry' ? 600_000 : 2_000);
      if (end === 'decline') await peer.send({ jsonrpc: '2.0', id: asked.id, result: { action: 'decline' } });
      await call.response;
    }
    await peer.close();
    expect(spans('midcall.call').map(brief)).toEqual([
      ['tools/call', 'greet', 'legacy', 1, 'ended', 0],
      ['tools/call', 'greet', 'legacy', 1, 'ended', 0],
    ]);
    expect(spans('midcall.question').map(brief)).toEqual([
      ['tools/call', 'legacy', 'decline'],
      ['tools/call', 'legacy', 'cancel'],
    ]);
    expect(metrics).toEqual([
      ['midcall.answers', 1, { 'midcall.era': 'legacy', 'midcall.action': 'decline' }],
      ['midcall.wait', 2_000, { 'midcall.era': 'legacy', 'midcall.action': 'decline' }],
      ['midcall.rounds', 1, { 'midcall.era': 'legacy', 'midcall.outcome': 'ended' }],
      ['midcall.expired', 1, { 'midcall.era': 'legacy' }],
      ['midcall.answers', 1, { 'midcall.era': 'legacy', 'midcall.action': 'cancel' }],
      ['midcall.wait', 600_000, { 'midcall.era': 'legacy', 'midcall.action': 'cancel' }],
      ['midcall.rounds', 1, { 'midcall.era': 'legacy', 'midcall.outcome': 'ended' }],
    ]);
  });

  it('makes what a handler measures part of the span of its call', async () => {
    const { telemetry, spans } = measure();
    const peer = await modernPeer([greet], { telemetry });
    const first = await peer.request('tools/call', { name: 'greet' });
    const retry = { name: 'greet', inputResponses: { who: accept({ name: 'Ada' }) }, requestState: first.result.requestState };
    await peer.request('tools/call', retry);
    await peer.close();
    expect(spans('lookup')[0]?.parentSpanContext?.spanId).toBe(spans('midcall.call')[1]?.spanContext().spanId);
  });

  it('marks a call that threw or could not ask, and never says what was thrown [N9]', async () => {
    const { telemetry, spans } = measure();
    const peer = await modernPeer([greet, broken], { telemetry });
    await peer.request('tools/call', { name: 'broken' });
    await peer.request('tools/call', { name: 'greet' }, {});
    await peer.close();
    const [threw, blocked] = spans('midcall.call') as [ReadableSpan, ReadableSpan];
    expect(threw.attributes['midcall.outcome']).toBe('threw');
    expect(threw.status).toEqual({ code: otel.SpanStatusCode.ERROR });
    expect(threw.events).toEqual([]);
    expect(blocked.attributes['midcall.outcome']).toBe('unavailable');
  });

  it('takes the API as it is published, with no provider behind it', async () => {
    const peer = await modernPeer([greet], { telemetry: otel });
    expect((await peer.request('tools/call', { name: 'greet' })).result.resultType).toBe('input_required');
    await peer.close();
  });
});
