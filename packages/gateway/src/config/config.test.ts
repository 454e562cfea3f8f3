import { isMidcallError } from '@midcall/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGatewayConfig } from './config.js';
import { parseListen } from './face-config.js';
import { JsoncError, readJsonc } from './jsonc.js';

const GOOD = `// my servers
{
  "mcpServers": {
    /* local */
    "records": { "command": "node", "args": ["server.js"], "env": { "TOKEN": "secret" }, "desk": "always", "disabled": false, },
    "remote": { "url": "https://example.com/mcp", "headers": { "authorization": "Bearer x" }, "identity": "shared", "instances": 4 },
  },
}
`;

const faultOf = (text: string): { message: string; data: unknown } => {
  try {
    readGatewayConfig(text);
  } catch (error) {
    if (isMidcallError(error)) return { message: error.message, data: error.data };
    throw error;
  }
  throw new Error('no fault');
};

const AUTH = '{ "mcpServers": { "a": { "command": "x" } }, "auth": ';
const FULL = `{
  "listen": "0.0.0.0:8443", "publicUrl": "https://mcp.example", "allowedHosts": "mcp.internal", "allowedOrigins": ["app.example"],
  "auth": { "issuer": "https://id.example/", "audience": ["a", "b"], "jwks": "https://id.example/keys", "scopes": "mcp",
            "algorithms": ["ES256"], "clockSkewSeconds": 5, "inbox": { "clientId": "inbox", "clientSecret": "s", "clientAuthentication": "post" } },
  "mcpServers": { "crm": { "url": "https://crm.example/mcp", "oauth": { "scopes": ["read"], "clientId": "gw" } },
                  "wiki": { "url": "https://wiki.example/mcp", "oauth": true } } }`;

describe('a configuration', () => {
  it('says where several people reach it and whose tokens are taken [D21, D30]', () => {
    const { face, servers } = readGatewayConfig(FULL);
    expect(face).toEqual({
      listen: { host: '0.0.0.0', port: 8443 },
      publicUrl: new URL('https://mcp.example'),
      allowedHosts: ['mcp.internal'],
      allowedOrigins: ['app.example'],
      auth: {
        issuer: 'https://id.example/',
        audience: ['a', 'b'],
        jwks: new URL('https://id.example/keys'),
        scopes: ['mcp'],
        algorithms: ['ES256'],
        clockSkewS: 5,
        inbox: { clientId: 'inbox', clientSecret: 's', clientAuthentication: 'post' },
      },
    });
    expect([servers.get('crm'), servers.get('wiki')]).toMatchObject([{ oauth: { scopes: ['read'], clientId: 'gw' } }, { oauth: {} }]);
    expect(readGatewayConfig(GOOD).face).toEqual({ allowedHosts: [], allowedOrigins: [] });
    for (const [text, at] of [
      ['4330', { host: '127.0.0.1', port: 4330 }],
      ['[::]:1', { host: '::', port: 1 }],
      ['host:65536', undefined],
      ['0.0.0.0', undefined],
      ['::1:80', undefined],
    ] as const)
      expect([text, parseListen(text)]).toEqual([text, at]);
  });

  it('is read in the shape that hosts use, comments and last commas allowed, what it does not know left alone', () => {
    const { servers } = readGatewayConfig(GOOD);
    expect(servers.get('records')).toEqual({
      kind: 'process',
      command: 'node',
      args: ['server.js'],
      env: { TOKEN: 'secret' },
      instances: 1,
      era: 'auto',
      desk: 'always',
    });
    expect(servers.get('remote')).toMatchObject({ kind: 'http', headers: { authorization: 'Bearer x' }, identity: 'shared', instances: 4 });
    expect(String((servers.get('remote') as { url: URL }).url)).toBe('https://example.com/mcp');
  });

  it.each([
    ['{ "mcpServers": { "a": { "command": 5 } } }', 1, 37, 'The command is text.'],
    ['{\n  "mcpServers": {\n    "a b": { "command": "x" }\n  }\n}', 3, 12, 'address'],
    ['{\n "mcpServers": {\n  "a": {}\n }\n}', 3, 8, 'a command or a url'],
    ['{ "mcpServers": { "a": { "url": "file:///x" } } }', 1, 33, 'no http or https'],
    ['{ "mcpServers": { "a": { "command": "x", "desk": "maybe" } } }', 1, 50, 'auto, always, never'],
    ['{ "mcpServers": { "a": { "command": "x", "instances": 0 } } }', 1, 55, 'whole number'],
    [`${AUTH}"x" }`, 1, 54, 'an object'],
    [`${AUTH}{ "issuer": "http://id.example" } }`, 1, 66, 'https'],
    [`${AUTH}{ "issuer": "https://id.example", "algorithms": ["HS256"] } }`, 1, 102, 'RS256'],
    [`${AUTH}{ "issuer": "https://id.example", "clockSkewSeconds": 1e9 } }`, 1, 108, '300'],
    [`${AUTH}{ "issuer": "https://id.example", "inbox": {} } }`, 1, 97, 'clientId'],
    ['{ "listen": "everywhere", "mcpServers": { "a": { "command": "x" } } }', 1, 13, 'HOST:PORT'],
    ['{ "publicUrl": "https://a/b", "mcpServers": { "a": { "command": "x" } } }', 1, 16, 'no path'],
    ['{ "mcpServers": { "a": { "url": "https://a", "oauth": true, "headers": { "authorization": "x" } } } }', 1, 55, 'sign-in'],
    ['{ "mcpServers": { "a": { "url": "https://a", "oauth": { "clientSecret": "x" } } } }', 1, 73, 'client id'],
    ['{ "mcpServers": { "a": { "command": "x", "env": { "K": 1 } } } }', 1, 56, 'text'],
    ['{ "mcpServers": { "a": { "url": "https://x/", "type": "sse" } } }', 1, 55, 'SSE'],
    ['{}', 1, 1, 'mcpServers'],
    ['{\n  "mcpServers": {\n    "a": { "command": "x" "args": [] }\n  }\n}', 3, 27, 'comma'],
    ['{ "a": 1, "a": 2 }', 1, 11, 'twice'],
    ['{ "a": node }', 1, 8, 'double quotes'],
    ['{ "a": "x', 1, 8, 'closing quote'],
    ['{ /* x', 1, 3, 'no end'],
  ])('that is wrong names its line and column: %s', (text, line, column, words) => {
    const { message, data } = faultOf(text);
    expect(message).toContain(words);
    expect(data).toEqual({ line, column });
  });

  it('never quotes a value, which may be a credential [N9]', () => {
    expect(faultOf('{ "mcpServers": { "a": { "command": "x", "env": { "K": ["hunter2"] } } } }').message).not.toContain('hunter2');
    expect(faultOf('{ "mcpServers": { "a": { "url": "secret://hunter2" } } }').message).not.toContain('hunter2');
  });

  it('reads every JSON text as JSON does, and faults or reads any other text without crashing [N11]', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(JSON.stringify(readJsonc(text).value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '/', '*', '\n', '\\', 'a', '1', '-', '.', ' ') }),
        text => {
          try {
            readJsonc(text);
          } catch (error) {
            expect(error).toBeInstanceOf(JsoncError);
          }
        },
      ),
    );
    expect(() => readJsonc('['.repeat(10_000))).toThrow('nested');
  });
});
