/**
 * How midcall processes of one user prove to each other that they are: by a key that only this user can read. A reply
 * also proves at which port it was given, so that nobody can stand in between and pass on what another page said.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the holder of the inbox can be asked for; `join` keeps the line open for as long as both live. */
export type ControlDeed = 'state' | 'link' | 'file' | 'join';

/** One request. */
export interface ControlAsk {
  readonly deed: ControlDeed;
  /** Never used twice. */
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** With `join`: the servers whose questions the joining process brings. */
  readonly names: readonly string[];
}

/** One reply. `link` and `file` are there where they were asked for. */
export interface ControlState {
  /** Questions that wait for an answer, by server. */
  readonly waiting: readonly WaitingAt[];
  /** Servers whose questions come to this inbox, of all processes on it. */
  readonly servers: readonly string[];
  /** A link that signs in once, for a minute. */
  readonly link?: string;
  /** A private file that signs in the browser it is opened in. */
  readonly file?: string;
}

/** How many questions of one server wait. */
export interface WaitingAt {
  readonly server: string;
  readonly count: number;
}

/** Where the holder takes requests. */
export const CONTROL_PATH = '/control';

/** The key for these proofs, made of the desk's. */
export function controlKey(deskKey: string): string {
  return createHmac('sha256', Buffer.from(deskKey, 'base64url')).update('midcall inbox control v1').digest('base64url');
}

/** The proof of whoever asks. */
export function proofOfAsk(key: string, { deed, nonce, at, names }: ControlAsk): string {
  return mac(key, ['midcall-control-ask', deed, nonce, at, ...names]);
}

/** The proof of the holder, over its port, its reply, and the nonce it replies to. */
export function proofOfReply(
  key: string,
  { nonce, port, body }: { readonly nonce: string; readonly port: number; readonly body: string },
): string {
  return mac(key, ['midcall-control-reply', nonce, port, body]);
}

/** Takes as long for the first wrong character as for the last. */
export function sameProof(given: unknown, wanted: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function mac(key: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(JSON.stringify(parts)).digest('base64url');
}
