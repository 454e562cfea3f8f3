// Set-up that a fresh clone needs and a second run does not repeat: packages, build, a browser and tmux for the tests.
// Promises: nothing outside the clone is read; what cannot be had is said in one sentence.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Written after a whole build; newer than every source means that there is nothing to build.
const stamp = join(root, '.cache/built');

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

/** Installs and builds what is missing; with `only`, that package and what it stands on. `tools` also provides the browser and tmux that some tests drive. Returns sentences about what is missing. */
export function setUp({ tools = false, only } = {}) {
  checkNode();
  if (!installed())
    run('npm', ['ci', '--no-audit', '--no-fund'], 'npm could not install the packages; is there a network, or a filled npm cache?');
  if (!built()) {
    if (only !== undefined) {
      // Not stamped: the rest of the house is still to be built.
      run('npm', ['exec', '--', 'tsc', '-b', only], 'The build failed; the messages above name the line.');
      run(process.execPath, ['scripts/build-pages.mjs'], 'The pages could not be bundled; the messages above say why.');
      return [];
    }
    run('npm', ['run', '--silent', 'build'], 'The build failed; the messages above name the line.');
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, '');
  }
  if (!tools) return [];
  const missing = [];
  if (!chromium() && !apt('chromium'))
    missing.push(
      'No Chromium was found and apt could not install it: run `apt-get install chromium` as root, or set CHROMIUM to its path.',
    );
  if (!works('tmux', '-V') && !apt('tmux'))
    missing.push('tmux was not found and apt could not install it: run `apt-get install tmux` as root.');
  return missing;
}

/** The path of a browser that starts, or undefined. */
export function chromium() {
  return [process.env.CHROMIUM, ...browsers].find(path => path && existsSync(path) && works(path, '--version'));
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`midcall needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

// npm keeps what it installed in a hidden lock file: equal to ours means nothing is left to do.
function installed() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const have = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.includes('node_modules/')) return true;
      const found = have[path];
      if (!found) return entry.optional === true || entry.peer === true;
      return found.version === entry.version && found.link === entry.link && existsSync(join(root, path));
    });
  } catch {
    return false;
  }
}

function built() {
  if (!existsSync(stamp)) return false;
  const since = statSync(stamp).mtimeMs;
  const folders = ['packages', 'examples'].flatMap(parent => readdirSync(join(root, parent)).map(name => join(parent, name)));
  const watched = ['package-lock.json', 'tsconfig.base.json', 'scripts/build-pages.mjs'];
  for (const folder of [...folders, 'e2e', 'bench'])
    watched.push(join(folder, 'src'), join(folder, 'package.json'), join(folder, 'tsconfig.json'));
  return watched.every(path => newest(join(root, path)) <= since);
}

function newest(path) {
  if (!existsSync(path)) return Number.POSITIVE_INFINITY;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

function apt(name) {
  if (!works('apt-get', '--version')) return false;
  const sudo = process.getuid?.() === 0 ? [] : works('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
  if (!sudo) return false;
  process.stderr.write(`Installing ${name} with apt …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const go = (...args) =>
    spawnSync([...sudo, 'apt-get'][0], [...sudo, 'apt-get', ...args].slice(1), { stdio: ['ignore', 2, 2], env }).status === 0;
  go('update', '-q');
  return go('install', '-q', '-y', '--no-install-recommends', name);
}

function works(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function run(command, args, sentence) {
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  } catch {
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = setUp({ tools: true });
  for (const sentence of missing) process.stderr.write(`${sentence}\n`);
  process.exit(missing.length > 0 ? 1 : 0);
}
