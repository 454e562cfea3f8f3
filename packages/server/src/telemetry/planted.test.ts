/** N9 with everything switched on: values are planted, both eras are walked to the end and into every refusal, and every span and metric is searched. */
import { choice, text, yesNo } from '@midcall/core';
import * as otel from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import { defineResource, defineTool } from '../author/define.js';
import { accept, type Frame, KEYS, legacyPeer, modernPeer } from '../raw-peer.test.kit.js';
import type { Telemetry } from './telemetry.js';

const PLANTED = 'PLANTED-51be';
afterEach(() => {
  otel.trace.disable();
  otel.context.disable();
});

const order = defineTool('order', { inputSchema: z.object({ note: z.string() }) }, async (args, call) => {
  const { name } = await call.need('who', { message: `For ${args.note}?`, form: { name: text(), express: yesNo({ optional: true }) } });
  await call.pin('seen', () => name);
  await call.choose('where', { message: `Where, ${name}?`, from: [`${PLANTED}-north`, 'south'] });
  await call.once('pay', { unique: args.note }, key => `${key} ${name}`);
  await call.ask('size', { message: `Size, ${name}?`, form: { size: choice(['s', PLANTED]) }, remember: { for: '1d' } });
  throw new Error(`no ${name}`);
});
const file = defineResource('file', 'file:///PLANTED-51be', {}, async (_href, _variables, call) => {
  await call.confirm('sure', { message: 'Read it?' });
  return { contents: [] };
});

function measure() {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  const metrics: unknown[] = [];
  const told = (...facts: readonly unknown[]): void => void metrics.push(facts);
  const telemetry: Telemetry = {
    trace: otel.trace,
    context: otel.context,
    metrics: {
      getMeter: () => ({
        createCounter: name => ({ add: told.bind(undefined, name) }),
        createHistogram: name => ({ record: told.bind(undefined, name) }),
      }),
    },
  };
  const everything = (): string =>
    JSON.stringify([
      metrics,
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status, links, resource }) => [name, attributes, events, status, links, resource.attributes]),
    ]);
  return { telemetry, everything, spans: () => exporter.getFinishedSpans().length };
}

const params = { name: 'order', arguments: { note: PLANTED } };

it('planted arguments, answers, states and keys reach no span and no metric on the newest revision [N9]', async () => {
  const { telemetry, everything, spans } = measure();
  const states: string[] = [];
  const peer = await modernPeer([order, file], { telemetry });
  let frame = await peer.request('tools/call', params);
  for (const content of [
    { name: PLANTED, size: 1 },
    { name: PLANTED },
    { choice: '0' },
    { choice: `${PLANTED}-north` },
    { size: PLANTED },
  ]) {
    if (frame.result?.resultType !== 'input_required') break;
    const requestState: string = frame.result.requestState;
    states.push(requestState);
    const [wire] = Object.keys(frame.result.inputRequests) as [string];
    const inputResponses = { [wire]: accept(content) };
    for (const bad of [{ requestState: `${requestState}x` }, { arguments: { note: `${PLANTED}2` } }, { inputResponses: PLANTED }])
      await peer.request('tools/call', { ...params, inputResponses, requestState, ...bad });
    frame = await peer.request('tools/call', { ...params, inputResponses, requestState });
  }
  await peer.request('resources/read', { uri: 'file:///PLANTED-51be' });
  await peer.close();
  expect(JSON.stringify(frame)).toContain(`no ${PLANTED}`);
  expect(spans()).toBeGreaterThan(8);
  expect(everything()).not.toContain(PLANTED);
  for (const secret of [KEYS, ...states.map(state => state.slice(20, 60))]) expect(everything()).not.toContain(secret);
});

it('planted arguments and answers reach no span and no metric on the older revisions [N9]', async () => {
  const { telemetry, everything, spans } = measure();
  const peer = await legacyPeer([order], { telemetry });
  const answered = new Set<unknown>();
  const ask = (): Promise<Frame> => peer.frame(frame => frame.method === 'elicitation/create' && !answered.has(frame.id));
  for (const answers of [
    [accept({ name: PLANTED }), accept({ choice: `${PLANTED}-north` }), accept({ size: PLANTED })],
    [{ action: 'decline', content: { name: PLANTED } }],
    [{ action: PLANTED }, accept({ name: 7, x: PLANTED }), { action: 'cancel' }],
  ]) {
    const call = peer.start('tools/call', params);
    for (const answer of answers) {
      const { id } = await ask();
      answered.add(id);
      await peer.send({ jsonrpc: '2.0', id, result: answer });
    }
    await call.response;
  }
  await peer.close();
  expect(spans()).toBeGreaterThan(6);
  expect(everything()).not.toContain(PLANTED);
});
