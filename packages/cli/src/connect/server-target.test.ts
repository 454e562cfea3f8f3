import { describe, expect, it } from 'vitest';
import { describeTarget, isRunner, nameOf } from './server-target.js';

const named = (line: string, cwd = '/srv/records') => {
  const [command = '', ...args] = line.split(' ');
  return nameOf({ kind: 'stdio', command, args, cwd });
};

describe('the name of a server that was given none', () => {
  it.each([
    ['node weather.js', 'weather'],
    ['node server.js', 'records'],
    ['node dist/index.js', 'records'],
    ['node /opt/tickets/dist/index.js', 'tickets'],
    ['node --enable-source-maps -r ./x.js build/tickets.mjs', 'tickets'],
    ['npx -y @acme/records-mcp@1.2.3', 'records-mcp'],
    ['npx -y some-server', 'some-server'],
    ['npx tsx src/server.ts', 'records'],
    ['uvx mcp-server-git', 'mcp-server-git'],
    ['uv run weather.py', 'weather'],
    ['python3 -m tickets', 'tickets'],
    ['./bin/tickets', 'tickets'],
  ])('%s is called %s', (line, name) => {
    expect(named(line)).toBe(name);
  });

  it('is the host of its address', () => {
    expect(nameOf({ kind: 'http', url: new URL('http://127.0.0.1:3000/mcp'), headers: {} })).toBe('127.0.0.1:3000');
  });
});

describe('the command of a server', () => {
  it('is shown as it would be typed', () => {
    expect(describeTarget({ kind: 'stdio', command: 'node', args: ['my server.js', '-x'], cwd: '/' })).toBe('node "my server.js" -x');
  });

  it('knows a runner, which is no server by itself', () => {
    expect(['node', '/usr/bin/python3', 'npx', 'uvx'].every(isRunner)).toBe(true);
    expect(isRunner('./bin/tickets')).toBe(false);
  });
});
