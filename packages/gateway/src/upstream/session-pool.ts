/**
 * Sessions with a legacy server, lent to one asking call at a time (D26).
 *
 * Invariants:
 *  1. A session is only ever used for the principal and the declared capabilities it was opened with (N7, requirements §3.1);
 *     where the operator says that all share one identity, for whoever comes (D26).
 *  2. A call that must wait is told what for, waits in order, and can give up. Quiet calls run beside the one that has the
 *     session; whose a question is then is for session-calls.ts to find out.
 *  3. A session that ended, or did not settle after a cancelled call, is forgotten; the next call opens a fresh one.
 */
import type { JsonObject } from '@midcall/core';
import { isObject } from '../json-rpc/message.js';
import { canonical } from '../seal.js';
import type { ConnectDeps } from './connect.js';
import type { LegacySession } from './legacy-session.js';
import { openSession } from './legacy-session.js';
import type { Quiet, SessionUser } from './session-calls.js';
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
  readonly quiet?: Quiet;
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
  /** Who has which session for itself. */
  readonly lent: Map<LegacySession, Borrower | 'settling' | 'handed on'>;
  opening: number;
  readonly queue: ((session?: LegacySession) => void)[];
}

export interface SessionPoolOptions {
  /** Several people stand behind one identity at the server (D26). */
  readonly shared?: boolean;
  /** A connection that was probed and can still take `initialize`; used for the first session. */
  readonly spare?: Wire | undefined;
  /** The server refuses `initialize` as only a modern one does (E-V-05b). */
  readonly onModern?: () => void;
}

export function sessionPool(deps: ConnectDeps, limit: number, options: SessionPoolOptions = {}): SessionPool {
  const keyOf = (wish: SessionWish): string => shelfKey(wish, options.shared === true);
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
      session.wire.on.end = () => forget(shelf, session);
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
      const live = [...shelf.sessions].filter(session => !session.ended);
      const idle = live.find(session => !shelf.lent.has(session));
      const room = shelf.sessions.size + shelf.opening < limit;
      // A session of its own first: should a quiet call ask after all, its question then has one possible asker.
      const beside = !room && borrower.quiet !== undefined && live.find(session => shelf.lent.get(session) !== 'settling');
      const found = idle ?? beside;
      if (found) return lease(shelf, found, borrower);
      if (room) {
        const session = await open(wish, shelf);
        if (!shelf.lent.has(session)) return lease(shelf, session, borrower);
        continue;
      }
      if (!told) borrower.onWait(() => blocking(shelf));
      told = true;
      const handed = await turn(shelf, signal);
      if (handed === undefined) continue;
      if (borrower.quiet !== undefined || signal.aborted) handOn(shelf, handed);
      if (!signal.aborted) return lease(shelf, handed, borrower);
    }
  };

  const lease = (shelf: Shelf, session: LegacySession, borrower: Borrower): Lease => {
    let alone = borrower.quiet === undefined;
    let user: SessionUser | undefined;
    let released = false;
    if (alone) shelf.lent.set(session, borrower);
    /** A quiet call that asks has the session for itself from now on, like any other that asks. */
    const onAsked = (): void => {
      borrower.quiet?.onAsked();
      if (alone || released || shelf.lent.has(session)) return;
      alone = true;
      shelf.lent.set(session, borrower);
    };
    return {
      session,
      begin(begun) {
        if (released) return;
        user = begun;
        session.calls.join(begun, borrower.quiet && { onAsked });
      },
      release(how) {
        if (released) return;
        released = true;
        if (alone) shelf.lent.delete(session);
        if (user !== undefined) session.calls.leave(user, how);
        if (!alone || session.ended) return;
        if (how === 'cancelled' && user !== undefined) {
          shelf.lent.set(session, 'settling');
          session.calls.settle(fit => (fit ? handOn(shelf, session) : retire(shelf, session)));
        } else if (!shelf.lent.has(session)) handOn(shelf, session);
      },
    };
  };

  const handOn = (shelf: Shelf, session: LegacySession): void => {
    const next = shelf.queue.shift();
    if (next === undefined) {
      shelf.lent.delete(session);
      return;
    }
    // Nobody's until it is taken up, so that nobody who comes later is served first.
    shelf.lent.set(session, 'handed on');
    next(session);
  };

  const forget = (shelf: Shelf, session: LegacySession): void => {
    session.calls.end();
    shelf.sessions.delete(session);
    shelf.lent.delete(session);
    shelf.queue.shift()?.();
  };

  /** It serves nothing new; what still runs there may end first. */
  const retire = (shelf: Shelf, session: LegacySession): void => {
    forget(shelf, session);
    deps.log({ level: 'warn', event: 'upstream-unsettled', message: 'The server did not stop a cancelled call; it is used no more.' });
    session.calls.whenIdle(() => void session.close());
  };

  return {
    lend,
    share,
    async close() {
      for (const shelf of shelves.values()) for (const session of shelf.sessions) session.calls.end();
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
  const [ahead] = [...shelf.lent.values()].filter(holder => typeof holder !== 'string');
  if (ahead === undefined) return 'Waiting for another call of this server to end; it takes one at a time.';
  const why = ahead.asking() ? ', which waits for a person' : '';
  return `Waiting for another call of this server to end: ${ahead.name}${why}. It takes one at a time.`;
}

// Unsupported protocol version: the code of a modern server.
const UNSUPPORTED = -32_022;

function shelfKey(wish: SessionWish, shared: boolean): string {
  return `${shared ? '' : wish.principal}\0${canonical(wish.capabilities)}`;
}
