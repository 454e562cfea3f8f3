/** A gateway in memory between one raw host and raw servers, as every test here starts. */
import type { JsonObject } from '@midcall/core';
import type { FakeClock } from '@midcall/store';
import { fakeClock } from '@midcall/store';
import { createGateway } from '../gateway.js';
import type { Gateway, GatewayEvent, GatewayOptions, HostConnection } from '../options.js';
import type { FakeDesk } from './fake-desk.test.peer.js';
import { fakeDesk } from './fake-desk.test.peer.js';
import type { Frame, Peer } from './raw-peers.test.peer.js';
import { ENVELOPE, peerOn, pipe } from './raw-peers.test.peer.js';

export interface Line {
  readonly gateway: Gateway;
  readonly host: Peer;
  /** Every server the gateway opened, in order. */
  readonly servers: Peer[];
  readonly server: () => Peer;
  readonly desk: FakeDesk;
  readonly clock: FakeClock;
  readonly events: GatewayEvent[];
  readonly connection: HostConnection;
  join(principal?: string): Promise<Peer>;
}

export interface LineOptions extends Partial<Omit<GatewayOptions, 'upstream' | 'downstream' | 'desk' | 'clock' | 'log'>> {
  /** Equips each server as it is opened. */
  readonly server?: (server: Peer, index: number) => void;
  readonly noDesk?: boolean;
}

export async function line({ server: equip, noDesk, ...options }: LineOptions = {}): Promise<Line> {
  const clock = fakeClock();
  const desk = fakeDesk();
  const events: GatewayEvent[] = [];
  const servers: Peer[] = [];
  const gateway = createGateway({
    serverName: 'Records',
    ...options,
    ...(noDesk !== true && { desk: desk.desk }),
    clock,
    log: event => events.push(event),
    upstream: () => {
      const [near, far] = pipe();
      void peerOn(far).then(peer => {
        servers.push(peer);
        equip?.(peer, servers.length - 1);
      });
      return near;
    },
  });
  const join = async (principal?: string): Promise<Peer> => {
    const [near, far] = pipe();
    await gateway.connect(near, principal === undefined ? {} : { principal });
    return peerOn(far);
  };
  const [near, far] = pipe();
  const connection = await gateway.connect(near);
  return {
    gateway,
    host: await peerOn(far),
    servers,
    server: () => {
      const last = servers.at(-1);
      if (last === undefined) throw new Error('no server was opened yet');
      return last;
    },
    desk,
    clock,
    events,
    connection,
    join,
  };
}

export const LEGACY_INFO: JsonObject = { name: 'records-server', version: '3' };

/** A server of the legacy era; `call` answers its tools. */
export function legacyServer(call: (frame: Frame, server: Peer) => ReturnType<NonNullable<Peer['onRequest']>>, revision = '2025-11-25') {
  return (server: Peer): void => {
    server.onRequest = frame => {
      if (frame.method === 'server/discover') return { error: { code: -32601, message: 'Method not found' } };
      if (frame.method === 'initialize') {
        return {
          protocolVersion: lower(frame.params?.protocolVersion, revision),
          capabilities: { tools: { listChanged: true }, prompts: {}, resources: {}, logging: {} },
          serverInfo: LEGACY_INFO,
        };
      }
      if (frame.method === 'ping') return {};
      return call(frame, server);
    };
  };
}

/** A legacy server speaks what it is asked for, up to its own revision. */
function lower(asked: unknown, own: string): string {
  return typeof asked === 'string' && asked < own ? asked : own;
}

/** A server of the modern era; `call` answers everything but discovery. */
export function modernServer(call: (frame: Frame, server: Peer) => ReturnType<NonNullable<Peer['onRequest']>>) {
  return (server: Peer): void => {
    server.onRequest = frame => {
      if (frame.method === 'server/discover') {
        return {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: { listChanged: true }, prompts: {}, resources: {}, completions: {}, logging: {} },
          instructions: 'Be kind.',
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { 'io.modelcontextprotocol/serverInfo': LEGACY_INFO },
        };
      }
      if (frame.method === 'initialize')
        return { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } } };
      return call(frame, server);
    };
  };
}

/** Shakes hands as a legacy host. */
export async function initialize(host: Peer, capabilities: JsonObject = {}, protocolVersion = '2025-11-25'): Promise<Frame> {
  const answer = await host.request(
    'initialize',
    { protocolVersion, capabilities, clientInfo: { name: 'test host', version: '1' } },
    'init',
  );
  if (answer.result !== undefined) await host.notify('notifications/initialized');
  return answer;
}

/** A modern request with its envelope. */
export function modern(host: Peer, method: string, params: JsonObject = {}, capabilities: JsonObject = {}, id?: unknown): Promise<Frame> {
  const meta = params._meta as JsonObject | undefined;
  return host.request(method, { ...params, _meta: { ...ENVELOPE(capabilities), ...meta } }, id);
}

export const TEXT = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });

export const textOf = (frame: Frame): string => {
  const content = frame.result?.content as readonly { text?: string }[] | undefined;
  return content?.map(block => block.text).join('|') ?? `error ${frame.error?.code}: ${frame.error?.message}`;
};
