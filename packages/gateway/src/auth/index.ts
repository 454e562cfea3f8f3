/** Who calls over the network: bearer tokens of an issuer, through `jose`. */
export type { TokenGate, TokenGateOptions } from './token-gate.js';
export { tokenGate } from './token-gate.js';
export type { TokenAlgorithm } from './token-verifier.js';
export { TOKEN_ALGORITHMS } from './token-verifier.js';
