/**
 * Software of others, fetched by its own package manager into the clone's cache folder, each in a folder of its own. What
 * cannot be had is said in one sentence and stops nothing else.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../../.cache/interop', import.meta.url));
const fixtures = fileURLToPath(new URL('../../interop', import.meta.url));

/** A folder with what was wanted, or why it is not to be had. */
export type Obtained = { readonly folder: string } | { readonly missing: string };

const obtained = new Map<string, Promise<Obtained>>();

/** An npm package of an exact version, `name@version`, and what it needs `beside` it and does not bring. */
export function npmPackage(wanted: string, ...beside: readonly string[]): Promise<Obtained> {
  const found = obtained.get(wanted) ?? fetchNpm(wanted, beside);
  obtained.set(wanted, found);
  return found;
}

/** A Python package of an exact version, `name==version`, in a virtual environment of its own. */
export function pythonPackage(wanted: string): Promise<Obtained> {
  const found = obtained.get(wanted) ?? fetchPython(wanted);
  obtained.set(wanted, found);
  return found;
}

/** The fixtures themselves, for those that need nothing but what this workspace has. */
export const here = async (): Promise<Obtained> => ({ folder: fixtures });

/** The server on the Go SDK, built: `asks` in the folder. */
export const goServer = (): Promise<Obtained> =>
  built('go', 'asks', folder => ({
    command: 'go',
    args: ['build', '-p', '1', '-o', join(folder, 'asks'), '.'],
    env: { GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod' },
  }));

/** The server on rmcp, built: `debug/asks` in the folder. */
export const rustServer = (): Promise<Obtained> =>
  built('rust', 'debug/asks', folder => ({ command: 'cargo', args: ['build', '--quiet', '-j', '1', '--target-dir', folder] }));

/** The server on the Java SDK, compiled: `classes` and what it needs in `dependency`. */
export const javaServer = (): Promise<Obtained> =>
  built('java', 'classes/Asks.class', folder => ({
    command: 'mvn',
    args: ['-q', '-B', 'compile', 'dependency:copy-dependencies', `-DbuildFolder=${folder}`],
  }));

/** Puts fixtures beside the packages that they import; gives the path of the first. */
export function place(folder: string, ...files: readonly [string, ...string[]]): string {
  for (const file of files) copyFileSync(join(fixtures, file), join(folder, basename(file)));
  return join(folder, basename(files[0]));
}

async function fetchNpm(wanted: string, beside: readonly string[]): Promise<Obtained> {
  const folder = join(cache, 'npm', wanted.replaceAll(/[@/]+/g, '_'));
  const name = wanted.slice(0, wanted.lastIndexOf('@'));
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted, ...beside], {
    cwd: folder,
    maxBuffer: 1 << 26,
  }).then(
    () => ({ folder }),
    () => ({ missing: `npm could not install ${wanted}` }),
  );
}

async function fetchPython(wanted: string): Promise<Obtained> {
  const folder = join(cache, 'python', wanted.replaceAll('=', '_'));
  if (existsSync(join(folder, 'installed'))) return { folder };
  mkdirSync(folder, { recursive: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', wanted], { maxBuffer: 1 << 26 });
  } catch {
    return { missing: `pip could not install ${wanted}` };
  }
  writeFileSync(join(folder, 'installed'), wanted);
  return { folder };
}

interface Build {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds a fixture in another language from a copy of its sources, with that language's own tool, at low priority. */
function built(language: string, product: string, build: (folder: string) => Build): Promise<Obtained> {
  const found = obtained.get(language) ?? buildIn(language, product, build);
  obtained.set(language, found);
  return found;
}

async function buildIn(language: string, product: string, build: (folder: string) => Build): Promise<Obtained> {
  const sources = join(cache, language, 'src');
  const folder = join(cache, language, 'out');
  mkdirSync(folder, { recursive: true });
  cpSync(join(fixtures, language), sources, { recursive: true, preserveTimestamps: true });
  const { command, args, env } = build(folder);
  try {
    await run('nice', [command, ...args], { cwd: sources, env: { ...process.env, ...env }, maxBuffer: 1 << 26 });
  } catch {
    return { missing: `${command} could not build the server in ${language}` };
  }
  return existsSync(join(folder, product)) ? { folder } : { missing: `${command} built no server in ${language}` };
}
