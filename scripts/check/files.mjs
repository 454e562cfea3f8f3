// What the checks read: the packages of the workspace and the files git knows (tracked, or new and not ignored).
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

export { root };

/** Every workspace with its folder and package.json; `published` are those under packages/. */
export function workspaces() {
  const folders = [
    ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`),
    ...readdirSync(join(root, 'examples')).map(name => `examples/${name}`),
    'e2e',
    'bench',
  ];
  return folders
    .filter(folder => existsSync(join(root, folder, 'package.json')))
    .map(folder => ({ folder, published: folder.startsWith('packages/'), manifest: readJson(join(folder, 'package.json')) }));
}

/** Paths (relative, POSIX) of the files that are committed, or would be by adding everything; `tracked`: only what git has. */
export function committed(pattern = /./, { tracked = false } = {}) {
  const others = tracked ? [] : ['--others', '--exclude-standard'];
  const out = execFileSync('git', ['ls-files', '--cached', ...others, '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return out.split('\0').filter(path => path !== '' && pattern.test(path) && existsSync(join(root, path)));
}

export function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

export function readJson(path) {
  return JSON.parse(read(path));
}
