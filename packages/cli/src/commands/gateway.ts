/** `midcall gateway`: stands where a host starts a server; what the host cannot ask, the desk asks (the operator's first door). */
import { resolve } from 'node:path';
import type { DeskMode } from '@midcall/gateway';
import type { CommandContext } from '../command-context.js';
import { resolveTarget } from '../connect/resolve-target.js';
import { nameOf } from '../connect/server-target.js';
import type { ExitCode } from '../exit-codes.js';
import { checkServers } from '../gateway/check-servers.js';
import { type FaceFlags, faceSettings } from '../gateway/face-settings.js';
import type { LogFormat } from '../gateway/gateway-log.js';
import { readConfigFile } from '../gateway/read-config-file.js';
import { serveConfig } from '../gateway/serve-config.js';
import { serveHost } from '../gateway/serve-host.js';
import { type ServedDefaults, type ServedServer, servedEntry, servedTarget } from '../gateway/served-server.js';
import { UsageError } from '../usage-error.js';

export interface GatewayCommandOptions extends FaceFlags {
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
  /** Notifications take the server's message along. */
  readonly webhookText?: boolean;
  readonly logFormat: LogFormat;
  readonly otel: boolean;
  /** With `--url`: the gateway signs in there. */
  readonly oauth: boolean;
}

const EXAMPLE = 'midcall gateway -- node server.js';

export async function gateway(options: GatewayCommandOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const { open, port, logFormat, otel, webhookText = false } = options;
  if (options.config === undefined) {
    const one = oneServer(options, context);
    if (options.check === true) return checkServers([one], options.timeout * 1_000, terminal);
    return serveHost(one, { open, port: port ?? 0, logFormat, otel, webhookText }, context);
  }
  if (context.tail !== undefined || options.url !== undefined || options.name !== undefined)
    throw new UsageError('--config names its servers itself.', 'Leave out --name, --url and what stands behind --.');
  const file = resolve(terminal.cwd, options.config);
  const reload = async () => {
    const { servers, face } = await readConfigFile(file);
    const settings = faceSettings(options, face);
    const defaults = defaultsOf(options, context, settings.auth !== undefined);
    return { served: [...servers].map(([name, entry]) => servedEntry(name, entry, defaults, file)), settings };
  };
  const { served, settings } = await reload();
  if (options.check === true) return checkServers(served, options.timeout * 1_000, terminal);
  return serveConfig(served, { file, settings, open, logFormat, otel, webhookText, reload }, context);
}

function oneServer(options: GatewayCommandOptions, context: CommandContext): ServedServer {
  const lone = (['auth', 'listen', 'publicUrl', 'allowedHost', 'audience', 'jwks', 'scope'] as const).find(
    flag => options[flag] !== undefined,
  );
  if (lone !== undefined) {
    const flag = lone.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${flag} is for servers that are reached over HTTP.`, 'Name them in a file: midcall gateway --config FILE.');
  }
  if (options.oauth && options.url === undefined) throw new UsageError('--oauth is for a server on HTTP.', 'Name it with --url.');
  const target = resolveTarget(options, context.tail, context.terminal.cwd, EXAMPLE);
  return servedTarget(options.name ?? nameOf(target), target, defaultsOf(options, context, false), options.oauth ? {} : undefined);
}

function defaultsOf(options: GatewayCommandOptions, { terminal }: CommandContext, several: boolean): ServedDefaults {
  return { desk: options.desk, era: options.era, hostLimitMs: options.hostLimit, env: terminal.env, several };
}
