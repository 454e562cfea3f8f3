import { describe, expect, it } from 'vitest';
import { serverOrigin } from './server-origin.js';

const command = (...words: string[]): string => serverOrigin({ kind: 'stdio', command: words[0] ?? '', args: words.slice(1), cwd: '/' });

describe('where a server is reached, as people are shown it', () => {
  it('is the command, without what may be a credential [N9, D36]', () => {
    expect(command('npx', '-y', '@scope/records-mcp@1.2.3', '--read-only')).toBe('npx -y @scope/records-mcp@1.2.3 --read-only');
    expect(command('node', '/home/ada/servers/2024-records-of-everything/server.js')).toContain('/home/ada/servers/2024-records');
    expect(command('srv', '--api-key', 'abc', '--token=abc', 'API_KEY=abc', '-v')).toBe('srv --api-key … --token=… API_KEY=… -v');
    expect(command('srv', 'ghp0123456789abcdefghij')).toBe('srv …');
    expect(command('srv', 'postgres://ada:hunter2@db.example/x?password=y')).toBe('srv postgres://db.example/x');
  });

  it('is the host and path of an address, nothing else of it', () => {
    const url = new URL('https://ada:hunter2@records.example/team/mcp?key=hunter2#x');
    expect(serverOrigin({ kind: 'http', url, headers: { authorization: 'hunter2' } })).toBe('records.example/team/mcp');
    expect(serverOrigin({ kind: 'http', url: new URL('https://records.example'), headers: {} })).toBe('records.example');
  });
});
