/**
 * A guard for HTTP servers with sessions: a session id is no proof of who somebody is (E-Q-02, E-S-02). The SDK lets any
 * caller with the id answer the questions of another's call; put this in front of the transport and it does not.
 *
 * Promises:
 *  1. The principal that opened a session is the only one that may use it; anybody else gets 404, as for an id that does
 *     not exist, so that ids cannot be tried out.
 *  2. Sessions are bound by verified subject, not by token: a refreshed token goes on (trap 68).
 *  3. Memory is bounded: the sessions not used for longest are forgotten first, and must then be opened anew.
 */
export interface SessionGuardOptions {
  /** Most sessions remembered. Default 100,000. */
  readonly most?: number;
}

/** Who sends a request, from verified credentials; undefined for nobody. */
export interface SessionUser {
  readonly iss: string;
  readonly sub: string;
}

export interface SessionGuard {
  /** Binds a session to who opened it: call from `onsessioninitialized`. */
  opened(sessionId: string, user: SessionUser | undefined): void;
  /** Undefined if the request may pass; else the response to give instead. */
  refuse(sessionId: string | undefined, user: SessionUser | undefined): Response | undefined;
  closed(sessionId: string): void;
}

export function sessionGuard({ most = 100_000 }: SessionGuardOptions = {}): SessionGuard {
  const owners = new Map<string, string>();
  return {
    opened(sessionId, user) {
      if (owners.size >= most) {
        const [oldest] = owners.keys();
        if (oldest !== undefined) owners.delete(oldest);
      }
      owners.set(sessionId, ownerKey(user));
    },
    refuse(sessionId, user) {
      if (sessionId === undefined) return undefined;
      const owner = owners.get(sessionId);
      if (owner === undefined || owner !== ownerKey(user)) return notFound();
      owners.delete(sessionId);
      owners.set(sessionId, owner);
      return undefined;
    },
    closed(sessionId) {
      owners.delete(sessionId);
    },
  };
}

function ownerKey(user: SessionUser | undefined): string {
  return user === undefined ? '' : JSON.stringify([user.iss, user.sub]);
}

function notFound(): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Session not found' } }, { status: 404 });
}
