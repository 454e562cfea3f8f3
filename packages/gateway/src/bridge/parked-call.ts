/**
 * One call of a legacy server on behalf of a modern host (requirements §3.5): while it runs, a request of the host waits;
 * while a person of the host is asked, nobody does, and the call is parked here with its open questions. Its rounds are
 * kept in rounds.ts.
 *
 * Invariants:
 *  1. The server takes the call once. Nothing ever sends it again: not a retry, not a duplicate, not a lost host. The one
 *     exception is -32042, after which the call is over at the server and is asked for anew (call-pages.ts).
 *  2. Every question of the server is answered exactly once, or was taken back by the server. When the call ends early the
 *     server first hears that the call is cancelled and then gets `cancel` for what it still asks.
 *  3. A call that is over gives its session back, and says whether the server knows.
 */
import type { JsonObject, Revision } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { notDeclared } from '../asking/asker.js';
import { forHost } from '../asking/for-host.js';
import { modeOf, whoIsAsked } from '../asking/modes.js';
import { asObject } from '../asking/round.js';
import { MODERN } from '../envelope.js';
import type { RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { idKey, isFailure, isObject, objectAt } from '../json-rpc/message.js';
import { errorForModern, paramsForLegacy, resultForModern } from '../translate/results.js';
import type { Borrower, Lease } from '../upstream/session-pool.js';
import type { SentRequest } from '../upstream/wire.js';
import { wasNotTaken } from '../upstream/wire.js';
import { callPages } from './call-pages.js';
import type { Body, Carrier } from './carrier.js';
import { expired, superseded, tooMany, unreachable } from './carrier.js';
import { deskQuestions } from './desk-questions.js';
import { rounds } from './rounds.js';

export interface ParkedCallOptions {
  readonly method: AskingMethod;
  readonly message: RequestMessage;
  readonly principal: string;
  /** Lends a session; undefined when the borrower's signal was aborted first. */
  readonly lend: (borrower: Pick<Borrower, 'asking' | 'signal' | 'onWait'>) => Promise<Lease | undefined>;
  readonly asker: Asker;
  readonly clock: Clock;
  readonly gatherMs: number;
  readonly parkMs: number;
  readonly rounds: number;
  readonly serverName: string;
  readonly prefix: boolean;
  /** Seals the token of a round. */
  readonly token: (round: number) => string;
  /** The call must wait for a session. */
  readonly onWait: () => void;
  /** The call is over, whoever ended it; its record may be kept for duplicates. */
  readonly onEnd: () => void;
}

export interface ParkedCall {
  begin(carrier: Carrier): void;
  /** A retry that names `round`. */
  retry(carrier: Carrier, round: number, answers: JsonObject): void;
  /** The host gave this request up (stream closed, or cancelled). */
  leave(carrier: Carrier, reason: string): void;
  /** Milliseconds for which its round has been with the host, unanswered; 0 = none is. */
  readonly outFor: number;
  /** The host made the same call anew: this one is over. */
  supersede(): void;
  /** Ends it at once: gateway closing, host or principal gone. */
  abandon(reason: string): void;
}

/** A server that was started anew knows none of the sessions there were, each of which is found out by a call. */
export const MOST_SESSIONS = 64;

/** A question that waits for the host. */
interface Pending {
  /** Absent for the pages of a -32042: the server waits for no answer. */
  readonly ask?: { readonly id: RpcId; readonly params: JsonObject };
  readonly item: { readonly method: string; readonly params: JsonObject };
  /** The page as the server listed it. */
  readonly page?: JsonObject;
}

export function parkedCall(options: ParkedCallOptions): ParkedCall {
  const { asker, clock, principal } = options;
  const pending = new Map<string, Pending>();
  /** Keys shown to the host in the round that is out. */
  let shown = new Set<string>();
  const abort = new AbortController();
  let lease: Lease | undefined;
  let sent: SentRequest | undefined;
  let keys = 0;
  let over = false;
  /** How often it found its session gone, and was sent on another. */
  let resent = 0;
  let stopGather: (() => void) | undefined;
  let stopCompletes: () => void = () => undefined;

  const host = rounds({
    clock,
    parkMs: options.parkMs,
    token: options.token,
    spend: answers => spend(answers),
    nobodyCame: () => finishEarly({ error: expired() }, 'nobody came back for it'),
  });

  const pages = callPages({
    asker,
    clock,
    principal,
    message: options.message,
    session: () => lease?.session,
    signal: abort.signal,
    round(items) {
      for (const page of items) pend({ page, item: { method: 'elicitation/create', params: shownParams(page, '2025-11-25') } });
      handOut();
    },
    again: () => void issue(),
    end: body => finish(body),
  });

  const atDesk = deskQuestions({
    asker,
    principal,
    message: options.message,
    session: () => lease?.session,
    waiting: () => host.last?.waiting('Waiting for a person to answer a question of this server.'),
  });

  // --- towards the host --------------------------------------------------------------------------------------------

  const pend = (entry: Pending): void => void pending.set(`q${++keys}`, entry);

  /** Hands the open questions out as a round, if somebody waits for one. */
  const handOut = (): void => {
    if (over || host.out || !host.awaited || pending.size === 0) return;
    if (host.count >= options.rounds) {
      finishEarly({ error: tooMany([...pending.keys()][0] ?? '') }, 'too many rounds');
      return;
    }
    shown = new Set(pending.keys());
    host.handOut(asObject(new Map([...pending].map(([key, { item }]) => [key, item]))));
  };

  const gather = (): void => {
    if (host.out || stopGather !== undefined) return;
    stopGather = clock.setTimeout(() => {
      stopGather = undefined;
      handOut();
    }, options.gatherMs);
  };

  const finish = (body: Body, how: 'ended' | 'cancelled' = 'ended'): void => {
    if (over) return;
    over = true;
    abort.abort('the call is over');
    stopGather?.();
    stopCompletes();
    lease?.release(how);
    host.end(body);
    options.onEnd();
  };

  /** `cancel` for whatever the server still asks: nobody will answer it any more. */
  const closeAsks = (): void => {
    const session = lease?.session;
    for (const { ask } of pending.values()) {
      if (ask !== undefined) void session?.answer(ask.id, { result: { action: 'cancel' } });
    }
    pending.clear();
    atDesk.close();
  };

  /** Ends the call before the server did: first the call, then what it still asks (invariant 2). */
  const finishEarly = (body: Body, reason: string): void => {
    if (over) return;
    const running = sent !== undefined;
    sent?.cancel(reason);
    closeAsks();
    finish(body, running ? 'cancelled' : 'ended');
  };

  // --- towards the server ------------------------------------------------------------------------------------------

  const issue = async (): Promise<void> => {
    const carrier = host.last;
    let stopWaiting: () => void = () => undefined;
    try {
      lease = await options.lend({
        signal: abort.signal,
        asking: () => pending.size > 0 || atDesk.open,
        onWait(behind) {
          stopWaiting = carrier?.waiting(behind, { atOnce: true }) ?? stopWaiting;
          options.onWait();
        },
      });
    } catch (error) {
      return finish({ error: isObject(error) && 'code' in error ? errorForModern(error as unknown as RpcError) : unreachable() });
    } finally {
      stopWaiting();
    }
    if (lease === undefined || over) return lease?.release('ended');
    const { session } = lease;
    lease.begin({
      asked,
      withdrawn,
      said: note => (host.out ? undefined : host.last?.said(note)),
    });
    stopCompletes();
    stopCompletes = session.onComplete(pages.completed);
    const message: RequestMessage = {
      jsonrpc: '2.0',
      id: 'midcall-call',
      method: options.method,
      params: paramsForLegacy(options.message.params),
    };
    sent = session.wire.request(message, {
      onResponse(response) {
        sent = undefined;
        answered(response);
      },
      onNotification: note => (host.out ? undefined : host.last?.progress(note)),
    });
  };

  const answered = (response: ResponseMessage): void => {
    if (over) return;
    closeAsks();
    if (resent < MOST_SESSIONS && wasNotTaken(response)) {
      resent += 1;
      lease?.release('ended');
      void issue();
      return;
    }
    if (isFailure(response) && response.error.code === RPC.urlElicitationRequired) {
      lease?.release('ended');
      pages.required(response.error, host.last);
      return;
    }
    const info = objectAt(lease?.session.initialize, 'serverInfo');
    finish(
      isFailure(response) ? { error: errorForModern(response.error) } : { result: resultForModern(response.result, options.method, info) },
    );
  };

  const asked = (message: RequestMessage): void => {
    const session = lease?.session;
    const carrier = host.last;
    if (session === undefined || carrier === undefined) return;
    const refuse = (error: RpcError): void => void session.answer(message.id, { error });
    const params = message.params ?? {};
    if (message.method !== 'elicitation/create') {
      const kind = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots' }[message.method];
      if (kind === undefined || !carrier.kinds.includes(kind)) {
        refuse({ code: RPC.methodNotFound, message: 'The client cannot do this during this call.' });
        return;
      }
      pend({ ask: { id: message.id, params }, item: { method: message.method, params } });
      gather();
      return;
    }
    const revision = session.revision;
    const mode = modeOf(params);
    if (revision === undefined || mode === 'unknown' || !session.declared[mode]) {
      refuse(notDeclared());
      return;
    }
    const who = whoIsAsked(mode, carrier.modes, asker.reach(principal));
    if (who === 'host') {
      pend({ ask: { id: message.id, params }, item: { method: 'elicitation/create', params: shownParams(params, revision) } });
      gather();
      return;
    }
    if (who === 'desk') return void atDesk.ask(message.id, params, revision);
    // The capability was there when the session was opened and is gone on this request (requirements §3.5 iii).
    finishEarly(
      {
        error: {
          code: RPC.missingClientCapability,
          message: 'The server asks a question that this request no longer allows.',
          data: { requiredCapabilities: { elicitation: { [mode]: {} } } },
        },
      },
      'the client can no longer be asked',
    );
    refuse(notDeclared());
  };

  /** In the modern era every question of every revision can be shown. */
  const shownParams = (params: JsonObject, revision: Revision): JsonObject =>
    forHost(params, { from: revision, to: MODERN, ...(options.prefix && { serverName: options.serverName }) })?.params ?? params;

  const withdrawn = (id: RpcId): void => {
    atDesk.withdrawn(id);
    for (const [key, { ask }] of pending) if (ask !== undefined && idKey(ask.id) === idKey(id)) pending.delete(key);
  };

  // --- retries -----------------------------------------------------------------------------------------------------

  const spend = (answers: JsonObject): void => {
    const round = [...shown].flatMap(key => {
      const entry = pending.get(key);
      return entry === undefined ? [] : [{ key, entry, given: Object.hasOwn(answers, key) ? answers[key] : undefined }];
    });
    shown = new Set();
    const missing = round.some(({ given }) => given === undefined);
    const listed = round.flatMap(({ entry }) => (entry.page === undefined ? [] : [entry.page]));
    if (listed.length > 0) {
      const refused = round.some(({ given }) => given !== undefined && (!isObject(given) || given.action !== 'accept'));
      if (refused || !missing) {
        pending.clear();
        if (refused) pages.refused();
        else pages.agreed(listed);
        return;
      }
    }
    for (const { key, entry, given } of round) {
      if (entry.ask === undefined || given === undefined) continue;
      pending.delete(key);
      void lease?.session.answer(entry.ask.id, { result: checked(entry, entry.ask.params, given) });
    }
    // What was left unanswered is asked again at once; what the server asks meanwhile joins it (E-M-19).
    if (missing) handOut();
    else if (pending.size > 0) gather();
  };

  const checked = (entry: Pending, params: JsonObject, given: unknown): JsonObject => {
    if (entry.item.method !== 'elicitation/create') return isObject(given) ? (given as JsonObject) : {};
    return asker.check(given, params, lease?.session.revision ?? '2025-11-25');
  };

  return {
    begin(carrier) {
      host.begin(carrier);
      void issue();
    },
    retry: host.retry,
    leave(carrier, reason) {
      if (host.leave(carrier)) finishEarly({ error: { code: RPC.internalError, message: 'The call was cancelled.' } }, reason);
    },
    get outFor() {
      return over ? 0 : host.outFor;
    },
    supersede: () => finishEarly({ error: superseded() }, 'the same call was made anew'),
    abandon: reason => finishEarly({ error: { code: RPC.internalError, message: 'The gateway ended this call.' } }, reason),
  };
}
