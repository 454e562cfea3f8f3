/** Servers of others behind the gateway, for a host that declares nothing: their questions are asked at the desk. */
import { createGateway } from '@midcall/gateway';
import { createDesk, openGate } from '@midcall/host';
import { systemClock } from '@midcall/store';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { launch } from './launch.js';
import type { Peer } from './peer.js';
import { peers } from './peers.js';
import { planningPerson } from './person.js';
import type { Row } from './row.js';
import { listenTo, type Spoken } from './spoken.js';
import { threeCalls } from './three-calls.js';

/** As the gateway chooses, and for servers of both eras also across. */
type Era = 'auto' | 'legacy' | 'modern';

/** Each server with a host of each era, over each transport it has. */
export async function upstreamRows(told: (row: Row) => void, wanted: (name: string) => boolean): Promise<void> {
  for (const peer of peers.filter(({ name }) => wanted(name))) {
    const got = await peer.obtain();
    for (const over of ['stdio', 'http'] as const) {
      if (peer[over] === undefined) continue;
      for (const revision of ['2025-11-25', '2026-07-28']) {
        if ('missing' in got) missing(peer, over, revision, got.missing, told);
        else for (const era of erasFor(peer, over, revision)) await behindGateway(peer, { over, revision, era, folder: got.folder }, told);
      }
    }
  }
}

/** `auto` speaks the host's era over HTTP, and the legacy one on pipes; the other is tried too where the server has it. */
function erasFor(peer: Peer, over: 'stdio' | 'http', revision: string): readonly Era[] {
  const speaks = (over === 'http' && peer.httpSpeaks) || peer.speaks;
  if (speaks !== 'both') return ['auto'];
  if (over === 'stdio') return ['auto', 'modern'];
  return ['auto', revision === '2026-07-28' ? 'legacy' : 'modern'];
}

interface Setup {
  readonly over: 'stdio' | 'http';
  readonly revision: string;
  readonly era: Era;
  readonly folder: string;
}

async function behindGateway(peer: Peer, { over, revision, era, folder }: Setup, told: (row: Row) => void): Promise<void> {
  const person = planningPerson();
  const server = await launch(peer, over, folder);
  const desk = createDesk({ policy: openGate, surfaces: [person.surface] });
  let spoken: Spoken | undefined;
  const gateway = createGateway({
    serverName: 'peer',
    desk,
    upstreamEra: era,
    clock: hurried,
    upstream() {
      spoken = listenTo(server.open());
      return spoken.transport;
    },
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await gateway.connect(near);
  const modern = revision === '2026-07-28';
  const client = new Client({ name: 'host', version: '1' }, modern ? { versionNegotiation: { mode: { pin: revision } } } : {});
  const connected = client.connect(far, { timeout: 60_000 });
  await connected.catch(() => undefined);
  const setting = {
    person,
    side: 'upstream',
    over,
    revision: () => spoken?.revision() ?? 'none',
    run: (tool: string, args: Record<string, unknown>) =>
      connected.then(async () => textOf(await client.callTool({ name: tool, arguments: args }, { timeout: 60_000 }))),
  } as const;
  for (const call of peer.calls) {
    const { actions, difference } = await threeCalls(call, setting);
    const revisions = `${revision} / ${setting.revision()}`;
    const row = {
      side: 'upstream',
      peer: peer.name,
      tool: call.as ?? call.tool,
      over,
      revision: revisions,
      mode: call.mode,
      actions,
    } as const;
    told({ ...row, ...(difference && { note: difference.why }) });
  }
  await client.close();
  await gateway.close();
  await desk.close();
  await server.stop();
}

function missing(peer: Peer, over: 'stdio' | 'http', revision: string, why: string, told: (row: Row) => void): void {
  for (const { mode, tool, as } of peer.calls)
    told({ side: 'upstream', peer: peer.name, tool: as ?? tool, over, revision: `${revision} / none`, mode, actions: [], missing: why });
}

/** Pages are opened by nobody here and never reported done: the 45 seconds the gateway gives one are cut short. */
const hurried: typeof systemClock = {
  ...systemClock,
  now: () => systemClock.now(),
  setTimeout: (run, ms) => systemClock.setTimeout(run, ms === 45_000 ? 500 : ms),
};

export function textOf(result: { readonly content?: unknown }): string {
  return ((result.content ?? []) as readonly { readonly text?: string }[]).map(block => block.text ?? '').join('\n');
}
