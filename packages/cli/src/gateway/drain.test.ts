import { describe, expect, it } from 'vitest';
import { draining } from './drain.js';

const post = (message: unknown): Request => {
  const body = JSON.stringify(message);
  return new Request('http://127.0.0.1/a/mcp', { method: 'POST', body, headers: { 'content-length': String(body.length) } });
};
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

/** A response whose stream is ended by hand. */
function streamed(): { readonly response: Response; end(): void } {
  let end = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
      end = () => controller.close();
    },
  });
  return { response: new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } }), end: () => end() };
}

describe('a gateway that is told to stop', () => {
  it('waits until the whole response of an open request was taken, a stream included [N12]', async () => {
    const { response, end } = streamed();
    const drain = draining(async () => response);
    const reading = (await drain.fetch(post(call))).text();
    expect(drain.open).toBe(1);
    let drained = false;
    const done = drain.drain(60_000).then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    end();
    expect(await reading).toBe('data: 1\n\n');
    await done;
    expect(drain.open).toBe(0);
  });

  it('does not wait for a host that left, nor for a request that failed', async () => {
    const drain = draining(async request => {
      if (request.headers.has('x-fail')) throw new Error('no');
      return streamed().response;
    });
    await (await drain.fetch(post(call))).body?.cancel();
    const failing = post(call);
    failing.headers.set('x-fail', '1');
    await expect(drain.fetch(failing)).rejects.toThrow('no');
    expect(drain.open).toBe(0);
    await drain.drain(60_000);
  });

  it('turns new requests away, and lets answers, notices and listening streams through', async () => {
    const served: unknown[] = [];
    const drain = draining(async request => {
      served.push(request.method === 'POST' ? await request.json() : request.method);
      return new Response(null, { status: 202 });
    });
    await drain.drain(60_000);
    const answer = { jsonrpc: '2.0', id: 7, result: { action: 'accept', content: {} } };
    const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await drain.fetch(post(call))).status).toBe(503);
    expect((await drain.fetch(new Request('http://127.0.0.1/a/mcp', { method: 'POST', body: 'no json' }))).status).toBe(503);
    expect((await drain.fetch(post(answer))).status).toBe(202);
    expect((await drain.fetch(post(notice))).status).toBe(202);
    expect((await drain.fetch(new Request('http://127.0.0.1/a/mcp'))).status).toBe(202);
    expect(served).toEqual([answer, notice, 'GET']);
  });
});
