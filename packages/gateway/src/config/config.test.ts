import { isMidcallError } from '@midcall/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGatewayConfig } from './config.js';
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

describe('a configuration', () => {
  it('is read in the shape that hosts use, comments and last commas allowed, what it does not know left alone', () => {
    const { servers } = readGatewayConfig(GOOD);
    expect(servers.get('records')).toEqual({
      kind: 'process',
      command: 'node',
      args: ['server.js'],
      env: { TOKEN: 'secret' },
      instances: 1,
      identity: 'own',
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
