/**
 * The calls that are in flight on one session with a legacy server, and to which of them a question belongs (D26). Over
 * pipes a question names no call.
 *
 * Invariants:
 *  1. A question belongs to the one call in flight. With several it is held, shown to nobody, until one is left; which of
 *     them asks is never guessed (N7). Held too long, it ends as `cancel`, which is what nobody's answer is (N1, N12).
 *  2. A question outside every call is refused, never invented a round for (requirements §3.5).
 *  3. After a call was cancelled, the session settles before the next one: what the ended call still asks meanwhile is
 *     answered `cancel`, not taken for the next one's. A server that does not settle is not used again.
 */
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { failure, idKey, request, result } from '../json-rpc/message.js';
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

export interface SessionCalls {
  /** `quiet`: one that is not known to ever ask. `onAsked` hears that it did, or may have. */
  join(user: SessionUser, quiet?: { onAsked(): void }): void;
  leave(user: SessionUser): void;
  asked(message: RequestMessage): void;
  withdrawn(id: RpcId): void;
  said(note: NotificationMessage): void;
  readonly inFlight: number;
  /** Questions are held: no further call should join. */
  readonly holding: boolean;
  /** After a cancelled call. `done(false)`: this session is not to be used again. */
  settle(done: (fit: boolean) => void): void;
  /** The connection is gone. */
  end(): void;
}

export interface SessionCallsOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  /** How long a question is held. */
  readonly holdMs: number;
}

/** Silence after which a server that was told of a cancellation, and answers, counts as done with the call. */
const QUIET_MS = 250;
const SETTLE_MS = 10_000;

export function sessionCalls({ wire, clock, holdMs }: SessionCallsOptions): SessionCalls {
  const users = new Map<SessionUser, { onAsked(): void } | undefined>();
  const held = new Map<string, RequestMessage>();
  let stopHold: (() => void) | undefined;
  let settling: { heard(): void; stop(): void } | undefined;
  let pings = 0;

  const send = (message: ResponseMessage): void => void wire.link.send(message);

  const close = (message: RequestMessage): void =>
    send(
      message.method === 'elicitation/create' ? result(message.id, { action: 'cancel' }) : failure(message.id, nobodyCalls(message.method)),
    );

  const hand = (message: RequestMessage): void => {
    const [only] = users;
    if (only === undefined) return send(failure(message.id, nobodyCalls(message.method)));
    only[1]?.onAsked();
    only[0].asked(message);
  };

  /** Whatever is held goes to the one call that is left, or to nobody. */
  const sortOut = (): void => {
    if (held.size === 0 || users.size > 1) return;
    const messages = [...held.values()];
    letGo();
    for (const message of messages) hand(message);
  };

  const letGo = (): void => {
    held.clear();
    stopHold?.();
    stopHold = undefined;
  };

  const holdOver = (): void => {
    const messages = [...held.values()];
    letGo();
    for (const quiet of users.values()) quiet?.onAsked();
    for (const message of messages) close(message);
  };

  return {
    join: (user, quiet) => void users.set(user, quiet),
    leave(user) {
      if (users.delete(user)) sortOut();
    },
    asked(message) {
      if (settling !== undefined && users.size === 0) {
        settling.heard();
        return close(message);
      }
      if (users.size <= 1) return hand(message);
      held.set(idKey(message.id), message);
      stopHold ??= clock.setTimeout(holdOver, holdMs);
    },
    withdrawn(id) {
      if (held.delete(idKey(id))) {
        if (held.size === 0) letGo();
        return;
      }
      for (const user of [...users.keys()]) user.withdrawn(id);
    },
    said(note) {
      const loud = [...users].filter(([, quiet]) => quiet === undefined).map(([user]) => user);
      const [only, another] = loud.length > 0 ? loud : [...users.keys()];
      if (another === undefined) only?.said(note);
    },
    get inFlight() {
      return users.size;
    },
    get holding() {
      return held.size > 0;
    },
    settle(done) {
      settling?.stop();
      const own = { heard: (): void => undefined, stop: (): void => undefined };
      settling = own;
      let alive = false;
      let still = false;
      const over = (fit: boolean): void => {
        own.stop();
        if (settling === own) settling = undefined;
        done(fit);
      };
      const look = (): void => {
        if (alive && still) over(true);
      };
      let stopStill = (): void => undefined;
      own.heard = () => {
        still = false;
        stopStill();
        stopStill = clock.setTimeout(() => {
          still = true;
          look();
        }, QUIET_MS);
      };
      const stopBound = clock.setTimeout(() => over(false), SETTLE_MS);
      const ping = wire.request(request(`midcall-settle-${++pings}`, 'ping'), {
        onResponse() {
          alive = true;
          look();
        },
      });
      own.stop = () => {
        stopStill();
        stopBound();
        if (!alive) ping.cancel();
      };
      own.heard();
    },
    end() {
      settling?.stop();
      settling = undefined;
      letGo();
    },
  };
}

function nobodyCalls(method: string): RpcError {
  return method === 'elicitation/create'
    ? { code: RPC.invalidParams, message: 'No call is open that this question could belong to.' }
    : { code: RPC.methodNotFound, message: 'Nothing can be asked while no call is open.' };
}
