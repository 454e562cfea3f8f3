/**
 * Everything that stands while the cells of a file run: a server process of each kind over HTTP, one gateway over HTTP for
 * all of them, and for each host that starts commands a gateway of its own.
 */
import type { JsonObject } from '@midcall/core';
import { HttpClient } from '../peers/http-client.js';
import { StdioClient } from '../peers/message-client.js';
import type { RawClient } from '../peers/raw-client.js';
import { type Cell, SERVERS, type ServerKind, serverRevision } from './cell.js';
import type { CellReport } from './journal.js';
import { type DeskPerson, deskPerson } from './person.js';
import { play } from './played.js';
import {
  type ConfigGateway,
  gatewayCommand,
  type Home,
  type HttpServerProcess,
  home,
  serverCommand,
  startConfigGateway,
  startHttpServer,
  watch,
} from './processes.js';

export interface Host {
  readonly client: RawClient;
  /** The person at the desk of the gateway in between; only asked where the cell says so. */
  readonly person: DeskPerson | undefined;
  /** What the gateway in between has written to standard error. */
  log(): string;
  /** The gateway process of a host that starts commands. */
  readonly gateway: { readonly exited: Promise<number | null> } | undefined;
}

export interface Rig {
  /** A host of the cell, connected. */
  host(cell: Cell): Promise<Host>;
  /** Kills the server's process; one over HTTP is started anew at the same address. */
  kill(cell: Cell, pid: number): Promise<void>;
  /** Until the journal of a server over HTTP says so, asked without the gateway. */
  until(cell: Cell, fits: (report: CellReport) => boolean): Promise<void>;
  close(): Promise<void>;
}

const ASKABLE: JsonObject = { elicitation: { form: {}, url: {} } };

export async function openRig(): Promise<Rig> {
  const closers: (() => unknown)[] = [];
  const servers = new Map<ServerKind, HttpServerProcess>();
  await Promise.all(SERVERS.map(async kind => servers.set(kind, await startHttpServer(kind))));
  closers.push(() => Promise.all([...servers.values()].map(server => server.stop())));
  const httpServer = (kind: ServerKind): HttpServerProcess => {
    const found = servers.get(kind);
    if (found === undefined) throw new Error(`there is no server ${kind}`);
    return found;
  };

  const homeOf = (): Home => {
    const made = home();
    closers.push(() => made.remove());
    return made;
  };

  const shared: { readonly gateway: ConfigGateway; readonly person: DeskPerson } = await (async () => {
    const entries: Record<string, unknown> = {};
    for (const kind of SERVERS) {
      const [command, ...args] = serverCommand(kind);
      for (const asks of ['host', 'desk'] as const) {
        const desk = asks === 'host' ? 'never' : 'auto';
        entries[nameOf(kind, 'stdio', asks)] = { command, args: [...args, 'stdio'], desk };
        entries[nameOf(kind, 'HTTP', asks)] = { url: httpServer(kind).url.href, desk };
      }
    }
    const gateway = await startConfigGateway(homeOf(), entries);
    const person = deskPerson(gateway);
    closers.push(async () => {
      person.leave();
      gateway.child.kill('SIGTERM');
      await gateway.exited;
    });
    return { gateway, person };
  })();

  const overHttp = async (cell: Cell): Promise<Host> => {
    const { gateway, person } = shared;
    const url = new URL(`${gateway.origin}/${nameOf(cell.server, cell.serverWire, cell.asks)}/mcp`);
    const client = new HttpClient({ ...optionsOf(cell), as: gateway.token }, url);
    closers.push(() => client.close());
    await client.open();
    return { client, person, log: gateway.stderr, gateway: undefined };
  };

  const overStdio = async (cell: Cell): Promise<Host> => {
    const behind =
      cell.serverWire === 'stdio' ? ['--', ...serverCommand(cell.server), 'stdio'] : ['--url', httpServer(cell.server).url.href];
    const desk = cell.asks === 'host' ? 'never' : 'auto';
    const client = new StdioClient(optionsOf(cell), gatewayCommand('--name', 'Records', '--desk', desk, ...behind), homeOf().env);
    const running = watch(client.child);
    const person = cell.asks === 'desk' ? deskPerson(running) : undefined;
    closers.push(async () => {
      person?.leave();
      await running.stop();
    });
    await client.open();
    return { client, person, log: running.stderr, gateway: running };
  };

  return {
    async host(cell) {
      const host = await (cell.hostWire === 'HTTP' ? overHttp(cell) : overStdio(cell));
      // A host knows the tools before it calls one.
      await host.client.request('tools/list');
      return host;
    },
    async kill(cell, pid) {
      if (cell.serverWire === 'stdio') {
        process.kill(pid, 'SIGKILL');
        return;
      }
      const old = httpServer(cell.server);
      await old.stop();
      servers.set(cell.server, await startHttpServer(cell.server, Number(old.url.port)));
    },
    async until(cell, fits) {
      const direct = new HttpClient({ revision: serverRevision(cell) }, httpServer(cell.server).url);
      await direct.open();
      const its = play(cell, { client: direct, person: undefined, log: () => '', gateway: undefined });
      await its.until(fits);
      await direct.end();
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

function optionsOf(cell: Cell): { readonly revision: Cell['host']; readonly capabilities: JsonObject } {
  return { revision: cell.host, capabilities: cell.asks === 'host' ? ASKABLE : {} };
}

function nameOf(kind: ServerKind, wire: string, asks: string): string {
  return `Records-${kind}-${wire}-${asks}`;
}
