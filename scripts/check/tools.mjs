// Steps that are other people's programs: the compiler, Biome, knip.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.mjs';

export const types = () => tool('typescript/bin/tsc', '-b');
export const biome = () => tool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.');
export const knip = () => tool('knip/bin/knip.js', '--no-progress');

function tool(script, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status === 0) return [];
  return [`${stdout}${stderr}`.trim().split('\n').slice(0, 80).join('\n') || `${script} ended with code ${status}`];
}
