/** Services of a rehearsal: the real ones, over the rehearsal's store and clock, with one key for the whole process. */
import { fingerprint } from '@midcall/core';
import type { Clock, Store } from '@midcall/store';
import type { GateServices } from '../gate/gate-services.js';
import { createServices } from '../midcall.js';
import { nextTurn } from '../platform/next-turn.js';
import { randomId } from '../platform/random-id.js';
import { type CryptoPort, newKey, webCrypto } from '../state/index.js';

const ciphers = new Map<string, ReturnType<CryptoPort['cipher']>>();
let kid: ReturnType<CryptoPort['kid']> | undefined;

/**
 * Digests at once, so that what the handler starts together stands together whatever else the machine does; derives from
 * the one key once, which is what would take the time.
 */
const crypto: CryptoPort = {
  digest: text => fingerprint(text),
  kid(key) {
    kid ??= webCrypto.kid(key);
    return kid;
  },
  cipher(key, label) {
    let cipher = ciphers.get(label);
    if (cipher === undefined) {
      cipher = webCrypto.cipher(key, label);
      ciphers.set(label, cipher);
    }
    return cipher;
  },
};

/** Nobody opens them: the script says what happened there. */
const PAGES = 'http://127.0.0.1/rehearsal';

let keys: string | undefined;

export function rehearsalServices(store: Store, clock: Clock, onError: (error: unknown) => void): GateServices {
  // What one rehearsal stored, the next can open.
  keys ??= newKey();
  return createServices(
    { keys, store, clock, onError, pages: { url: PAGES, identify: () => undefined } },
    { crypto, turn: nextTurn, randomId },
  );
}
