import { describe, expect, it } from 'vitest';
import { readWrapped, wrapWords } from './wrapping.js';

const launcher = { node: '/usr/bin/node', entry: '/opt/checkout/dist/main.js' };

describe('the words in front of a server', () => {
  it('start midcall by whole paths, because a host has no PATH of a shell', () => {
    expect(wrapWords(launcher, { name: 'records', desk: 'always' })).toEqual([
      '/usr/bin/node',
      '/opt/checkout/dist/main.js',
      'gateway',
      '--name',
      'records',
      '--desk',
      'always',
      '--',
    ]);
  });

  it('keep a name that looks like an option a name', () => {
    expect(wrapWords(launcher, { name: '--desk' })).toContain('--name=--desk');
  });

  it.each([
    ['as written by on', [...wrapWords(launcher, { name: 'a' }), 'node', 'x.js'], ['node', 'x.js']],
    ['with a server that has -- of its own', [...wrapWords(launcher, { name: 'a' }), 'npx', 'x', '--', 'y'], ['npx', 'x', '--', 'y']],
    ['by npx, by hand', ['npx', '-y', 'midcall', 'gateway', '--', 'uvx', 'x'], ['uvx', 'x']],
    ['by npx with a version', ['npx', 'midcall@0.1.0', 'gateway', '--', 'uvx', 'x'], ['uvx', 'x']],
    ['by name', ['midcall', 'gateway', '--', 'node', 'x.js'], ['node', 'x.js']],
    ['installed', ['node', '/usr/lib/node_modules/midcall/dist/main.js', 'gateway', '--', 'x'], ['x']],
    ['on Windows', ['C:\\node\\node.exe', 'C:\\a\\node_modules\\midcall\\dist\\main.js', 'gateway', '--', 'x'], ['x']],
    ['from another folder', ['/n/bin/node', '/elsewhere/dist/main.js', 'gateway', '--name', 'a', '--', 'x'], ['x']],
  ])('are found again: %s', (_, words, original) => {
    expect(readWrapped(words, launcher)?.original).toEqual(original);
  });

  it.each([
    [['node', 'server.js']],
    [['npx', 'api-gateway', '--', 'x']],
    [['gateway', '--', 'x']],
    [['kong', 'gateway', '--', 'x']],
    [['midcall', 'gateway', '--']],
    [['midcall', 'dev', '--', 'x']],
  ])('are not seen where they are not: %o', words => {
    expect(readWrapped(words, launcher)).toBeUndefined();
  });
});
