import type { JsonObject } from '@midcall/core';
import * as otel from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { initialize, legacyServer, line, modern, modernServer, TEXT } from '../testing/lines.test.peer.js';
import { NAME_FORM, settle } from '../testing/raw-peers.test.peer.js';
import { type GatewayObserver, observers } from './observer.js';
import { traceRequests } from './trace-requests.js';

const CALL: JsonObject = { name: 'book', arguments: { seats: 2 } };
const FORM: JsonObject = { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM };
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const asking = legacyServer(async (frame, server) => {
  if (frame.method !== 'tools/call') return {};
  const answer = await server.request('elicitation/create', FORM, `u${String(frame.id)}`);
  return { ...TEXT(JSON.stringify(answer.result)), isError: answer.result?.action === 'cancel' };
});
const rounds = modernServer(frame => {
  if (frame.method !== 'tools/call') return { resultType: 'complete' };
  if (frame.params?.inputResponses !== undefined) return { resultType: 'complete', ...TEXT('done') };
  return { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params: FORM } }, requestState: 's' };
});

/** Writes down what it is told, in order. */
function notes(): { readonly observer: GatewayObserver; readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    observer: {
      request: ({ method, era }) => {
        said.push(`${era} ${method}`);
        return { end: outcome => void said.push(`${method} ${outcome}`) };
      },
      question: ({ where, mode }) => {
        said.push(`${mode} at ${where}`);
        return outcome => void said.push(outcome);
      },
      serverOpened: () => void said.push('server opened'),
    },
  };
}

describe('the observer of a gateway', () => {
  it('is told of each request of an older host, of its question and of how both ended', async () => {
    const { observer, said } = notes();
    const its = await line({ server: asking, observer });
    await initialize(its.host);
    const called = its.host.request('tools/call', CALL, 1);
    (await its.desk.next()).answer({ action: 'cancel' }, 'expired');
    await called;
    expect(said).toEqual([
      'legacy initialize',
      'server opened',
      'initialize ok',
      'legacy tools/call',
      'form at desk',
      'expired',
      'tools/call tool-error',
    ]);
  });

  it('is told of rounds that a modern host is asked in, and of a method that is no method of the protocol under no name of its own [N9]', async () => {
    const { observer, said } = notes();
    const its = await line({ server: rounds, observer });
    const caps = { elicitation: { form: {} } };
    await modern(its.host, 'tools/call', CALL, caps, 1);
    await modern(its.host, 'PLANTED/secret', {}, caps, 2);
    expect(said).toEqual(['server opened', 'modern tools/call', 'tools/call input-required', 'modern other', 'other ok']);
  });

  it('is told once that a request was lost, and once that a host left [N8]', async () => {
    const { observer, said } = notes();
    const its = await line({ server: asking, observer });
    await initialize(its.host);
    const lost = its.host.request('tools/call', CALL, 1);
    await its.desk.next();
    await its.server().close();
    await lost;
    expect(said.slice(-2)).toEqual(['tools/call lost', 'withdrawn']);
    void its.host.request('tools/call', CALL, 2);
    await its.desk.next();
    await its.host.close();
    await its.connection.closed;
    expect(said.slice(-2).sort()).toEqual(['tools/call gone', 'withdrawn']);
    expect(said.filter(one => one === 'tools/call lost')).toHaveLength(1);
  });

  it('may be several, of which the first trace counts', () => {
    const [one, two] = [notes(), notes()];
    const both = observers(one.observer, undefined, two.observer);
    both?.request?.({ method: 'ping', era: 'modern', trace: {} }).end('ok');
    both?.question?.({ where: 'host', mode: 'url' })('accept');
    both?.serverOpened?.();
    expect(one.said).toEqual(['modern ping', 'ping ok', 'url at host', 'accept', 'server opened']);
    expect(two.said).toEqual(one.said);
    expect(observers()).toBeUndefined();
  });
});

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  beforeAll(() => provider.register());
  beforeEach(() => exporter.reset());
  afterAll(() => provider.shutdown());

  it.each(['legacy', 'modern'] as const)('of a %s host go on with its trace, and the server gets ours in its _meta', async era => {
    const its = await line({ server: era === 'legacy' ? asking : rounds, observer: traceRequests(otel, { server: 'Records' }) });
    if (era === 'legacy') await initialize(its.host);
    const params = { ...CALL, _meta: { traceparent: TRACE, tracestate: 'a=1', 'com.example/own': 'kept' } };
    const called = era === 'legacy' ? its.host.request('tools/call', params, 7) : modern(its.host, 'tools/call', params, {}, 7);
    (await its.desk.next()).answer({ action: 'accept', content: { name: 'PLANTED-answer' } });
    await called;
    await settle();
    const span = exporter.getFinishedSpans().find(one => one.name === 'mcp tools/call');
    expect(span?.attributes).toEqual({
      'rpc.system': 'jsonrpc',
      'rpc.method': 'tools/call',
      'midcall.server': 'Records',
      'midcall.era': era,
      'midcall.outcome': 'ok',
    });
    expect([span?.spanContext().traceId, span?.parentSpanContext?.spanId]).toEqual([TRACE.slice(3, 35), TRACE.slice(36, 52)]);
    const meta = its.server().seen.find(frame => frame.method === 'tools/call')?.params?._meta;
    expect(meta).toMatchObject({
      traceparent: `00-${span?.spanContext().traceId}-${span?.spanContext().spanId}-01`,
      tracestate: 'a=1',
      'com.example/own': 'kept',
    });
    expect(JSON.stringify(exporter.getFinishedSpans().map(one => [one.name, one.attributes, one.events]))).not.toContain('PLANTED');
  });
});
