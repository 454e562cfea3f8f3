/**
 * Sessions with a legacy server, lent to one asking call at a time (D26).
 *
 * Invariants:
 *  1. A session is only ever used for the principal and the declared capabilities it was opened with (N7, requirements §3.1).
 *  2. A call that must wait is told what for, waits in order, and can give up. Quiet calls run beside the one that has the
 *     session, unless a question is being held there: then they wait, too, so that it is soon known whose it is.
 *  3. A session that ended, or did not settle after a cancelled call, is forgotten; the next call opens a fresh one.
 */
import type { JsonObject } from '@midcall/core';
import { isObject } from '../json-rpc/message.js';
import { canonical } from '../seal.js';
import type { ConnectDeps } from './connect.js';
import type { LegacySession } from './legacy-session.js';
import { openSession } from './legacy-session.js';
import type { SessionUser } from './session-calls.js';
import type { Wire } from './wire.js';

export interface SessionWish {
  readonly principal: string;
  /** What the host, with the desk, can be asked: declared when the session is opened. */
  readonly capabilities: JsonObject;
  readonly clientInfo: JsonObject;
}

/** The call that wants a session. */
export interface Borrower {
  /** Of what it calls, for whoever must wait behind it. */
  readonly name: string;
  /** Whether it waits for a person now. */
  asking(): boolean;
  /** Set for a call that is not known to ever ask; hears that it did, or may have. */
  readonly quiet?: { onAsked(): void };
  readonly signal: AbortSignal;
  /** Told once if it must wait; `behind` says at any time what for. */
  onWait(behind: () => string): void;
}

export interface Lease {
  readonly session: LegacySession;
  /** The call is on its way: questions come to `user` from now on. */
  begin(user: SessionUser): void;
  /** Give it back. `cancelled`: the server was told to stop, and may still be at it. Only the first time counts. */
  release(how: 'ended' | 'cancelled'): void;
}

export interface SessionPool {
  /** A session for a call that may ask. Undefined when its signal was aborted while it waited. */
  lend(wish: SessionWish, borrower: Borrower): Promise<Lease | undefined>;
  /** A session for requests that never ask; others may use it at the same time. */
  share(wish: SessionWish): Promise<LegacySession>;
  close(): Promise<void>;
}

interface Shelf {
  readonly sessions: Set<LegacySession>;
  /** By whom each session is had; undefined while it settles. */
  readonly lent: Map<LegacySession, Borrower | undefined>;
  opening: number;
  readonly queue: ((session?: LegacySession) => void)[];
}

export interface SessionPoolOptions {
  /** A connection that was probed and can still take `initialize`; used for the first session. */
  readonly spare?: Wire | undefined;
  /** The server refuses `initialize` as only a modern one does (E-V-05b). */
  readonly onModern?: () => void;
}

