/**
 * The server's `requestState` inside the gateway's own (requirements §3.6): bound to principal and call, and carrying the
 * desk's answers of a mixed round until the host brings the rest.
 */
import type { JsonObject } from '@midcall/core';
import type { Clock } from '@midcall/store';
import { objectAt } from '../json-rpc/message.js';
import type { Seal } from '../seal.js';
import { asObject } from './round.js';

export interface WrappedState {
  /** The server's own, byte for byte; undefined = it gave none. */
  readonly state: string | undefined;
  readonly answers: ReadonlyMap<string, unknown>;
}

export interface StateBinding {
  readonly principal: string;
  readonly digest: string;
}

export interface StateWrapper {
  /** Every round a host sees is wrapped, not only mixed ones. */
  readonly always: boolean;
  close(wrapped: WrappedState & StateBinding): string;
  /** The wrapped state; undefined when it is the server's own business; `bad` when it must not reach the server. */
  open(state: unknown, binding: StateBinding): WrappedState | undefined | 'bad';
}

export interface StateWrapperOptions {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly always: boolean;
  readonly ttlMs: number;
}

export function createStateWrapper({ seal, clock, always, ttlMs }: StateWrapperOptions): StateWrapper {
  return {
    always,
    close({ principal, digest, state, answers }) {
      return seal.close({
        kind: 'state',
        principal,
        digest,
        until: clock.now() + ttlMs,
        ...(state !== undefined && { state }),
        ...(answers.size > 0 && { answers: asObject(answers) }),
      });
    },
    open(state, { principal, digest }) {
      if (state === undefined) return undefined;
      if (typeof state !== 'string') return 'bad';
      const opened = seal.open(state);
      if (opened === undefined) return always ? 'bad' : undefined;
      const { kind, until } = opened;
      const good = kind === 'state' && opened.principal === principal && opened.digest === digest;
      if (!good || typeof until !== 'number' || until <= clock.now()) return 'bad';
      const inner = opened.state;
      return {
        state: typeof inner === 'string' ? inner : undefined,
        answers: new Map(Object.entries(objectAt(opened as JsonObject, 'answers') ?? {})),
      };
    },
  };
}
