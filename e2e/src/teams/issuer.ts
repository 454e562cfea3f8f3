/**
 * A real authorization server (oidc-provider) on 127.0.0.1 that knows two clients, a host app and an inbox, registers others
 * by itself, and gives tokens for one resource each.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { Browser } from './browser.js';

export interface TeamIssuer {
  readonly url: string;
  /** A token as a host gets one: authorization code with PKCE, signed in as `login`, for this resource. */
  tokenFor(login: string, resource: string): Promise<string>;
  /** How many times it gave tokens away, by grant. */
  readonly granted: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

export const HOST_APP = 'host-app';
export const INBOX = { clientId: 'midcall-inbox', clientSecret: 'PLANTED-inbox-client-secret' } as const;
const REDIRECT = 'http://127.0.0.1:9/callback';

export interface TeamIssuerOptions {
  /** Where the inbox is, as it is registered. */
  readonly inbox?: string;
  /** How long access tokens last, in seconds; default 300. */
  readonly tokenSeconds?: number;
}

export async function startTeamIssuer({ inbox, tokenSeconds = 300 }: TeamIssuerOptions = {}): Promise<TeamIssuer> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const granted: Record<string, number> = {};
  const provider = new Provider(url, {
    clients: [
      {
        client_id: HOST_APP,
        token_endpoint_auth_method: 'none',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        application_type: 'native',
      },
      ...(inbox === undefined
        ? []
        : [
            {
              client_id: INBOX.clientId,
              client_secret: INBOX.clientSecret,
              redirect_uris: [`${inbox}/login/callback`],
              grant_types: ['authorization_code'],
              response_types: ['code'],
              application_type: 'native',
            },
          ]),
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }] },
    scopes: ['openid', 'profile', 'offline_access', 'mcp'],
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx: unknown, resource: string) => ({
          scope: 'mcp',
          audience: resource,
          accessTokenTTL: tokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], application_type: 'native' },
    cookies: { keys: ['only for tests'] },
    ttl: { AuthorizationCode: 60, IdToken: 300, RefreshToken: 86_400, Grant: 86_400, Session: 600, Interaction: 600 },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: async (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
  });
  provider.on('grant.success', (ctx: { readonly oidc: { readonly params: { readonly grant_type: string } } }) => {
    const { grant_type: grant } = ctx.oidc.params;
    granted[grant] = (granted[grant] ?? 0) + 1;
  });
  server.on('request', provider.callback());
  return {
    url,
    granted,
    tokenFor: (login, resource) => tokenFor(url, login, resource),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function tokenFor(issuer: string, login: string, resource: string): Promise<string> {
  const verifier = 'v'.repeat(64);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
  const query = new URLSearchParams({
    client_id: HOST_APP,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid mcp',
    resource,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
  });
  const back = await new Browser(REDIRECT).signIn(`${issuer}/auth?${query}`, login);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      client_id: HOST_APP,
      code_verifier: verifier,
      resource,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}
