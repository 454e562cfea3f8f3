/** A real `midcall` process, its words kept, ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

export interface GatewayProcess {
  readonly child: ChildProcess;
  /** Everything written so far, to both outputs. */
  readonly log: () => string;
  /** The first match in what was written, or is. Rejects when the process ends without. */
  seen(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
}

export function startMidcall(args: readonly string[], env: Readonly<Record<string, string>>): GatewayProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', BROWSER: 'none', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  const checks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
      for (const check of [...checks]) check();
    });
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)));
  return {
    child,
    log: () => log,
    ended,
    seen: pattern =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = pattern.exec(log);
          if (found === null) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
        void ended.then(code => reject(new Error(`midcall ended with ${code} and never wrote ${pattern}:\n${log}`)));
      }),
  };
}
