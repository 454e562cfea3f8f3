/**
 * `midcall gateway --config FILE`: every server of the file at `/NAME/mcp`, for hosts that speak streamable HTTP.
 *
 * Promises:
 *  1. Host and Origin are checked first. Without `--auth` it is loopback only, and a token that only this user can read is
 *     shown with every request (D30); it is printed on a terminal, and where standard error is a log, its file is named (N9).
 *  2. With `--auth` each caller is who their verified token was issued to, and reaches nobody else's servers or questions (N7).
 *  3. A changed file counts at once; one with a fault changes nothing and is said.
 *  4. Told to stop, it takes nothing new, gives what is open ten seconds, and then says to every side that it ends.
 */
import { createHash, createHmac } from 'node:crypto';
import { showText } from '@midcall/core/inspect';
import { observers } from '@midcall/gateway';
import { tokenGate } from '@midcall/gateway/auth';
import { type Authenticate, bearerGate, createHttpFace } from '@midcall/gateway/http';
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { serveAt } from '../loopback/serve-loopback.js';
import type { Terminal } from '../terminal/terminal.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { type AccessToken, accessToken } from './access-token.js';
import { draining } from './drain.js';
import type { FaceSettings } from './face-settings.js';
import { type GatewayLog, gatewayLog, type LogFormat } from './gateway-log.js';
import { gatewayMetrics } from './gateway-metrics.js';
import { signIns } from './oauth/sign-ins.js';
import { openBridge } from './open-bridge.js';
import { PRINCIPAL } from './open-gateway-desk.js';
import { type OpenServers, openServers, type ServerChange } from './open-servers.js';
import type { ServedServer } from './served-server.js';
import { openServingDesk } from './serving-desk.js';
import { openTracing } from './tracing.js';
import { watchFile } from './watch-file.js';

const DRAIN_MS = 10_000;
const NAME = /^\/([A-Za-z0-9_-]{1,64})\/mcp\/?$/;

export interface ServeConfigOptions {
  readonly file: string;
  readonly settings: FaceSettings;
  readonly open: boolean;
  readonly webhookText: boolean;
  readonly logFormat: LogFormat;
  readonly otel: boolean;
  /** Reads the file again. @throws MidcallError CONFIG_INVALID, UsageError. */
  readonly reload: () => Promise<{ readonly served: readonly ServedServer[]; readonly settings: FaceSettings }>;
}

