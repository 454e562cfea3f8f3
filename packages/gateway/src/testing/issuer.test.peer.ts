/**
 * A real authorization server (oidc-provider) on 127.0.0.1 whose signing key the test holds too, and a person who signs in
 * on its pages. For tests only.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface Issuer {
  readonly url: string;
  /** Signs whatever the test wants with the issuer's own key. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** The public key, as anybody can fetch it. */
  readonly publicJwk: Record<string, unknown>;
  /** A token as a host gets one: authorization code with PKCE, signed in as `login`, for the resource. */
  tokenFor(login: string, resource: string, scope?: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = 'host-app';
const REDIRECT = 'http://127.0.0.1:9/callback';

export async function startIssuer(): Promise<Issuer> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const known = { kid: 'first', alg: 'RS256', use: 'sig' };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'none',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...known }] },
    scopes: ['openid', 'mcp'],
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx: unknown, resource: string) => ({
          scope: 'mcp',
          audience: resource,
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    cookies: { keys: ['only for tests'] },
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Grant: 600, Session: 600, Interaction: 600 },
    findAccount: async (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
  });
  server.on('request', provider.callback());
  return {
    url,
    publicJwk: { ...(await exportJWK(publicKey)), ...known },
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'at+jwt', ...header }).sign(privateKey),
    tokenFor: (login, resource, scope = 'openid mcp') => signIn(url, login, resource, scope),
    close: () => closed(server),
  };
}

async function signIn(issuer: string, login: string, resource: string, scope: string): Promise<string> {
  const verifier = 'v'.repeat(64);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  const cookies = new Map<string, string>();
  const go = async (to: string, body?: Record<string, string>): Promise<Response> => {
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null || next.startsWith(REDIRECT)) return response;
    return go(new URL(next, to).href);
  };
  const query = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope,
    resource,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
  });
  let seen = await go(`${issuer}/auth?${query}`);
  for (const form of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
    if (seen.headers.has('location')) break;
    const action = /action="([^"]+)"/.exec(await seen.text())?.[1] ?? '';
    seen = await go(new URL(action, issuer).href, form);
  }
  const code = new URL(seen.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      client_id: CLIENT,
      code_verifier: verifier,
      resource,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}
