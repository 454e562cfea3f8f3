/**
 * The gateway between any host and any server: picks pump or bridge for each host by the era of both sides (DESIGN §7).
 *
 * Invariants:
 *  1. Every legacy host has a connection of its own to the server; modern hosts share one, as each of their requests
 *     stands for itself (E-S-08).
 *  2. What is declared to the server is what this host, or a person at the desk, can really be shown (N1).
 *  3. A server that ends is an error for what was open, and is started again for what comes next; nothing is sent twice.
 */
import type { JsonObject } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import { systemClock } from '@midcall/store';
import type { Transport } from '@modelcontextprotocol/client';
import type { Asker } from './asking/asker.js';
import { countingAsker, createAsker } from './asking/asker.js';
import { hostModes } from './asking/modes.js';
import { createRoundMemory } from './asking/round-memory.js';
import { createStateWrapper } from './asking/state-wrapper.js';
import { bridgeLegacyHost } from './bridge/legacy-host.js';
import { bridgeModernHost, sessionWish } from './bridge/modern-host.js';
import { createParking } from './bridge/parking.js';
import { MODERN, readEnvelope } from './envelope.js';
import { serveHost } from './host/connection.js';
import type { LegacyPump } from './host/legacy-pump.js';
import { createLegacyPump } from './host/legacy-pump.js';
import { createModernPump } from './host/modern-pump.js';
import { withPatience } from './host/patience.js';
import type { HostSide } from './host/side.js';
import { createWaitingRoom } from './host/waiting-room.js';
import type { Link } from './json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from './json-rpc/message.js';
import { failure, isFailure, notification, objectAt, textAt } from './json-rpc/message.js';
import { observed } from './observe/observed.js';
import type { ConnectOptions, Gateway, GatewayEvent, GatewayLimits, GatewayOptions, HostConnection } from './options.js';
import { createSeal } from './seal.js';
import { backOff, restingError } from './upstream/back-off.js';
import type { ConnectDeps, ModernUpstream, Probed } from './upstream/connect.js';
import { askWithin, probe, silent, startWire } from './upstream/connect.js';
import { quietCalls } from './upstream/quiet-calls.js';
import type { SessionPool } from './upstream/session-pool.js';
import { sessionPool } from './upstream/session-pool.js';
import type { Wire } from './upstream/wire.js';

/** What a side is made on: the host's link and the asker, both perhaps behind something. */
interface Ends {
  readonly host: Link;
  readonly asker: Asker;
}

/** Whose connection it is, and whether its end is the end of its host. */
interface Who {
  readonly principal: string;
  readonly oneRequest: boolean;
}

const DEFAULTS = {
  answerBytes: 262_144,
  rounds: 10,
  connectMs: 30_000,
  probeMs: 10_000,
  graceMs: 60_000,
  parkMs: 900_000,
  gatherMs: 50,
  patienceMs: 15_000,
  sessions: 1,
} as const satisfies GatewayLimits;

/** How long a question of a legacy server is held while it cannot be told which call asks. */
const HOLD_MS = 60_000;

/**
 * Makes a gateway; nothing is started before `start` or `connect`.
 * @throws TypeError without a server name; RangeError for a secret of fewer than 32 bytes.
 */
