/** Turns options and words into the server that is meant. */
import { UsageError } from '../usage-error.js';
import { isRunner, type ServerTarget } from './server-target.js';

export interface TargetOptions {
  readonly url?: URL;
  /** `Name: value`, as typed. */
  readonly header?: readonly string[];
}

/** @throws UsageError when no server, or two, are named. */
export function resolveTarget(options: TargetOptions, words: readonly string[] | undefined, cwd: string, example: string): ServerTarget {
  const [command, ...args] = words ?? [];
  if (options.url !== undefined) {
    if (command !== undefined) throw new UsageError('Name the server once: by --url, or by its command behind --.');
    return { kind: 'http', url: options.url, headers: readHeaders(options.header ?? []) };
  }
  if (command === undefined) throw new UsageError('Which server? Put its command behind --.', `For example: ${example}`);
  if (args.length === 0 && isRunner(command))
    throw new UsageError(`"${command}" alone starts no server.`, `Put the whole command behind --, for example: ${example}`);
  return { kind: 'stdio', command, args, cwd };
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    // The line may hold a credential, so it is not repeated (N9).
    if (at < 1) throw new UsageError('A --header has no colon.', 'Write it as --header "Name: value".');
    headers[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return headers;
}