export function sessionPool(deps: ConnectDeps, limit: number, options: SessionPoolOptions = {}): SessionPool {
  const shelves = new Map<string, Shelf>();
  const shared = new Map<string, Promise<LegacySession>>();
  let unused = options.spare;

  const shelfOf = (key: string): Shelf => {
    const found = shelves.get(key) ?? { sessions: new Set(), lent: new Map(), opening: 0, queue: [] };
    shelves.set(key, found);
    return found;
  };

  const open = async (wish: SessionWish, shelf: Shelf): Promise<LegacySession> => {
    const wire = unused?.link.ended === false ? unused : undefined;
    unused = undefined;
    shelf.opening += 1;
    try {
      const session = await openSession(deps, wish, wire);
      shelf.sessions.add(session);
      session.wire.on.end = () => {
        session.calls.end();
        forget(shelf, session);
      };
      return session;
    } catch (error) {
      if (isObject(error) && error.code === UNSUPPORTED) options.onModern?.();
      throw error;
    } finally {
      shelf.opening -= 1;
    }
  };

  const share = (wish: SessionWish): Promise<LegacySession> => {
    const key = keyOf(wish);
    const shelf = shelfOf(key);
    for (const session of shelf.sessions) if (!session.ended) return Promise.resolve(session);
    const opening = shared.get(key) ?? open(wish, shelf);
    shared.set(key, opening);
    const forget = (): void => void shared.delete(key);
    opening.then(forget, forget);
    return opening;
  };

  const lend = async (wish: SessionWish, borrower: Borrower): Promise<Lease | undefined> => {
    const key = keyOf(wish);
    const shelf = shelfOf(key);
    const { signal } = borrower;
    let told = false;
    for (;;) {
      if (signal.aborted) return undefined;
      // One that is being opened for requests that never ask is as good for a call.
      await shared.get(key);
      const fit = [...shelf.sessions].filter(session => !session.ended && !session.calls.holding);
      const idle = fit.find(session => !shelf.lent.has(session));
      if (idle !== undefined) return lease(shelf, idle, borrower);
      const beside = borrower.quiet === undefined ? undefined : fit[0];
      if (beside !== undefined) return guest(shelf, beside, borrower);
      if (shelf.sessions.size + shelf.opening < limit) {
        const session = await open(wish, shelf);
        if (!shelf.lent.has(session)) return lease(shelf, session, borrower);
        continue;
      }
      if (!told) borrower.onWait(() => blocking(shelf));
      told = true;
      const handed = await turn(shelf, signal);
      if (handed === undefined) continue;
      const lent = lease(shelf, handed, borrower);
      if (!signal.aborted) return lent;
      lent.release('ended');
    }
  };

  /** A quiet call takes no session away from others, not even an idle one. */
  const lease = (shelf: Shelf, session: LegacySession, borrower: Borrower): Lease => {
    if (borrower.quiet !== undefined) {
      if (shelf.lent.get(session) === HANDED) next(shelf, session);
      return guest(shelf, session, borrower);
    }
    shelf.lent.set(session, borrower);
    return using(session, undefined, how => {
      if (how === 'ended') return next(shelf, session);
      shelf.lent.set(session, undefined);
      session.calls.settle(fit => (fit ? next(shelf, session) : retire(shelf, session)));
    });
  };

  const guest = (shelf: Shelf, session: LegacySession, { quiet }: Borrower): Lease =>
    using(session, quiet, () => {
      // Whoever waits only for questions to be known may find them known now.
      if (!session.calls.holding && !shelf.lent.has(session)) next(shelf, session);
    });

  const using = (session: LegacySession, quiet: Borrower['quiet'], given: (how: 'ended' | 'cancelled') => void): Lease => {
    let user: SessionUser | undefined;
    let released = false;
    return {
      session,
      begin(begun) {
        if (released) return;
        user = begun;
        session.calls.join(begun, quiet);
      },
      release(how) {
        if (released) return;
        released = true;
        if (user !== undefined) session.calls.leave(user);
        if (!session.ended) given(user === undefined ? 'ended' : how);
      },
    };
  };

  /** Handed on while it is still lent, so that nobody who comes later is served first. */
  const next = (shelf: Shelf, session: LegacySession): void => {
    const waiting = shelf.queue.shift();
    if (waiting === undefined) {
      shelf.lent.delete(session);
      return;
    }
    shelf.lent.set(session, HANDED);
    waiting(session);
  };

  const forget = (shelf: Shelf, session: LegacySession): void => {
    shelf.sessions.delete(session);
    shelf.lent.delete(session);
    shelf.queue.shift()?.();
  };

  /** It serves nothing new; what still runs there may end first. */
  const retire = (shelf: Shelf, session: LegacySession): void => {
    forget(shelf, session);
    deps.log({ level: 'warn', event: 'upstream-unsettled', message: 'The server did not stop a cancelled call; it is used no more.' });
    session.calls.onIdle(() => void session.close());
  };

  return {
    lend,
    share,
    async close() {
      await unused?.close();
      await Promise.all([...shelves.values()].flatMap(shelf => [...shelf.sessions].map(session => session.close())));
    },
  };
}

/** Waits for a session that is handed on; undefined = look again. */
function turn(shelf: Shelf, signal: AbortSignal): Promise<LegacySession | undefined> {
  return new Promise(resolve => {
    const mine = (session?: LegacySession): void => {
      signal.removeEventListener('abort', giveUp);
      resolve(session);
    };
    const giveUp = (): void => {
      const at = shelf.queue.indexOf(mine);
      if (at === -1) return;
      shelf.queue.splice(at, 1);
      resolve(undefined);
    };
    shelf.queue.push(mine);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** What a call is waiting behind, in words for a host. */
function blocking(shelf: Shelf): string {
  const ahead = [...shelf.lent.values()].find(borrower => borrower !== undefined && borrower !== HANDED);
  if (ahead === undefined) return 'Waiting for another call of this server to end; it takes one at a time.';
  const why = ahead.asking() ? ', which waits for a person' : '';
  return `Waiting for another call of this server to end: ${ahead.name}${why}. It takes one at a time.`;
}

/** Who has a session that was handed on and not taken up yet. */
const HANDED: Borrower = {
  name: '',
  asking: () => false,
  signal: new AbortController().signal,
  onWait: () => undefined,
};

// Unsupported protocol version: the code of a modern server.
const UNSUPPORTED = -32_022;

function keyOf(wish: SessionWish): string {
  return `${wish.principal}\0${canonical(wish.capabilities)}`;
}
