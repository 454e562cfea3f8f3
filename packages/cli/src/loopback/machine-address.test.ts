/** The port of the machine's inbox: who has it, who gets it next, and who never does. Real ports, in one process. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newKey } from '@midcall/server';
import { memoryStore, type Store } from '@midcall/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressRow } from './address-row.js';
import { askHolder } from './ask-holder.js';
import { CONTROL_PATH, type ControlAsk, controlKey, proofOfAsk } from './control-proof.js';
import { type MachineAddress, type MachineAddressOptions, machineAddress } from './machine-address.js';
import { serveLoopback } from './serve-loopback.js';

vi.setConfig({ testTimeout: 30_000 });

const PACE = { ping: 30, silence: 400, patience: 500, settle: 400, linger: 60 };

let store: Store;
let deskKey = '';
let ends: (() => unknown)[] = [];
beforeEach(() => {
  store = memoryStore();
  deskKey = newKey();
  ends = [];
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await store.close();
});

async function join(name: string, options: Partial<MachineAddressOptions> = {}): Promise<MachineAddress> {
  const address = await machineAddress({
    row: addressRow(store, deskKey),
    key: controlKey(deskKey),
    port: 0,
    names: [name],
    serve: origin => ({ fetch: async () => new Response(`${name} at ${origin}`), open: () => false, close: () => {} }),
    state: servers => ({ waiting: [], servers }),
    link: async () => 'link',
    file: async () => 'file',
    now: Date.now,
    onMoved: () => {},
    onError: () => {},
    pace: PACE,
    ...options,
  });
  ends.push(() => address.close());
  return address;
}

const portOf = (address: MachineAddress): number => Number(new URL(address.origin).port);
const page = async (address: MachineAddress): Promise<string> => (await fetch(address.origin)).text();
const ask = (address: MachineAddress) =>
  askHolder({ key: controlKey(deskKey), port: portOf(address), now: Date.now, patience: 2_000 }, 'state');

async function until(ready: () => unknown): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await ready())) {
    if (Date.now() > deadline) throw new Error('never became ready');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

async function stranger(handle: Parameters<typeof createServer>[1], port = 0): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer(handle);
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server };
}

describe('the address of the machine’s inbox', () => {
  it('is one for all who join, tells of all their servers, and goes on at the same port when its holder leaves [D31]', async () => {
    const first = await join('Records');
    const [second, third] = [await join('Billing'), await join('Mail')];
    expect([first.holding, second.holding, third.holding]).toEqual([true, false, false]);
    expect(new Set([first.origin, second.origin, third.origin]).size).toBe(1);
    await until(async () => JSON.stringify(await ask(third)).includes('["Records","Billing","Mail"]'));
    const before = Date.now();
    await first.close();
    await until(() => second.holding || third.holding);
    expect(Date.now() - before).toBeLessThan(1_000);
    const holder = second.holding ? second : third;
    expect(holder.origin).toBe(first.origin);
    await Promise.all([second.settled(), third.settled()]);
    expect(await page(holder)).toMatch(/^(Billing|Mail) at /);
    expect([second.holding, third.holding].filter(Boolean)).toHaveLength(1);
  });

  it('is held by one of many who start at once, and found by the others', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => join(`S${n}`)));
    await Promise.all(all.map(one => one.settled()));
    await until(() => new Set(all.map(one => one.origin)).size === 1);
    expect(all.filter(one => one.holding)).toHaveLength(1);
    expect((await addressRow(store, deskKey).read()).address?.port).toBe(portOf(all[0] as MachineAddress));
  });

  it('stays the same over a time in which nobody ran', async () => {
    const first = await join('Records');
    const { origin } = first;
    await first.close();
    expect((await join('Records')).origin).toBe(origin);
  });

  it('is elsewhere when somebody without the key has the port, and whoever has it gets no key and no second question', async () => {
    const first = await join('Records');
    await first.close();
    const heard: string[] = [];
    await stranger((request, response) => {
      request.on('data', chunk => heard.push(String(chunk)));
      request.on('end', () => response.end('{"body":"{}","proof":"AAAA"}\n'));
    }, portOf(first));
    const second = await join('Records');
    expect(second.holding).toBe(true);
    expect(second.origin).not.toBe(first.origin);
    expect(heard.join()).not.toContain(controlKey(deskKey));
    expect((await addressRow(store, deskKey).read()).address?.port).toBe(portOf(second));
  });

  it('is elsewhere when whoever has the port says nothing, within the patience for it', async () => {
    const first = await join('Records');
    await first.close();
    await stranger(() => {}, portOf(first));
    const before = Date.now();
    const second = await join('Records');
    expect(second.origin).not.toBe(first.origin);
    expect(Date.now() - before).toBeLessThan(3 * PACE.patience);
  });

  it('does not believe somebody who stands in between and passes on what the true holder says of itself', async () => {
    const holder = await join('Records');
    const relay = await stranger((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk as Buffer));
      request.on('end', async () => {
        const reply = await fetch(`${holder.origin}${request.url ?? ''}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.concat(chunks),
        });
        response.end(await reply.text());
      });
    });
    expect(await askHolder({ key: controlKey(deskKey), port: relay.port, now: Date.now, patience: 2_000 }, 'link')).toBe('stranger');
    expect(await ask(holder)).toMatchObject({ servers: ['Records'] });
  });

  it('is not moved by a row that somebody without the key wrote, and a newer midcall’s row is left alone', async () => {
    await store.put('inbox/address', JSON.stringify({ v: 1, port: 9, holder: 'x' }));
    const first = await join('Records');
    expect((await addressRow(store, deskKey).read()).address?.port).toBe(portOf(first));
    await first.close();

    const { createSealer } = await import('@midcall/host');
    const newer = await createSealer(deskKey).seal(JSON.stringify({ v: 2, where: 'elsewhere' }), 'inbox/address');
    await store.put('inbox/address', newer);
    const second = await join('Records');
    expect(await page(second)).toContain('Records');
    expect((await store.get('inbox/address'))?.value).toBe(newer);
  });

  it('is left to a holder who only stopped for a moment, and taken from one who stays silent; that one serves its pages out', async () => {
    const { row, resume, silence } = freezable();
    let open = true;
    const served = { fetch: async () => new Response('old'), open: () => open, close: () => {} };
    const frozen = await join('Records', { row, serve: () => served, pace: { ...PACE, ping: 3_600_000 } });
    const moved: string[] = [];
    const asked = vi.spyOn(globalThis, 'fetch');
    const other = await join('Billing', { onMoved: () => moved.push('moved') });
    const oldOrigin = frozen.origin;
    // No sign of life, but an answer when asked: nothing moves.
    await until(() => asked.mock.calls.length >= 4);
    asked.mockRestore();
    expect([other.holding, other.origin]).toEqual([false, oldOrigin]);
    // What the other sees of a holder that is stopped: neither sign nor answer.
    const stop = silence(portOf(frozen));
    await until(() => other.holding);
    expect(other.origin).not.toBe(oldOrigin);
    expect(moved).toEqual(['moved']);
    stop();
    resume();
    await until(() => !frozen.holding);
    await frozen.settled();
    await until(() => frozen.origin === other.origin);
    expect(await (await fetch(oldOrigin)).text()).toBe('old');
    open = false;
    await until(async () => (await fetch(oldOrigin).catch(() => undefined)) === undefined);
  });

  it('asked for by number is had, or refused where a stranger is; one that runs already comes first', async () => {
    const { port } = await stranger((_request, response) => response.end('hello'));
    await expect(join('Records', { port })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
    const free = await serveLoopback(() => new Response(), 0);
    await free.close();
    const first = await join('Records', { port: free.port });
    expect(portOf(first)).toBe(free.port);
    expect((await join('Billing', { port })).origin).toBe(first.origin);
  });
});

/** A holder whose store tells it nothing and whose port says nothing, for as long as it is frozen. */
function freezable() {
  const real = addressRow(store, deskKey);
  let listener = (): void => {};
  return {
    row: {
      ...real,
      watch: (heard: () => void) => {
        listener = heard;
        return () => {};
      },
    },
    resume: () => listener(),
    silence(port: number) {
      const before = globalThis.fetch;
      const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
        if (!String(input).includes(`:${port}${CONTROL_PATH}`)) return before(input, init);
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
      });
      return () => spy.mockRestore();
    },
  };
}

