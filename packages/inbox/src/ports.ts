/** The effects the inbox needs, as ports. */

/** Time; `@midcall/store`'s `Clock` fits. */
export interface InboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fn` once after `ms`; returns the way to stop it. */
  setTimeout(fn: () => void, ms: number, options?: { readonly background?: boolean }): () => void;
}

/** Cryptographic randomness. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

export const systemRandom: RandomBytes = length => crypto.getRandomValues(new Uint8Array(length));

export const systemInboxClock: InboxClock = {
  now: Date.now,
  setTimeout(fn, ms, options) {
    const handle = setTimeout(fn, ms);
    if (options?.background === true) handle.unref?.();
    return () => clearTimeout(handle);
  },
};

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
