/**
 * One call of a legacy server on behalf of a modern host (requirements §3.5): while it runs, a request of the host waits;
 * while a person of the host is asked, nobody does, and the call is parked here with its open questions.
 *
 * Invariants:
 *  1. The server's call is sent once. Nothing ever sends it again: not a retry, not a duplicate, not a lost host. The one
 *     exception is -32042, after which the call is over at the server and is asked for anew, once for each round (E-N-05).
 *  2. Each round is spent by the first retry that names it. The same retry again joins it and gets the same body; the same
 *     round with other answers is refused and changes nothing (E-M-15).
 *  3. Every question of the server is answered exactly once, or was taken back by the server. When the call ends early the
 *     server first hears that the call is cancelled and then gets `cancel` for what it still asks.
 *  4. A parked call nobody comes back for ends at its time limit.
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
import { urlRequired } from '../host/url-required.js';
import type { RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { idKey, isFailure, isObject, objectAt, textAt } from '../json-rpc/message.js';
import { canonical } from '../seal.js';
import { errorForModern, paramsForLegacy, resultForModern, toolFailure } from '../translate/results.js';
import type { Lease } from '../upstream/session-pool.js';
import type { SentRequest } from '../upstream/wire.js';
import type { Body, Carrier } from './carrier.js';
import { expired, spentState, tooMany, unreachable } from './carrier.js';
import { deskQuestions } from './desk-questions.js';

export interface ParkedCallOptions {
  readonly method: AskingMethod;
  readonly message: RequestMessage;
  readonly principal: string;
  /** Lends a session; undefined when `signal` was aborted first. */
  readonly lend: (signal: AbortSignal, onWait: () => void) => Promise<Lease | undefined>;
  readonly asker: Asker;
  readonly clock: Clock;
  readonly gatherMs: number;
  readonly parkMs: number;
  readonly rounds: number;
  readonly serverName: string;
  readonly prefix: boolean;
  /** Seals the token of a round. */
  readonly token: (round: number) => string;
  /** The call is over, whoever ended it; its record may be kept for duplicates. */
  readonly onEnd: () => void;
}

export interface ParkedCall {
  begin(carrier: Carrier): void;
  /** A retry that names `round`. */
  retry(carrier: Carrier, round: number, answers: JsonObject): void;
  /** The host gave this request up (stream closed, or cancelled). */
  leave(carrier: Carrier, reason: string): void;
  /** Ends it at once: gateway closing, principal gone. */
  abandon(reason: string): void;
}

/** A question that waits for the host. */
interface Pending {
  /** Absent for the items of a -32042: the server waits for no answer. */
  readonly ask?: { readonly id: RpcId; readonly params: JsonObject };
  readonly item: { readonly method: string; readonly params: JsonObject };
  readonly completes?: string;
}

interface Spent {
  readonly answers: string;
  body?: Body;
}