describe('a holder that is asked', () => {
  it('refuses who has no key, a wrong key, an old request, a changed one, and the same one twice [N7]', async () => {
    const holder = await join('Records');
    const post = async (body: unknown): Promise<number> => {
      const response = await fetch(`${holder.origin}${CONTROL_PATH}`, { method: 'POST', body: JSON.stringify(body) });
      const text = await response.text();
      expect(response.ok || text === 'Refused').toBe(true);
      return response.status;
    };
    const good: ControlAsk = { deed: 'link', nonce: 'n1', at: Date.now(), names: [] };
    const signed = (one: ControlAsk, key = controlKey(deskKey)) => ({ ask: one, proof: proofOfAsk(key, one) });
    expect(await post({ ask: good })).toBe(403);
    expect(await post(signed(good, controlKey(newKey())))).toBe(403);
    expect(await post({ ...signed(good), ask: { ...good, nonce: 'n2' } })).toBe(403);
    expect(await post({ ...signed(good), ask: { ...good, deed: 'file' } })).toBe(403);
    expect(await post(signed({ ...good, at: Date.now() - 120_000 }))).toBe(403);
    expect(await post('x'.repeat(20_000))).toBe(403);
    expect(await post(signed(good))).toBe(200);
    expect(await post(signed(good))).toBe(403);
    expect((await fetch(`${holder.origin}${CONTROL_PATH}`)).status).toBe(403);
  });
});
