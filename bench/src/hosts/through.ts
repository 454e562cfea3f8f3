/**
 * A host with something between it and a server: nothing, the bare pump, the gateway, or a proxy from npm; each hop is a
 * process of its own, as it is in life. The host is the SDK's client and answers every question at once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect as dial } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Transport } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answer } from '../rows/form.js';
import { PLAIN_TOOL, TOOL } from '../servers/tool.js';
import type { Era } from './connect.js';
import { npmPackage } from './obtain.js';

/** Where host and server are: both on pipes, the host over HTTP and the server on pipes, or the other way round. */
export type Shape = 'stdio' | 'http' | 'remote';
/** `gateway-modern` and `gateway-legacy`: the server is spoken to in that era, whatever the host speaks. */
export type Hop =
  | 'pump'
  | 'gateway'
  | 'gateway-modern'
  | 'gateway-legacy'
  | 'supergateway'
  | 'mcp-proxy'
  | 'mcp-proxy-auto'
  | 'mcp-remote'
  | 'mcp-remote-auto';

export interface Through {
  /** One tool call without a question, from the request to the checked result. */
  plain(): Promise<void>;
  /** The same with one question. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

const script = (name: string): string => fileURLToPath(new URL(`../${name}.js`, import.meta.url));
const SERVER = [process.execPath, '--no-warnings', script('servers/stdio'), 'asking'];

/** A hop of one shape, with a host in front and the asking server behind. */
export async function through(hop: Hop, shape: Shape, era: Era): Promise<Through> {
  const server = shape === 'remote' ? await listeningChild([script('servers/http'), 'asking']) : undefined;
  const command = await commandOf(hop, shape, server?.url);
  if (shape !== 'http') {
    const [file = '', ...args] = command;
    const env = { ...process.env, ...QUIET } as Record<string, string>;
    return host(new StdioClientTransport({ command: file, args, env, stderr: 'ignore' }), era, server?.stop);
  }
  const announced = hop === 'pump' || hop.startsWith('gateway');
  const { url, stop } = announced ? await listeningChild(command.slice(1)) : await portChild(command);
  return host(new StreamableHTTPClientTransport(url), era, stop);
}

/** The server without anything between; what a hop adds is told against it. */
export async function direct(transport: 'stdio' | 'http', era: Era): Promise<Through> {
  if (transport === 'stdio') {
    const [file = '', ...args] = SERVER;
    return host(new StdioClientTransport({ command: file, args, stderr: 'ignore' }), era);
  }
  const { url, stop } = await listeningChild([script('servers/http'), 'asking']);
  return host(new StreamableHTTPClientTransport(url), era, stop);
}

async function host(transport: Transport, era: Era, stop?: () => Promise<void>): Promise<Through> {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, ...(era === 'modern' && { versionNegotiation }) },
  );
  let questions = 0;
  client.setRequestHandler('elicitation/create', async () => {
    questions += 1;
    return { action: 'accept', content: { ...answer } };
  });
  await client.connect(transport);
  let expected = 0;
  const call = async (name: string): Promise<void> => {
    if (name === TOOL) expected += 1;
    const result = await client.callTool({ name, arguments: { service: 'billing' } });
    const [first] = result.content;
    if (result.isError === true || first?.type !== 'text' || first.text !== 'Released billing to staging.')
      throw new Error(`unexpected result: ${JSON.stringify(result)}`);
  };
  return {
    plain: () => call(PLAIN_TOOL),
    ask: () => call(TOOL),
    async close() {
      await client.close();
      await stop?.();
      // A hop that lost questions would be the fastest of all.
      if (questions !== expected) throw new Error(`${questions} questions instead of ${expected}`);
    },
  };
}

const NPM = { supergateway: '4.0.0', 'mcp-proxy': '6.7.19', 'mcp-remote': '0.15.1' } as const;

async function commandOf(hop: Hop, shape: Shape, server: URL | undefined): Promise<readonly string[]> {
  const node = [process.execPath, '--no-warnings'];
  const behind = server === undefined ? SERVER : [server.href];
  switch (hop) {
    case 'pump':
      return [...node, script('hops/pump'), shape, ...behind];
    case 'gateway':
      return [...node, script('hops/gateway'), shape, 'auto', ...behind];
    case 'gateway-modern':
      return [...node, script('hops/gateway'), shape, 'modern', ...behind];
    case 'gateway-legacy':
      return [...node, script('hops/gateway'), shape, 'legacy', ...behind];
    case 'supergateway':
      return [
        ...node,
        await bin('supergateway', 'dist/index.js'),
        '--stdio',
        SERVER.join(' '),
        '--outputTransport',
        'streamableHttp',
        '--stateful',
        '--logLevel',
        'none',
        '--port',
      ];
    case 'mcp-proxy':
    case 'mcp-proxy-auto': {
      const era = hop === 'mcp-proxy' ? 'legacy' : 'auto';
      return [...node, await bin('mcp-proxy', 'dist/bin/mcp-proxy.mjs'), '--upstreamProtocol', era, '--', ...SERVER, '--port'];
    }
    case 'mcp-remote':
    case 'mcp-remote-auto':
      return [
        ...node,
        await bin('mcp-remote', 'dist/proxy.js'),
        server?.href ?? '',
        '--transport',
        'http-only',
        '--silent',
        ...(hop === 'mcp-remote-auto' ? ['--protocol', 'auto'] : []),
      ];
  }
}

async function bin(name: keyof typeof NPM, file: string): Promise<string> {
  return join(await npmPackage(`${name}@${NPM[name]}`), 'node_modules', name, file);
}

/** Proxies that would listen on every interface are kept on the loopback one; none reports home or keeps files in ours. */
const QUIET = { DO_NOT_TRACK: '1', MCP_REMOTE_CONFIG_DIR: fileURLToPath(new URL('../../../.cache/bench/mcp-remote', import.meta.url)) };

interface Listening {
  readonly url: URL;
  readonly stop: () => Promise<void>;
}

/** A script of ours that says where it listens. */
async function listeningChild(args: readonly string[]): Promise<Listening> {
  const child = spawn(process.execPath, ['--no-warnings', ...args.filter(arg => arg !== '--no-warnings')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return { url: new URL(line), stop: () => stopped(child) };
}

/** A program of others that is told its port, last. */
async function portChild(command: readonly string[]): Promise<Listening> {
  const port = await freePort();
  const at = command.indexOf('--');
  const own = command.filter(part => part !== '--port');
  const [file = '', ...args] =
    at === -1 ? [...own, '--port', String(port)] : [...own.slice(0, at), '--port', String(port), ...own.slice(at)];
  const loopback = `--import=${new URL('../hops/loopback.js', import.meta.url).href}`;
  const child = spawn(file, [loopback, ...args], { stdio: 'ignore', env: { ...process.env, ...QUIET } });
  for (const end = performance.now() + 20_000; performance.now() < end && child.exitCode === null; ) {
    if (await dialled(port)) return { url: new URL(`http://127.0.0.1:${port}/mcp`), stop: () => stopped(child) };
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`${command[2]} did not listen`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function dialled(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = dial(port, '127.0.0.1', () => socket.destroy());
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(timer);
}
