/** Clients of others before the gateway, over HTTP, asked in their own handlers: by a modern-only server over the bridge, and by one on the SDK v1. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childTransport } from '@midcall/gateway/node';
import { serveGateway } from '../conformance/serve-gateway.js';
import { npmPackage, type Obtained, place } from './obtain.js';
import { ACTIONS, type ActionSeen, type Row } from './row.js';

const run = promisify(execFile);
const fixtures = fileURLToPath(new URL('../../interop', import.meta.url));

interface Peer {
  readonly name: string;
  readonly revision: string;
  readonly obtain: () => Promise<Obtained>;
  readonly script: string;
  readonly env?: Readonly<Record<string, string>>;
}

const here = async (): Promise<Obtained> => ({ folder: fixtures });

const peers: readonly Peer[] = [
  {
    name: 'SDK v1 1.32.2',
    revision: '2025-11-25',
    obtain: () => npmPackage('@modelcontextprotocol/sdk@1.32.2'),
    script: 'client-sdk-v1.mjs',
  },
  { name: 'SDK v2 2.4.0', revision: '2025-11-25', obtain: here, script: 'client-sdk-v2.mjs', env: { ERA: 'legacy' } },
  { name: 'SDK v2 2.4.0', revision: '2026-07-28', obtain: here, script: 'client-sdk-v2.mjs', env: { ERA: 'modern' } },
  {
    name: 'mcp-use 1.34.6',
    revision: '2025',
    obtain: () => npmPackage('mcp-use@1.34.6', 'langchain@1.5.14', '@langchain/core@1.4.0'),
    script: 'client-mcp-use.mjs',
  },
  { name: '@ai-sdk/mcp 1.0.102', revision: '2025', obtain: () => npmPackage('@ai-sdk/mcp@1.0.102'), script: 'client-ai-sdk.mjs' },
  { name: '@mastra/mcp 0.14.5', revision: '2025', obtain: () => npmPackage('@mastra/mcp@0.14.5'), script: 'client-mastra.mjs' },
];

interface Behind {
  readonly speaks: string;
  readonly obtain: () => Promise<Obtained>;
  readonly file: (folder: string) => string;
  readonly tool: string;
  readonly args: object;
  readonly content: object;
  readonly proof: string;
}

const servers: readonly Behind[] = [
  {
    speaks: '2026',
    obtain: here,
    file: () => fileURLToPath(new URL('../conformance/modern-only.js', import.meta.url)),
    tool: 'test_elicitation',
    args: { message: 'Who?' },
    content: { username: 'rowan', email: 'rowan@records.example' },
    proof: 'rowan@records.example',
  },
  {
    speaks: '2025',
    obtain: () => npmPackage('@modelcontextprotocol/sdk@1.32.2'),
    file: folder => place(folder, 'deploy-service.mjs'),
    tool: 'deploy_service',
    args: { service: 'api' },
    content: { environment: 'prod', confirm: true },
    proof: 'prod',
  },
];

export async function downstreamRows(told: (row: Row) => void, wanted: (name: string) => boolean): Promise<void> {
  for (const peer of peers.filter(({ name }) => wanted(name))) {
    for (const server of servers) {
      const row = { side: 'downstream', peer: peer.name, revision: `${peer.revision} / ${server.speaks}`, mode: 'form' } as const;
      const [client, behind] = [await peer.obtain(), await server.obtain()];
      const missing = 'missing' in client ? client.missing : 'missing' in behind ? behind.missing : undefined;
      if (missing !== undefined) told({ ...row, actions: [], missing });
      else if ('folder' in client && 'folder' in behind)
        told({ ...row, actions: await threeActions(peer, client.folder, server, server.file(behind.folder)) });
    }
  }
}

async function threeActions(peer: Peer, folder: string, server: Behind, file: string): Promise<ActionSeen[]> {
  const gateway = await serveGateway({ upstream: () => childTransport({ command: process.execPath, args: [file], stderr: 'ignore' }) });
  const script = folder === fixtures ? `${fixtures}/${peer.script}` : place(folder, peer.script as never, 'play.mjs');
  const args = [script, gateway.url.href, server.tool, JSON.stringify(server.args), JSON.stringify(server.content)];
  const ran = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...peer.env, DO_NOT_TRACK: '1' },
    timeout: 120_000,
  }).catch((error: { readonly stdout?: string; readonly stderr?: string }) => ({ stdout: error.stdout ?? '', stderr: error.stderr ?? '' }));
  await gateway.close();
  const lines = ran.stdout.split('\n').filter(line => line.startsWith('{"action"'));
  const seen = lines.map(line => JSON.parse(line) as { action: ActionSeen['action']; asked: string[]; said: string });
  return ACTIONS.map(action => {
    const one = seen.find(line => line.action === action);
    const said = one?.said ?? /^\S*Error.*$/m.exec(ran.stderr)?.[0] ?? ran.stderr.trim().slice(-300);
    const proof = action === 'accept' ? server.proof : `action=${action}`;
    return { action, asked: one?.asked.length ?? 0, said, ok: one?.asked.length === 1 && said.includes(proof) };
  });
}
