/**
 * The gateway's configuration: the `mcpServers` shape that hosts use, with a few members of the gateway's own.
 *
 * Invariants:
 *  1. Every fault names its file's line and column and what to write instead; values are never quoted (N9: `env` and
 *     `headers` hold credentials).
 *  2. Members that hosts know and the gateway does not are left alone.
 */
import { MidcallError } from '@midcall/core';
import { isObject } from '../json-rpc/message.js';
import type { DeskMode } from '../options.js';
import { type FaceConfig, readFaceConfig } from './face-config.js';
import type { Place } from './jsonc.js';
import { JsoncError, readJsonc } from './jsonc.js';
import { type OAuthConfig, readOAuth } from './oauth-config.js';
import { type Path, type Reader, readChoice, readTexts } from './reader.js';

interface ServerOptions {
  /** Legacy sessions that may run calls at once (D26); default 1 for a process, 8 over HTTP. */
  readonly instances: number;
  /** Absent: `own`, but `shared` where several people are served and this server knows one account only (D26). */
  readonly identity?: 'own' | 'shared';
  readonly desk?: DeskMode;
  readonly era: 'auto' | 'legacy' | 'modern';
  /** The host's own limit for a call, in milliseconds (D28). */
  readonly hostLimitMs?: number;
  /** How long a host is waited for that was handed a question, in milliseconds. */
  readonly parkMs?: number;
  /** How long a host may stay silent that says that it can ask, before the person is asked at the desk too (D27). */
  readonly graceMs?: number;
  /** How long the server may take to answer when it is started, in milliseconds. */
  readonly connectMs?: number;
}

