/** Hosts and servers for tests that speak raw frames, so that they can misbehave freely. */
import type { JsonObject } from '@midcall/core';
import type { Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/client';

export interface Frame {
  readonly [member: string]: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

export interface Peer {
  /** Everything received, in order. */
  readonly seen: Frame[];
  readonly closed: () => boolean;
  send(frame: unknown): Promise<void>;
  /** Sends a request and waits for the response with exactly its id. */
  request(method: string, params?: JsonObject, id?: unknown): Promise<Frame>;
  notify(method: string, params?: JsonObject): Promise<void>;
  /** The first frame, from here on or already received and not yet taken, that fits. */
  take(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Answers requests; returning undefined leaves them open. */
  onRequest?: (
    frame: Frame,
  ) => JsonObject | { readonly error: Frame['error'] } | undefined | Promise<JsonObject | { readonly error: Frame['error'] } | undefined>;
  close(): Promise<void>;
}

/** A peer on `transport`, started. */
export async function peerOn(transport: Transport): Promise<Peer> {
  const seen: Frame[] = [];
  const taken = new Set<Frame>();
  const waiters = new Set<{ fits: (frame: Frame) => boolean; resolve: (frame: Frame) => void }>();
  let closed = false;
  let next = 0;
  const peer: Peer = {
    seen,
    closed: () => closed,
    send: frame => transport.send(frame as Parameters<Transport['send']>[0]),
    async request(method, params, id = next++) {
      await peer.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }).catch(() => undefined);
      return peer.take(frame => frame.method === undefined && frame.id === id);
    },
    notify: (method, params) => peer.send({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }),
    take(fits) {
      const found = seen.find(frame => !taken.has(frame) && fits(frame));
      if (found !== undefined) {
        taken.add(found);
        return Promise.resolve(found);
      }
      return new Promise(resolve => waiters.add({ fits, resolve }));
    },
    close: () => transport.close(),
  };
  transport.onmessage = message => {
    const frame = message as unknown as Frame;
    seen.push(frame);
    for (const waiter of waiters) {
      if (!waiter.fits(frame)) continue;
      waiters.delete(waiter);
      taken.add(frame);
      waiter.resolve(frame);
      break;
    }
    if (frame.method !== undefined && frame.id !== undefined && peer.onRequest !== undefined) {
      void Promise.resolve(peer.onRequest(frame)).then(answer => {
        if (answer === undefined || closed) return;
        const body = 'error' in answer && answer.error !== undefined ? { error: answer.error } : { result: answer };
        peer.send({ jsonrpc: '2.0', id: frame.id, ...body }).catch(() => undefined);
      });
    }
  };
  transport.onclose = () => {
    closed = true;
  };
  await transport.start();
  return peer;
}

/** Two ends of a pipe. */
export function pipe(): readonly [Transport, Transport] {
  return InMemoryTransport.createLinkedPair();
}

/** Lets everything that is already settled run. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

export const ENVELOPE = (capabilities: JsonObject = {}): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test host', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

export const NAME_FORM: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
};

/** One of several with titles, and several of many: what 2025-06-18 cannot be asked as it stands. */
export const PETS_FORM: JsonObject = {
  type: 'object',
  properties: {
    pet: {
      type: 'string',
      oneOf: [
        { const: 'p1', title: 'Cat' },
        { const: 'p2', title: 'Dog' },
      ],
    },
    toys: { type: 'array', items: { type: 'string', enum: ['ball', 'mouse'] }, minItems: 1 },
  },
  required: ['pet', 'toys'],
};

/** Reads whatever should be an object; anything else reads as an empty one, so that the expectation fails and not the test. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
