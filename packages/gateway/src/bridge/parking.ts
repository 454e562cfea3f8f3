/**
 * Where parked calls are kept, and the tokens that name them.
 *
 * Invariants:
 *  1. A token is good for one principal, one call (method and params) and one round; anything else about it is the same
 *     refusal, and the parked call is left alone (E-M-10, E-M-12, E-M-14, E-Q-03).
 *  2. A good token whose call is not here is said to be lost, and nothing is run again for it (N8).
 *  3. What has ended is kept only as long as its retries may still be repeated.
 *  4. A call whose host does not say that it gave it up ends when the very same host makes the very same call anew and would
 *     have to wait for it.
 */
import { randomBytes } from 'node:crypto';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { RpcError } from '../json-rpc/message.js';
import type { Seal } from '../seal.js';
import type { ParkedCall } from './parked-call.js';

export interface Binding {
  readonly principal: string;
  /** What the host calls itself. */
  readonly host: string;
  /** Of method and params; worked out only when a token is made or read. */
  readonly digest: () => string;
}

export interface Parking {
  /** Makes room for a call; `make` gets what mints its tokens and what is to be called at its end. */
  park(binding: Binding, make: (token: (round: number) => string, onEnd: () => void) => ParkedCall): ParkedCall;
  /** Ends the calls that `made`, the same call made anew, would otherwise wait behind. */
  supersede(made: ParkedCall): void;
  find(token: unknown, binding: Binding): { readonly call: ParkedCall; readonly round: number } | { readonly error: RpcError };
  /** Calls that are not over. */
  readonly open: number;
  /** Ends every call. */
  close(reason: string): void;
}

export interface ParkingOptions {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly parkMs: number;
  /** How long the record of an ended call is kept for repeated retries; default 10 minutes. */
  readonly keepMs?: number;
  /** How many such records are kept at most, the newest; default 1,000. */
  readonly keepMost?: number;
}

export function createParking({ seal, clock, parkMs, keepMs = 600_000, keepMost = 1_000 }: ParkingOptions): Parking {
  const calls = new Map<string, ParkedCall>();
  const running = new Map<ParkedCall, Binding>();
  /** Ended calls, oldest first, with what stops their clock. */
  const ended = new Map<string, () => void>();

  const forget = (id: string): void => {
    ended.get(id)?.();
    ended.delete(id);
    calls.delete(id);
  };

  return {
    park(binding, make) {
      let id: string | undefined;
      const token = (round: number): string => {
        id ??= randomBytes(16).toString('base64url');
        calls.set(id, call);
        return seal.close({ kind: 'park', id, round, principal: binding.principal, digest: binding.digest(), until: clock.now() + parkMs });
      };
      const call = make(token, () => {
        running.delete(call);
        // Nobody holds a token of a call that never asked: nothing of it needs to be kept.
        if (id === undefined) return;
        const own = id;
        ended.set(
          own,
          clock.setTimeout(() => forget(own), keepMs),
        );
        for (const oldest of ended.keys()) {
          if (ended.size <= keepMost) break;
          forget(oldest);
        }
      });
      running.set(call, binding);
      return call;
    },
    supersede(made) {
      const own = running.get(made);
      for (const [call, binding] of [...running]) {
        if (own === undefined || call === made || call.outFor < MADE_ANEW_MS) continue;
        const same = binding.principal === own.principal && binding.host === own.host && binding.digest() === own.digest();
        if (same) call.supersede();
      }
    },
    find(token, binding) {
      const opened = typeof token === 'string' ? seal.open(token) : undefined;
      const { id, round, until } = opened ?? {};
      const bound = opened?.kind === 'park' && opened.principal === binding.principal && opened.digest === binding.digest();
      if (!bound || typeof id !== 'string' || typeof round !== 'number') return { error: badState() };
      const call = calls.get(id);
      if (call === undefined || typeof until !== 'number') return { error: lost() };
      return { call, round };
    },
    get open() {
      return running.size;
    },
    close(reason) {
      for (const call of [...running.keys()]) call.abandon(reason);
      for (const id of [...ended.keys()]) forget(id);
      calls.clear();
      running.clear();
    },
  };
}

// Calls made in parallel come before the first of them asks, or soon after; a person who asks once more takes longer.
const MADE_ANEW_MS = 5_000;

function badState(): RpcError {
  return {
    code: RPC.invalidParams,
    message:
      'This requestState is not valid for this call: it was changed, belongs to another call, or the gateway that gave it has ended. Nothing was run.',
    data: { reason: 'invalid_request_state' },
  };
}

function lost(): RpcError {
  return {
    code: RPC.invalidParams,
    message:
      'The call this belongs to is lost: the gateway was started anew, or it waited too long. It was not run again, because it may have acted already.',
    data: { reason: 'call_lost' },
  };
}
