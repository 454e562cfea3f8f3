/**
 * Seals JSON into `mc1.<kid>.<base64url>` and opens it again (N6).
 *
 * Invariants:
 *  1. Codec version and kid are authenticated together with the caller's AAD.
 *  2. `open` is for what comes from outside. Whatever is wrong (form, length, kid, tag, AAD) ends in one identical
 *     `STATE_INVALID` on one path: an unknown kid is tried with the first key and fails like a bad tag.
 *  3. `openRow` is for what this server itself stored: a lost key is a typed error that names the kid (D8).
 *  4. Length is capped before anything is decoded (D7).
 */
import type { Json } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { Awaitable } from './awaitable.js';
import { after } from './awaitable.js';
import type { Cipher, CryptoPort } from './crypto-port.js';
import type { KeyRing } from './key-ring.js';
import { keysOf } from './key-ring.js';

/** What a token is for; each label has keys of its own, so no token of one opens as another (D8). */
export type SealLabel = 'state' | 'page' | 'desk' | 'audit';

export interface SealerOptions {
  readonly ring: KeyRing;
  readonly label: SealLabel;
  readonly crypto: CryptoPort;
  /** Longest token in characters that is made or opened. Default 65,536 (D7). */
  readonly maxLength?: number;
}

export interface Sealer {
  /** @throws MidcallError `STATE_TOO_LARGE` if the token would be longer than `maxLength`. */
  seal(payload: Json, aad: string): Awaitable<string>;
  /** The same for what the caller has already written as JSON text, and may have measured. */
  sealText(json: string, aad: string): Awaitable<string>;
  /** @throws MidcallError `STATE_INVALID`, always the same, unless this ring sealed exactly this token under exactly this AAD. */
  open(token: string, aad: string): Awaitable<Json>;
  /**
   * Opens what the server itself stored. @throws MidcallError `KEY_UNKNOWN` naming the kid if the ring has lost the key;
   * `STATE_INVALID` for everything else.
   */
  openRow(token: string, aad: string): Awaitable<OpenedRow>;
}

export interface OpenedRow {
  readonly payload: Json;
  /** True if a key that no longer seals had sealed it: seal it again while the old key is still in the ring (D8). */
  readonly rotated: boolean;
}

/** Longest token that is accepted from outside, in characters (D7). */
export const MAX_TOKEN = 65_536;

export function createSealer(options: SealerOptions): Sealer {
  const { label, crypto: port, maxLength = MAX_TOKEN } = options;
  const keys = keysOf(options.ring);
  let ready: Loaded | Promise<Loaded> | undefined;
  const loaded = (): Awaitable<Loaded> => {
    ready ??= after(load(keys, label, port), value => {
      ready = value;
      return value;
    });
    return ready;
  };

  const sealText = (json: string, aad: string): Awaitable<string> =>
    after(loaded(), ({ first }) =>
      after(first.cipher.seal(json, first.prefix + aad), body => {
        const token = first.prefix + body;
        if (token.length > maxLength) throw tooLarge(maxLength);
        return token;
      }),
    );

  return {
    seal: (payload, aad) => sealText(JSON.stringify(payload), aad),
    sealText,
    open: (token, aad) =>
      after(loaded(), ({ first, byKid }) => {
        const parts = split(token, maxLength);
        if (parts === undefined) throw invalid();
        const key = byKid.get(parts.kid) ?? first;
        return after(key.cipher.open(parts.body, parts.prefix + aad), parsed);
      }),
    openRow: (token, aad) =>
      after(loaded(), ({ first, byKid }) => {
        const parts = split(token, maxLength);
        if (parts === undefined) throw invalid();
        const key = byKid.get(parts.kid);
        if (key === undefined) throw unknownKey(parts.kid);
        return after(key.cipher.open(parts.body, key.prefix + aad), text => ({ payload: parsed(text), rotated: key !== first }));
      }),
  };
}

interface SealingKey {
  /** `mc1.<kid>.`: in front of the token, and in front of the AAD. */
  readonly prefix: string;
  readonly cipher: Cipher;
}

interface NamedKey {
  readonly kid: string;
  readonly key: SealingKey;
}

interface Loaded {
  readonly first: SealingKey;
  readonly byKid: ReadonlyMap<string, SealingKey>;
}

const VERSION = 'mc1.';
const KID_LENGTH = 8;
const PREFIX_LENGTH = VERSION.length + KID_LENGTH + 1;

function load(keys: readonly Uint8Array[], label: SealLabel, port: CryptoPort): Awaitable<Loaded> {
  const each = keys.map(key =>
    after(port.kid(key), kid => after(port.cipher(key, label), cipher => ({ kid, key: { prefix: `${VERSION}${kid}.`, cipher } }))),
  );
  const gather = (entries: readonly NamedKey[]): Loaded => {
    const first = entries[0];
    if (first === undefined) throw new TypeError('a key ring holds at least one key');
    // Backwards, so that of two equal keys the first one counts.
    return { first: first.key, byKid: new Map(entries.toReversed().map(entry => [entry.kid, entry.key])) };
  };
  const now = each.filter((entry): entry is NamedKey => !(entry instanceof Promise));
  return now.length === each.length ? gather(now) : Promise.all(each).then(gather);
}

function split(token: string, maxLength: number): { readonly kid: string; readonly prefix: string; readonly body: string } | undefined {
  if (typeof token !== 'string' || token.length > maxLength || token.length <= PREFIX_LENGTH) return undefined;
  if (!token.startsWith(VERSION) || token[PREFIX_LENGTH - 1] !== '.') return undefined;
  const prefix = token.slice(0, PREFIX_LENGTH);
  return { kid: prefix.slice(VERSION.length, -1), prefix, body: token.slice(PREFIX_LENGTH) };
}

function parsed(text: string | undefined): Json {
  if (text === undefined) throw invalid();
  return JSON.parse(text) as Json;
}

function invalid(): MidcallError {
  return new MidcallError('STATE_INVALID', 'The state is not valid.', { hint: 'Start the call again.' });
}

function unknownKey(kid: string): MidcallError {
  return new MidcallError('KEY_UNKNOWN', `A stored row was sealed with key ${kid}, which is not in the key ring.`, {
    hint: 'Put that key back behind the newest one.',
    data: { kid },
  });
}

function tooLarge(maxLength: number): MidcallError {
  return new MidcallError('STATE_TOO_LARGE', `The sealed state would be longer than ${maxLength} characters.`, {
    hint: 'Keep less in the flow, or give the server a store to spill to.',
    data: { maxLength },
  });
}
