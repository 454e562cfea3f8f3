import type { JsonObject } from '@midcall/core';
import { principalOf } from '@midcall/core';
import { fakeClock } from '@midcall/store';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../gateway.js';
import { createHttpFace } from '../http/http-face.js';
import { fakeDesk } from '../testing/fake-desk.test.peer.js';
import { type Issuer, startIssuer } from '../testing/issuer.test.peer.js';
import { legacyServer, TEXT } from '../testing/lines.test.peer.js';
import { NAME_FORM, peerOn, pipe } from '../testing/raw-peers.test.peer.js';
import { type TokenGateOptions, tokenGate } from './token-gate.js';

const BASE = 'https://mcp.example';
const RECORDS = `${BASE}/records/mcp`;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const soon = (s = 300): number => Math.floor(Date.now() / 1_000) + s;
const claims = (over: JsonObject = {}): JsonObject => ({
  iss: issuer.url,
  sub: 'ada',
  aud: RECORDS,
  exp: soon(),
  client_id: 'host-app',
  scope: 'mcp',
  ...over,
});
const gate = (over: Partial<TokenGateOptions> = {}) => tokenGate({ issuer: issuer.url, publicUrl: () => new URL(BASE), ...over });
const asked = (token?: string, path = '/records/mcp'): Request =>
  new Request(`${BASE}${path}`, { method: 'POST', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

async function outcome(token: string | undefined, over: Partial<TokenGateOptions> = {}): Promise<string | number> {
  const caller = await gate(over).authenticate(asked(token));
  return caller instanceof Response ? caller.status : caller.principal;
}

describe('the gate of access tokens', () => {
  it('lets in who signed in at the issuer, as issuer and subject say, never as the client app [D21, N7]', async () => {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map(sub => issuer.sign(claims({ sub }))));
    expect(await outcome(ada)).toBe(principalOf({ iss: issuer.url, sub: 'ada' }));
    expect(await outcome(bob)).toBe(principalOf({ iss: issuer.url, sub: 'bob' }));
    // Where the keys are named, no discovery is needed.
    expect(await outcome(ada, { jwks: new URL(`${issuer.url}/jwks`) })).toBe(principalOf({ iss: issuer.url, sub: 'ada' }));
  });

  it('tells a caller without a token where to get one, as the SDK does [E-Q-06]', async () => {
    const answer = (await gate({ scopes: ['mcp'] }).authenticate(asked())) as Response;
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain(
      'scope="mcp", resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/records/mcp"',
    );
    const about = await gate({ scopes: ['mcp'] }).metadata(new Request(`${BASE}/.well-known/oauth-protected-resource/records/mcp`));
    expect(await about?.json()).toMatchObject({ resource: RECORDS, authorization_servers: [issuer.url], scopes_supported: ['mcp'] });
    const issuers = await gate().metadata(new Request(`${BASE}/.well-known/oauth-authorization-server`));
    expect(await issuers?.json()).toMatchObject({ issuer: issuer.url, token_endpoint: `${issuer.url}/token` });
    expect(await gate().metadata(asked())).toBeUndefined();
  });

  it('refuses a good token of another server, unless the operator says what tokens are for', async () => {
    const token = await issuer.sign(claims({ aud: `${BASE}/billing/mcp` }));
    expect(await outcome(token)).toBe(401);
    expect(await outcome(token, { audience: [`${BASE}/billing/mcp`, 'other'] })).toBe(principalOf({ iss: issuer.url, sub: 'ada' }));
  });

  it('asks for the scopes it was told to ask for', async () => {
    const answer = (await gate({ scopes: ['mcp', 'admin'] }).authenticate(asked(await issuer.sign(claims())))) as Response;
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('insufficient_scope')]);
    expect(await outcome(await issuer.sign(claims({ scope: undefined as never, scp: ['mcp', 'admin'] })), { scopes: ['admin'] })).toContain(
      'ada',
    );
  });

  it.each([
    ['wrong audience', { aud: 'https://elsewhere.example/mcp' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['expired', { exp: soon(-60) }],
    ['no expiry', { exp: undefined }],
    ['not yet valid', { nbf: soon(300) }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is no text', { sub: 7 }],
    ['bound to a key', { cnf: { jkt: 'x' } }],
  ] as const)('refuses a token with %s [D21, N7]', async (_what, over) => {
    expect(await outcome(await issuer.sign(claims()))).toContain('ada');
    expect(await outcome(await issuer.sign(claims(over as unknown as JsonObject)))).toBe(401);
  });

  it('refuses unsigned tokens, keys of its own making and the public key used as a secret [N7]', async () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const alg of ['none', 'None', 'NONE']) expect(await outcome(`${part({ alg, typ: 'at+jwt' })}.${part(claims())}.`)).toBe(401);
    const mine = await generateKeyPair('RS256', { extractable: true });
    const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'first' });
    expect(await outcome(await forged.sign(mine.privateKey))).toBe(401);
    const embedded = new SignJWT(claims()).setProtectedHeader({
      alg: 'RS256',
      jwk: await exportJWK(mine.publicKey),
      jku: 'https://evil.example/jwks',
    });
    expect(await outcome(await embedded.sign(mine.privateKey))).toBe(401);
    for (const secret of [JSON.stringify(issuer.publicJwk), String(issuer.publicJwk.n)]) {
      const confused = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'first' });
      expect(await outcome(await confused.sign(Buffer.from(secret)))).toBe(401);
    }
    for (const garbage of ['a.b.c', 'x'.repeat(100_000), '....', 'null']) expect(await outcome(garbage)).toBe(401);
  });

  it('takes only the algorithms it was told to, and knows none that is symmetric', async () => {
    expect(await outcome(await issuer.sign(claims()), { algorithms: ['ES256'] })).toBe(401);
    expect(() => gate({ algorithms: ['HS256' as never] })).toThrow(RangeError);
    expect(() => gate({ algorithms: [] })).toThrow(RangeError);
    expect(() => gate({ issuer: 'http://id.example' })).toThrow(TypeError);
    expect(() => gate({ clockSkewS: 3_600 })).toThrow(RangeError);
  });

  it('allows clocks to differ a little, and says that a token expired where it did', async () => {
    const token = await issuer.sign(claims({ exp: soon(-10) }));
    expect(await outcome(token)).toContain('ada');
    const answer = (await gate({ clockSkewS: 0 }).authenticate(asked(token))) as Response;
    expect(answer.headers.get('www-authenticate')).toContain('The access token has expired');
  });

  it('says nothing of the token that it refuses [N9]', async () => {
    const token = await issuer.sign(claims({ sub: 'PLANTED-subject', aud: 'PLANTED-audience', exp: soon(-600) }));
    const answer = (await gate().authenticate(asked(token))) as Response;
    const said = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
    expect(said).not.toContain('PLANTED');
    for (const piece of token.split('.')) expect(said).not.toContain(piece);
  });
});

