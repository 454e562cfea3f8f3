/**
 * Signing in by an identity provider: authorization code with PKCE, state and nonce (D21, D32).
 *
 * 1. A sign-in ends in the tab that began it. The secrets of it are in a sealed cookie of that browser, and what binds it to
 *    the tab is in its session storage: a link to our callback, a cookie set by a neighbour, or both, sign nobody in as somebody else.
 * 2. Looking at the callback uses nothing up; its page posts what came, once.
 * 3. The principal is `{iss, sub}` of an ID token whose signature was checked, and nothing else that the provider says.
 * 4. What the provider sends, and the codes and tokens, reach no error and no page (N9).
 */
import { isLoopback } from '@midcall/core/inspect';
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { base64url, type InboxClock, type RandomBytes } from '../ports.js';
import { checkOidcOptions, type OidcClaims, type OidcOptions } from './oidc-options.js';
import { FlowSeal } from './sealed-flow.js';

/** How long a person may take at the provider. */
export const FLOW_MS = 10 * 60_000;
const LONGEST_REQUEST_MS = 10_000;
const LOGOUT_AGE_S = 120;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Asymmetric only: nothing that a client secret or no key at all could sign. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512'];

/** `refused`: by the person or the provider. `not-admitted`: known, and not let in. `failed`: anything that does not fit. */
export type OidcFailure = 'refused' | 'not-admitted' | 'failed' | 'unreachable';

export type OidcOutcome =
  | { readonly ok: true; readonly claims: OidcClaims; readonly sid: string | undefined }
  | { readonly ok: false; readonly reason: OidcFailure };

export interface OidcPorts {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly clock: InboxClock;
  readonly random: RandomBytes;
  /** Where the provider sends the browser back to, as registered there. */
  readonly redirect: () => string;
}

/** Whom a provider signed out: one of its sessions, or a person everywhere. */
export interface SignedOut {
  readonly iss: string;
  readonly sub?: string;
  readonly sid?: string;
}

type Library = typeof import('oauth4webapi');

export class OidcLogin {
  readonly #options: OidcOptions;
  readonly #ports: OidcPorts;
  readonly #seal: FlowSeal;
  readonly #spent = new Map<string, number>();
  #provider: Promise<AuthorizationServer> | undefined;

  /** @throws TypeError for options with which nobody could sign in safely */
  constructor(options: OidcOptions, ports: OidcPorts) {
    checkOidcOptions(options);
    this.#options = options;
    this.#ports = ports;
    this.#seal = new FlowSeal(ports.secret, ports.random);
  }

