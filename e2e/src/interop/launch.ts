/** A server of somebody else, started: on pipes by whoever connects, over HTTP once for all connections. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, connect as dial } from 'node:net';
import { httpUpstream } from '@midcall/gateway/http';
import { childTransport } from '@midcall/gateway/node';
import type { Transport } from '@modelcontextprotocol/client';
import type { Command, Peer } from './peer.js';

export interface Launched {
  /** A fresh, unstarted connection to it. */
  readonly open: () => Transport;
  readonly stop: () => Promise<void>;
}

const quiet = { MDB_MCP_TELEMETRY: 'disabled', DO_NOT_TRACK: '1', MCP_USE_ANONYMIZED_TELEMETRY: 'false', NODE_ENV: 'production' };

export async function launch(peer: Peer, over: 'stdio' | 'http', folder: string): Promise<Launched> {
  if (over === 'stdio' && peer.stdio !== undefined) {
    const command = peer.stdio(folder);
    return { open: () => childTransport({ ...command, env: environment(command), stderr: 'ignore' }), stop: async () => {} };
  }
  if (peer.http === undefined) throw new Error(`${peer.name} is not started over ${over}`);
  const port = await freePort();
  const command = peer.http(folder, port);
  const child = spawn(command.command, [...command.args], { stdio: 'ignore', env: environment(command), cwd: command.cwd ?? folder });
  await listening(child, port);
  return { open: () => httpUpstream({ url: `http://127.0.0.1:${port}/mcp` }), stop: () => stopped(child) };
}

function environment(command: Command): NodeJS.ProcessEnv {
  return { ...process.env, ...quiet, ...command.env };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const START_MS = 30_000;

/** Settles when the port can be dialled; rejects when the process ends first or takes too long. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it listened`);
    if (await dialled(port)) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('the server did not listen in time');
}

function dialled(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = dial(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(timer);
}
