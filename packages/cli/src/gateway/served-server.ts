/** One server behind the gateway, however it was named: by a command, by --url, or in a configuration file. */
import { dirname, resolve } from 'node:path';
import type { ConfiguredServer, DeskMode, OAuthConfig } from '@midcall/gateway';
import type { ServerTarget } from '../connect/server-target.js';

export interface ServedServer {
  /** What people read as the asker, and the address under a configuration file. */
  readonly name: string;
  readonly target: ServerTarget;
  /** The whole environment of a child. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly desk: DeskMode;
  readonly era: 'auto' | 'legacy' | 'modern';
  readonly identity: 'own' | 'shared';
  /** Legacy sessions that may run calls at once (D26). */
  readonly sessions: number;
  /** The host's own limit for a call, in milliseconds (D28). */
  readonly hostLimitMs: number | undefined;
  /** How long a host is waited for that was handed a question, and how long one may stay silent, in milliseconds. */
  readonly parkMs?: number;
  readonly graceMs?: number;
  /** How long the server may take to answer when it is started, in milliseconds. */
  readonly connectMs?: number;
  /** The gateway signs in at a server that is reached over HTTP. */
  readonly oauth: OAuthConfig | undefined;
}

/** What the command line says for every server that does not say otherwise. */
export interface ServedDefaults {
  readonly desk: DeskMode;
  readonly era: 'auto' | 'legacy' | 'modern';
  readonly hostLimitMs: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Several people are served, each verified. */
  readonly several: boolean;
}

/** Over HTTP a legacy server takes several sessions of one person; a child of its own does one call at a time (D26). */
export function servedTarget(name: string, target: ServerTarget, defaults: ServedDefaults, oauth?: OAuthConfig): ServedServer {
  const { desk, era, hostLimitMs, env } = defaults;
  return { name, target, env, desk, era, hostLimitMs, identity: 'own', sessions: target.kind === 'http' ? 8 : 1, oauth };
}

/** @param file the configuration; its folder is where relative folders and programs start from. */
export function servedEntry(name: string, entry: ConfiguredServer, defaults: ServedDefaults, file: string): ServedServer {
  const { instances, desk, era, hostLimitMs, parkMs, graceMs, connectMs } = entry;
  // A server elsewhere knows the gateway's own account, whoever stands behind it: that is the one to call shared.
  const identity = entry.identity ?? (defaults.several && entry.kind === 'http' ? 'shared' : 'own');
  const target: ServerTarget =
    entry.kind === 'http'
      ? { kind: 'http', url: entry.url, headers: entry.headers }
      : { kind: 'stdio', command: entry.command, args: entry.args, cwd: resolve(dirname(file), entry.cwd ?? '.') };
  return {
    name,
    target,
    env: entry.kind === 'process' ? { ...defaults.env, ...entry.env } : defaults.env,
    identity,
    sessions: instances,
    desk: desk ?? defaults.desk,
    era: era === 'auto' ? defaults.era : era,
    hostLimitMs: hostLimitMs ?? defaults.hostLimitMs,
    ...(parkMs !== undefined && { parkMs }),
    ...(graceMs !== undefined && { graceMs }),
    ...(connectMs !== undefined && { connectMs }),
    oauth: entry.kind === 'http' ? entry.oauth : undefined,
  };
}
