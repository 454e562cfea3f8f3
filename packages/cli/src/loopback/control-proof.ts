/** How `midcall inbox` and a desk page prove to each other that they are the same user's: by a key that only this user can read. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a desk page can be asked for. */
export type ControlDeed = 'state' | 'link' | 'file';

/** One request. */
export interface ControlAsk {
  /** Handle of the row whose key is used. */
  readonly id: string;
  readonly deed: ControlDeed;
  /** Never used twice. */
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** One reply. `link` and `file` are there where they were asked for. */
export interface ControlState {
  /** Questions that wait for an answer. */
  readonly waiting: number;
  /** A link that signs in once, for a minute. */
  readonly link?: string;
  /** A private file that signs in the browser it is opened in. */
  readonly file?: string;
}

/** Where a desk page takes requests. */
export const CONTROL_PATH = '/control';

/** The proof of whoever asks. */
export function proofOfAsk(key: string, { id, deed, nonce, at }: ControlAsk): string {
  return mac(key, ['midcall-control-ask', id, deed, nonce, at]);
}

/** The proof of the page, over its reply and the nonce it replies to. */
export function proofOfReply(key: string, nonce: string, body: string): string {
  return mac(key, ['midcall-control-reply', nonce, body]);
}

/** Takes as long for the first wrong character as for the last. */
export function sameProof(given: unknown, wanted: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function mac(key: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(JSON.stringify(parts)).digest('base64url');
}
