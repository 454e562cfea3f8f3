/**
 * The gateway's token for one server, shown with every request and refreshed when the server refuses it. Where only a
 * person can get another, the host is told what to do, and nothing is sent again (E-Q-06).
 */
import { MidcallError } from '@midcall/core';
import type { OAuthConfig } from '@midcall/gateway';
import { type AuthProvider, auth, extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client';
import { oauthClient } from './oauth-client.js';
import type { OAuthVault } from './oauth-vault.js';

export interface UpstreamSignInOptions {
  readonly vault: OAuthVault;
  /** What the operator calls the server. */
  readonly name: string;
  readonly server: URL;
  readonly config: OAuthConfig;
  /** A person has to sign in. Undefined once somebody has; else what they are to do about it. */
  readonly needed: () => Promise<string | undefined>;
}

const WAIT_MS = 10_000;

export function upstreamSignIn(options: UpstreamSignInOptions): AuthProvider {
  const { vault, server, config } = options;
  const client = oauthClient({ vault, server, config, redirect: new URL('http://127.0.0.1/callback') });
  // The server's own headers are not for its issuer.
  const ask: FetchLike = (url, init) => fetch(url, { signal: AbortSignal.timeout(WAIT_MS), ...init });
  let shown: string | undefined;

  return {
    async token() {
      shown = (await vault.read(server)).tokens?.access_token;
      return shown;
    },
    async onUnauthorized({ response }) {
      const before = shown;
      const { resourceMetadataUrl } = extractWWWAuthenticateParams(response);
      const refreshed = await vault.alone(server, async () => {
        const { tokens } = await vault.read(server);
        // Another process was faster.
        if (tokens !== undefined && tokens.access_token !== before) return true;
        if (tokens?.refresh_token === undefined) return false;
        const metadata = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
        return auth(client, { serverUrl: server, fetchFn: ask, ...metadata }).then(
          outcome => outcome === 'AUTHORIZED',
          () => false,
        );
      });
      const needed = refreshed ? undefined : await options.needed();
      if (needed !== undefined)
        throw new MidcallError('SIGN_IN_REQUIRED', `The server "${options.name}" wants somebody to sign in. ${needed}`);
    },
  };
}
