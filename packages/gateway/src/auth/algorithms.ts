/** The signature algorithms that access tokens may have: asymmetric ones only, all allowed by default. */
export const TOKEN_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const;

export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];
