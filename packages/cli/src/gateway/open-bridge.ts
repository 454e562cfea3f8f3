/**
 * The gateway in front of one server: starts the server, says how it ended, and closes both. Where several people are
 * served, each has a gateway and a server of their own, unless the operator says that they share one (D26).
 */

import { subjectOf } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { createGateway, type Gateway, type GatewayEvent, type GatewayObserver, gatewayPerPrincipal } from '@midcall/gateway';
import { httpUpstream } from '@midcall/gateway/http';
import type { Desk } from '@midcall/host';
import type { AuthProvider, Transport } from '@modelcontextprotocol/client';
import { ChildServer } from '../connect/child-server.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ServedServer } from './served-server.js';
import { serverOrigin } from './server-origin.js';

export interface BridgeOptions {
  readonly terminal: Terminal;
  /** The one person who is served; absent: several, each named by `connect`. */
  readonly principal?: string;
  readonly desk?: Desk | undefined;
  readonly secret?: Uint8Array | undefined;
  /** The host on standard input and output, where it is one. */
  readonly downstream?: Transport;
  /** Where a person finds the questions, for a host that is told to come back. */
  readonly deskLocation?: () => string | undefined;
  readonly event: (event: GatewayEvent) => void;
  readonly observer?: GatewayObserver | undefined;
  /** The gateway's own sign-in at a server that is reached over HTTP. */
  readonly authProvider?: AuthProvider | undefined;
}

export interface Bridge {
  readonly gateway: Gateway;
  /** `noServer` once a child ended that nobody here closed, with a status or before it spoke. */
  readonly exit: ExitCode;
  close(): Promise<void>;
}

/** Nothing is started before `gateway.start` or `gateway.connect`. */
export function openBridge(served: ServedServer, options: BridgeOptions): Bridge {
  const { terminal, principal } = options;
  const { name, target } = served;
  const children = new Set<ChildServer>();
  let exit: ExitCode = EXIT.done;
  let closing = false;
  const report = (child: ChildServer): void => {
    children.delete(child);
    const how = child.exit?.signal == null ? `status ${child.exit?.code ?? 'unknown'}` : child.exit.signal;
    if (closing || !child.endedByItself || (child.exit?.code === 0 && child.spoke)) return;
    exit = EXIT.noServer;
    terminal.err(`midcall: the server ${showText(name)} exited (${how}).`);
  };
  const upstream = (owner: string | undefined) => (): Transport => {
    if (target.kind === 'http') return httpUpstream({ ...target, ...(options.authProvider && { authProvider: options.authProvider }) });
    const child = new ChildServer(target, {
      env: { ...served.env, ...identityOf(owner) },
      onGarbage: line => terminal.err(garbage(name, line, terminal)),
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
  const gatewayOf = (owner: string | undefined): Gateway =>
    createGateway({
      serverName: name,
      serverOrigin: serverOrigin(target),
      upstream: upstream(owner),
      deskMode: served.desk,
      identity: served.identity,
      upstreamEra: served.era,
      limits: {
        sessions: served.sessions,
        ...(served.hostLimitMs !== undefined && { hostLimitMs: served.hostLimitMs }),
        ...(served.parkMs !== undefined && { parkMs: served.parkMs }),
        ...(served.graceMs !== undefined && { graceMs: served.graceMs }),
        ...(served.connectMs !== undefined && { connectMs: served.connectMs }),
      },
      log: options.event,
      ...(owner !== undefined && { principal: owner }),
      ...(options.downstream && { downstream: options.downstream }),
      ...(options.desk && served.desk !== 'never' && { desk: options.desk }),
      ...(options.secret && { secret: options.secret }),
      ...(options.deskLocation && { deskLocation: options.deskLocation }),
      ...(options.observer && { observer: options.observer }),
    });
  // A command that all share is started once; connections to a server elsewhere are each person's own in any case.
  const together = principal !== undefined || (served.identity === 'shared' && target.kind === 'stdio');
  const gateway = together ? gatewayOf(principal) : gatewayPerPrincipal({ gateway: gatewayOf });
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

/** A server that serves one person of several is told who that is. */
function identityOf(owner: string | undefined): Readonly<Record<string, string>> {
  const subject = owner === undefined ? undefined : subjectOf(owner);
  return subject === undefined ? {} : { MIDCALL_PRINCIPAL_ISSUER: subject.iss, MIDCALL_PRINCIPAL_SUBJECT: subject.sub };
}

/** What a server prints may be anything, an answer it was just given included: quoted to a person, never to a log (N9). */
function garbage(name: string, line: string, { interactive }: Terminal): string {
  const said = `midcall: ${showText(name)} prints text where the protocol belongs`;
  return interactive
    ? `${said}: "${showText(line).slice(0, 120)}"`
    : `${said} (${line.length} characters); midcall gateway --check shows it.`;
}