/** @throws MidcallError PORT_IN_USE, CONFIG_INVALID, STORE_FAILED. */
export async function serveConfig(served: readonly ServedServer[], options: ServeConfigOptions, given: CommandContext): Promise<ExitCode> {
  const { settings } = options;
  const log = await gatewayLog(given.terminal, options.logFormat);
  const tracing = await openTracing(options.otel);
  const { terminal } = log;
  const context = { ...given, terminal };
  let here = `http://${settings.listen.host}`;
  const publicUrl = (): URL => settings.publicUrl ?? new URL(here);
  const access = accessToken(terminal.env);
  const { auth } = settings;
  const gate = auth === undefined ? undefined : tokenGate({ ...auth, publicUrl });
  const authenticate: Authenticate = gate?.authenticate ?? bearerGate(access.token, PRINCIPAL);
  const { open, webhookText } = options;
  const desk = await openServingDesk({ served, settings, open, webhookText, origin: () => publicUrl().origin }, context);
  const metrics = gatewayMetrics(() => performance.now());
  const accounts = signIns(
    { mayOpen: options.open && auth === undefined, command: ({ name }) => `midcall gateway login ${name} --config ${options.file}` },
    context,
  );
  const servers = openServers(served, {
    open: one =>
      openBridge(one, {
        terminal,
        ...(auth === undefined && { principal: PRINCIPAL }),
        desk: desk.desk,
        // What a gateway hands out is known to the next one, so that a lost call can be said to be lost (N8).
        secret: desk.secretFor(one.name) ?? createHmac('sha256', access.token).update(`midcall gateway ${one.name}`).digest(),
        deskLocation: desk.location,
        authProvider: accounts.of(one),
        observer: observers(tracing?.(one.name), metrics.observer(one.name)),
        event: event => {
          metrics.event(one.name, event);
          log.event(one.name, event);
        },
      }),
  });
  const names = { hosts: [...settings.hosts], origins: [...settings.origins] };
  const face = createHttpFace({ servers: servers.gateways, authenticate, ...names, ...(gate && { open: gate.metadata }) });
  const drain = draining(request => face.fetch(request));

  const foreign = (request: Request): Response | undefined =>
    hostHeaderValidationResponse(request, names.hosts) ?? originValidationResponse(request, names.origins);
  /** For who watches over this process: their token is the file's, whoever else may call. */
  const counts = async (request: Request): Promise<Response> => {
    const refused = foreign(request) ?? (await bearerGate(access.token, PRINCIPAL)(request));
    if (refused instanceof Response) return refused;
    const text = metrics.text({
      openRequests: drain.open,
      sessions: face.sessions,
      servers: [...servers.gateways].map(([name, { hosts, suspended }]) => ({ name, hosts, suspended })),
    });
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  };
  const route = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/metrics') return counts(request);
    if (desk.pages !== undefined && !NAME.test(pathname) && !pathname.startsWith('/.well-known/')) return desk.pages(request);
    const response = await drain.fetch(request);
    metrics.response(response.status);
    return response;
  };

  try {
    const server = await serveAt(route, settings.listen);
    here = server.origin;
    const unwatch = watchConfig(options, servers, log);
    try {
      for (const line of opening(served, publicUrl().origin, auth === undefined ? access : undefined, terminal)) terminal.err(line);
      if (auth !== undefined) terminal.err(`midcall: callers show a token of ${auth.issuer}.`);
      if (gate !== undefined && auth?.jwks === undefined && !(await gate.issuerAnswers()))
        log.warn('the issuer does not answer now; nobody gets in before it does.');
      const said = desk.says();
      if (said !== undefined) terminal.err(said);
      await untilStopped(terminal.stopped);
      sayStopping(drain.open, servers.suspended, terminal);
      await drain.drain(DRAIN_MS);
    } finally {
      unwatch?.();
      await face.close();
      await servers.close();
      await accounts.close();
      await server.close();
    }
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

function sayStopping(open: number, suspended: number, terminal: Terminal): void {
  if (open > 0) terminal.err(`midcall: stopping; ${open} open ${open === 1 ? 'request has' : 'requests have'} ten seconds.`);
  if (suspended > 0)
    terminal.err(
      `midcall: ${suspended} suspended ${suspended === 1 ? 'call ends' : 'calls end'} with this process; their hosts are told when they ask.`,
    );
}

/** A machine whose watches are used up takes nothing else away: the file counts as it was at the start. */
function watchConfig({ file, reload, settings }: ServeConfigOptions, servers: OpenServers, log: GatewayLog): (() => void) | undefined {
  const say = (error: unknown): void => log.warn(error instanceof Error ? error.message : 'the file cannot be watched');
  let last = Promise.resolve();
  const again = async (): Promise<void> => {
    try {
      const next = await reload();
      for (const line of changed(servers.apply(next.served))) log.terminal.err(line);
      if (digest(next.settings) !== digest(settings)) log.warn('where to listen and whose tokens to take count from the next start.');
    } catch (error) {
      say(error);
      log.warn('nothing was changed; the file counts as it was before.');
    }
  };
  try {
    return watchFile(
      file,
      () => {
        last = last.then(again);
      },
      say,
    );
  } catch (error) {
    say(error);
    return undefined;
  }
}

function changed(change: ServerChange): readonly string[] {
  const said = (['added', 'changed', 'removed'] as const).filter(how => change[how].length > 0);
  return said.map(how => `midcall: ${how}: ${change[how].map(name => showText(name)).join(', ')}.`);
}

function digest(settings: FaceSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

function opening(served: readonly ServedServer[], origin: string, access: AccessToken | undefined, terminal: Terminal): readonly string[] {
  const { colors: c } = terminal;
  const width = Math.max(...served.map(one => one.name.length));
  return [
    `midcall: serving ${served.length === 1 ? '1 server' : `${served.length} servers`}.`,
    ...served.map(one => `  ${showText(one.name).padEnd(width)}  ${origin}/${one.name}/mcp`),
    ...(access === undefined
      ? []
      : [
          terminal.interactive
            ? `Hosts show this token with every request:\n  ${c.bold(`Authorization: Bearer ${access.token}`)}\n  ${c.dim(`kept in ${access.path}`)}`
            : `Hosts show a token with every request: Authorization: Bearer, then what stands in ${access.path}`,
        ]),
  ];
}