export function parkedCall(options: ParkedCallOptions): ParkedCall {
  const { asker, clock, principal } = options;
  const waiting = new Set<Carrier>();
  const pending = new Map<string, Pending>();
  /** Keys shown to the host in the round that is out. */
  let shown = new Set<string>();
  const spent = new Map<number, Spent>();
  const abort = new AbortController();
  let lease: Lease | undefined;
  let sent: SentRequest | undefined;
  let round = 0;
  let keys = 0;
  let out = false;
  let done: Body | undefined;
  let reissue = false;
  let stopGather: (() => void) | undefined;
  let stopPark: () => void = () => undefined;
  let stopCompletes: () => void = () => undefined;
  let last: Carrier | undefined;

  const pages = urlRequired({
    asker,
    clock,
    principal,
    revision: () => lease?.session.revision,
    claim: () => lease?.session.claim,
  });

  const atDesk = deskQuestions({
    asker,
    principal,
    message: options.message,
    session: () => lease?.session,
    waiting: () => last?.waiting('Waiting for a person to answer a question of this server.'),
  });

  // --- towards the host --------------------------------------------------------------------------------------------

  const deliver = (body: Body): void => {
    const current = spent.get(round);
    if (current !== undefined) current.body = body;
    for (const carrier of [...waiting]) {
      waiting.delete(carrier);
      carrier.answer(body);
    }
  };

  /** Hands the open questions out as a round, if somebody waits for one. */
  const handOut = (): void => {
    if (done !== undefined || out || waiting.size === 0 || pending.size === 0) return;
    if (round >= options.rounds) {
      finishEarly({ error: tooMany([...pending.keys()][0] ?? '') }, 'too many rounds');
      return;
    }
    const items = new Map([...pending].map(([key, { item }]) => [key, item]));
    shown = new Set(pending.keys());
    const body: Body = { result: { resultType: 'input_required', inputRequests: asObject(items), requestState: options.token(round + 1) } };
    deliver(body);
    round += 1;
    out = true;
    stopPark = clock.setTimeout(() => finishEarly({ error: expired() }, 'nobody came back for it'), options.parkMs);
  };

  const gather = (): void => {
    if (out || stopGather !== undefined) return;
    stopGather = clock.setTimeout(() => {
      stopGather = undefined;
      handOut();
    }, options.gatherMs);
  };

  const finish = (body: Body): void => {
    if (done !== undefined) return;
    done = body;
    stopGather?.();
    stopPark();
    stopCompletes();
    lease?.release();
    deliver(body);
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

  /** Ends the call before the server did: first the call, then what it still asks (invariant 3). */
  const finishEarly = (body: Body, reason: string): void => {
    if (done !== undefined) return;
    sent?.cancel(reason);
    abort.abort(reason);
    closeAsks();
    finish(body);
  };

  // --- towards the server ------------------------------------------------------------------------------------------

  const issue = async (): Promise<void> => {
    const carrier = last;
    let stopWaiting: () => void = () => undefined;
    try {
      lease = await options.lend(abort.signal, () => {
        stopWaiting = carrier?.waiting('Waiting for another call of this server to end; it takes one at a time.') ?? stopWaiting;
      });
    } catch (error) {
      return finish({ error: isObject(error) && 'code' in error ? errorForModern(error as unknown as RpcError) : unreachable() });
    } finally {
      stopWaiting();
    }
    if (lease === undefined || done !== undefined) return lease?.release();
    const { session } = lease;
    session.user = {
      asked,
      withdrawn,
      said: note => (out ? undefined : last?.said(note)),
    };
    stopCompletes();
    stopCompletes = session.onComplete(id => void pages.completed(id));
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
      onNotification: note => (out ? undefined : last?.progress(note)),
    });
  };

  const answered = (response: ResponseMessage): void => {
    if (done !== undefined) return;
    if (isFailure(response) && response.error.code === RPC.urlElicitationRequired) {
      urlsRequired(response.error);
      return;
    }
    closeAsks();
    const info = objectAt(lease?.session.initialize, 'serverInfo');
    finish(
      isFailure(response) ? { error: errorForModern(response.error) } : { result: resultForModern(response.result, options.method, info) },
    );
  };

  const asked = (message: RequestMessage): void => {
    const session = lease?.session;
    const carrier = last;
    if (session === undefined || carrier === undefined) return;
    const refuse = (error: RpcError): void => void session.answer(message.id, { error });
    if (message.method !== 'elicitation/create') {
      const kind = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots' }[message.method];
      if (kind === undefined || !carrier.kinds.includes(kind)) {
        refuse({ code: RPC.methodNotFound, message: 'The client cannot do this during this call.' });
        return;
      }
      park({
        ask: { id: message.id, params: message.params ?? {} },
        item: { method: message.method, params: message.params ?? {} },
      });
      return;
    }
    const params = message.params ?? {};
    const revision = session.revision;
    const mode = modeOf(params);
    if (revision === undefined || mode === 'unknown' || !session.declared[mode]) {
      refuse(notDeclared());
      return;
    }
    const who = whoIsAsked(mode, carrier.modes, asker.reach(principal));
    if (who === 'host') {
      park(question(message.id, params, revision));
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

  const question = (id: RpcId, params: JsonObject, revision: Revision): Pending => ({
    ask: { id, params },
    item: { method: 'elicitation/create', params: shownParams(params, revision) },
  });

  const park = (entry: Pending): void => {
    pending.set(`q${++keys}`, entry);
    gather();
  };

  const withdrawn = (id: RpcId): void => {
    atDesk.withdrawn(id);
    for (const [key, { ask }] of pending) if (ask !== undefined && idKey(ask.id) === idKey(id)) pending.delete(key);
  };

  // --- URL elicitation required ------------------------------------------------------------------------------------

  const urlsRequired = (error: RpcError): void => {
    closeAsks();
    lease?.release();
    const listed = isObject(error.data) ? error.data.elicitations : undefined;
    const items = Array.isArray(listed) ? listed.filter(isObject).map(item => item as JsonObject) : [];
    const reach = asker.reach(principal);
    const who = last === undefined ? 'refuse' : whoIsAsked('url', last.modes, reach);
    if (items.length === 0 || who === 'refuse') {
      finish(urlBody('This call needs a page to be opened, which this client cannot show.'));
      return;
    }
    reissue = true;
    pages.expect(items.flatMap(params => textAt(params, 'elicitationId') ?? []));
    for (const params of items) {
      const view = shownParams({ ...params, mode: 'url' }, '2025-11-25');
      const completes = textAt(params, 'elicitationId');
      pending.set(`q${++keys}`, {
        item: { method: 'elicitation/create', params: view },
        ...(completes !== undefined && { completes }),
      });
    }
    if (who === 'host') {
      handOut();
      return;
    }
    pending.clear();
    reissue = false;
    const stop = last?.waiting('Waiting for a person to open a page of this server.');
    void pages.atDesk(options.message, error, abort.signal).then(agreed => {
      stop?.();
      if (done !== undefined) return;
      if (agreed) void issue();
      else finish(urlBody('The page was not opened, so nothing was done.'));
    });
  };

  /** All pages were agreed to: the call is asked for anew once they are done, or after a while (E-N-05, E-N-06). */
  const goAgain = (): void => {
    const ids = [...pending.values()].flatMap(({ completes }) => (completes === undefined ? [] : [completes]));
    pending.clear();
    reissue = false;
    void pages.done(ids, abort.signal).then(() => {
      if (done === undefined) void issue();
    });
  };

  const urlBody = (text: string): Body =>
    options.method === 'tools/call'
      ? { result: { ...toolFailure(text), resultType: 'complete' } }
      : { error: { code: RPC.internalError, message: text } };

  // --- retries -----------------------------------------------------------------------------------------------------

  const spend = (carrier: Carrier, answers: JsonObject): void => {
    out = false;
    stopPark();
    waiting.add(carrier);
    last = carrier;
    const missing = new Set<string>();
    let declined = false;
    for (const key of shown) {
      const entry = pending.get(key);
      if (entry === undefined) continue;
      const given = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (given === undefined) {
        missing.add(key);
        continue;
      }
      if (entry.ask === undefined) {
        if (!isObject(given) || given.action !== 'accept') declined = true;
        continue;
      }
      pending.delete(key);
      void lease?.session.answer(entry.ask.id, { result: checked(entry, entry.ask.params, given) });
    }
    shown = new Set();
    if (reissue) {
      if (declined) {
        finish(urlBody('The page was not opened, so nothing was done.'));
        return;
      }
      if (missing.size === 0) {
        goAgain();
        return;
      }
    }
    // What was left unanswered is asked again at once; what the server asks meanwhile joins it (E-M-19).
    if (missing.size > 0) handOut();
    else if (pending.size > 0) gather();
  };

  const checked = (entry: Pending, params: JsonObject, given: unknown): JsonObject => {
    if (entry.item.method !== 'elicitation/create') return isObject(given) ? (given as JsonObject) : {};
    return asker.check(given, params, lease?.session.revision ?? '2025-11-25');
  };

  return {
    begin(carrier) {
      waiting.add(carrier);
      last = carrier;
      void issue();
    },
    retry(carrier, named, answers) {
      const digest = canonical(answers);
      // The server finished, or the time ran out, while the round was with the host: that is the answer now.
      if (done !== undefined && named === round && !spent.has(named)) return carrier.answer(done);
      if (named === round && out) {
        spent.set(named, { answers: digest });
        return spend(carrier, answers);
      }
      const before = spent.get(named);
      if (before === undefined || before.answers !== digest) return carrier.answer({ error: spentState() });
      if (before.body !== undefined) return carrier.answer(before.body);
      waiting.add(carrier);
    },
    leave(carrier, reason) {
      if (!waiting.delete(carrier) || waiting.size > 0 || out || done !== undefined) return;
      finishEarly({ error: { code: RPC.internalError, message: 'The call was cancelled.' } }, reason);
    },
    abandon: reason => finishEarly({ error: { code: RPC.internalError, message: 'The gateway ended this call.' } }, reason),
  };
}
