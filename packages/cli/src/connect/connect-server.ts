/**
 * Connects an official SDK client to a server on stdio or HTTP, at a chosen revision, in bounded time; and says in one
 * sentence why it could not.
 */
import type { Revision } from '@midcall/core';
import type { AttachOptions, HostDesk, HostSession } from '@midcall/host';
import { Client, StreamableHTTPClientTransport, type Transport, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { VERSION } from '../version.js';
import { ChildServer } from './child-server.js';
import { type Frame, FrameTap } from './frame-tap.js';
import type { ServerTarget } from './server-target.js';
import { whyNot } from './why-not.js';

export interface ConnectServerOptions {
  readonly target: ServerTarget;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Exactly this revision, or the newest the server speaks. */
  readonly revision?: Revision;
  readonly desk: HostDesk;
  /** How the desk's session with this server is set up; its name is what people read as the asker. */
  readonly session: AttachOptions;
  /** How long the server may stay silent while connecting, in milliseconds. */
  readonly timeoutMs: number;
  readonly onFrame?: (frame: Frame) => void;
  /** Each line of a child's standard error; absent: passed through. */
  readonly onStderr?: (line: string) => void;
  /** Each line of a child's standard output that is not protocol. */
  readonly onGarbage?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface ServerConnection {
  readonly client: Client;
  /** Calls go through it, so that the desk knows which of them asks. */
  readonly session: HostSession;
  /** The revision agreed on; a revision that midcall does not know is reported as the server said it. */
  readonly revision: string;
  /** The child, where the server is one. */
  readonly child: ChildServer | undefined;
  /** Turns a failure of a request into what it means: the child is gone, printed garbage, stayed silent. */
  explain(error: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** @throws MidcallError SERVER_EXITED, SERVER_GARBAGE, SERVER_SILENT, UNSUPPORTED_REVISION. */
export async function connectServer(options: ConnectServerOptions): Promise<ServerConnection> {
  const said: string[] = [];
  const { onStderr } = options;
  const heard =
    onStderr &&
    ((line: string): void => {
      said.push(line);
      onStderr(line);
    });
  const first = await attempt({ ...options, ...(heard && { onStderr: heard }) }, negotiationFor(options.revision));
  if ('client' in first) return first;
  // Some servers end at the first message they do not know, which is our question for their revisions: ask the old way.
  if (options.revision === undefined && first.child?.endedByItself === true && !first.child.spoke && first.child.garbage === undefined) {
    const second = await attempt({ ...options, ...(onStderr && { onStderr: unlessSaid(said, onStderr) }) }, { mode: 'legacy' });
    if ('client' in second) return second;
  }
  throw first.error;
}

/** A server that ends twice in the same way says so twice; a person reads it once. */
function unlessSaid(said: readonly string[], onStderr: (line: string) => void): (line: string) => void {
  // Node's warnings carry the number of the process.
  const plain = (line: string | undefined): string | undefined => line?.replace(/^\(node:\d+\)/, '');
  let at = 0;
  return line => {
    if (plain(said[at]) === plain(line)) at += 1;
    else {
      at = said.length;
      onStderr(line);
    }
  };
}

interface Failure {
  readonly error: unknown;
  readonly child: ChildServer | undefined;
}

async function attempt(options: ConnectServerOptions, versionNegotiation: VersionNegotiationOptions): Promise<ServerConnection | Failure> {
  const { target, timeoutMs } = options;
  // A pipe that stays silent at the question for revisions belongs to an older server, which is then asked the old way:
  // half the time for each question.
  const stepMs = target.kind === 'stdio' && options.revision === undefined ? timeoutMs / 2 : timeoutMs;
  const client = new Client(
    { name: 'midcall', version: VERSION },
    {
      versionNegotiation: { ...versionNegotiation, probe: { timeoutMs: stepMs } },
      ...(options.revision !== undefined && options.revision < '2026-07-28' && { supportedProtocolVersions: [options.revision] }),
    },
  );
  const session = options.desk.attach(client, { serverTime: timeoutMs, ...options.session });
  const child = target.kind === 'stdio' ? new ChildServer(target, options) : undefined;
  const explain = (error: unknown): Promise<unknown> => whyNot(error, { target, child, timeoutMs, revision: options.revision });
  try {
    const transport: Transport = child ?? httpTransport(target as Extract<ServerTarget, { kind: 'http' }>, options.onFrame);
    await client.connect(transport, { timeout: stepMs, ...(options.signal && { signal: options.signal }) });
  } catch (error) {
    const why = await explain(error);
    await client.close().catch(() => {});
    await child?.close();
    return { error: why, child };
  }
  return {
    client,
    session,
    revision: client.getNegotiatedProtocolVersion() ?? 'unknown',
    child,
    explain,
    close: async () => {
      session.close();
      await client.close().catch(() => {});
      await child?.close();
    },
  };
}

function negotiationFor(revision: Revision | undefined): VersionNegotiationOptions {
  if (revision === undefined) return { mode: 'auto' };
  return { mode: revision >= '2026-07-28' ? { pin: revision } : 'legacy' };
}

function httpTransport(target: Extract<ServerTarget, { kind: 'http' }>, onFrame: ConnectServerOptions['onFrame']): Transport {
  const transport: Transport = new StreamableHTTPClientTransport(target.url, { requestInit: { headers: { ...target.headers } } });
  return onFrame === undefined ? transport : new FrameTap(transport, onFrame);
}
