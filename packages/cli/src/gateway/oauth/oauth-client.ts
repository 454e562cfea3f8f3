/** The gateway as an OAuth client of a server, in the shape that the SDK's own flow takes. */
import type { OAuthConfig } from '@midcall/gateway';
import type { OAuthClientMetadata, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { OAuthVault, SignedIn } from './oauth-vault.js';

export interface OAuthClientOptions {
  readonly vault: OAuthVault;
  readonly server: URL;
  readonly config: OAuthConfig;
  /** Where the person's browser comes back to. */
  readonly redirect: URL;
  /** Sends the person away. Absent: nobody is there; only what is kept can be used. */
  readonly onRedirect?: (to: URL) => void;
  /** Comes back with the browser, so that no other flow's answer is taken. */
  readonly state?: string;
}

export function oauthClient({ vault, server, config, redirect, onRedirect, state }: OAuthClientOptions): OAuthClientProvider {
  const change = (part: (kept: SignedIn) => SignedIn): Promise<void> => vault.change(server, part);
  let verifier = '';
  const metadata: OAuthClientMetadata = {
    client_name: 'midcall gateway',
    redirect_uris: [redirect.href],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: config.clientSecret === undefined ? 'none' : 'client_secret_basic',
    ...(config.scopes !== undefined && { scope: config.scopes.join(' ') }),
  };
  return {
    redirectUrl: redirect,
    clientMetadata: metadata,
    ...(state !== undefined && { state: () => state }),
    async clientInformation(context) {
      if (config.clientId !== undefined)
        return { client_id: config.clientId, ...(config.clientSecret !== undefined && { client_secret: config.clientSecret }) };
      const { clients } = await vault.read(server);
      return context === undefined ? undefined : clients?.[context.issuer];
    },
    // Without a person no new client is made: it could not be used.
    ...(onRedirect !== undefined && {
      saveClientInformation: async (information, context) => {
        if (context === undefined) return;
        await change(kept => ({
          ...kept,
          clients: { ...kept.clients, [context.issuer]: information },
          port: Number(redirect.port),
        }));
      },
    }),
    async tokens(context) {
      const { tokens } = await vault.read(server);
      // A token of one issuer is shown to no other.
      return context !== undefined && tokens?.issuer !== undefined && tokens.issuer !== context.issuer ? undefined : tokens;
    },
    saveTokens: tokens => change(kept => ({ ...kept, tokens })),
    redirectToAuthorization: to => onRedirect?.(to),
    saveCodeVerifier: given => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    discoveryState: async () => (await vault.read(server)).discovery,
    saveDiscoveryState: discovery => change(kept => ({ ...kept, discovery })),
    invalidateCredentials: scope =>
      change(({ clients, tokens, discovery, port }) => ({
        ...(scope !== 'all' && scope !== 'client' && clients !== undefined && { clients, ...(port !== undefined && { port }) }),
        ...(scope !== 'all' && scope !== 'tokens' && tokens !== undefined && { tokens }),
        ...(scope !== 'all' && scope !== 'discovery' && discovery !== undefined && { discovery }),
      })),
  };
}