describe('the keys of an issuer', () => {
  const stand = async () => {
    const clock = fakeClock();
    const pair = async (kid: string) => ({ kid, ...(await generateKeyPair('ES256', { extractable: true })) });
    const first = await pair('one');
    const second = await pair('two');
    const its = { keys: [first], asked: 0, up: true };
    const jwks = new URL('https://id.example/jwks');
    const opened = tokenGate({
      issuer: 'https://id.example',
      publicUrl: () => new URL(BASE),
      jwks,
      clock,
      cooldownMs: 0,
      fetch: async () => {
        its.asked += 1;
        if (!its.up) return new Response('no', { status: 503 });
        const keys = await Promise.all(its.keys.map(async one => ({ ...(await exportJWK(one.publicKey)), kid: one.kid, alg: 'ES256' })));
        return Response.json({ keys });
      },
    });
    const token = (key: typeof first) =>
      new SignJWT({ iss: 'https://id.example', sub: 'ada', aud: RECORDS, exp: soon() })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .sign(key.privateKey);
    const status = async (shown: string) => {
      const caller = await opened.authenticate(asked(shown));
      return caller instanceof Response ? caller.status : 200;
    };
    return { its, clock, first, second, token, status };
  };

  it('are fetched once, and again when a token names one that is new; a key that left is good no more', async () => {
    const { its, first, second, token, status } = await stand();
    const old = await token(first);
    expect([await status(old), await status(old), its.asked]).toEqual([200, 200, 1]);
    its.keys = [second];
    expect([await status(await token(second)), await status(old)]).toEqual([200, 401]);
  });

  it('that cannot be fetched turn no token bad: the caller may come again, and the issuer is left alone meanwhile', async () => {
    const { its, clock, first, token, status } = await stand();
    its.up = false;
    const shown = await token(first);
    expect([await status(shown), await status(shown), its.asked]).toEqual([500, 500, 1]);
    its.up = true;
    await clock.advance(2_000);
    expect([await status(shown), its.asked]).toEqual([200, 2]);
  });

  it('are not taken from a discovery document about somebody else, nor over clear text', async () => {
    const documents = [
      { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' },
      { issuer: 'https://id.example', jwks_uri: 'http://id.example/jwks' },
    ];
    for (const document of documents) {
      const opened = gate({
        issuer: 'https://id.example',
        fetch: async () =>
          Response.json({
            ...document,
            authorization_endpoint: 'https://id.example/a',
            token_endpoint: 'https://id.example/t',
            response_types_supported: ['code'],
          }),
      });
      const caller = await opened.authenticate(asked(await issuer.sign(claims({ iss: 'https://id.example' }))));
      expect(caller instanceof Response && caller.status).toBe(500);
    }
  });
});

describe('sessions over the network', () => {
  const pushing = legacyServer(async (frame, server) => {
    if (frame.method !== 'tools/call') return {};
    const answer = await server.request('elicitation/create', { mode: 'form', message: 'Name?', requestedSchema: NAME_FORM }, 'u1');
    return TEXT(JSON.stringify(answer.result));
  });

  it('belong to who opened them: another person with the id is told there is none; a fresh token of the same person goes on [E-Q-02, E-S-02, N7]', async () => {
    const desk = fakeDesk();
    const gateway = createGateway({
      serverName: 'records',
      desk: desk.desk,
      upstream: () => {
        const [near, far] = pipe();
        void peerOn(far).then(pushing);
        return near;
      },
    });
    const { authenticate, metadata } = gate();
    const face = createHttpFace({ servers: new Map([['records', gateway]]), authenticate, open: metadata, hosts: ['mcp.example'] });
    closers.push(
      () => gateway.close(),
      () => face.close(),
    );
    const post = (token: string, body: JsonObject, session?: string): Promise<Response> =>
      face.fetch(
        new Request(RECORDS, {
          method: 'POST',
          headers: {
            host: 'mcp.example',
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...body }),
        }),
      );
    const about = (host: string) =>
      face.fetch(new Request(`${BASE}/.well-known/oauth-protected-resource/records/mcp`, { headers: { host } }));
    expect([(await about('mcp.example')).status, (await about('evil.example')).status]).toEqual([200, 403]);
    const ada = await issuer.sign(claims());
    const opened = await post(ada, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h', version: '1' } },
    });
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    await opened.text();

    const call = { id: 2, method: 'tools/call', params: { name: 'book', arguments: {} } };
    const eve = await issuer.sign(claims({ sub: 'eve' }));
    for (const body of [
      call,
      { method: 'notifications/cancelled', params: { requestId: 2 } },
      { id: 'u1', result: { action: 'accept' } },
    ] as JsonObject[])
      expect((await post(eve, body, session)).status).toBe(404);
    const gone = new Request(RECORDS, {
      method: 'DELETE',
      headers: { host: 'mcp.example', authorization: `Bearer ${eve}`, 'mcp-session-id': session },
    });
    expect((await face.fetch(gone)).status).toBe(404);

    const freshAda = await issuer.sign(claims({ exp: soon(600), jti: 'renewed' }));
    await (await post(freshAda, { method: 'notifications/initialized' }, session)).text();
    const answered = post(freshAda, call, session);
    (await desk.next()).answer({ action: 'accept', content: { name: 'Rowan' } });
    expect(await (await answered).text()).toContain('Rowan');
    expect(desk.asked.map(({ question }) => question.principal)).toEqual([principalOf({ iss: issuer.url, sub: 'ada' })]);
  });
});
