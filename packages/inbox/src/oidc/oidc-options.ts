/** How people of a team sign in: by their own identity provider. */
import { isLoopback } from '@midcall/core/inspect';

export interface OidcOptions {
  /** Exactly as the provider spells it. https; http only on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which PKCE protects. */
  readonly clientSecret?: string;
  /** How the secret is shown to the provider. Default `basic`. */
  readonly clientAuthentication?: 'basic' | 'post';
  /** Default `openid profile`; `openid` is always in it. */
  readonly scope?: string;
  /** Whether a person may come in. Default: everybody whom the provider signs in. */
  readonly admit?: (claims: OidcClaims) => boolean | Promise<boolean>;
  /** How the provider is reached. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** What the provider says of a person, from an ID token whose signature, issuer, audience, nonce and time were checked. */
export interface OidcClaims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** @throws TypeError for options with which nobody could sign in safely */
export function checkOidcOptions(options: OidcOptions): void {
  const issuer = URL.canParse(options.issuer) ? new URL(options.issuer) : undefined;
  if (issuer === undefined || issuer.search !== '' || issuer.hash !== '' || issuer.username !== '')
    throw new TypeError('oidc.issuer must be an https address without query or fragment.');
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && isLoopback(issuer.hostname)))
    throw new TypeError('oidc.issuer must be https; http is taken on this machine only.');
  if (options.clientId === '') throw new TypeError('oidc.clientId must not be empty.');
}
