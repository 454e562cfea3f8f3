// `npm run demo`: on a fresh clone installs and builds first; afterwards starts at once. Arguments go to `midcall demo`.
// Promises: standard output carries only what the demo prints; a Node that is too old is told in one sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`midcall needs Node 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org\n`);
  process.exit(5);
}

const { spawn } = await import('node:child_process');
const { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } = await import('node:fs');
const { join } = await import('node:path');
const { root, setUp } = await import('./setup.mjs');

const main = join(root, 'packages/cli/dist/main.js');
// Written after a whole set-up; newer than every source means there is nothing to do.
const stamp = join(root, '.cache/demo-ready');

if (!ready()) {
  process.stderr.write('Setting up midcall (once): packages and build …\n');
  setUp({ only: 'packages/cli' });
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, '');
}

const child = spawn(process.execPath, [main, 'demo', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));

function ready() {
  if (!existsSync(main) || !existsSync(stamp)) return false;
  const since = statSync(stamp).mtimeMs;
  const watched = [
    'package-lock.json',
    'scripts/build-pages.mjs',
    ...readdirSync(join(root, 'packages')).flatMap(name => [`packages/${name}/src`, `packages/${name}/package.json`]),
  ];
  return watched.every(path => newest(join(root, path)) <= since);
}

function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}
