/** `midcall gateway`: stands where a host starts a server; what the host cannot ask, the desk asks (the operator's first door). */
import { showText } from '@midcall/core/inspect';
import { createGateway, type DeskMode, type GatewayEvent } from '@midcall/gateway';
import { streamTransport } from '@midcall/gateway/node';
import type { CommandContext } from '../command-context.js';
import { ChildServer } from '../connect/child-server.js';
import { resolveTarget } from '../connect/resolve-target.js';
import { nameOf } from '../connect/server-target.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openDeskPage } from '../loopback/desk-page.js';
import type { Terminal } from '../terminal/terminal.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { UsageError } from '../usage-error.js';

export interface GatewayCommandOptions {
  readonly name?: string;
  readonly desk: DeskMode;
  readonly port: number;
  readonly open: boolean;
}

const PRINCIPAL = 'local';
const EXAMPLE = 'midcall gateway -- node server.js';

export async function gateway(
  options: GatewayCommandOptions,
  { terminal, tail, streams, platform, now }: CommandContext,
): Promise<ExitCode> {
  const target = resolveTarget({}, tail, terminal.cwd, EXAMPLE);
  if (target.kind !== 'stdio') throw new UsageError('Which server? Put its command behind --.', `For example: ${EXAMPLE}`);
  const serverName = options.name ?? nameOf(target);
  const page =
    options.desk === 'never'
      ? undefined
      : await openDeskPage({ terminal, names: [serverName], principal: PRINCIPAL, port: options.port, open: options.open, platform, now });
  const children = new Set<ChildServer>();
  let exit: ExitCode = EXIT.done;
  const report = (child: ChildServer): void => {
    children.delete(child);
    const how = child.exit?.signal == null ? `status ${child.exit?.code ?? 'unknown'}` : child.exit.signal;
    if (closing || (child.exit?.code === 0 && child.spoke)) return;
    exit = EXIT.noServer;
    terminal.err(`midcall: the server ${showText(serverName)} exited (${how}).`);
  };
  let closing = false;
  const bridge = createGateway({
    serverName,
    upstream: () => {
      const child = new ChildServer(target, {
        env: terminal.env,
        onGarbage: line => terminal.err(`midcall: the server prints text where the protocol belongs: "${showText(line).slice(0, 120)}"`),
      });
      children.add(child);
      // Only a child that has started can end.
      const start = child.start.bind(child);
      child.start = async () => {
        await start();
        void child.ended.then(() => report(child));
      };
      return child;
    },
    downstream: streamTransport({ input: streams.stdin, output: streams.stdout }),
    deskMode: options.desk,
    principal: PRINCIPAL,
    log: event => say(terminal, event),
    ...(page && { desk: page.desk }),
  });
  try {
    const host = await bridge.start();
    if (page?.reachable === false) {
      terminal.err('midcall: no browser can be opened here, so nobody can be asked. With --no-open you open the page yourself.');
    } else if (page !== undefined && terminal.interactive)
      terminal.err(`midcall: questions of ${showText(serverName)} come to ${page.origin}`);
    await Promise.race([host.closed, untilStopped(terminal.stopped)]);
    return exit;
  } finally {
    closing = true;
    await bridge.close();
    await Promise.all([...children].map(child => child.close()));
    await page?.close();
  }
}

/** Plain lines on standard error, which hosts keep as a log: no answers, states, arguments or links in them (N9). */
function say(terminal: Terminal, event: GatewayEvent): void {
  if (event.level === 'warn' || event.level === 'error') terminal.err(`midcall: ${showText(event.message)}`);
}
