// `npm run test:node22`: unit tests of core, store and server on Node 22, which npm brings into the clone's cache folder. Further arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const VERSION = '22.23.3';
const folder = join(root, '.cache/node22');
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const node = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');

setUp();
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const install = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (install.status !== 0 || !existsSync(node)) {
    process.stderr.write(`Node ${VERSION} could not be had from npm (package ${name}); is there a network, or a filled npm cache?\n`);
    process.exit(1);
  }
}
const args = process.argv.slice(2);
const tests = args.length > 0 ? args : ['packages/core', 'packages/store', 'packages/server'];
const run = spawnSync(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...tests], { cwd: root, stdio: 'inherit' });
process.exitCode = run.status ?? 1;
