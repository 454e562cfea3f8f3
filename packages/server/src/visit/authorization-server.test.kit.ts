/**
 * A real authorization server (oidc-provider) on 127.0.0.1, with a client registered for our pages and a person who signs
 * in and agrees by posting its forms. Short-lived access, rotating refresh tokens.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Browser, Seen } from './visit.test.kit.js';

export interface AuthorizationServer {
  readonly issuer: string;
  /** Every request it got: method, path, headers and body. */
  readonly requests: readonly Recorded[];
  /** What it handed out so far. */
  readonly tokens: readonly string[];
  /** Takes back everything that was given. */
  revokeAll(): Promise<void>;
  close(): Promise<void>;
}

export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export const CLIENT = { id: 'records', secret: 'PLANTED-client-secret-0c1f' } as const;
export const REDIRECT = 'https://records.test/mc/callback';

export async function authorizationServer(
  redirects: readonly string[] = [REDIRECT],
  kind: 'web' | 'native' = 'web',
): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests: Recorded[] = [];
  const tokens: string[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirects,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: kind,
      },
    ],
    scopes: ['openid', 'offline_access', 'repo'],
    claims: { openid: ['sub'] },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true, allowedPolicy: async () => true } },
    cookies: { keys: ['only for tests'] },
    ttl: { AccessToken: 300, RefreshToken: 86_400, AuthorizationCode: 60, IdToken: 300, Grant: 86_400, Session: 3_600, Interaction: 600 },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: async (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
  });
  const handle = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => record(requests, tokens, handle, request, response));
  return {
    issuer,
    requests,
    tokens,
    async revokeAll() {
      for (const token of tokens.splice(0)) {
        const answer = await fetch(`${issuer}/token/revocation`, {
          method: 'POST',
          body: new URLSearchParams({ token }),
          headers: { authorization: `Basic ${btoa(`${CLIENT.id}:${CLIENT.secret}`)}` },
        });
        if (!answer.ok) throw new Error(`revocation: ${answer.status}`);
      }
    },
    close: () => closed(server),
  };
}

/** Signs in as somebody and agrees, on the server's own pages, and goes on to wherever that leads. */
export async function signIn(person: Browser, login: string): Promise<Seen> {
  const first = await person.submit({ prompt: 'login', login, password: 'anything' });
  return first.text.includes('name="prompt" value="consent"') ? person.submit({ prompt: 'consent' }) : first;
}

function record(
  requests: Recorded[],
  tokens: string[],
  handle: ReturnType<Provider['callback']>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
  });
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  response.end = ((...rest: unknown[]) => {
    if (request.url?.startsWith('/token') && typeof rest[0] !== 'function' && rest[0] !== undefined) {
      for (const [, token = ''] of String(rest[0]).matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) tokens.push(token);
    }
    return end(...rest);
  }) as typeof response.end;
  handle(request, response);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}
