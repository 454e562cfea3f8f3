/** Who calls over the network: bearer tokens of an issuer, through `jose`. */

export type { TokenAlgorithm } from './algorithms.js';
export { TOKEN_ALGORITHMS } from './algorithms.js';
export type { TokenGate, TokenGateOptions } from './token-gate.js';
export { tokenGate } from './token-gate.js';
