/** An issuer on 127.0.0.1 that only signs: every principal of a run has a token of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TokenIssuer {
  readonly url: string;
  token(sub: string): Promise<string>;
  close(): Promise<void>;
}

export const AUDIENCE = 'chaos';

export async function startTokenIssuer(): Promise<TokenIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'only', alg: 'ES256' };
  const server = createServer((request, response) => {
    const documents: Readonly<Record<string, unknown>> = {
      '/.well-known/oauth-authorization-server': {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
      },
      '/jwks': { keys: [jwk] },
    };
    const document = documents[request.url ?? ''];
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token: sub =>
      new SignJWT({ iss: url, sub, aud: AUDIENCE })
        .setProtectedHeader({ alg: 'ES256', kid: 'only' })
        .setExpirationTime('2h')
        .sign(privateKey),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
