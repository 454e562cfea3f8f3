/**
 * Sessions with a legacy server, lent to one call at a time (D26).
 *
 * Invariants:
 *  1. A session is only ever used for the principal and the declared capabilities it was opened with (N7, requirements §3.1).
 *  2. A call that must wait is told so, waits in order, and can give up.
 *  3. A session that ended is forgotten; the next call opens a fresh one.
 */
import type { JsonObject } from '@midcall/core';
import { isObject } from '../json-rpc/message.js';
import { canonical } from '../seal.js';
import type { ConnectDeps } from './connect.js';
import type { LegacySession } from './legacy-session.js';
import { openSession } from './legacy-session.js';
import type { Wire } from './wire.js';

export interface SessionWish {
  readonly principal: string;
  /** What the host, with the desk, can be asked: declared when the session is opened. */
  readonly capabilities: JsonObject;
  readonly clientInfo: JsonObject;
}

export interface Lease {
  readonly session: LegacySession;
  release(): void;
}

export interface SessionPool {
  /** A session for one asking call alone. Undefined when `signal` was aborted while it waited. `onWait` is told once if it must. */
  lend(wish: SessionWish, signal: AbortSignal, onWait: () => void): Promise<Lease | undefined>;
  /** A session for requests that never ask; others may use it at the same time. */
  share(wish: SessionWish): Promise<LegacySession>;
  close(): Promise<void>;
}

interface Shelf {
  readonly sessions: Set<LegacySession>;
  readonly lent: Set<LegacySession>;
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
    const found = shelves.get(key) ?? { sessions: new Set(), lent: new Set(), opening: 0, queue: [] };
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
        shelf.sessions.delete(session);
        shelf.lent.delete(session);
        shelf.queue.shift()?.();
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

  const lend = async (wish: SessionWish, signal: AbortSignal, onWait: () => void): Promise<Lease | undefined> => {
    const shelf = shelfOf(keyOf(wish));
    let told = false;
    for (;;) {
      if (signal.aborted) return undefined;
      // One that is being opened for requests that never ask is as good for a call.
      await shared.get(keyOf(wish));
      const idle = [...shelf.sessions].find(session => !session.ended && !shelf.lent.has(session));
      if (idle !== undefined) return lease(shelf, idle);
      if (shelf.sessions.size + shelf.opening < limit) {
        const session = await open(wish, shelf);
        if (!shelf.lent.has(session)) return lease(shelf, session);
        continue;
      }
      if (!told) onWait();
      told = true;
      const handed = await turn(shelf, signal);
      if (handed === undefined) continue;
      const lent = lease(shelf, handed);
      if (!signal.aborted) return lent;
      lent.release();
    }
  };

  const lease = (shelf: Shelf, session: LegacySession): Lease => {
    shelf.lent.add(session);
    let released = false;
    return {
      session,
      release() {
        if (released) return;
        released = true;
        session.user = undefined;
        const next = session.ended ? undefined : shelf.queue.shift();
        // Handed on while it is still lent, so that nobody who comes later is served first.
        if (next !== undefined) next(session);
        else shelf.lent.delete(session);
      },
    };
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

// Unsupported protocol version: the code of a modern server.
const UNSUPPORTED = -32_022;

function keyOf(wish: SessionWish): string {
  return `${wish.principal}\0${canonical(wish.capabilities)}`;
}