  /**
   * @param tab SHA-256, base64url, of what the tab keeps for itself
   * @returns where to send the browser and what it has to keep; undefined where the provider cannot be reached
   */
  async begin(tab: string): Promise<{ readonly location: string; readonly flow: string } | undefined> {
    const lib = await library();
    const provider = await this.#metadata(lib).catch(() => undefined);
    if (provider?.authorization_endpoint === undefined) return undefined;
    const verifier = lib.generateRandomCodeVerifier();
    const state = lib.generateRandomState();
    const nonce = lib.generateRandomNonce();
    const url = new URL(provider.authorization_endpoint);
    const parameters = {
      client_id: this.#options.clientId,
      redirect_uri: this.#ports.redirect(),
      response_type: 'code',
      scope: [...new Set(['openid', ...(this.#options.scope ?? 'profile').split(' ')])].join(' '),
      state,
      nonce,
      code_challenge: await lib.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { location: url.href, flow: await this.#seal.close({ state, nonce, verifier, tab, begunAt: this.#ports.clock.now() }) };
  }

  /**
   * @param query what came to the callback, without its question mark
   * @param sealed what the browser kept
   * @param tab what the tab kept for itself
   */
  async finish(query: string, sealed: string, tab: string): Promise<OidcOutcome> {
    const now = this.#ports.clock.now();
    const flow = await this.#seal.open(sealed);
    if (flow === undefined || flow.begunAt + FLOW_MS < now || flow.tab !== (await digest(tab)) || !this.#spend(flow.state, now))
      return FAILED;
    const lib = await library();
    try {
      const provider = await this.#metadata(lib);
      const parameters = lib.validateAuthResponse(provider, this.#client, new URLSearchParams(query), flow.state);
      const response = await lib.authorizationCodeGrantRequest(
        provider,
        this.#client,
        authentication(lib, this.#options),
        parameters,
        this.#ports.redirect(),
        flow.verifier,
        this.#requests(lib),
      );
      const tokens = await lib.processAuthorizationCodeResponse(provider, this.#client, response, {
        expectedNonce: flow.nonce,
        requireIdToken: true,
      });
      await lib.validateApplicationLevelSignature(provider, response, this.#requests(lib));
      const claims = lib.getValidatedIdTokenClaims(tokens);
      if (claims === undefined || claims.sub === '') return FAILED;
      if ((await this.#options.admit?.(claims)) === false) return { ok: false, reason: 'not-admitted' };
      return { ok: true, claims, sid: typeof claims.sid === 'string' ? claims.sid : undefined };
    } catch (error) {
      if (error instanceof lib.AuthorizationResponseError) return { ok: false, reason: 'refused' };
      return error instanceof TypeError ? { ok: false, reason: 'unreachable' } : FAILED;
    }
  }

  /** Whom a logout token of the provider signs out (OpenID Connect Back-Channel Logout 1.0); undefined for any other text. */
  async signedOut(logoutToken: string): Promise<SignedOut | undefined> {
    const [lib, jose] = await Promise.all([library(), import('jose')]);
    try {
      const provider = await this.#metadata(lib);
      if (provider.jwks_uri === undefined) return undefined;
      const fetching = this.#options.fetch;
      const keys = jose.createRemoteJWKSet(new URL(provider.jwks_uri), {
        timeoutDuration: LONGEST_REQUEST_MS,
        ...(fetching !== undefined && { [jose.customFetch]: fetching }),
      });
      const { payload } = await jose.jwtVerify(logoutToken, keys, {
        issuer: provider.issuer,
        audience: this.#options.clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: LOGOUT_AGE_S,
        clockTolerance: 10,
        currentDate: new Date(this.#ports.clock.now()),
      });
      const { events, nonce, sub, sid } = payload;
      // A nonce would make an ID token of it.
      if (nonce !== undefined || typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events)) return undefined;
      if (typeof sub !== 'string' && typeof sid !== 'string') return undefined;
      return { iss: provider.issuer, ...(typeof sub === 'string' && { sub }), ...(typeof sid === 'string' && { sid }) };
    } catch {
      return undefined;
    }
  }

  get #client(): Client {
    return { client_id: this.#options.clientId };
  }

  /** True the first time. */
  #spend(state: string, now: number): boolean {
    for (const [each, until] of this.#spent) if (until < now) this.#spent.delete(each);
    if (this.#spent.has(state)) return false;
    this.#spent.set(state, now + FLOW_MS);
    return true;
  }

  #metadata(lib: Library): Promise<AuthorizationServer> {
    this.#provider ??= discover(lib, this.#options.issuer, this.#requests(lib)).catch((error: unknown) => {
      // A provider that is down for a moment is asked again.
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  #requests(lib: Library) {
    return {
      signal: () => AbortSignal.timeout(LONGEST_REQUEST_MS),
      // Checked at the start: http only on this machine.
      ...(isLoopback(new URL(this.#options.issuer).hostname) && { [lib.allowInsecureRequests]: true }),
      ...(this.#options.fetch !== undefined && {
        [lib.customFetch]: this.#options.fetch as (url: string, options: object) => Promise<Response>,
      }),
    };
  }
}

const FAILED = { ok: false, reason: 'failed' } as const satisfies OidcOutcome;

function library(): Promise<Library> {
  return import('oauth4webapi');
}

async function discover(lib: Library, issuer: string, requests: object): Promise<AuthorizationServer> {
  const at = new URL(issuer);
  return lib.processDiscoveryResponse(at, await lib.discoveryRequest(at, { algorithm: 'oidc', ...requests }));
}

function authentication(lib: Library, { clientSecret, clientAuthentication }: OidcOptions): ClientAuth {
  if (clientSecret === undefined) return lib.None();
  return clientAuthentication === 'post' ? lib.ClientSecretPost(clientSecret) : lib.ClientSecretBasic(clientSecret);
}

async function digest(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
