/**
 * Access tokens that are JSON Web Tokens (RFC 9068), verified through `jose`: signature, issuer, audience, time, subject.
 *
 * Invariants:
 *  1. Asymmetric algorithms only, from a fixed list: `none` and HMAC over a public key do not exist here.
 *  2. Who it is comes from issuer and subject (D21). A token without a subject is nobody's, whatever client it names.
 *  3. A token bound to a key (`cnf`) is no bearer token: shown without its proof it is refused.
 *  4. What is said of a token that fails is one of three sentences; nothing of the token is in it (N9).
 */
import { principalOf } from '@midcall/core';
import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { TokenAlgorithm } from './algorithms.js';
import { type IssuerKeys, IssuerSilentError } from './issuer-keys.js';

export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly keys: IssuerKeys;
  readonly algorithms: readonly TokenAlgorithm[];
  /** How far clocks may differ, in seconds. */
  readonly clockSkewS: number;
}

export interface VerifiedToken {
  readonly principal: string;
  readonly info: AuthInfo;
}

// Longer than any real one; what is longer is not decoded at all.
const LONGEST = 16 * 1024;

/** @throws OAuthError `invalid_token`, or `server_error` where the issuer cannot be asked. */
export async function verifyToken(token: string, audience: readonly string[], options: TokenVerifierOptions): Promise<VerifiedToken> {
  if (token.length > LONGEST) throw refused('The access token is not valid here');
  const claims = await read(token, audience, options);
  const { iss, sub, exp } = claims;
  if (claims.cnf !== undefined) throw refused('The access token is bound to a key and cannot be used as a bearer token');
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || exp === undefined)
    throw refused('The access token is not valid here');
  return {
    principal: principalOf({ iss, sub }),
    // The skew belongs to the end, too: the SDK looks at it once more, to the second.
    info: {
      token,
      clientId: textOr(claims.client_id ?? claims.azp),
      scopes: scopesOf(claims),
      expiresAt: exp + options.clockSkewS,
      extra: { iss, sub },
    },
  };
}

async function read(token: string, audience: readonly string[], options: TokenVerifierOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, options.keys.find, {
      issuer: options.issuer,
      audience: [...audience],
      algorithms: [...options.algorithms],
      clockTolerance: options.clockSkewS,
      requiredClaims: ['sub', 'exp', 'iss', 'aud'],
    });
    return payload;
  } catch (error) {
    if (error instanceof IssuerSilentError || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
      throw new OAuthError(OAuthErrorCode.ServerError, 'Tokens cannot be verified now: their issuer does not answer');
    throw refused(error instanceof errors.JWTExpired ? 'The access token has expired' : 'The access token is not valid here');
  }
}

function refused(why: string): OAuthError {
  return new OAuthError(OAuthErrorCode.InvalidToken, why);
}

/** `scope` is one text (RFC 9068); some issuers write `scp`, as a text or a list. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const given = scope ?? scp;
  if (typeof given === 'string') return given.split(' ').filter(one => one !== '');
  return Array.isArray(given) ? given.filter(one => typeof one === 'string') : [];
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
