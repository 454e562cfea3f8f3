/** The cells of the gateway's matrix: who hosts, who serves, over what, and who is asked. */
import type { Revision } from '@midcall/core';

export type Wire = 'stdio' | 'HTTP';

/** The servers behind the gateway: of one revision each on the plain SDK, and one of every revision on midcall. */
export type ServerKind = '2025-06-18' | '2025-11-25' | '2026-07-28' | 'midcall';

export interface Cell {
  /** Stands in every message, and is how a server tells cells apart. */
  readonly id: string;
  readonly title: string;
  readonly host: Revision;
  readonly hostWire: Wire;
  readonly server: ServerKind;
  readonly serverWire: Wire;
  /** `host`: the gateway runs with `--desk never` and the host shows what it can. `desk`: the host declares nothing. */
  readonly asks: 'host' | 'desk';
}

export const SERVERS: readonly ServerKind[] = ['2025-06-18', '2025-11-25', '2026-07-28', 'midcall'];

const WIRES: readonly (readonly [Wire, Wire])[] = [
  ['stdio', 'stdio'],
  ['HTTP', 'HTTP'],
  ['stdio', 'HTTP'],
  ['HTTP', 'stdio'],
];

/**
 * The cells of hosts of these revisions. Over mixed transports midcall's own server adds nothing to the three on the SDK, the
 * desk is reached by the same way from either, and a host of 2025-06-18 is on the wire what one of 2025-11-25 is.
 */
export function cellsOf(hosts: readonly Revision[]): readonly Cell[] {
  const cells: Cell[] = [];
  for (const host of hosts) {
    for (const server of SERVERS) {
      for (const [hostWire, serverWire] of WIRES) {
        for (const asks of ['host', 'desk'] as const) {
          const first = host === '2025-06-18';
          if (hostWire !== serverWire && (first || server === 'midcall' || asks === 'desk')) continue;
          if (first && asks === 'desk' && (server === 'midcall' || hostWire === 'HTTP')) continue;
          const id = `${host.slice(2)}.${hostWire}.${server.replace(/^20/, '')}.${serverWire}.${asks}`;
          const title = `${host} over ${hostWire}, ${server === 'midcall' ? 'midcall' : server} over ${serverWire}, asked at the ${asks}`;
          cells.push({ id, title, host, hostWire, server, serverWire, asks });
        }
      }
    }
  }
  return cells;
}

/** The revision a server speaks with the gateway for this host: its own, or for midcall's the host's era. */
export function serverRevision(cell: Cell): Revision {
  return cell.server === 'midcall' ? cell.host : cell.server;
}

/** Whether the question crosses from one era into the other on its way. */
export function crosses(cell: Cell): boolean {
  return cell.host >= '2026' !== serverRevision(cell) >= '2026';
}

/** Whether a question is put in the words of another revision on its way. */
export function rewritten(cell: Cell): boolean {
  return crosses(cell) || cell.host < serverRevision(cell);
}

/**
 * Whether a page can be shown: 2025-06-18 knows none, so neither a server nor a host of that revision can; the desk can,
 * where the server may ask at all.
 */
export function showsPages(cell: Cell): boolean {
  if (serverRevision(cell) === '2025-06-18') return false;
  if (cell.asks === 'host') return cell.host !== '2025-06-18';
  return cell.host !== '2025-06-18' || serverRevision(cell) >= '2026';
}
