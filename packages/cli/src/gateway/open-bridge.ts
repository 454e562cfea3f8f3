/** The gateway in front of one server: starts the server, says how it ended, and closes both. */
import { showText } from '@midcall/core/inspect';
import { createGateway, type Gateway, type GatewayEvent } from '@midcall/gateway';
import { httpUpstream } from '@midcall/gateway/http';
import type { Desk } from '@midcall/host';
import type { Transport } from '@modelcontextprotocol/client';
import { ChildServer } from '../connect/child-server.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ServedServer } from './served-server.js';

export interface BridgeOptions {
  readonly terminal: Terminal;
  readonly principal: string;
  readonly desk?: Desk;
  readonly secret?: Uint8Array | undefined;
  /** The host on standard input and output, where it is one. */
  readonly downstream?: Transport;
  /** Where a person finds the questions, for a host that is told to come back. */
  readonly deskLocation?: () => string;
  readonly onEvent?: (event: GatewayEvent) => void;
}

export interface Bridge {
  readonly gateway: Gateway;
  /** `noServer` once a child ended that nobody here closed, with a status or before it spoke. */
  readonly exit: ExitCode;
  close(): Promise<void>;
}

/** Nothing is started before `gateway.start` or `gateway.connect`. */
export function openBridge(served: ServedServer, options: BridgeOptions): Bridge {
  const { terminal } = options;
  const { name, target } = served;
  const children = new Set<ChildServer>();
  let exit: ExitCode = EXIT.done;
  let closing = false;
  const report = (child: ChildServer): void => {
    children.delete(child);
    const how = child.exit?.signal == null ? `status ${child.exit?.code ?? 'unknown'}` : child.exit.signal;
    if (closing || (child.exit?.code === 0 && child.spoke)) return;
    exit = EXIT.noServer;
    terminal.err(`midcall: the server ${showText(name)} exited (${how}).`);
  };
  const upstream = (): Transport => {
    if (target.kind === 'http') return httpUpstream(target);
    const child = new ChildServer(target, {
      env: served.env,
      onGarbage: line =>
        terminal.err(`midcall: ${showText(name)} prints text where the protocol belongs: "${showText(line).slice(0, 120)}"`),
    });
    children.add(child);
    // Only a child that has started can end.
    const start = child.start.bind(child);
    child.start = async () => {
      await start();
      void child.ended.then(() => report(child));
    };
    return child;
  };
  const gateway = createGateway({
    serverName: name,
    upstream,
    principal: options.principal,
    deskMode: served.desk,
    identity: served.identity,
    upstreamEra: served.era,
    limits: { sessions: served.sessions, ...(served.hostLimitMs !== undefined && { hostLimitMs: served.hostLimitMs }) },
    log: event => {
      options.onEvent?.(event);
      say(terminal, event);
    },
    ...(options.downstream && { downstream: options.downstream }),
    ...(options.desk && served.desk !== 'never' && { desk: options.desk }),
    ...(options.secret && { secret: options.secret }),
    ...(options.deskLocation && { deskLocation: options.deskLocation }),
  });
  return {
    gateway,
    get exit() {
      return exit;
    },
    close: async () => {
      closing = true;
      await gateway.close();
      await Promise.all([...children].map(child => child.close()));
    },
  };
}

/** Plain lines on standard error, which hosts keep as a log: no answers, states, arguments or links in them (N9). */
function say(terminal: Terminal, event: GatewayEvent): void {
  if (event.level === 'warn' || event.level === 'error') terminal.err(`midcall: ${showText(event.message)}`);
}
