/**
 * Sealed state, for every runtime. `node-crypto.ts` beside it is imported by the Node entry alone.
 */
export type { Awaitable } from './awaitable.js';
export { after } from './awaitable.js';
export { canonicalJson } from './canonical-json.js';
export type { Cipher, CryptoPort } from './crypto-port.js';
export type { KeyRing } from './key-ring.js';
export { createKeyRing, newKey } from './key-ring.js';
export type { OpenedRow, Sealer, SealerOptions, SealLabel } from './sealer.js';
export { createSealer } from './sealer.js';
export { webCrypto } from './web-crypto.js';
