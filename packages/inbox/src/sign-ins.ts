/**
 * Who is signed in (D32).
 *
 * 1. A login link works once, for 60 seconds. Used a second time, both the first sign-in and the second attempt end.
 * 2. A session is two things that must be shown together: a cookie that scripts cannot read, and a page token that is kept in
 *    the tab and sent as a header. Cookies ignore ports, so that one alone could be taken by a neighbour on this machine.
 * 3. Nothing secret is kept: the cookie is sealed with the inbox's secret, the page token is derived from the cookie, links are
 *    remembered by their digest.
 */
import { base64url, type InboxClock, type RandomBytes } from './ports.js';

export const LINK_MS = 60_000;
/** How long a used link is remembered, so that a second use is noticed. */
const LINK_MEMORY_MS = 30 * 60_000;
export const SESSION_MS = 12 * 3_600_000;

export interface Session {
  readonly id: string;
  readonly principal: string;
  readonly expiresAt: number;
  /** What the person is called, by who vouched for them. */
  readonly name?: string;
  /** The session at the identity provider that this one came of, its issuer in it. */
  readonly sid?: string;
}

/** Sessions that have all of this. */
export interface SessionGroup {
  readonly principal?: string;
  readonly sid?: string;
}

/** A session that has just begun: what the browser keeps of it. */
export interface SignedIn {
  readonly session: Session;
  readonly cookie: string;
  readonly pageToken: string;
}

export type SignInOutcome = ({ readonly ok: true } & SignedIn) | { readonly ok: false; readonly reason: 'expired' | 'used-twice' };

export interface SignInsOptions {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly clock: InboxClock;
  readonly random: RandomBytes;
  /** A session has ended before its time: close what it holds open. */
  readonly onEnd: (fits: (session: Session) => boolean, reason: 'used-twice' | 'signed-out') => void;
}

interface Link {
  readonly principal: string;
  readonly expiresAt: number;
  usedBy?: string;
}

/** Sessions of the group that were begun up to then are over. */
interface CutOff {
  readonly group: SessionGroup;
  readonly at: number;
}

export class SignIns {
  readonly #options: SignInsOptions;
  readonly #links = new Map<string, Link>();
  readonly #ended = new Map<string, number>();
  #cutOffs: CutOff[] = [];
  #key: Promise<CryptoKey> | undefined;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** A one-time token for this principal. */
  async newLink(principal: string): Promise<string> {
    this.#sweep();
    const token = base64url(this.#options.random(32));
    this.#links.set(await digest(token), { principal, expiresAt: this.#options.clock.now() + LINK_MS });
    return token;
  }

  async use(token: string): Promise<SignInOutcome> {
    const { clock, onEnd } = this.#options;
    const link = this.#links.get(await digest(token));
    if (link === undefined) return { ok: false, reason: 'expired' };
    if (link.usedBy !== undefined) {
      const { usedBy } = link;
      this.#ended.set(usedBy, clock.now() + SESSION_MS);
      onEnd(session => session.id === usedBy, 'used-twice');
      return { ok: false, reason: 'used-twice' };
    }
    if (link.expiresAt <= clock.now()) return { ok: false, reason: 'expired' };
    const id = base64url(this.#options.random(18));
    link.usedBy = id;
    return { ok: true, ...(await this.#begin({ id, principal: link.principal, expiresAt: clock.now() + SESSION_MS })) };
  }

  /** A session for somebody for whom another party vouches. */
  async admit(principal: string, more: Pick<Session, 'name' | 'sid'> = {}): Promise<SignedIn> {
    const { clock, random } = this.#options;
    return this.#begin({ id: base64url(random(18)), principal, expiresAt: clock.now() + SESSION_MS, ...more });
  }

  /** The session of a request that shows both halves; undefined for anything else, on one path. */
  async read(cookie: string | undefined, pageToken: string | null): Promise<Session | undefined> {
    const [payload = '', mac = ''] = (cookie ?? '').split('.');
    const genuine = same(mac, await this.#mac('cookie', payload));
    const both = same(pageToken ?? '', await this.#mac('page', payload)) && genuine;
    const session = both ? parseSession(payload) : undefined;
    if (session === undefined || session.expiresAt <= this.#options.clock.now() || this.#ended.has(session.id)) return undefined;
    return this.#cutOffs.some(({ group, at }) => session.expiresAt - SESSION_MS <= at && belongs(session, group)) ? undefined : session;
  }

  end(session: Session): void {
    this.#ended.set(session.id, session.expiresAt);
    this.#options.onEnd(({ id }) => id === session.id, 'signed-out');
  }

  /** Ends every session of the group that has begun by now. */
  endAll(group: SessionGroup): void {
    this.#sweep();
    this.#cutOffs.push({ group, at: this.#options.clock.now() });
    this.#options.onEnd(session => belongs(session, group), 'signed-out');
  }

  async #begin(session: Session): Promise<SignedIn> {
    const payload = base64url(new TextEncoder().encode(JSON.stringify(session)));
    return { session, cookie: `${payload}.${await this.#mac('cookie', payload)}`, pageToken: await this.#mac('page', payload) };
  }

  async #mac(label: string, payload: string): Promise<string> {
    this.#key ??= crypto.subtle.importKey('raw', this.#options.secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const text = new TextEncoder().encode(`midcall-inbox/${label}/${payload}`);
    return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', await this.#key, text)));
  }

  #sweep(): void {
    const now = this.#options.clock.now();
    for (const [key, link] of this.#links) if (link.expiresAt + LINK_MEMORY_MS < now) this.#links.delete(key);
    for (const [id, until] of this.#ended) if (until < now) this.#ended.delete(id);
    this.#cutOffs = this.#cutOffs.filter(({ at }) => at + SESSION_MS >= now);
  }
}

/** A group that names nothing has nobody in it. */
function belongs(session: Session, { principal, sid }: SessionGroup): boolean {
  if (principal === undefined && sid === undefined) return false;
  return (principal === undefined || principal === session.principal) && (sid === undefined || sid === session.sid);
}

async function digest(token: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

function parseSession(payload: string): Session | undefined {
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Session;
  } catch {
    return undefined;
  }
}

/** Takes as long for the first wrong character as for the last. */
function same(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= (a.charCodeAt(i) || 0) ^ b.charCodeAt(i);
  return difference === 0;
}
