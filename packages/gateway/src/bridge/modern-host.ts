/**
 * Modern host, legacy server (requirements §3.5): each request of the host stands for itself; calls that ask are parked
 * between its rounds.
 *
 * Invariants:
 *  1. Every result says what kind it is, and lists and reads say that they may not be cached (E-M-03, E-K-03).
 *  2. Only the three asking methods ever see a round; elsewhere a question of the server is refused (E-M-02).
 *  3. Without an envelope nothing is served: -32602, or -32022 for a version that is not spoken (E-C-12, E-V-01).
 *  4. A host on a connection of its own takes its parked calls with it when it goes; over HTTP nothing says that it went.
 *  5. Log lines reach a request that asked for that level, and no other (E-G-03).
 */
import type { JsonObject } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { isAsking } from '../asking/call-view.js';
import { declaredModes, elicitationCapability, hostModes } from '../asking/modes.js';
import type { Envelope } from '../envelope.js';
import { MODERN, readEnvelope } from '../envelope.js';
import { progressLine, tokenOf } from '../host/progress-line.js';
import type { HostSide } from '../host/side.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, isObject, objectAt, request, result, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { callDigest, canonical } from '../seal.js';
import { discoverResult } from '../translate/capabilities.js';
import { errorForModern, paramsForLegacy, resultForModern } from '../translate/results.js';
import type { LegacySession } from '../upstream/legacy-session.js';
import type { QuietCalls } from '../upstream/quiet-calls.js';
import { nameOf } from '../upstream/quiet-calls.js';
import type { Borrower, Lease, SessionPool, SessionWish } from '../upstream/session-pool.js';
import { wasNotTaken } from '../upstream/wire.js';
import type { Body, Carrier } from './carrier.js';
import type { OpenListen } from './listen-serve.js';
import { serveListen } from './listen-serve.js';
import type { ParkedCall } from './parked-call.js';
import { MOST_SESSIONS, parkedCall } from './parked-call.js';
import type { Parking } from './parking.js';

export interface ModernHostOptions {
  readonly host: Link;
  readonly pool: SessionPool;
  readonly parking: Parking;
  /** What is known of this server's calls. */
  readonly quiet: QuietCalls;
  /** The connection carries one request only: its end says nothing of the calls that are parked. */
  readonly oneRequest: boolean;
  readonly asker: Asker;
  readonly principal: string;
  readonly serverName: string;
  readonly prefix: boolean;
  readonly clientInfo: JsonObject;
  readonly clock: Clock;
  readonly gatherMs: number;
  readonly parkMs: number;
  readonly rounds: number;
  readonly patienceMs: number;
  readonly log: (event: GatewayEvent) => void;
}

