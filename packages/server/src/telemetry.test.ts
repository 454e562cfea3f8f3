import { text } from '@midcall/core';
import * as otel from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { describe, expect, it } from 'vitest';
import { defineTool } from './author/define.js';
import { accept, legacyPeer, modernPeer } from './raw-peer.test.kit.js';
import type { Telemetry } from './telemetry.js';

const SECRET = 'PLANTED-answer';
const greet = defineTool('greet', {}, async (_none, call) => {
  const { name } = await call.need('who', { message: 'Who?', form: { name: text() } });
  return { content: [{ type: 'text', text: `Hello ${name}` }] };
});

describe('telemetry', () => {
  it('tells rounds, actions and waits of both eras through the OpenTelemetry API, and no answer [N9]', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const told: unknown[] = [];
    const telemetry: Telemetry = {
      trace: provider,
      metrics: {
        getMeter: () => ({
          createCounter: name => ({ add: (value, attributes) => void told.push([name, value, attributes]) }),
          createHistogram: name => ({ record: (value, attributes) => void told.push([name, value, attributes]) }),
        }),
      },
    };
    const modern = await modernPeer([greet], { telemetry });
    const first = await modern.request('tools/call', { name: 'greet' });
    await modern.clock.advance(1_500);
    await modern.request('tools/call', { name: 'greet', requestState: `${first.result.requestState}x` });
    await modern.request('tools/call', {
      name: 'greet',
      inputResponses: { who: accept({ name: SECRET }) },
      requestState: first.result.requestState,
    });
    await modern.close();
    const legacy = await legacyPeer([greet], { telemetry });
    const call = legacy.start('tools/call', { name: 'greet' });
    const question = await legacy.frame(frame => frame.method === 'elicitation/create');
    await legacy.clock.advance(2_000);
    await legacy.send({ jsonrpc: '2.0', id: question.id, result: { action: 'decline' } });
    await call.response;
    await legacy.close();
    const rounds = exporter
      .getFinishedSpans()
      .map(({ attributes }) => [
        attributes['midcall.era'],
        attributes['midcall.round'],
        attributes['midcall.outcome'],
        attributes['midcall.questions'],
      ]);
    expect(rounds).toEqual([
      ['modern', 1, 'waiting', 1],
      ['modern', 2, 'returned', 0],
      ['legacy', 1, 'waiting', 1],
      ['legacy', 2, 'ended', 0],
    ]);
    expect(told).toEqual([
      ['midcall.refused', 1, { 'midcall.reason': 'invalid_request_state' }],
      ['midcall.answers', 1, { 'midcall.action': 'accept' }],
      ['midcall.wait', 1_500, { 'midcall.action': 'accept' }],
      ['midcall.answers', 1, { 'midcall.action': 'decline' }],
      ['midcall.wait', 2_000, { 'midcall.action': 'decline' }],
    ]);
    expect(JSON.stringify([told, exporter.getFinishedSpans().map(span => [span.name, span.attributes, span.events])])).not.toContain(
      SECRET,
    );
  });

  it('takes the API as it is published', async () => {
    const peer = await modernPeer([greet], { telemetry: otel });
    expect((await peer.request('tools/call', { name: 'greet' })).result.resultType).toBe('input_required');
    await peer.close();
  });
});
