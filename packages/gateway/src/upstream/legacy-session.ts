/**
 * One initialized session with a legacy server, run by the gateway as its client.
 *
 * Invariant: what was declared when the session was opened is all the server may ask for (E-C-06). Which call a question
 * belongs to is kept in session-calls.ts.
 */
import type { JsonObject, Revision } from '@midcall/core';
import { isRevision } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { readModes } from '@midcall/core/wire';
import type { NotificationMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { failure, isFailure, isId, notification, objectAt, request, result, textAt } from '../json-rpc/message.js';
import type { ConnectDeps } from './connect.js';
import { askWithin, claimOf, silent, startWire } from './connect.js';
import type { SessionCalls } from './session-calls.js';
import { sessionCalls } from './session-calls.js';
import type { Wire } from './wire.js';

export interface LegacySession {
  readonly wire: Wire;
  /** The server's `initialize` result, as given. */
  readonly initialize: JsonObject;
  readonly revision: Revision | undefined;
  /** What the server may ask for, as declared when the session was opened. */
  readonly declared: ElicitationModes;
  readonly claim: { readonly name: string; readonly version?: string } | undefined;
  /** Calls in flight on it that may ask. */
  readonly calls: SessionCalls;
  /** The level last set with `logging/setLevel`. */
  logLevel: string | undefined;
  /** Told of changes: list_changed and resource updates. Returns the way to stop. */
  watch(listener: (note: NotificationMessage) => void): () => void;
  /** Told of ids of finished URL questions (E-N-01). Returns the way to stop. */
  onComplete(listener: (elicitationId: string) => void): () => void;
  answer(id: RpcId, answer: { readonly result: JsonObject } | { readonly error: RpcError }): Promise<boolean>;
  readonly ended: boolean;
  close(): Promise<void>;
}

export interface SessionSpec {
  readonly capabilities: JsonObject;
  readonly clientInfo: JsonObject;
}

const NEWEST_LEGACY = '2025-11-25';

/** Opens a session, on `wire` if one is given. @throws RpcError-shaped object: not started, silent, or the server's own error. */
export async function openSession(deps: ConnectDeps, spec: SessionSpec, wire?: Wire): Promise<LegacySession> {
  const own = wire ?? (await startWire(deps));
  const params = { protocolVersion: NEWEST_LEGACY, capabilities: spec.capabilities, clientInfo: spec.clientInfo };
  const shaken = await askWithin(own, request('midcall-init', 'initialize', params), { ms: deps.connectMs, clock: deps.clock });
  if (shaken === 'silent' || isFailure(shaken)) {
    await own.close();
    throw shaken === 'silent' ? silent() : shaken.error;
  }
  const version = textAt(shaken.result, 'protocolVersion');
  if (version !== undefined) own.link.transport.setProtocolVersion?.(version);
  const session = sessionOn(own, shaken.result, spec, deps);
  await own.link.send(notification('notifications/initialized'));
  return session;
}

function sessionOn(wire: Wire, initialize: JsonObject, spec: SessionSpec, { clock, holdMs }: ConnectDeps): LegacySession {
  const version = textAt(initialize, 'protocolVersion');
  const revision = isRevision(version) ? version : undefined;
  const calls = sessionCalls({ wire, clock, holdMs });
  const watchers = new Set<(note: NotificationMessage) => void>();
  const completers = new Set<(elicitationId: string) => void>();

  wire.on.request = message => {
    if (message.method === 'ping') void wire.link.send(result(message.id, {}));
    else calls.asked(message);
  };
  wire.on.notification = note => {
    const id = note.params?.requestId;
    if (note.method === 'notifications/cancelled' && isId(id)) return calls.withdrawn(id);
    if (note.method === 'notifications/elicitation/complete') {
      const done = textAt(note.params, 'elicitationId');
      if (done !== undefined) for (const listener of [...completers]) listener(done);
      return;
    }
    if (note.method.endsWith('/list_changed') || note.method === 'notifications/resources/updated') {
      for (const listener of [...watchers]) listener(note);
      return;
    }
    calls.said(note);
  };

  const listen = <T>(listeners: Set<T>, listener: T): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  const session: LegacySession = {
    wire,
    initialize,
    revision,
    declared: readModes(spec.capabilities.elicitation ?? undefined, revision ?? ''),
    claim: claimOf(objectAt(initialize, 'serverInfo')),
    calls,
    logLevel: undefined,
    watch: listener => listen(watchers, listener),
    onComplete: listener => listen(completers, listener),
    answer: async (id, answer) =>
      (await wire.link.send('result' in answer ? result(id, answer.result) : failure(id, answer.error))) === undefined,
    get ended() {
      return wire.link.ended;
    },
    close: () => wire.close(),
  };
  return session;
}
