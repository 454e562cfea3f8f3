/** A real OpenID provider (oidc-provider) on 127.0.0.1, where a person signs in under any name they type. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { Page } from 'playwright-core';

export const CLIENT = { id: 'midcall-desk', secret: 'PLANTED-client-secret-7d20' } as const;

export interface IdentityProvider {
  readonly issuer: string;
  /** Makes the inbox at this origin its client. */
  register(origin: string): void;
  /** A token signed with the provider's own key. */
  sign(claims: JWTPayload, header?: { readonly typ?: string }): Promise<string>;
  /** Answers nothing from now on, or again. */
  down(is: boolean): void;
  close(): Promise<void>;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'only-for-tests', use: 'sig', alg: 'RS256' };
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  let down = false;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (down || handle === undefined) response.writeHead(503).end();
    else handle(request, response);
  });
  return {
    issuer,
    register(origin) {
      const provider = new Provider(issuer, {
        jwks: { keys: [key] },
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${origin}/login/callback`],
            grant_types: ['authorization_code'],
            response_types: ['code'],
            application_type: 'native',
            backchannel_logout_uri: `${origin}/login/backchannel`,
            backchannel_logout_session_required: true,
          },
        ],
        claims: { openid: ['sub'], profile: ['name'] },
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
        cookies: { keys: ['only for tests'] },
        ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Grant: 3_600, Session: 3_600, Interaction: 600 },
        // It would not call an address of this machine by itself.
        fetch: (url: string, options: RequestInit) => fetch(url, withoutDispatcher(options)),
        findAccount: async (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, name: `${sub} of the team` }) }),
      });
      handle = provider.callback();
    },
    sign: (claims, header = {}) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(privateKey),
    down: is => {
      down = is;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function withoutDispatcher(options: RequestInit): RequestInit {
  return { ...options, dispatcher: undefined } as RequestInit;
}

/** On the provider's own pages: who one is, and yes to being known to the inbox. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
}
