/** Starts the demo's server as a child process and says how to reach it. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MidcallError } from '@midcall/core';
import type { ServerTarget } from '../connect/server-target.js';
import type { RecordsAddress } from './records-server.js';

const ENTRY = fileURLToPath(new URL('./records-server.js', import.meta.url));

export interface StartedRecords {
  readonly target: ServerTarget;
  stop(): Promise<void>;
}

/** On stdio the SDK's transport starts it; over HTTP it is started here and tells its address over the process channel. */
export async function startRecords(
  transport: 'stdio' | 'http',
  node: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StartedRecords> {
  if (transport === 'stdio') return { target: { kind: 'stdio', command: node, args: [ENTRY], cwd: '/' }, stop: async () => {} };
  const child = fork(ENTRY, ['--http'], { execPath: node, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { url, token } = await new Promise<RecordsAddress>((resolve, reject) => {
    child.once('message', message => resolve(message as RecordsAddress));
    child.once('exit', code => reject(new MidcallError('SERVER_EXITED', `The demo server exited with status ${code ?? 'unknown'}.`)));
    child.once('error', cause => reject(new MidcallError('SERVER_EXITED', 'The demo server could not be started.', { cause })));
  });
  return {
    target: { kind: 'http', url: new URL(url), headers: { authorization: `Bearer ${token}` } },
    stop: () =>
      new Promise(resolve => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
