/**
 * The door of a gateway that serves several people: who calls is who their access token was issued to, and a caller
 * without one is told where to get one (RFC 6750, RFC 9728, both by the SDK's helpers).
 *
 * Invariants:
 *  1. A token is for one server: its audience is the address that was called, unless the operator names others.
 *  2. The token is verified on every request and passed on to nobody (E-Q-06).
 *  3. An issuer that does not answer lets nobody in, and turns nobody's token bad: the caller may try again.
 */
import { type Clock, systemClock } from '@midcall/store';
import type { FetchLike } from '@modelcontextprotocol/client';
import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  type OAuthMetadata,
  oauthMetadataResponse,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
import type { Authenticate } from '../http/http-face.js';
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from './algorithms.js';
import { isUntapped } from './is-untapped.js';
import { issuerKeys } from './issuer-keys.js';
import { verifyToken } from './token-verifier.js';

export interface TokenGateOptions {
  /** As the issuer writes itself into tokens, to the letter; https, or http on loopback. */
  readonly issuer: string;
  /** Where this gateway is reached from outside, without a path: what is behind it is `<publicUrl>/NAME/mcp`. */
  readonly publicUrl: () => URL;
  /** What tokens must be issued for; default the address of the server that is called. */
  readonly audience?: readonly string[];
  /** Where the issuer's keys are; default by discovery. */
  readonly jwks?: URL;
  /** Scopes that every token must have; default none. */
  readonly scopes?: readonly string[];
  /** Default all of `TOKEN_ALGORITHMS`. */
  readonly algorithms?: readonly TokenAlgorithm[];
  /** How far clocks may differ; default 30 s, at most 300. */
  readonly clockSkewS?: number;
  /** Names the resource in its metadata; default none. */
  readonly resourceName?: string;
  readonly fetch?: FetchLike;
  readonly clock?: Clock;
  /** See `IssuerKeysOptions`. */
  readonly cooldownMs?: number;
  readonly cacheMs?: number;
}

export interface TokenGate {
  readonly authenticate: Authenticate;
  /** Answers the well-known addresses; undefined for every other. Needs no token. */
  metadata(request: Request): Promise<Response | undefined>;
  /** Whether the issuer can be asked now; for a word to the operator at the start. */
  issuerAnswers(): Promise<boolean>;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** @throws TypeError for an issuer or an address in clear text, RangeError for an algorithm or a skew that is not allowed. */
export function tokenGate(options: TokenGateOptions): TokenGate {
  const { issuer, publicUrl } = options;
  if (!URL.canParse(issuer) || !isUntapped(new URL(issuer))) throw new TypeError('The issuer is an https address, or one on this machine');
  if (options.jwks !== undefined && !isUntapped(options.jwks)) throw new TypeError('Keys come over https, or from this machine');
  const algorithms = options.algorithms ?? TOKEN_ALGORITHMS;
  if (algorithms.length === 0 || !algorithms.every(one => TOKEN_ALGORITHMS.includes(one)))
    throw new RangeError(`Algorithms are some of ${TOKEN_ALGORITHMS.join(', ')}`);
  const clockSkewS = options.clockSkewS ?? 30;
  if (!(clockSkewS >= 0 && clockSkewS <= 300)) throw new RangeError('Clocks may differ by 0 to 300 seconds');
  const keys = issuerKeys({ ...options, clock: options.clock ?? systemClock });
  const scopes = [...(options.scopes ?? [])];

  const resourceOf = (request: Request): URL => new URL(new URL(request.url).pathname.replace(/\/$/, ''), publicUrl());

  return {
    async authenticate(request) {
      const resource = resourceOf(request);
      const audience = options.audience ?? [resource.href, `${resource.href}/`];
      const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(resource);
      let principal = '';
      const verifier = {
        async verifyAccessToken(token: string) {
          const verified = await verifyToken(token, audience, { issuer, keys, algorithms, clockSkewS });
          principal = verified.principal;
          return verified.info;
        },
      };
      try {
        await verifyBearerToken(request.headers.get('authorization'), { verifier, requiredScopes: scopes });
        return { principal };
      } catch (error) {
        return bearerAuthChallengeResponse(error, { requiredScopes: scopes, resourceMetadataUrl });
      }
    },
    async metadata(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== '/.well-known/oauth-authorization-server' && !pathname.startsWith(`${WELL_KNOWN}/`)) return undefined;
      const own = pathname.startsWith(`${WELL_KNOWN}/`);
      const found = own ? { issuer } : await keys.metadata();
      if (found === undefined) return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
      return oauthMetadataResponse(request, {
        // Of this only the issuer is read for a resource's own document; the issuer's is passed on whole.
        oauthMetadata: found as OAuthMetadata,
        resourceServerUrl: new URL(own ? pathname.slice(WELL_KNOWN.length) : '/', publicUrl()),
        ...(scopes.length > 0 && { scopesSupported: scopes }),
        ...(options.resourceName !== undefined && { resourceName: options.resourceName }),
      });
    },
    issuerAnswers: async () => (await keys.metadata()) !== undefined,
  };
}
