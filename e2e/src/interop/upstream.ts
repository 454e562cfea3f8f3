/** Servers of others behind the gateway, for a host that declares nothing: their questions are asked at the desk. */
import { join } from 'node:path';
import type { JsonObject } from '@midcall/core';
import { createGateway } from '@midcall/gateway';
import { childTransport } from '@midcall/gateway/node';
import { createDesk, openGate, type Surface, scriptedSurface } from '@midcall/host';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { npmPackage, type Obtained, place, pythonPackage } from './obtain.js';
import { ACTIONS, type Action, type ActionSeen, type Row } from './row.js';

/** A server of somebody else, and what to call there. */
interface Peer {
  readonly name: string;
  /** Eras it speaks, for the table. */
  readonly speaks: string;
  readonly obtain: () => Promise<Obtained>;
  readonly command: (folder: string) => { readonly command: string; readonly args: readonly string[] };
  readonly calls: readonly Call[];
}

interface Call {
  readonly mode: 'form' | 'url';
  readonly tool: string;
  readonly args: JsonObject;
  /** What the person fills in. */
  readonly content?: JsonObject;
  /** What the tool says after each action. */
  readonly says: Readonly<Record<Action, RegExp>>;
}

const plainly = (accept: RegExp): Call['says'] => ({ accept, decline: /action=decline/, cancel: /action=cancel/ });

const peers: readonly Peer[] = [
  {
    name: 'server-everything 2026.8.31',
    speaks: '2025',
    obtain: () => npmPackage('@modelcontextprotocol/server-everything@2026.8.31'),
    command: folder => node(join(folder, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'),
    calls: [
      {
        mode: 'form',
        tool: 'trigger-elicitation-request',
        args: {},
        content: { name: 'Rowan' },
        says: { accept: /provided.*Rowan/s, decline: /declined/, cancel: /cancelled/ },
      },
      {
        mode: 'url',
        tool: 'trigger-url-elicitation',
        args: { url: 'https://pay.example/checkout', message: 'Please pay.' },
        says: { accept: /accept|complet|open/i, decline: /declin/i, cancel: /cancel/i },
      },
    ],
  },
  {
    name: 'mongodb-mcp-server 3.0.4',
    speaks: 'both',
    obtain: () => npmPackage('mongodb-mcp-server@3.0.4'),
    command: folder => node(join(folder, 'node_modules/mongodb-mcp-server/dist/esm/index.js')),
    calls: [
      {
        mode: 'form',
        tool: 'drop-database',
        args: { database: 'shop', connectionId: 'default' },
        content: { confirmation: 'Yes' },
        // Without a database the confirmed call ends at the connection, the refused one before it.
        says: {
          accept: /connect/i,
          decline: /not confirm|aborted|did not|cancel|declin/i,
          cancel: /not confirm|aborted|did not|cancel|declin/i,
        },
      },
    ],
  },
  {
    name: 'fastmcp (npm) 4.20.16',
    speaks: '2025',
    obtain: () => npmPackage('fastmcp@4.20.16'),
    command: folder => node(place(folder, 'booking-fastmcp.mjs')),
    calls: [
      {
        mode: 'form',
        tool: 'book_table',
        args: { restaurant: 'Lumen' },
        content: { guests: 4 },
        says: plainly(/action=accept .*"?guests\\?":4/),
      },
    ],
  },
  {
    name: 'SDK v1 1.32.2, deploy_service',
    speaks: '2025',
    obtain: () => npmPackage('@modelcontextprotocol/sdk@1.32.2'),
    command: folder => node(place(folder, 'deploy-service.mjs')),
    calls: [
      {
        mode: 'form',
        tool: 'deploy_service',
        args: { service: 'api' },
        content: { environment: 'prod', confirm: true },
        says: plainly(/action=accept (?=.*prod)(?=.*confirm\\?":true)(?=.*runMigrations\\?":true)/),
      },
    ],
  },
  {
    name: 'FastMCP (Python) 4.2.3, records-admin',
    speaks: 'both',
    obtain: () => pythonPackage('fastmcp==4.2.3'),
    command: folder => ({ command: join(folder, 'bin/python'), args: [place(folder, 'records_admin.py')] }),
    calls: [
      {
        mode: 'form',
        tool: 'delete_stale_records',
        args: { days: 90 },
        content: { confirm: true, reason: 'audit' },
        says: plainly(/action=accept confirm=True reason=audit/),
      },
    ],
  },
];

/** Each server with a host of each era. */
export async function upstreamRows(told: (row: Row) => void, wanted: (name: string) => boolean): Promise<void> {
  for (const peer of peers.filter(({ name }) => wanted(name))) {
    const got = await peer.obtain();
    for (const revision of ['2025-11-25', '2026-07-28']) {
      for (const call of peer.calls) {
        const row = { side: 'upstream', peer: peer.name, revision: `${revision} / ${peer.speaks}`, mode: call.mode } as const;
        if ('missing' in got) told({ ...row, actions: [], missing: got.missing });
        else told({ ...row, actions: await threeCalls(peer.command(got.folder), call, revision) });
      }
    }
  }
}

async function threeCalls(server: { command: string; args: readonly string[] }, call: Call, revision: string): Promise<ActionSeen[]> {
  const seen: ActionSeen[] = [];
  for (const action of ACTIONS) seen.push(await oneCall(server, call, { action, revision }));
  return seen;
}

async function oneCall(
  server: { readonly command: string; readonly args: readonly string[] },
  call: Call,
  { action, revision }: { readonly action: Action; readonly revision: string },
): Promise<ActionSeen> {
  let asked = 0;
  const script = scriptedSurface({ '*': { action, ...(action === 'accept' && call.content && { content: call.content }) } });
  const counting: Surface = {
    ...script,
    raise(...question) {
      asked += 1;
      script.raise?.(...question);
    },
  };
  const desk = createDesk({ policy: openGate, surfaces: [counting] });
  const env = { ...process.env, MDB_MCP_TELEMETRY: 'disabled', DO_NOT_TRACK: '1' };
  const gateway = createGateway({ serverName: 'peer', desk, upstream: () => childTransport({ ...server, env, stderr: 'ignore' }) });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await gateway.connect(near);
  const modern = revision === '2026-07-28';
  const client = new Client({ name: 'host', version: '1' }, modern ? { versionNegotiation: { mode: { pin: revision } } } : {});
  const said = await client
    .connect(far, { timeout: 120_000 })
    .then(() => client.callTool({ name: call.tool, arguments: call.args }, { timeout: 120_000 }))
    .then(
      result => (result.content as readonly { readonly text?: string }[]).map(block => block.text ?? '').join('\n'),
      (error: unknown) => String(error),
    );
  await client.close();
  await gateway.close();
  await desk.close();
  return { action, asked, said, ok: asked === 1 && call.says[action].test(said) };
}

function node(...args: readonly string[]) {
  return { command: process.execPath, args };
}
