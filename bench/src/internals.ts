/** The one place that reaches past the published entries: what is measured here alone and is no API of `@midcall/server`. */
export { createKeyRing, createSealer, newKey } from '../../packages/server/dist/state/index.js';
export { nodeCrypto } from '../../packages/server/dist/state/node-crypto.js';
