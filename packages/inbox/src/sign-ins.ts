/**
 * Who is signed in (D32).
 *
 * 1. A login link works once, for 60 seconds. Used a second time, both the first sign-in and the second attempt end.
 * 2. A session is two things that must be shown together: a cookie that scripts cannot read, and a page token that is kept in
 *    the tab and sent as a header. Cookies ignore ports, so that one alone could be taken by a neighbour on this machine.
 * 3. Nothing secret is kept: the cookie is sealed with the inbox's secret, the page token is derived from the cookie, links are
 *    remembered by their digest.
 * 4. Inboxes of one secret on the same records are one to the browser: a link that one of them made is used once at all of
 *    them, and a session that one of them ended is over at each.
 */
import { base64url, type InboxClock, type RandomBytes } from './ports.js';
import { ownRecords, type SignInRecords } from './sign-in-records.js';

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
  /** Default: of this process. */
  readonly records?: SignInRecords | undefined;
  /** A session has ended before its time: close what it holds open. */
  readonly onEnd: (fits: (session: Session) => boolean, reason: EndReason) => void;
}

export type EndReason = 'used-twice' | 'signed-out';

interface Link {
  readonly principal: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The session that was begun with it. */
  readonly usedBy?: string;
}

/** Sessions of the group that were begun up to then are over. */
interface CutOff {
  readonly group: SessionGroup;
  readonly at: number;
}

const LINKS = 'inbox/link/';
const ENDED = 'inbox/ended/';
const CUT_OFFS = 'inbox/cut-off/';

export class SignIns {
  readonly #options: SignInsOptions;
  readonly #records: SignInRecords;
  readonly #stopWatch: () => void;
  /** Other inboxes of this secret end sessions too. */
  readonly #ready: Promise<void>;
  readonly #cutOffs = new Map<string, CutOff>();
  #key: Promise<CryptoKey> | undefined;

  constructor(options: SignInsOptions) {
    this.#options = options;
    this.#records = options.records ?? ownRecords(options.clock);
    const stops = [
      this.#records.watch(ENDED, key => void this.#heardEnd(key).catch(() => {}), { idle: true }),
      this.#records.watch(CUT_OFFS, () => void this.#readCutOffs().catch(() => {}), { idle: true }),
    ];
    this.#stopWatch = () => {
      for (const stop of stops) stop();
    };
    this.#ready = this.#readCutOffs();
    this.#ready.catch(() => {}); // whoever reads a session hears of it
  }

  /** A one-time token for this principal. */
  async newLink(principal: string): Promise<string> {
    const token = base64url(this.#options.random(32));
    const expiresAt = this.#options.clock.now() + LINK_MS;
    const key = LINKS + (await digest(token));
    await this.#records.put(key, await this.#sealed(key, { principal, expiresAt }), { expiresAt: expiresAt + LINK_MEMORY_MS });
    return token;
  }

  async use(token: string): Promise<SignInOutcome> {
    const { clock, random } = this.#options;
    const key = LINKS + (await digest(token));
    // Whoever loses the race for it finds it used.
    for (;;) {
      const found = await this.#records.get(key);
      const link = found === undefined ? undefined : await this.#opened<Link>(key, found.value);
      if (found === undefined || link === undefined) return { ok: false, reason: 'expired' };
      if (link.usedBy !== undefined) {
        await this.#end(link.usedBy, clock.now() + SESSION_MS, 'used-twice');
        return { ok: false, reason: 'used-twice' };
      }
      if (link.expiresAt <= clock.now()) return { ok: false, reason: 'expired' };
      const id = base64url(random(18));
      if (await this.#records.compareAndSet(key, found.version, await this.#sealed(key, { ...link, usedBy: id })))
        return { ok: true, ...(await this.#begin({ id, principal: link.principal, expiresAt: clock.now() + SESSION_MS })) };
    }
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
    if (session === undefined || session.expiresAt <= this.#options.clock.now()) return undefined;
    await this.#ready;
    if ((await this.#records.get(ENDED + session.id)) !== undefined) return undefined;
    const cut = [...this.#cutOffs.values()].some(({ group, at }) => session.expiresAt - SESSION_MS <= at && belongs(session, group));
    return cut ? undefined : session;
  }

  end(session: Session): Promise<void> {
    return this.#end(session.id, session.expiresAt, 'signed-out');
  }

  /** Ends every session of the group that has begun by now. */
  async endAll(group: SessionGroup): Promise<void> {
    const { clock, random, onEnd } = this.#options;
    const key = CUT_OFFS + base64url(random(18));
    const cutOff: CutOff = { group, at: clock.now() };
    for (const [old, { at }] of this.#cutOffs) if (at + SESSION_MS < cutOff.at) this.#cutOffs.delete(old);
    this.#cutOffs.set(key, cutOff);
    onEnd(session => belongs(session, group), 'signed-out');
    await this.#records.put(key, await this.#sealed(key, cutOff), { expiresAt: cutOff.at + SESSION_MS });
  }

  /** Hears of nothing any more. */
  close(): void {
    this.#stopWatch();
  }

  async #end(id: string, until: number, reason: EndReason): Promise<void> {
    this.#options.onEnd(session => session.id === id, reason);
    await this.#records.put(ENDED + id, reason, { expiresAt: until });
  }

  /** A session was ended at another inbox: what it holds open here is closed. */
  async #heardEnd(key: string): Promise<void> {
    if (key === ENDED) {
      for (const entry of await this.#records.list(ENDED)) this.#tellEnd(entry.key, entry.value);
      return;
    }
    const found = await this.#records.get(key);
    if (found !== undefined) this.#tellEnd(key, found.value);
  }

  #tellEnd(key: string, reason: string): void {
    const id = key.slice(ENDED.length);
    this.#options.onEnd(session => session.id === id, reason === 'used-twice' ? reason : 'signed-out');
  }

  async #readCutOffs(): Promise<void> {
    for (const { key, value } of await this.#records.list(CUT_OFFS)) {
      const cutOff = this.#cutOffs.has(key) ? undefined : await this.#opened<CutOff>(key, value);
      if (cutOff === undefined) continue;
      this.#cutOffs.set(key, cutOff);
      this.#options.onEnd(session => session.expiresAt - SESSION_MS <= cutOff.at && belongs(session, cutOff.group), 'signed-out');
    }
  }

  /** Whoever can write the records, but has not the secret, makes no login of it. */
  async #sealed(key: string, value: Link | CutOff): Promise<string> {
    const text = JSON.stringify(value);
    return `${await this.#mac(key, text)} ${text}`;
  }

  async #opened<T>(key: string, sealed: string): Promise<T | undefined> {
    const at = sealed.indexOf(' ');
    const text = sealed.slice(at + 1);
    return same(sealed.slice(0, at), await this.#mac(key, text)) ? (JSON.parse(text) as T) : undefined;
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