/** How an open request of the host is given up. */
type GiveUp = (reason: string) => void;

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const GONE: readonly string[] = ['ping', 'initialize', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

export function bridgeModernHost(options: ModernHostOptions): HostSide {
  const { host, pool, parking, quiet, asker, principal, clock, log } = options;
  const open = new Map<string, GiveUp>();
  const listens = new Set<OpenListen>();
  /** Calls of this host that are not over. */
  const own = new Set<ParkedCall>();

  const respond = (message: RequestMessage, body: Body): void => {
    if (!open.delete(idKey(message.id))) return;
    void host.send('result' in body ? result(message.id, body.result) : failure(message.id, body.error), { relatedTo: message.id });
  };

  const wishOf = (envelope: Envelope): SessionWish => sessionWish(envelope, options);

  // --- requests that never ask -------------------------------------------------------------------------------------

  const plain = (message: RequestMessage, envelope: Envelope, resent = 0): void => {
    void pool.share(wishOf(envelope)).then(
      session => {
        if (!open.has(idKey(message.id))) return;
        if (message.method === 'server/discover') return respond(message, { result: discoverResult(session.initialize) });
        if (message.method === 'subscriptions/listen') return listen(message, session);
        const sent = session.wire.request(
          { jsonrpc: '2.0', id: message.id, method: message.method, params: paramsForLegacy(message.params) },
          {
            onResponse(response) {
              if (resent < MOST_SESSIONS && wasNotTaken(response)) return plain(message, envelope, resent + 1);
              if (message.method === 'tools/list' && !isFailure(response)) quiet.learn(response.result);
              respond(message, bodyOf(response, message.method, session));
            },
            onNotification: note => void host.send(note, { relatedTo: message.id }),
          },
        );
        if (open.has(idKey(message.id))) open.set(idKey(message.id), reason => sent.cancel(reason));
      },
      (error: unknown) => respond(message, { error: asRpcError(error) }),
    );
  };

  const listen = (message: RequestMessage, session: LegacySession): void => {
    const listening = serveListen(host, message, session);
    if (listening === undefined) return void open.delete(idKey(message.id));
    listens.add(listening);
    open.set(idKey(message.id), () => {
      listens.delete(listening);
      listening.end(false);
    });
  };

  // --- calls that may ask ------------------------------------------------------------------------------------------

  const call = (message: RequestMessage, envelope: Envelope): void => {
    if (!isAsking(message.method)) return;
    const given = message.params?.inputResponses;
    if (given !== undefined && !wellFormed(given)) {
      respond(message, { error: { code: RPC.invalidParams, message: 'inputResponses is a map of answers, one object per key.' } });
      return;
    }
    const carrier = carrierFor(message, envelope);
    const binding = {
      principal,
      host: canonical(envelope.clientInfo ?? null),
      digest: () => callDigest(message.method, message.params),
    };
    const token = message.params?.requestState;
    if (token !== undefined) {
      const found = parking.find(token, binding);
      if ('error' in found) {
        respond(message, { error: found.error });
        return;
      }
      open.set(idKey(message.id), reason => found.call.leave(carrier, reason));
      found.call.retry(carrier, found.round, (given as JsonObject | undefined) ?? {});
      return;
    }
    const method = message.method;
    // Answers without a state name no round of ours: they are ignored and the question is asked (D3).
    const parked: ParkedCall = parking.park(binding, (mint, onEnd) =>
      parkedCall({
        method,
        message,
        principal,
        lend: borrower => lend(message, envelope, borrower),
        onWait: () => parking.supersede(parked),
        asker,
        clock,
        gatherMs: options.gatherMs,
        parkMs: options.parkMs,
        rounds: options.rounds,
        serverName: options.serverName,
        prefix: options.prefix,
        token: mint,
        onEnd() {
          own.delete(parked);
          onEnd();
        },
      }),
    );
    own.add(parked);
    open.set(idKey(message.id), reason => parked.leave(carrier, reason));
    parked.begin(carrier);
  };

  const lend = async (
    message: RequestMessage,
    envelope: Envelope,
    borrower: Pick<Borrower, 'asking' | 'signal' | 'onWait'>,
  ): Promise<Lease | undefined> => {
    const isQuiet = quiet.isQuiet(message);
    const lease = await pool.lend(wishOf(envelope), {
      ...borrower,
      name: nameOf(message),
      ...(isQuiet && { quiet: { onAsked: () => quiet.asked(message) } }),
    });
    const level = envelope.logLevel;
    if (lease === undefined || level === undefined || lease.session.logLevel === level) return lease;
    if (objectAt(objectAt(lease.session.initialize, 'capabilities'), 'logging') === undefined) return lease;
    lease.session.logLevel = level;
    lease.session.wire.request(request('midcall-level', 'logging/setLevel', { level }), { onResponse: () => undefined });
    return lease;
  };

  const carrierFor = (message: RequestMessage, envelope: Envelope): Carrier => {
    const modes: ElicitationModes = hostModes(envelope.capabilities, MODERN);
    const token = tokenOf(message);
    const line = progressLine(token, {
      clock,
      everyMs: options.patienceMs,
      send: note => void host.send(note, { relatedTo: message.id }),
    });
    return {
      message,
      modes,
      kinds: ['sampling', 'roots'].filter(kind => objectAt(envelope.capabilities, kind) !== undefined),
      answer(body) {
        line.end();
        respond(message, body);
      },
      progress: note => line.forward(note),
      said(note) {
        if (allowed(note, envelope.logLevel)) void host.send(note, { relatedTo: message.id });
      },
      waiting: line.waiting,
    };
  };

  return {
    request(message) {
      const key = idKey(message.id);
      if (open.has(key)) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host reused the id of a request that is still open.' });
        return;
      }
      open.set(key, () => undefined);
      const read = readEnvelope(message);
      if ('error' in read) return respond(message, { error: read.error });
      if (GONE.includes(message.method) || message.method.startsWith('tasks/')) {
        return respond(message, { error: { code: RPC.methodNotFound, message: 'This revision has no such method.' } });
      }
      if (isAsking(message.method)) call(message, read.envelope);
      else plain(message, read.envelope);
    },
    notification(message) {
      const id = message.params?.requestId;
      if (message.method !== 'notifications/cancelled' || !isId(id)) return;
      const giveUp = open.get(idKey(id));
      open.delete(idKey(id));
      giveUp?.(textAt(message.params, 'reason') ?? 'the host cancelled the call');
    },
    response() {
      log({ level: 'warn', event: 'frame-dropped', message: 'A modern host sent a response; there is nothing it could answer.' });
    },
    async end() {
      for (const [key, giveUp] of [...open]) {
        open.delete(key);
        giveUp('the host is gone');
      }
      if (!options.oneRequest) for (const call of [...own]) call.abandon('the host is gone');
    },
  };
}

/** The session that a request of a modern host needs: what it, with the desk, can be asked is declared when it is opened. */
export function sessionWish(
  envelope: Envelope,
  { asker, principal, clientInfo }: Pick<ModernHostOptions, 'asker' | 'principal' | 'clientInfo'>,
): SessionWish {
  const modes = hostModes(envelope.capabilities, MODERN);
  const elicitation = elicitationCapability(declaredModes(modes, asker.reach(principal), '2025-11-25'), '2025-11-25');
  const sampling = objectAt(envelope.capabilities, 'sampling');
  const roots = objectAt(envelope.capabilities, 'roots');
  return {
    principal,
    capabilities: { ...(elicitation && { elicitation }), ...(sampling && { sampling }), ...(roots && { roots: {} }) },
    clientInfo: envelope.clientInfo ?? clientInfo,
  };
}

function bodyOf(response: ResponseMessage, method: string, session: LegacySession): Body {
  if (isFailure(response)) return { error: errorForModern(response.error) };
  return { result: resultForModern(response.result, method, objectAt(session.initialize, 'serverInfo')) };
}

/** A map of objects; an elicitation answer among them has one of the three actions (E-X-02, E-X-03). */
function wellFormed(given: unknown): boolean {
  return isObject(given) && Object.values(given).every(isObject);
}

function allowed(note: NotificationMessage, level: string | undefined): boolean {
  if (note.method !== 'notifications/message') return true;
  const severity = LEVELS.indexOf(textAt(note.params, 'level') ?? '');
  return level !== undefined && severity >= LEVELS.indexOf(level);
}

function asRpcError(error: unknown): RpcError {
  if (isObject(error) && typeof error.code === 'number' && typeof error.message === 'string')
    return errorForModern(error as unknown as RpcError);
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}
