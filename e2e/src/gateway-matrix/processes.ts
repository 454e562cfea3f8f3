/** Real processes of the matrix: servers over HTTP, gateways, and what each wrote to standard error. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAIN } from '../../../packages/cli/dist/testing/run-cli.js';
import type { ServerKind } from './cell.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../../dist/fixtures/${name}.js`, import.meta.url));

/** The command line of a server, without how it is served. */
export function serverCommand(kind: ServerKind): readonly [string, ...string[]] {
  if (kind === 'midcall') return [process.execPath, fixture('gateway-own-server')];
  if (kind === '2026-07-28') return [process.execPath, fixture('gateway-round-server')];
  return [process.execPath, fixture('gateway-push-server'), kind];
}

/** A process that says one line on standard output before it is ready. */
export interface Running {
  readonly child: ChildProcess;
  stderr(): string;
  /** The first match in standard error, now or when it comes. @throws Error when the process ends without */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
}

export function watch(child: ChildProcess): Running {
  let text = '';
  const checks = new Set<() => void>();
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (const check of checks) check();
  });
  const exited = new Promise<number | null>(resolve => child.once('close', resolve));
  return {
    child,
    exited,
    stderr: () => text,
    said: pattern =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(text);
          if (found === null) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
        void exited.then(() => reject(new Error(`ended without ${String(pattern)}: ${text.slice(-1_000)}`)));
      }),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export interface HttpServerProcess extends Running {
  readonly url: URL;
}

/** Starts a server over HTTP; `port` 0 = any. */
export async function startHttpServer(kind: ServerKind, port = 0): Promise<HttpServerProcess> {
  const [file, ...args] = serverCommand(kind);
  const child = spawn(file, [...args, 'http', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const running = watch(child);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', resolve);
    void running.exited.then(() => reject(new Error(`the server did not start: ${running.stderr().slice(-1_000)}`)));
  });
  return { ...running, url: new URL(address.trim()) };
}

/** A home of its own for a gateway: no display, no browser, nobody else's desk. */
export interface Home {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  remove(): void;
}

export function home(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-matrix-'));
  mkdirSync(join(folder, 'midcall'), { mode: 0o700 });
  return {
    folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, MIDCALL_HOME: join(folder, 'midcall'), NO_COLOR: '1', BROWSER: 'none' },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `midcall gateway` for a host that starts commands. */
export function gatewayCommand(...args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, MAIN, 'gateway', '--no-open', ...args];
}

export interface ConfigGateway extends Running {
  readonly origin: string;
  readonly token: string;
}

let files = 0;

/** `midcall gateway --config` on a free port. */
export async function startConfigGateway(at: Home, servers: Readonly<Record<string, unknown>>): Promise<ConfigGateway> {
  // Its own file, since a gateway follows changes of the one it was started with.
  const file = join(at.folder, `midcall-${++files}.json`);
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  const [command, ...args] = gatewayCommand('--config', file, '--port', '0');
  const running = watch(spawn(command, args, { env: { ...at.env }, stdio: ['ignore', 'ignore', 'pipe'] }));
  const [, origin = ''] = await running.said(/(http:\/\/127\.0\.0\.1:\d+)\/[\w-]+\/mcp/);
  return { ...running, origin, token: readFileSync(join(at.folder, 'midcall/gateway.token'), 'utf8').trim() };
}
