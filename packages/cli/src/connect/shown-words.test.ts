import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownAddress, shownCommand, shownWords } from './shown-words.js';

const shown = (...words: string[]): string => shownWords(words).join(' ');

describe('the words of a command as they may be shown', () => {
  it.each([
    ['a flag and its value', ['x', '--api-key', 'abc'], 'x --api-key …'],
    ['a value behind =', ['x', '--access-token=abc'], 'x --access-token=…'],
    ['a header', ['-H', 'Authorization: Bearer abc'], '-H Authorization: …'],
    ['a header in one word', ['--header=X-Key: abc'], '--header=…'],
    ['a variable of docker', ['-e', 'GITHUB_TOKEN=abc'], '-e GITHUB_TOKEN=…'],
    ['a variable of env', ['env', 'DB_PASSWORD=abc', 'node'], 'env DB_PASSWORD=… node'],
    ['a user with a password', ['curl', '-u', 'ada:abc'], 'curl -u …'],
    ['settings as JSON', ['--config', '{"apiKey":"abc"}'], '--config {…}'],
    ['a key of a known service', ['sk-proj-abcdefgh1234', 'ghp_abcdefgh1234', 'xoxb-1-2-abc'], '… … …'],
    ['a key of no known service', ['--profile', 'k3j2h4g5f6d7s8a9q1w2'], '--profile …'],
    ['a key behind a flag that does not say so', ['--profile=k3j2h4g5f6d7s8a9q1w2'], '--profile=…'],
    ['a UUID', ['--install', '123e4567-e89b-12d3-a456-426614174000'], '--install …'],
    ['a JSON web token', ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'], '…'],
  ])('leave out %s [N9]', (_, words, expected) => {
    expect(shown(...words)).toBe(expected);
  });

  it.each([
    ['postgresql://ada:pw@localhost:5432/db', 'postgresql://…@localhost:5432/db'],
    ['https://mcp.example.com/s/k3j2h4g5f6d7s8a9q1w2/mcp', 'https://mcp.example.com/s/…/mcp'],
    ['https://example.com/mcp?key=abc&mode=fast#frag', 'https://example.com/mcp?key=…&mode=…#…'],
    ['http://127.0.0.1:3000/mcp', 'http://127.0.0.1:3000/mcp'],
    ['redis://:pw@h/0', 'redis://…@h/0'],
  ])('show of the address %s what is no secret [N9]', (address, expected) => {
    expect(shownAddress(address)).toBe(expected);
    expect(shown('npx', 'mcp-remote', address)).toBe(`npx mcp-remote ${expected}`);
  });

  it.each([
    'npx -y @modelcontextprotocol/server-filesystem /Users/ada/Desktop',
    'uvx --from git+ssh mcp-server-sqlite --db-path /srv/2026-11-30/data.db',
    'node C:\\Users\\ada\\server.js --port 8080 --verbose',
    'docker run -i --rm ghcr.io/example/server:1.2.3',
    'npx -y @example/mcp-server@2026.11.30-beta.4 --read-only',
    '/nix/store/8p3kq1z9v7w5x2y4-node-20/bin/node /srv/a1b2c3d4e5f6a7b8c9/server.js',
  ])('show an ordinary command whole: %s', command => {
    expect(shown(...command.split(' '))).toBe(command);
  });

  it('quote what has a space in it, and show control characters instead of sending them [N11]', () => {
    expect(shownCommand(['node', 'my server.js'])).toBe('node "my server.js"');
    expect(shownCommand(['\u001b[2J'])).not.toContain('\u001b');
  });

  it('never show a value behind a name that says what it is, whatever it is [N9]', () => {
    const names = ['--token', '--api-key', '--secret', '--password', '-H', '-e', '--auth-header'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.stringMatching(/^zq[a-z]{6,12}$/), fc.boolean(), (name, value, joined) => {
        const words = joined && name.startsWith('--') ? [`${name}=${value}`] : [name, value];
        expect(shown('x', ...words)).not.toContain(value);
      }),
    );
  });
});
