/**
 * The calls that are in flight on one session with a legacy server, and to which of them a question belongs (D26). Over
 * pipes a question names no call.
 *
 * Invariants:
 *  1. A question belongs to the one call in flight when it came. With several it is held, shown to nobody, until all but one
 *     of them have ended; which of them asks is never guessed (N7). Held too long, or with one of them cancelled, it ends as
 *     `cancel`, which is what nobody's answer is (N1, N12).
 *  2. A question outside every call is refused, never invented a round for (requirements §3.5).
 *  3. After a call was cancelled, the session settles before the next one: what the ended call still asks meanwhile is
 *     answered `cancel`, not taken for the next one's. A server that does not settle is not used again.
 */
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { failure, idKey, result } from '../json-rpc/message.js';
import { settleAfterCancel } from './settle-after-cancel.js';
import type { Wire } from './wire.js';

/** A call that runs on the session. */
export interface SessionUser {
  /** The server asks (elicitation, sampling, roots); answered through the session's `answer`. */
  asked(message: RequestMessage): void;
  /** The server took a question back; it may be another call's. */
  withdrawn(id: RpcId): void;
  /** A log line or anything else the server says meanwhile. */
  said(note: NotificationMessage): void;
}

/** Of a call that is not known to ever ask: hears that it did, or may have. */
export interface Quiet {
  onAsked(): void;
}

export interface SessionCalls {
  join(user: SessionUser, quiet?: Quiet): void;
  /** `cancelled`: the server was told to stop, and may still be at it. */
  leave(user: SessionUser, how: 'ended' | 'cancelled'): void;
  asked(message: RequestMessage): void;
  withdrawn(id: RpcId): void;
  said(note: NotificationMessage): void;
  /** After a cancelled call. `done(false)`: this session is not to be used again. */
  settle(done: (fit: boolean) => void): void;
  /** Runs `act` once no call is in flight, now or later. */
  whenIdle(act: () => void): void;
  /** The connection is gone. */
  end(): void;
}

export interface SessionCallsOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  /** How long a question is held. */
  readonly holdMs: number;
}

interface Held {
  readonly message: RequestMessage;
  /** The calls in flight when it came that have not ended since. */
  readonly suspects: Set<SessionUser>;
  readonly stop: () => void;
}

export function sessionCalls({ wire, clock, holdMs }: SessionCallsOptions): SessionCalls {
  const users = new Map<SessionUser, Quiet | undefined>();
  const held = new Map<string, Held>();
  let settling: ReturnType<typeof settleAfterCancel> | undefined;
  let onIdle: (() => void) | undefined;

  const send = (message: ResponseMessage): void => void wire.link.send(message);

  const close = (message: RequestMessage): void =>
    send(
      message.method === 'elicitation/create' ? result(message.id, { action: 'cancel' }) : failure(message.id, nobodyCalls(message.method)),
    );

  const hand = (message: RequestMessage, suspects: Iterable<SessionUser>): void => {
    const [only] = suspects;
    if (only === undefined) {
      send(failure(message.id, nobodyCalls(message.method)));
      return;
    }
    users.get(only)?.onAsked();
    only.asked(message);
  };

  const release = (key: string, { stop }: Held): void => {
    stop();
    held.delete(key);
  };

  /** Whose it is will not be known any more. */
  const giveUp = (key: string, entry: Held): void => {
    release(key, entry);
    for (const user of entry.suspects) users.get(user)?.onAsked();
    close(entry.message);
  };

  const hold = (message: RequestMessage): void => {
    const key = idKey(message.id);
    const stop = clock.setTimeout(() => giveUp(key, entry), holdMs);
    const entry: Held = { message, suspects: new Set(users.keys()), stop };
    held.set(key, entry);
  };

  return {
    join: (user, quiet) => void users.set(user, quiet),
    leave(user, how) {
      if (!users.delete(user)) return;
      for (const [key, entry] of [...held]) {
        if (!entry.suspects.delete(user)) continue;
        if (how === 'cancelled') giveUp(key, entry);
        else if (entry.suspects.size <= 1) {
          release(key, entry);
          hand(entry.message, entry.suspects);
        }
      }
      if (users.size === 0) onIdle?.();
    },
    asked(message) {
      if (settling !== undefined) {
        settling.heard();
        for (const quiet of users.values()) quiet?.onAsked();
        close(message);
      } else if (users.size > 1) hold(message);
      else hand(message, users.keys());
    },
    withdrawn(id) {
      const entry = held.get(idKey(id));
      if (entry !== undefined) release(idKey(id), entry);
      else for (const user of [...users.keys()]) user.withdrawn(id);
    },
    said(note) {
      // What belongs to no request is shown with the call that may ask, or with the only one there is.
      const loud = [...users].filter(([, quiet]) => quiet === undefined).map(([user]) => user);
      const [only, another] = loud.length > 0 ? loud : [...users.keys()];
      if (another === undefined) only?.said(note);
    },
    settle(done) {
      settling?.stop();
      const own = settleAfterCancel(wire, clock, fit => {
        if (settling === own) settling = undefined;
        done(fit);
      });
      settling = own;
    },
    whenIdle(act) {
      if (users.size === 0) act();
      else onIdle = act;
    },
    end() {
      settling?.stop();
      settling = undefined;
      for (const [key, entry] of [...held]) release(key, entry);
    },
  };
}

function nobodyCalls(method: string): RpcError {
  return method === 'elicitation/create'
    ? { code: RPC.invalidParams, message: 'No call is open that this question could belong to.' }
    : { code: RPC.methodNotFound, message: 'Nothing can be asked while no call is open.' };
}
