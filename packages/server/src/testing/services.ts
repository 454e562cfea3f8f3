/** Services of a rehearsal: the real ones, over the rehearsal's store and clock, with one key for the whole process. */
import { fingerprint } from '@midcall/core';
import type { Clock, Store } from '@midcall/store';
import type { GateServices } from '../gate/gate-services.js';
import { createServices } from '../midcall.js';
import { nextTurn } from '../platform/next-turn.js';
import { randomId } from '../platform/random-id.js';
import { type CryptoPort, newKey, webCrypto } from '../state/index.js';

/** Digests at once, so that what the handler starts together stands together whatever else the machine does. */
const crypto: CryptoPort = { ...webCrypto, digest: text => fingerprint(text) };

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
