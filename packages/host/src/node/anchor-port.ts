/** Where the policy file says the heads of the audit go: a file, a command, a webhook (D34). */
import { spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AnchorPort } from '../audit/anchor-heads.js';
import type { AnchorPolicy } from '../policy/policy-config.js';
import type { GuardedPostOptions } from './guarded-post.js';
import { guardedPost } from './guarded-post.js';

export interface AnchorPortOptions extends GuardedPostOptions {
  /** What a relative path starts from: the folder of the policy file. */
  readonly folder: string;
}

/** Its `send` rejects within five seconds if the line did not arrive; the error names no address and no path. */
export function anchorPort(policy: AnchorPolicy, options: AnchorPortOptions): AnchorPort {
  const { every, file, command, url, token } = policy;
  if (file !== undefined) {
    const path = resolve(options.folder, file);
    return { every, send: line => appendFile(path, `${line}\n`, { mode: 0o600 }).catch(error => fail(error, 'file')) };
  }
  if (command !== undefined) return { every, send: line => run(command, `${line}\n`, options) };
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return {
    every,
    async send(line) {
      const request = { url: url ?? '', headers, body: line, private: policy.private === true };
      const status = await guardedPost(request, options).catch(error => fail(error, 'url'));
      if (status < 200 || status > 299) fail(undefined, 'url');
    },
  };
}

function run([program = '', ...args]: readonly string[], line: string, { timeout = 5_000, folder }: AnchorPortOptions): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: folder,
      timeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const reject = (error: unknown): void => {
      try {
        fail(error, 'command');
      } catch (said) {
        failed(said);
      }
    };
    child.once('error', reject);
    child.once('close', code => (code === 0 ? done() : reject(undefined)));
    child.stdin.on('error', () => {}); // a command that does not read ends by its own status
    child.stdin.end(line);
  });
}

function fail(error: unknown, kind: 'file' | 'command' | 'url'): never {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  throw new Error(`audit.anchor: the head could not be sent to its ${kind}${code}; it is tried again at the next turn.`);
}
