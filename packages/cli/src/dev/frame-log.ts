/** Gives each message on the wire a title a person can read: the method, and for an answer the method it answers. */
import type { Json } from '@midcall/core';
import type { Frame } from '../connect/frame-tap.js';
import type { DevFrame } from './contract.js';
import { Ring } from './ring.js';

const KEPT = 400;

export class FrameLog {
  readonly #frames = new Ring<DevFrame>(KEPT);
  /** Methods of open requests, by side and id: both sides count from 0. */
  readonly #open = new Map<string, string>();
  readonly #now: () => number;
  #n = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(frame: Frame): DevFrame {
    const message = frame.message as Readonly<Record<string, Json>>;
    const { title, method } = this.#title(frame.direction, message);
    const made: DevFrame = {
      n: ++this.#n,
      at: this.#now(),
      direction: frame.direction,
      title,
      asks: asks(message, method),
      failed: 'error' in message,
      bytes: JSON.stringify(message).length,
      message: message as Json,
    };
    this.#frames.push(made);
    return made;
  }

  all(): readonly DevFrame[] {
    return this.#frames.all();
  }

  /** A new connection counts its requests anew. */
  reconnect(): void {
    this.#open.clear();
  }

  #title(direction: Frame['direction'], message: Readonly<Record<string, Json>>): { title: string; method: string } {
    const { method, id } = message;
    if (typeof method === 'string') {
      if (id !== undefined) this.#open.set(`${direction} ${String(id)}`, method);
      const params = message.params as Readonly<Record<string, Json>> | undefined;
      const name = typeof params?.name === 'string' ? ` ${params.name}` : '';
      return { title: `${method}${method === 'tools/call' ? name : ''}`, method };
    }
    const asker = direction === 'sent' ? 'received' : 'sent';
    const key = `${asker} ${String(id)}`;
    const asked = this.#open.get(key) ?? 'an unknown request';
    this.#open.delete(key);
    const result = message.result as Readonly<Record<string, Json>> | undefined;
    if ('error' in message) return { title: `error of ${asked}`, method: asked };
    return { title: result?.resultType === 'input_required' ? `input required by ${asked}` : `result of ${asked}`, method: asked };
  }
}

function asks(message: Readonly<Record<string, Json>>, method: string): boolean {
  if (method === 'elicitation/create' || method === 'notifications/elicitation/complete') return true;
  const result = message.result as Readonly<Record<string, Json>> | undefined;
  const params = message.params as Readonly<Record<string, Json>> | undefined;
  return result?.resultType === 'input_required' || params?.inputResponses !== undefined;
}
