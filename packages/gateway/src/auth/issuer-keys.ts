/**
 * The keys an issuer signs with, and what it says of itself: found by discovery, or at an address the operator names.
 *
 * Invariants:
 *  1. Discovery counts only if the document names the very issuer that was asked for (RFC 8414 §3.3).
 *  2. Keys are fetched over https, or from loopback; redirects are not followed.
 *  3. Whoever sends tokens with invented key ids cannot make us ask the issuer more than once in a cooldown, and an issuer
 *     that does not answer is left alone for a moment.
 */
import type { Clock } from '@midcall/store';
import { type AuthorizationServerMetadata, discoverAuthorizationServerMetadata, type FetchLike } from '@modelcontextprotocol/client';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { isUntapped } from './is-untapped.js';

export interface IssuerKeysOptions {
  /** As the issuer writes itself into tokens, to the letter. */
  readonly issuer: string;
  /** Where the keys are; absent: where the issuer's discovery document says. */
  readonly jwks?: URL;
  readonly clock: Clock;
  readonly fetch?: FetchLike;
  /** An unknown key id has the keys fetched again at most once in this time; default 30,000 ms. */
  readonly cooldownMs?: number;
  /** Keys older than this are fetched again; default 600,000 ms. */
  readonly cacheMs?: number;
}

export interface IssuerKeys {
  /** Finds the key of a token. @throws IssuerSilentError where the issuer cannot be asked. */
  readonly find: JWTVerifyGetKey;
  /** The issuer's own metadata; undefined where it cannot be had now. */
  metadata(): Promise<AuthorizationServerMetadata | undefined>;
}

/** The issuer could not be asked: nothing is known about the token, good or bad. */
export class IssuerSilentError extends Error {
  override readonly name = 'IssuerSilentError';
}

const REST_MS = 2_000;
const WAIT_MS = 5_000;

export function issuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { issuer, clock } = options;
  const ask: FetchLike = (url, init) => (options.fetch ?? fetch)(url, { signal: AbortSignal.timeout(WAIT_MS), ...init });
  let known: Promise<AuthorizationServerMetadata> | undefined;
  let keys: JWTVerifyGetKey | undefined;
  let restUntil = Number.NEGATIVE_INFINITY;

  const discover = (): Promise<AuthorizationServerMetadata> => {
    if (known !== undefined) return known;
    if (clock.now() < restUntil) return Promise.reject(new IssuerSilentError('The issuer did not answer a moment ago'));
    const asked = discoverAuthorizationServerMetadata(issuer, { fetchFn: ask }).then(
      found => {
        // A document about somebody else would bring somebody else's keys.
        if (found?.issuer !== issuer) throw new IssuerSilentError('There is no discovery document of this issuer');
        return found;
      },
      (cause: unknown) => {
        throw new IssuerSilentError('The issuer did not answer', { cause });
      },
    );
    known = asked;
    asked.catch(() => {
      known = undefined;
      restUntil = clock.now() + REST_MS;
    });
    return asked;
  };

  const keySet = (at: URL): JWTVerifyGetKey => {
    if (!isUntapped(at)) throw new IssuerSilentError('The keys are neither on https nor on this machine');
    let failedUntil = Number.NEGATIVE_INFINITY;
    return createRemoteJWKSet(at, {
      timeoutDuration: WAIT_MS,
      cooldownDuration: options.cooldownMs ?? 30_000,
      cacheMaxAge: options.cacheMs ?? 600_000,
      [customFetch]: async (url, init) => {
        if (clock.now() < failedUntil) throw new IssuerSilentError('The keys could not be fetched a moment ago');
        try {
          const response = await (options.fetch ?? fetch)(url, init);
          if (response.status === 200) return response;
          throw new IssuerSilentError(`The keys were answered with status ${response.status}`);
        } catch (cause) {
          failedUntil = clock.now() + REST_MS;
          throw cause instanceof IssuerSilentError ? cause : new IssuerSilentError('The keys could not be fetched', { cause });
        }
      },
    });
  };

  return {
    async find(header, token) {
      if (keys === undefined) {
        const at = options.jwks ?? (await discover()).jwks_uri;
        if (typeof at !== 'string' && !(at instanceof URL)) throw new IssuerSilentError('The issuer does not say where its keys are');
        keys ??= keySet(new URL(at));
      }
      return keys(header, token);
    },
    metadata: () => discover().catch(() => undefined),
  };
}