export function createGateway(options: GatewayOptions): Gateway {
  if (options.serverName.trim() === '') throw new TypeError('serverName is the name a person reads; it cannot be empty');
  const limits = { ...DEFAULTS, ...options.limits };
  const clock = options.clock ?? systemClock;
  const log = options.log ?? ((_event: GatewayEvent) => undefined);
  const shared = options.identity === 'shared';
  const baseAsker = createAsker({
    desk: options.desk,
    deskMode: options.deskMode ?? 'auto',

    server: {
      name: options.serverName,
      ...(options.serverOrigin !== undefined && { origin: options.serverOrigin }),
      ...(shared && { shared }),
    },
    clock,
    graceMs: limits.graceMs,
    answerBytes: limits.answerBytes,
    log,
    observer: options.observer,
  });
  const seal = createSeal(options.secret);
  const states = createStateWrapper({ seal, clock, always: options.sealState ?? shared, ttlMs: limits.parkMs });
  const memory = createRoundMemory(clock);
  let piped: boolean | undefined;
  let spare: Transport | undefined;
  /** The transport that is opened next; seen before it is needed only to tell pipes from a network. */
  const upcoming = (): Transport => {
    spare ??= options.upstream();
    return spare;
  };
  const deps: ConnectDeps = {
    open() {
      const next = upcoming();
      spare = undefined;
      piped ??= isPiped(next);
      options.observer?.serverOpened?.();
      return next;
    },
    clock,
    log,
    connectMs: limits.connectMs,
    probeMs: limits.probeMs,
    holdMs: HOLD_MS,
    clientInfo: (options.clientInfo ?? { name: 'midcall', version: '0.1.0' }) as unknown as JsonObject,
  };

  const closing = new AbortController();
  const connections = new Set<HostConnection>();
  const listeners = new Set<(note: NotificationMessage) => void>();
  const room = createWaitingRoom({ clock, keepMs: limits.parkMs });
  const quiet = quietCalls();
  const parking = createParking({ seal, clock, parkMs: limits.parkMs });
  let modern: Promise<ModernUpstream | SessionPool> | undefined;
  let deskPool: SessionPool | 'none' | undefined;

  const again = new Set<() => void>();
  /** A server that seemed legacy, by its silence, is modern after all: the next request finds that out. */
  const lookAgain = (): void => {
    void modern?.then(left => ('lend' in left ? left.close() : undefined));
    modern = undefined;
    for (const reopen of again) reopen();
    again.clear();
  };

  /** A server that spoke the legacy era does not any more. */
  const noLegacy = (): void => {
    deskPool = 'none';
    for (const reopen of again) reopen();
    again.clear();
  };

  /** What serves modern hosts: one modern connection, opened again after it ended, or sessions with a legacy server. */
  const forModern = (): Promise<ModernUpstream | SessionPool> => {
    if (modern !== undefined) return modern;
    // Of a server that is known to be modern, silence says that it is slow, and nothing of its era.
    const patientDeps = options.upstreamEra === 'modern' ? { ...deps, probeMs: limits.connectMs } : deps;
    const known = options.upstreamEra === 'legacy' ? Promise.resolve({ era: 'legacy' } as Probed) : probe(patientDeps);
    const opening = known.then(probed =>
      probed.era === 'modern'
        ? adopt(probed.upstream)
        : sessionPool(deps, limits.sessions, { spare: probed.wire, onModern: lookAgain, shared }),
    );
    modern = opening;
    opening.catch(() => {
      if (modern === opening) modern = undefined;
    });
    return opening;
  };

  const adopt = (upstream: ModernUpstream): ModernUpstream => {
    const here = Promise.resolve(upstream);
    modern = here;
    upstream.wire.on.notification = note => {
      if (listeners.size === 1) for (const listener of listeners) listener(note);
      else log({ level: 'debug', event: 'frame-dropped', message: 'A notification of the server belongs to no request.' });
    };
    upstream.wire.on.end = () => {
      log({ level: 'error', event: 'upstream-exited', message: `The server "${options.serverName}" ended.` });
      if (modern === here) modern = undefined;
    };
    return upstream;
  };

  const legacySide = async ({ host, asker }: Ends, first: RequestMessage, principal: string): Promise<HostSide> => {
    if (options.upstreamEra === 'modern') {
      const probed = await probe(deps);
      if (probed.era === 'modern') return legacyBridge({ host, asker }, first, principal, probed.upstream);
      await probed.wire?.close();
      throw silent();
    }
    const rest = backOff(clock);
    const shake = async (): Promise<{ readonly wire: Wire; readonly response: ResponseMessage | 'silent' }> => {
      rest.started();
      const wire = await startWire(deps);
      wire.on.request = pump.fromServer.request;
      wire.on.notification = pump.fromServer.notification;
      const response = await askWithin(wire, pump.declare(first), { ms: limits.connectMs, clock });
      if (response === 'silent' || isFailure(response)) return { wire, response };
      wire.on.end = exited;
      const version = textAt(response.result, 'protocolVersion');
      if (version !== undefined) wire.link.transport.setProtocolVersion?.(version);
      pump.join(wire);
      return { wire, response };
    };
    let reopening: Promise<Wire> | undefined;
    /** The session with the server is opened anew as the host had opened it; the host need not know. */
    const reopen = async (): Promise<Wire> => {
      const ms = rest.wait();
      if (ms > 0) throw restingError(ms);
      const { wire, response } = await shake();
      if (response === 'silent' || isFailure(response)) {
        await wire.close();
        throw response === 'silent' ? silent() : response.error;
      }
      await wire.link.send(notification('notifications/initialized'));
      return wire;
    };
    const pump: LegacyPump = createLegacyPump({
      host,
      asker,
      principal,
      log,
      clock,
      patienceMs: limits.patienceMs,
      reopen: () => {
        reopening ??= reopen().finally(() => {
          reopening = undefined;
        });
        return reopening;
      },
    });
    const { wire, response } = await shake();
    if (response !== 'silent' && !isFailure(response)) {
      const asks = objectAt(objectAt(pump.declare(first).params, 'capabilities'), 'elicitation') !== undefined;
      const other =
        asks && options.upstreamEra !== 'legacy' && isSessionless(wire.link.transport)
          ? await probe(deps).catch(() => undefined)
          : undefined;
      if (other?.era !== 'modern') {
        await other?.wire?.close();
        pump.initialized(response);
        return pump;
      }
      wire.on.end = () => undefined;
      await wire.close();
      return legacyBridge({ host, asker }, first, principal, other.upstream);
    }
    // Not a legacy server, or none that answers: it may speak the modern era only.
    const alive = response !== 'silent' && !wire.link.ended;
    if (!alive) await wire.close();
    const probed = options.upstreamEra === 'legacy' ? undefined : await probe(deps, alive ? wire : undefined).catch(() => undefined);
    if (probed?.era === 'modern') return legacyBridge({ host, asker }, first, principal, probed.upstream);
    await probed?.wire?.close();
    await wire.close();
    throw response === 'silent' ? silent() : response.error;
  };

  const exited = (): void => log({ level: 'error', event: 'upstream-exited', message: `The server "${options.serverName}" ended.` });

  const legacyBridge = ({ host, asker }: Ends, first: RequestMessage, principal: string, upstream: ModernUpstream): HostSide => {
    let wire: Promise<Wire> | undefined;
    const hold = (held: Wire): Wire => {
      held.on.request = message =>
        void held.link.send(failure(message.id, { code: RPC.methodNotFound, message: 'A modern server asks in its results.' }));
      held.on.notification = note => side.serverNotification(note);
      held.on.end = () => {
        log({ level: 'error', event: 'upstream-exited', message: `The server "${options.serverName}" ended.` });
        wire = undefined;
      };
      return held;
    };
    const side = bridgeLegacyHost({
      host,
      first,
      discover: upstream.discover,
      claim: upstream.claim,
      wire: () => {
        wire ??= startWire(deps).then(hold);
        wire.catch(() => {
          wire = undefined;
        });
        return wire;
      },
      closeWire: async () => (await wire?.catch(() => undefined))?.close(),
      asker,
      principal,
      serverName: options.serverName,
      prefix: options.prefix ?? true,
      clock,
      rounds: limits.rounds,
      patienceMs: limits.patienceMs,
      log,
    });
    wire = Promise.resolve(hold(upstream.wire));
    return side;
  };

  /**
   * The server in the legacy era, for a modern host whose questions are the desk's; undefined where it is not to be had. A
   * server on pipes cannot be told per request what can be asked and be sure to look there, but every one looks at what
   * was declared at connect.
   */
  const forDesk = async ({ asker }: Ends, first: RequestMessage, principal: string): Promise<SessionPool | undefined> => {
    const read = readEnvelope(first);
    if (deskPool === 'none' || (options.upstreamEra ?? 'auto') !== 'auto' || 'error' in read) return undefined;
    piped ??= isPiped(upcoming());
    if (!piped) return undefined;
    const own = hostModes(read.envelope.capabilities, MODERN);
    const { deskMode } = asker.reach(principal);
    if (deskMode === 'never' || (deskMode === 'auto' && (own.form || own.url))) return undefined;
    deskPool ??= sessionPool(deps, limits.sessions, { onModern: noLegacy, shared });
    const pool = deskPool;
    try {
      await pool.share(sessionWish(read.envelope, { asker, principal, clientInfo: deps.clientInfo }));
      return pool;
    } catch (error) {
      // One that could not be started at all is tried again; one that answered, or kept silent, does not speak this era.
      const { data } = (error ?? {}) as Partial<RpcError>;
      if (deskPool === pool) deskPool = objectAt({ data } as JsonObject, 'data')?.code === 'SERVER_EXITED' ? undefined : 'none';
      await pool.close();
      return undefined;
    }
  };

  const modernSide = async (ends: Ends, first: RequestMessage, who: Who, reopen: () => void): Promise<HostSide> => {
    const { principal } = who;
    const { host, asker } = ends;
    const found = (await forDesk(ends, first, principal)) ?? (await forModern());
    if ('lend' in found) {
      const side = modernBridge({ host, asker }, who, found);
      again.add(reopen);
      return {
        ...side,
        end: async () => {
          again.delete(reopen);
          await side.end();
        },
      };
    }
    let last = found;
    const pump = createModernPump({
      host,
      wire: async () => {
        const now = await forModern();
        // Once modern, always modern: a server that comes back as another is no longer the one this host talks to.
        if ('lend' in now) throw silent();
        last = now;
        return now.wire;
      },
      claim: () => last.claim,
      asker,
      states,
      memory,
      principal,
      clock,
      rounds: limits.rounds,
      patienceMs: limits.patienceMs,
      log,
    });
    const listener = (note: NotificationMessage): void => void host.send(note);
    listeners.add(listener);
    return {
      ...pump,
      end: async () => {
        listeners.delete(listener);
        await pump.end();
      },
    };
  };

  const modernBridge = ({ host, asker }: Ends, { principal, oneRequest }: Who, pool: SessionPool): HostSide =>
    bridgeModernHost({
      quiet,
      oneRequest,
      host,
      pool,
      parking,
      asker,
      principal,
      serverName: options.serverName,
      prefix: options.prefix ?? true,
      clientInfo: deps.clientInfo,
      clock,
      gatherMs: limits.gatherMs,
      parkMs: limits.parkMs,
      rounds: limits.rounds,
      patienceMs: limits.patienceMs,
      log,
    });

  /** Puts a host whose limit is known behind the waiting room (D28). */
  const patient = async (host: Link, who: Who, open: (ends: Ends) => Promise<HostSide>): Promise<HostSide> => {
    const limitMs = limits.hostLimitMs;
    if (limitMs === undefined) return open({ host, asker: baseAsker });
    const counted = countingAsker(baseAsker);
    const patience = withPatience({
      host,
      room,
      clock,
      principal: who.principal,
      oneRequest: who.oneRequest,
      closing: closing.signal,
      serverName: options.serverName,
      limitMs,
      asking: () => counted.open() > 0,
      where: () => options.deskLocation?.(),
    });
    return patience.wrap(await open({ host: patience.host, asker: counted.asker }));
  };

  /** Tells the observer of each request. The first of a legacy host is served while its side is connected, and comes by no other way. */
  const watched = async (
    link: Link,
    opening: RequestMessage,
    open: (host: Link, first: RequestMessage) => Promise<HostSide>,
    firstIs?: 'served by the side',
  ): Promise<HostSide> => {
    const begin = options.observer?.request;
    if (begin === undefined) return open(link, opening);
    const watch = observed(link, request => begin.call(options.observer, request));
    try {
      return watch.wrap(await open(watch.host, firstIs === undefined ? opening : watch.begun(opening)));
    } catch (error) {
      watch.endAll('error');
      throw error;
    }
  };

  const connect = async (transport: Transport, connectOptions: ConnectOptions = {}): Promise<HostConnection> => {
    const principal = connectOptions.principal ?? options.principal ?? `local:${options.serverName}`;
    const who: Who = { principal, oneRequest: connectOptions.oneRequest ?? false };
    const connection = await serveHost({
      transport,
      log,
      legacy: (link, opening) =>
        watched(link, opening, (host, first) => patient(host, who, ends => legacySide(ends, first, principal)), 'served by the side'),
      modern: (link, opening, reopen) =>
        watched(link, opening, (host, first) => patient(host, who, ends => modernSide(ends, first, who, reopen))),
    });
    connections.add(connection);
    void connection.closed.then(() => connections.delete(connection));
    return connection;
  };

  const close = async (): Promise<void> => {
    closing.abort('the gateway is closing');
    await Promise.all([...connections].map(connection => connection.close()));
    parking.close('the gateway is closing');
    await spare?.close().catch(() => undefined);
    if (deskPool !== undefined && deskPool !== 'none') await deskPool.close();
    const upstream = await modern?.catch(() => undefined);
    if (upstream === undefined) return;
    await ('lend' in upstream ? upstream.close() : upstream.wire.close());
  };

  return {
    connect,
    close,
    get hosts() {
      return connections.size;
    },
    get suspended() {
      return parking.open + room.size;
    },
    async start() {
      if (options.downstream === undefined) throw new TypeError('start serves the downstream transport; none was given');
      const connection = await connect(options.downstream);
      const closed = connection.closed.then(close);
      return {
        closed,
        async close() {
          await connection.close();
          await closed;
        },
      };
    },
  };
}

/**
 * A server over HTTP that opened no session has nowhere to send a question to in the older era; if it speaks the newer one
 * too, it can ask there.
 */
function isSessionless(transport: Transport): boolean {
  return 'terminateSession' in transport && transport.sessionId === undefined;
}

/** The SDK's own sign of a server on pipes: its transport has a `pid`, started or not. */
function isPiped(transport: Transport): boolean {
  return 'pid' in transport;
}
