/** Clients of others before the gateway, over HTTP, asked in their own handlers: by a modern-only server over the bridge, and by one on the SDK v1. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childTransport } from '@midcall/gateway/node';
import { serveGateway } from '../conformance/serve-gateway.js';
import { here, npmPackage, type Obtained, place } from './obtain.js';
import { plainly } from './peer.js';
import { ACTIONS, type Action, type ActionSeen, type Row } from './row.js';

const run = promisify(execFile);
const fixtures = fileURLToPath(new URL('../../interop', import.meta.url));

interface Peer {
  readonly name: string;
  readonly revision: string;
  readonly obtain: () => Promise<Obtained>;
  readonly script: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Why it declines no page but puts it off. */
  readonly declinesPages?: string;
  /** It cannot show pages: what its call ends with then, by the era of the server behind. */
  readonly withoutPages?: { readonly says: Readonly<Record<'2025' | '2026', RegExp>>; readonly why: string };
}

const NO_DECLINE = 'mcpdo 2.12.0 has no way to decline a page; it puts it off instead, and that is what arrives.';

/** The era bridge ends its call in words; server-everything does not offer its tool at all. */
const formsOnly = (name: string): NonNullable<Peer['withoutPages']> => ({
  says: { '2025': /reading 'execute'/, '2026': /needs a client that can do: elicitation. Nothing was done/ },
  why: `${name} can be asked forms only and declares no pages: none is sent to it.`,
});

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
  {
    name: '@ai-sdk/mcp 1.0.102',
    revision: '2025',
    obtain: () => npmPackage('@ai-sdk/mcp@1.0.102'),
    script: 'client-ai-sdk.mjs',
    withoutPages: formsOnly('@ai-sdk/mcp 1.0.102'),
  },
  {
    name: '@mastra/mcp 0.14.5',
    revision: '2025',
    obtain: () => npmPackage('@mastra/mcp@0.14.5'),
    script: 'client-mastra.mjs',
    withoutPages: formsOnly('@mastra/mcp 0.14.5'),
  },
  {
    name: 'mcpdo (inspector 2.12.0)',
    revision: '2025-11-25',
    obtain: () => npmPackage('@modelcontextprotocol/inspector@2.12.0'),
    script: 'client-mcpdo.mjs',
    env: { ERA: 'legacy' },
    declinesPages: NO_DECLINE,
  },
  {
    name: 'mcpdo (inspector 2.12.0)',
    revision: '2026-07-28',
    obtain: () => npmPackage('@modelcontextprotocol/inspector@2.12.0'),
    script: 'client-mcpdo.mjs',
    env: { ERA: 'modern' },
    declinesPages: NO_DECLINE,
  },
];

interface Behind {
  readonly mode: 'form' | 'url';
  readonly speaks: '2025' | '2026';
  readonly obtain: () => Promise<Obtained>;
  readonly start: (folder: string) => readonly string[];
  readonly tool: string;
  readonly args: object;
  readonly content?: object;
  /** What the tool says after each action. */
  readonly says: Readonly<Record<Action, RegExp>>;
}

const everything = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

const servers: readonly Behind[] = [
  {
    mode: 'form',
    speaks: '2026',
    obtain: here,
    start: () => [fileURLToPath(new URL('../conformance/modern-only.js', import.meta.url))],
    tool: 'test_elicitation',
    args: { message: 'Who?' },
    content: { username: 'rowan', email: 'rowan@records.example' },
    says: plainly(/rowan@records\.example/),
  },
  {
    mode: 'form',
    speaks: '2025',
    obtain: () => npmPackage('@modelcontextprotocol/sdk@1.32.2'),
    start: folder => [place(folder, 'deploy-service.mjs')],
    tool: 'deploy_service',
    args: { service: 'api' },
    content: { environment: 'prod', confirm: true },
    says: plainly(/action=accept.*prod/),
  },
  {
    mode: 'url',
    speaks: '2026',
    obtain: here,
    start: folder => [join(folder, 'booking-sdk-v2.mjs')],
    tool: 'connect_calendar',
    args: {},
    says: plainly(/action=accept/),
  },
  {
    mode: 'url',
    speaks: '2025',
    obtain: () => npmPackage('@modelcontextprotocol/server-everything@2026.8.31'),
    start: folder => [join(folder, everything), 'stdio'],
    tool: 'trigger-url-elicitation',
    args: { url: 'https://pay.example/checkout', message: 'Please pay.' },
    says: { accept: /User completed/, decline: /User declined/, cancel: /User cancelled/ },
  },
];

export async function downstreamRows(told: (row: Row) => void, wanted: (name: string) => boolean): Promise<void> {
  for (const peer of peers.filter(({ name }) => wanted(name))) {
    for (const server of servers) {
      const { mode, speaks, tool } = server;
      const note = mode === 'url' ? (peer.withoutPages?.why ?? peer.declinesPages) : undefined;
      const row = { side: 'downstream', peer: peer.name, tool, over: 'http', revision: `${peer.revision} / ${speaks}`, mode } as const;
      const [client, behind] = [await peer.obtain(), await server.obtain()];
      const missing = 'missing' in client ? client.missing : 'missing' in behind ? behind.missing : undefined;
      if (missing !== undefined) told({ ...row, actions: [], missing });
      else if ('folder' in client && 'folder' in behind) {
        const actions = await threeActions(peer, client.folder, server, server.start(behind.folder));
        told({ ...row, actions, ...(note !== undefined && { note }) });
      }
    }
  }
}

async function threeActions(peer: Peer, folder: string, server: Behind, args: readonly string[]): Promise<ActionSeen[]> {
  const gateway = await serveGateway({
    upstream: () => childTransport({ command: process.execPath, args, stderr: 'ignore' }),
    upstreamEra: server.speaks === '2026' ? 'modern' : 'legacy',
  });
  const script = folder === fixtures ? join(fixtures, peer.script) : place(folder, peer.script, 'play.mjs');
  const plan = [gateway.url.href, server.tool, JSON.stringify(server.args), JSON.stringify(server.content ?? {})];
  const ran = await run(process.execPath, [script, ...plan], {
    cwd: folder,
    env: { ...process.env, ...peer.env, DO_NOT_TRACK: '1', HOME: join(folder, 'home') },
    timeout: 120_000,
  }).catch((error: { readonly stdout?: string; readonly stderr?: string }) => ({ stdout: error.stdout ?? '', stderr: error.stderr ?? '' }));
  await gateway.close();
  const lines = ran.stdout.split('\n').filter(line => line.startsWith('{"action"'));
  const seen = lines.map(line => JSON.parse(line) as { action: Action; asked: string[]; said: string });
  return ACTIONS.map(action => {
    const one = seen.find(line => line.action === action);
    const said = one?.said ?? /^\S*Error.*$/m.exec(ran.stderr)?.[0] ?? ran.stderr.trim().slice(-300);
    const asked = one?.asked ?? [];
    if (server.mode === 'url' && peer.withoutPages !== undefined)
      return { action, asked: asked.length, said, ok: asked.length === 0 && peer.withoutPages.says[server.speaks].test(said) };
    const shown = asked.length === 1 && asked[0] === server.mode;
    const arrives = server.mode === 'url' && action === 'decline' && peer.declinesPages !== undefined ? 'cancel' : action;
    return { action, asked: asked.length, said, ok: shown && server.says[arrives].test(said) };
  });
}
