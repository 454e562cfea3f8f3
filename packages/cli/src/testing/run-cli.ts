/** Runs the built `midcall` as a person's shell would, in an environment of its own. For tests only. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
export const RECORDS = fileURLToPath(new URL('../../dist/demo/records-server.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** A home of its own, deleted when the command ends. */
  readonly home: string;
  readonly finished: Promise<Finished>;
  /** The first match in what has been written so far, or comes. Rejects when the command ends without. */
  seen(pattern: RegExp, where?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
}

/** Starts it with no terminal, no browser and an empty home. */
export function startCli(args: readonly string[], options: RunOptions = {}): Running {
  const home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? home,
    env: { PATH: process.env.PATH, HOME: home, MIDCALL_HOME: join(home, 'midcall'), NO_COLOR: '1', BROWSER: 'none', ...options.env },
  });
  const text = { stdout: '', stderr: '' };
  const checks = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
      for (const check of checks) check();
    });
  }
  const finished = new Promise<Finished>(resolve => {
    child.once('close', code => {
      rmSync(home, { recursive: true, force: true });
      resolve({ code, ...text });
    });
  });
  if (options.input !== undefined) child.stdin.end(options.input);
  return {
    child,
    home,
    finished,
    seen: (pattern, where = 'stderr') =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(text[where]);
          if (found === null) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
        void finished.then(() => reject(new Error(`ended without ${pattern}: ${text.stdout}\n${text.stderr}`)));
      }),
  };
}

/** Runs it to its end. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return startCli(args, { input: '', ...options }).finished;
}
