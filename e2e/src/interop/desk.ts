/** Servers of others directly at the desk, without a gateway: a host that attached it to its client, in each era they speak. */
import { createDesk, openGate } from '@midcall/host';
import { Client } from '@modelcontextprotocol/client';
import { launch } from './launch.js';
import type { Peer } from './peer.js';
import { peers } from './peers.js';
import { planningPerson } from './person.js';
import type { Row } from './row.js';
import { threeCalls } from './three-calls.js';
import { textOf } from './upstream.js';

export async function deskRows(told: (row: Row) => void, wanted: (name: string) => boolean): Promise<void> {
  for (const peer of peers.filter(({ name }) => wanted(name))) {
    const got = await peer.obtain();
    const over = peer.stdio === undefined ? 'http' : 'stdio';
    for (const revision of revisionsOf(peer)) {
      if ('folder' in got) await atDesk(peer, { over, revision, folder: got.folder }, told);
      else
        for (const { mode, tool, as } of peer.calls)
          told({ side: 'desk', peer: peer.name, tool: as ?? tool, over, revision, mode, actions: [], missing: got.missing });
    }
  }
}

function revisionsOf({ speaks }: Peer): readonly string[] {
  if (speaks === 'both') return ['2025-11-25', '2026-07-28'];
  return speaks === 'legacy' ? ['2025-11-25'] : ['2026-07-28'];
}

interface Setup {
  readonly over: 'stdio' | 'http';
  readonly revision: string;
  readonly folder: string;
}

async function atDesk(peer: Peer, { over, revision, folder }: Setup, told: (row: Row) => void): Promise<void> {
  const person = planningPerson();
  const server = await launch(peer, over, folder);
  const desk = createDesk({ policy: openGate, surfaces: [person.surface] });
  const modern = revision === '2026-07-28';
  const client = new Client({ name: 'host', version: '1' }, modern ? { versionNegotiation: { mode: { pin: revision } } } : {});
  // No page is opened here and none is reported done: the server is asked again at once.
  const session = desk.attach(client, { server: 'peer', completionWait: 500 });
  const connected = client.connect(server.open(), { timeout: 60_000 });
  await connected.catch(() => undefined);
  const setting = {
    person,
    side: 'desk',
    over,
    revision: () => client.getNegotiatedProtocolVersion() ?? 'none',
    run: (tool: string, args: Record<string, unknown>) =>
      connected.then(async () => textOf(await session.callTool({ name: tool, arguments: args }))),
  } as const;
  for (const call of peer.calls) {
    const { actions, difference } = await threeCalls(call, setting);
    const row = {
      side: 'desk',
      peer: peer.name,
      tool: call.as ?? call.tool,
      over,
      revision: setting.revision(),
      mode: call.mode,
      actions,
    } as const;
    told({ ...row, ...(difference && { note: difference.why }) });
  }
  session.close();
  await client.close();
  await desk.close();
  await server.stop();
}
