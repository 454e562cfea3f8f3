/** `midcall.policy.json`, read at start and again whenever it changes. A file with a fault changes nothing. */
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { MidcallError } from '@midcall/core';
import type { DeskPolicy } from '../policy/create-policy.js';
import { requirePolicy } from '../policy/parse-policy.js';
import type { PolicyConfig } from '../policy/policy-config.js';

/** The configuration in this file, or undefined if there is none. @throws MidcallError `CONFIG_INVALID` with line and column, `STORE_FAILED`. */
export async function readPolicyFile(path: string): Promise<PolicyConfig | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new MidcallError('STORE_FAILED', `${path} cannot be read.`, {
      hint: 'Look at who may read it; MIDCALL_HOME must be a folder of yours.',
      cause: error,
    });
  }
  return requirePolicy(text, path);
}

export interface WatchPolicyOptions {
  /** A changed file was taken. */
  readonly onReload?: (config: PolicyConfig) => void;
  /** A changed file has a fault; what was in force stays in force. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Watches the directory, because editors replace files; a file that appears, changes or goes counts from the next
 * question on. Returns the way to stop.
 */
export function watchPolicyFile(path: string, policy: Pick<DeskPolicy, 'configure'>, options: WatchPolicyOptions): () => void {
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    try {
      const config = await readPolicyFile(path);
      policy.configure(config ?? {});
      if (config !== undefined) options.onReload?.(config);
    } catch (error) {
      options.onFault(error);
    }
  };
  const watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), 50); // an editor writes in several steps
    timer.unref();
  });
  watcher.on('error', options.onFault);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
