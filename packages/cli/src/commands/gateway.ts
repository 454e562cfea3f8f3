/** `midcall gateway`: stands where a host starts a server; what the host cannot ask, the desk asks (the operator's first door). */
import { resolve } from 'node:path';
import type { DeskMode } from '@midcall/gateway';
import type { CommandContext } from '../command-context.js';
import { resolveTarget } from '../connect/resolve-target.js';
import { nameOf } from '../connect/server-target.js';
import type { ExitCode } from '../exit-codes.js';
import { checkServers } from '../gateway/check-servers.js';
import { readConfigFile } from '../gateway/read-config-file.js';
import { serveConfig } from '../gateway/serve-config.js';
import { serveHost } from '../gateway/serve-host.js';
import { type ServedDefaults, type ServedServer, servedEntry, servedTarget } from '../gateway/served-server.js';
import { UsageError } from '../usage-error.js';

export interface GatewayCommandOptions {
  readonly name?: string;
  readonly url?: URL;
  readonly header?: readonly string[];
  readonly config?: string;
  /** Only start the servers and say whether they work. */
  readonly check?: boolean;
  /** How long a server may stay silent while it is checked, in seconds. */
  readonly timeout: number;
  readonly desk: DeskMode;
  readonly era: 'auto' | 'legacy' | 'modern';
  /** The host's own limit for a call, in milliseconds. */
  readonly hostLimit?: number;
  /** Of the page; under `--config`, of the servers. */
  readonly port?: number;
  readonly open: boolean;
}

/** Where the servers of a configuration are by default: hosts keep the address. */
const CONFIG_PORT = 4330;
const EXAMPLE = 'midcall gateway -- node server.js';

export async function gateway(options: GatewayCommandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { open, port } = options;
  const served = await serversOf(options, context);
  if (options.check === true) return checkServers(served, options.timeout * 1_000, terminal);
  if (options.config !== undefined) return serveConfig(served, { open, port: port ?? CONFIG_PORT }, context);
  const [one] = served as [ServedServer];
  return serveHost(one, { open, port: port ?? 0 }, context);
}

async function serversOf(options: GatewayCommandOptions, { terminal, tail }: CommandContext): Promise<readonly ServedServer[]> {
  const defaults: ServedDefaults = { desk: options.desk, era: options.era, hostLimitMs: options.hostLimit, env: terminal.env };
  if (options.config === undefined) {
    const target = resolveTarget(options, tail, terminal.cwd, EXAMPLE);
    return [servedTarget(options.name ?? nameOf(target), target, defaults)];
  }
  if (tail !== undefined || options.url !== undefined || options.name !== undefined)
    throw new UsageError('--config names its servers itself.', 'Leave out --name, --url and what stands behind --.');
  const file = resolve(terminal.cwd, options.config);
  const { servers } = await readConfigFile(file);
  return [...servers].map(([name, entry]) => servedEntry(name, entry, defaults, file));
}
