/** `midcall gateway -- SERVER` and `--url`: one server, for the host that started this process. */
import { showText } from '@midcall/core/inspect';
import { streamTransport } from '@midcall/gateway/node';
import type { CommandContext } from '../command-context.js';
import type { ExitCode } from '../exit-codes.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { gatewayLog, type LogFormat } from './gateway-log.js';
import { signIns } from './oauth/sign-ins.js';
import { openBridge } from './open-bridge.js';
import { openGatewayDesk, PRINCIPAL } from './open-gateway-desk.js';
import type { ServedServer } from './served-server.js';
import { openTracing } from './tracing.js';

export interface ServeHostOptions {
  readonly port: number;
  readonly open: boolean;
  readonly webhookText: boolean;
  readonly logFormat: LogFormat;
  readonly otel: boolean;
}

/** Ends when the host is gone or the process is told to stop. @throws MidcallError PORT_IN_USE, CONFIG_INVALID. */
export async function serveHost(served: ServedServer, options: ServeHostOptions, given: CommandContext): Promise<ExitCode> {
  const log = await gatewayLog(given.terminal, options.logFormat);
  const tracing = await openTracing(options.otel);
  const { terminal } = log;
  const context = { ...given, terminal };
  const { streams } = context;
  const { port, open, webhookText } = options;
  const desk = await openGatewayDesk({ served: [served], port, open, webhookText }, context);
  const { page } = desk;
  const accounts = signIns(
    {
      mayOpen: options.open,
      command: ({ target }) => `midcall gateway login --url ${target.kind === 'http' ? target.url.origin + target.url.pathname : ''}`,
    },
    context,
  );
  const bridge = openBridge(served, {
    terminal,
    principal: PRINCIPAL,
    downstream: streamTransport({ input: streams.stdin, output: streams.stdout }),
    secret: desk.secretFor(served.name),
    event: event => log.event(served.name, event),
    observer: tracing?.(served.name),
    authProvider: accounts.of(served),
    ...(page && { desk: page.desk, deskLocation: () => page.origin }),
  });
  try {
    const host = await bridge.gateway.start();
    if (page?.reachable === false) {
      terminal.err(
        'midcall: no browser can be opened here, so nobody can be asked before midcall inbox has opened the page. --no-open promises that you will.',
      );
    } else if (page !== undefined && terminal.interactive)
      terminal.err(`midcall: questions of ${showText(served.name)} come to ${page.origin}`);
    await Promise.race([host.closed, untilStopped(terminal.stopped)]);
    return bridge.exit;
  } finally {
    await bridge.close();
    await accounts.close();
    await desk.close();
  }
}
