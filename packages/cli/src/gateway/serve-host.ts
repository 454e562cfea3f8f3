/** `midcall gateway -- SERVER` and `--url`: one server, for the host that started this process. */
import { showText } from '@midcall/core/inspect';
import { streamTransport } from '@midcall/gateway/node';
import type { CommandContext } from '../command-context.js';
import type { ExitCode } from '../exit-codes.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { openBridge } from './open-bridge.js';
import { openGatewayDesk, PRINCIPAL } from './open-gateway-desk.js';
import type { ServedServer } from './served-server.js';

/** Ends when the host is gone or the process is told to stop. @throws MidcallError PORT_IN_USE, CONFIG_INVALID. */
export async function serveHost(
  served: ServedServer,
  options: { readonly port: number; readonly open: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, streams } = context;
  const desk = await openGatewayDesk({ served: [served], ...options }, context);
  const { page } = desk;
  const bridge = openBridge(served, {
    terminal,
    principal: PRINCIPAL,
    downstream: streamTransport({ input: streams.stdin, output: streams.stdout }),
    secret: desk.secretFor(served.name),
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
    await desk.close();
  }
}
