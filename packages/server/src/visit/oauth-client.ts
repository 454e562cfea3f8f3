/**
 * The client of a third party's authorization server: code with PKCE, and refresh. Everything that is sent and checked on
 * the way is `oauth4webapi`'s, loaded when the first page needs it. What the server answers never gets into an error.
 */
import { type Json, MidcallError } from '@midcall/core';
import { isLoopback } from '@midcall/core/inspect';
import type { AuthorizationServer, Client, ClientAuth, TokenEndpointResponse } from 'oauth4webapi';
import type { OAuthPage } from './page.js';

/** As it is stored; `refresh` never leaves the store. */
export interface OAuthTokens {
  readonly access: string;
  readonly refresh?: string;
  readonly scope?: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface OAuthStart {
  readonly state: string;
  readonly verifier: string;
  readonly nonce?: string;
}

type Library = typeof import('oauth4webapi');

const library = (): Promise<Library> => import('oauth4webapi');

/** @param redirect exactly as registered at the authorization server */
export async function authorizationUrl(page: OAuthPage, redirect: string): Promise<{ readonly url: string; readonly start: OAuthStart }> {
  const lib = await library();
  const as = await metadata(lib, page);
  if (as.authorization_endpoint === undefined) throw failed('no_authorization_endpoint');
  const verifier = lib.generateRandomCodeVerifier();
  const state = lib.generateRandomState();
  const nonce = page.scopes.includes('openid') ? lib.generateRandomNonce() : undefined;
  const url = new URL(as.authorization_endpoint);
  const parameters = {
    ...page.parameters,
    client_id: page.clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: page.scopes.join(' '),
    state,
    code_challenge: await lib.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, start: { state, verifier, ...(nonce !== undefined && { nonce }) } };
}

/** Where the person will sign in, to be shown. */
export async function authorizationHost(page: OAuthPage): Promise<string> {
  const as = await metadata(await library(), page);
  if (as.authorization_endpoint === undefined) throw failed('no_authorization_endpoint');
  return new URL(as.authorization_endpoint).host;
}

/** Exchanges what came to the callback. @throws MidcallError PAGE_FAILED, with the reason in `data` */
export async function exchange(page: OAuthPage, callback: URL, redirect: string, start: OAuthStart, now: number): Promise<OAuthTokens> {
  const lib = await library();
  try {
    const as = await metadata(lib, page);
    const parameters = lib.validateAuthResponse(as, client(page), callback, start.state);
    const response = await lib.authorizationCodeGrantRequest(
      as,
      client(page),
      authentication(lib, page),
      parameters,
      redirect,
      start.verifier,
      options(lib, page),
    );
    const tokens = await lib.processAuthorizationCodeResponse(
      as,
      client(page),
      response,
      start.nonce === undefined ? {} : { expectedNonce: start.nonce },
    );
    return stored(tokens, undefined, now);
  } catch (error) {
    throw failed(reasonOf(error));
  }
}

/** @throws MidcallError PAGE_FAILED; its reason is `invalid_grant` where the person took the access back */
export async function refresh(page: OAuthPage, tokens: OAuthTokens, now: number): Promise<OAuthTokens> {
  const lib = await library();
  try {
    const as = await metadata(lib, page);
    const response = await lib.refreshTokenGrantRequest(
      as,
      client(page),
      authentication(lib, page),
      tokens.refresh as string,
      options(lib, page),
    );
    return stored(await lib.processRefreshTokenResponse(as, client(page), response), tokens, now);
  } catch (error) {
    throw failed(reasonOf(error));
  }
}

/** What the callback says went wrong, if it is one of the codes that the protocol has. */
export function refusalOf(callback: URL): string | undefined {
  const error = callback.searchParams.get('error');
  return error === null ? undefined : plain(error);
}

export function toJson(tokens: OAuthTokens): Json {
  return { ...tokens };
}

const known = new WeakMap<OAuthPage, Promise<AuthorizationServer>>();

function metadata(lib: Library, page: OAuthPage): Promise<AuthorizationServer> {
  const { endpoints, issuer } = page;
  if (endpoints !== undefined) {
    return Promise.resolve({ issuer, authorization_endpoint: endpoints.authorization, token_endpoint: endpoints.token });
  }
  let read = known.get(page);
  if (read === undefined) {
    read = discover(lib, page);
    known.set(page, read);
    // A server that is down for a moment is asked again.
    read.catch(() => known.delete(page));
  }
  return read;
}

async function discover(lib: Library, page: OAuthPage): Promise<AuthorizationServer> {
  try {
    const issuer = new URL(page.issuer);
    const response = await lib.discoveryRequest(issuer, { algorithm: page.discovery ?? 'oauth2', ...options(lib, page) });
    return await lib.processDiscoveryResponse(issuer, response);
  } catch (error) {
    throw failed(reasonOf(error));
  }
}

function client(page: OAuthPage): Client {
  return { client_id: page.clientId };
}

function authentication(lib: Library, page: OAuthPage): ClientAuth {
  if (page.clientSecret === undefined) return lib.None();
  return page.clientAuthentication === 'post' ? lib.ClientSecretPost(page.clientSecret) : lib.ClientSecretBasic(page.clientSecret);
}

function options(lib: Library, page: OAuthPage) {
  return {
    signal: () => AbortSignal.timeout(LONGEST_REQUEST),
    // Checked when the page was defined: http only on this machine.
    ...(isLoopback(new URL(page.issuer).hostname) && { [lib.allowInsecureRequests]: true }),
    ...(page.fetch !== undefined && { [lib.customFetch]: page.fetch as (url: string, options: object) => Promise<Response> }),
  };
}

const LONGEST_REQUEST = 10_000;

function stored(response: TokenEndpointResponse, before: OAuthTokens | undefined, now: number): OAuthTokens {
  // A server that does not rotate sends no new one: the old one goes on.
  const renew = response.refresh_token ?? before?.refresh;
  const scope = response.scope ?? before?.scope;
  return {
    access: response.access_token,
    ...(renew !== undefined && { refresh: renew }),
    ...(scope !== undefined && { scope }),
    ...(response.expires_in !== undefined && { expiresAt: now + response.expires_in * 1_000 }),
  };
}

function failed(reason: string): MidcallError {
  return new MidcallError('PAGE_FAILED', 'The other service did not give access', {
    hint: 'Look at the reason in `data`, and at the client id, secret, redirect address and scopes that are registered there.',
    data: { reason },
  });
}

function reasonOf(error: unknown): string {
  const { error: oauth, code, name } = (error ?? {}) as { readonly error?: unknown; readonly code?: unknown; readonly name?: unknown };
  if (error instanceof MidcallError) return String((error.data as { reason?: unknown } | undefined)?.reason ?? 'failed');
  for (const one of [oauth, code, name]) if (typeof one === 'string') return plain(one);
  return 'failed';
}

/** Codes only: whatever else a stranger writes there stays out of errors and pages. */
function plain(text: string): string {
  return /^[\w.-]{1,64}$/.test(text) ? text : 'failed';
}