export interface ProcessServer extends ServerOptions {
  readonly kind: 'process';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface HttpServer extends ServerOptions {
  readonly kind: 'http';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthConfig;
}

export type ConfiguredServer = ProcessServer | HttpServer;

export interface GatewayConfig {
  /** By name; the name is the path it is served at. */
  readonly servers: ReadonlyMap<string, ConfiguredServer>;
  readonly face: FaceConfig;
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws MidcallError `CONFIG_INVALID`; `data` is `{ line, column }`. */
export function readGatewayConfig(text: string): GatewayConfig {
  let read: ReturnType<typeof readJsonc>;
  try {
    read = readJsonc(text);
  } catch (error) {
    if (error instanceof JsoncError) throw fault(error.message, 'Mend it there; comments and a last comma are fine.', error.place);
    throw error;
  }
  const wrong = (path: Path, message: string, hint: string): never => {
    throw fault(message, hint, read.place(path));
  };
  const reader = { wrong };
  const listed = isObject(read.value) ? read.value.mcpServers : undefined;
  if (!isObject(listed))
    return wrong(['mcpServers'], 'There is no object "mcpServers".', 'Write { "mcpServers": { "name": { "command": "…" } } }.');
  const servers = new Map<string, ConfiguredServer>();
  for (const [name, entry] of Object.entries(listed)) {
    const path = ['mcpServers', name];
    if (!NAME.test(name)) wrong(path, 'A server name is used as an address.', 'Use letters, digits, "-" and "_", at most 64.');
    if (!isObject(entry)) wrong(path, 'A server is an object.', 'Write { "command": "…" } or { "url": "…" }.');
    servers.set(name, readServer(reader, path, entry as Record<string, unknown>));
  }
  if (servers.size === 0) wrong(['mcpServers'], 'No server is named.', 'Add one: "name": { "command": "…" }.');
  return { servers, face: readFaceConfig(reader, read.value as Record<string, unknown>) };
}

function readServer(reader: Reader, path: Path, entry: Record<string, unknown>): ConfiguredServer {
  const { command, url } = entry;
  if ((command === undefined) === (url === undefined)) {
    return reader.wrong(path, 'A server has a command or a url, and not both.', 'Keep the one that is meant.');
  }
  const shared = readOptions(reader, path, entry, command === undefined ? 8 : 1);
  if (command !== undefined) {
    if (typeof command !== 'string' || command === '')
      return reader.wrong([...path, 'command'], 'The command is text.', 'Write "command": "node".');
    const { cwd } = entry;
    if (cwd !== undefined && typeof cwd !== 'string') return reader.wrong([...path, 'cwd'], 'The folder is text.', 'Write "cwd": "/path".');
    const args = entry.args ?? [];
    if (!Array.isArray(args) || !args.every(one => typeof one === 'string')) {
      return reader.wrong([...path, 'args'], 'The arguments are a list of texts.', 'Write "args": ["server.js"].');
    }
    return {
      kind: 'process',
      command,
      args,
      env: readTexts(reader, [...path, 'env'], entry.env),
      ...(cwd !== undefined && { cwd }),
      ...shared,
    };
  }
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || (address.protocol !== 'https:' && address.protocol !== 'http:')) {
    return reader.wrong([...path, 'url'], 'The address is no http or https URL.', 'Write "url": "https://host/mcp".');
  }
  if (entry.type === 'sse')
    return reader.wrong([...path, 'type'], 'The old SSE transport is not spoken here.', 'Use the streamable HTTP address of the server.');
  const headers = readTexts(reader, [...path, 'headers'], entry.headers);
  const oauth = readOAuth(reader, [...path, 'oauth'], entry.oauth);
  if (oauth !== undefined && Object.keys(headers).some(name => name.toLowerCase() === 'authorization'))
    return reader.wrong([...path, 'oauth'], 'There is an Authorization header and a sign-in.', 'Keep the one that is meant.');
  return { kind: 'http', url: address, headers, ...(oauth !== undefined && { oauth }), ...shared };
}

function readOptions(reader: Reader, path: Path, entry: Record<string, unknown>, instances: number): ServerOptions {
  const given = entry.instances ?? instances;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > 64) {
    return reader.wrong([...path, 'instances'], 'The number of instances is a whole number from 1 to 64.', 'Leave it out for one.');
  }
  const desk = readChoice(reader, [...path, 'desk'], entry.desk, ['auto', 'always', 'never'] as const);
  const identity = readChoice(reader, [...path, 'identity'], entry.identity, ['own', 'shared'] as const);
  const hostLimitMs = readTime(reader, path, entry, { key: 'hostLimitMs', least: 15_000, hint: 'Leave it out where the host has none.' });
  const parkMs = readTime(reader, path, entry, { key: 'parkMs', least: 100, hint: 'Leave it out for a quarter of an hour.' });
  const graceMs = readTime(reader, path, entry, { key: 'graceMs', least: 0, hint: 'Leave it out for a minute.' });
  const connectMs = readTime(reader, path, entry, { key: 'connectMs', least: 100, hint: 'Leave it out for half a minute.' });
  return {
    instances: given,
    era: readChoice(reader, [...path, 'era'], entry.era, ['auto', 'legacy', 'modern'] as const) ?? 'auto',
    ...(desk !== undefined && { desk }),
    ...(identity !== undefined && { identity }),
    ...(hostLimitMs !== undefined && { hostLimitMs }),
    ...(parkMs !== undefined && { parkMs }),
    ...(graceMs !== undefined && { graceMs }),
    ...(connectMs !== undefined && { connectMs }),
  };
}

interface TimeMember {
  readonly key: string;
  /** Milliseconds. */
  readonly least: number;
  readonly hint: string;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

function readTime(reader: Reader, path: Path, entry: Record<string, unknown>, { key, least, hint }: TimeMember): number | undefined {
  const given = entry[key];
  if (given === undefined) return undefined;
  if (typeof given === 'number' && given >= least && given <= LONGEST_MS) return given;
  return reader.wrong([...path, key], `"${key}" is a number of milliseconds, at least ${least}.`, hint);
}

function fault(message: string, hint: string, { line, column }: Place): MidcallError {
  return new MidcallError('CONFIG_INVALID', `Line ${line}, column ${column}: ${message}`, { hint, data: { line, column } });
}
