/** Which server a command talks to, and the name a person knows it by. */
import { basename, dirname, extname, resolve } from 'node:path';
import { shownAddress, shownCommand } from './shown-words.js';

/** A child process on stdio, or an address. */
export type ServerTarget =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[]; readonly cwd: string }
  | { readonly kind: 'http'; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

const RUNNERS =
  /^(node|nodejs|npx|npm|pnpm|pnpx|yarn|tsx|ts-node|bun|bunx|deno|python[\d.]*|py|uv|uvx|pipx|ruby|php|java|docker|podman|sh|bash)(\.exe|\.cmd)?$/i;
const RUNNER_WORDS = new Set(['run', 'exec', 'dlx', 'x', 'tool']);
const SAYS_NOTHING = new Set([
  'index',
  'main',
  'server',
  'cli',
  'app',
  'start',
  'dist',
  'build',
  'out',
  'src',
  'bin',
  'lib',
  'mcp',
  '__main__',
  'stdio',
]);

/** Options of runners whose next word is their value, not the program. */
const RUNNER_VALUE = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '-p',
  '--package',
  '-v',
  '--volume',
  '-e',
  '--env',
  '--name',
  '--with',
  '--from',
  '--env-file',
  '--network',
]);

/** A name from the command: the program, not its runner; the folder, where the file is called `index` or `server`. */
export function nameOf(target: ServerTarget): string {
  if (target.kind === 'http') return target.url.host;
  const program = programOf(target);
  if (program === undefined) return stem(target.command);
  if (/^@?[\w.-]+(\/[\w.-]+)?(@[\w.^~-]+)?$/.test(program) && extname(program.replace(/@[\d.^~].*$/, '')) === '') {
    const bare = program.replace(/(?<=.)@[\w.^~-]+$/, '');
    if (!SAYS_NOTHING.has(stem(bare).toLowerCase())) return bare.split('/').at(-1) ?? bare;
  }
  const file = resolve(target.cwd, program);
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    const name = stem(path);
    if (!SAYS_NOTHING.has(name.toLowerCase())) return name;
  }
  return stem(file);
}

/** The command as one would type it, for messages: without what looks like a credential (N9). */
export function describeTarget(target: ServerTarget): string {
  return target.kind === 'http' ? shownAddress(target.url.href) : shownCommand([target.command, ...target.args]);
}

/** Whether a single word is a runner that does nothing without a program (`node` alone reads standard input). */
export function isRunner(command: string): boolean {
  return RUNNERS.test(basename(command));
}

/** The file that holds the program, where the command names one. */
export function programFile(target: Extract<ServerTarget, { kind: 'stdio' }>): string | undefined {
  const program = programOf(target);
  return program !== undefined && (/[\\/]/.test(program) || extname(program) !== '') ? resolve(target.cwd, program) : undefined;
}

function programOf(target: Extract<ServerTarget, { kind: 'stdio' }>): string | undefined {
  if (!isRunner(target.command)) return target.command;
  for (let i = 0; i < target.args.length; i++) {
    const word = target.args[i] ?? '';
    if (RUNNER_VALUE.has(word)) i++;
    else if (word === '-m') return target.args[i + 1];
    else if (!word.startsWith('-') && !RUNNER_WORDS.has(word) && !isRunner(word)) return word;
  }
  return undefined;
}

function stem(path: string): string {
  const name = basename(path);
  const extension = extname(name);
  return extension.length > 1 && extension.length <= 5 ? name.slice(0, -extension.length) : name;
}
