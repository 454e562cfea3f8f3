/**
 * Stands in for a code host: a real authorization server on this machine, and the one endpoint behind it, which takes its
 * own tokens and nothing else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Codehost {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  close(): Promise<void>;
}

export async function startCodehost(): Promise<Codehost> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'repository-tools', secret: 'kept-by-the-server-alone' };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // Any port of this machine, as for native applications.
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    scopes: ['openid', 'offline_access', 'repositories'],
    cookies: { keys: [crypto.randomUUID()] },
    ttl: { Interaction: 600, Session: 3_600, Grant: 86_400, AccessToken: 600, RefreshToken: 86_400, IdToken: 600, AuthorizationCode: 60 },
    issueRefreshToken: async () => true,
    findAccount: async (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
  });
  const authorization = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/repositories') void repositories(provider, request, response);
    else authorization(request, response);
  });
  return {
    url,
    client,
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

async function repositories(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = await provider.AccessToken.find(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const allowed = token?.scope?.split(' ').includes('repositories') === true;
  response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(allowed ? [`${token.accountId}/notes`, `${token.accountId}/site`] : { error: 'unauthorized' }));
}
