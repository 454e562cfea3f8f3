/**
 * Legacy host, modern server (requirements §3.4): the server's rounds become questions pushed to the host, or asked at
 * the desk; the host's one call stays open over all of them.
 *
 * Invariants:
 *  1. A retry carries every key of its round and exactly the round's state, or none if there was none; never a part of it
 *     (E-M-30, E-M-34). If one question cannot be answered at all, the call fails and no retry goes out.
 *  2. The host cancelling its call takes every open question back, and starts no further round.
 *  3. The same URL asked again under the same key is not shown again; the retry is paced and counted (trap 36).
 *  4. Rounds are counted; the one too many ends the call with the key that was asked again (E-L-03b).
 *  5. Nothing of a legacy host is read as the modern era's envelope, answers or state (trap 66).
 */
import type { JsonObject } from '@midcall/core';
import { isRevision } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker, HostReply, MachineWatch, Reply } from '../asking/asker.js';
import { watchForMachine } from '../asking/asker.js';
import { callView, isAsking } from '../asking/call-view.js';
import { CANCELLED } from '../asking/check-answer.js';
import type { ShownQuestion } from '../asking/for-host.js';
import { forHost } from '../asking/for-host.js';
import { declaredModes, elicitationCapability, hostModes } from '../asking/modes.js';
import type { Round, RoundItem } from '../asking/round.js';
import { readRound, retryParams, whoAnswers } from '../asking/round.js';
import { envelopeMeta, MODERN } from '../envelope.js';
import type { ProgressLine } from '../host/progress-line.js';
import { progressLine, tokenOf } from '../host/progress-line.js';
import type { HostSide } from '../host/side.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, isObject, notification, objectAt, result, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { initializeResult, legacyRevision } from '../translate/capabilities.js';
import { errorForLegacy, paramsForModern, resultForLegacy } from '../translate/results.js';
import type { SentRequest, Wire } from '../upstream/wire.js';
import { hostRequests } from './host-requests.js';
import { listenRelay } from './listen-relay.js';

export interface LegacyHostOptions {
  readonly host: Link;
  /** The host's `initialize`; answered by this side. */
  readonly first: RequestMessage;
  readonly discover: JsonObject;
  readonly claim: { readonly name: string; readonly version?: string } | undefined;
  /** This host's own connection to the server, opened again when it ended. */
  readonly wire: () => Promise<Wire>;
  readonly closeWire: () => Promise<void>;
  readonly asker: Asker;
  readonly principal: string;
  readonly serverName: string;
  readonly prefix: boolean;
  readonly clock: Clock;
  readonly rounds: number;
  readonly patienceMs: number;
  readonly log: (event: GatewayEvent) => void;
}

interface Call {
  readonly message: RequestMessage;
  readonly abort: AbortController;
  readonly progress: ProgressLine;
  /** URL questions the person agreed to in this call, by key and address. */
  readonly visited: Set<string>;
  /** Ids minted for URL questions, told as completed when the call ends well (E-N-01). */
  readonly completes: string[];
  sent?: SentRequest;
}

/** One answered item, or why the call cannot go on. */
type ItemAnswer = { readonly value: JsonObject; readonly settle: (delivered: boolean) => void } | { readonly fail: RpcError } | 'gone';

const PASSED_KINDS = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots' } as const;

export interface LegacyHostSide extends HostSide {
  /** What the server sent on its own on this host's connection. */
  serverNotification(note: NotificationMessage): void;
}

export function bridgeLegacyHost(options: LegacyHostOptions): LegacyHostSide {
  const { host, asker, principal, clock, log } = options;
  const capabilities = objectAt(options.first.params, 'capabilities') ?? {};
  const revision = legacyRevision(textAt(options.first.params, 'protocolVersion'));
  const modes: ElicitationModes = hostModes(capabilities, revision);
  const clientInfo = objectAt(options.first.params, 'clientInfo');
  const calls = new Map<string, Call>();
  const requests = hostRequests(host);
  let logLevel: string | undefined;
  let minted = 0;
  const machine: MachineWatch = watchForMachine(() =>
    log({ level: 'info', event: 'host-answers-by-machine', message: 'This host answers faster than a person can; the desk takes over.' }),
  );

  /** What this request may be asked, judged anew each time (N1, E-C-11). */
  const meta = (): JsonObject => {
    const declared = declaredModes(modes, asker.reach(principal), isRevision(revision) ? MODERN : revision);
    const elicitation = elicitationCapability(declared, MODERN);
    return envelopeMeta({
      version: MODERN,
      capabilities: {
        ...(elicitation && { elicitation }),
        ...(objectAt(capabilities, 'sampling') && { sampling: objectAt(capabilities, 'sampling') }),
        ...(objectAt(capabilities, 'roots') && { roots: {} }),
      },
      ...(clientInfo && { clientInfo }),
      ...(logLevel !== undefined && { logLevel }),
    });
  };

  const relay = listenRelay({
    wire: options.wire,
    capabilities: objectAt(options.discover, 'capabilities') ?? {},
    meta,
    toHost: note => void host.send(note),
  });

  // --- one call ----------------------------------------------------------------------------------------------------

  const end = (call: Call, response: ResponseMessage): void => {
    if (calls.get(idKey(call.message.id)) !== call) return;
    calls.delete(idKey(call.message.id));
    call.progress.end();
    void host.send(response, { relatedTo: call.message.id });
    if (isFailure(response)) return;
    for (const elicitationId of call.completes) void host.send(notification('notifications/elicitation/complete', { elicitationId }));
  };

  const fail = (call: Call, error: RpcError): void => {
    const told = errorForLegacy(error, call.message.method);
    end(call, 'result' in told ? result(call.message.id, told.result) : failure(call.message.id, told.error));
  };

  /** One wire request of the call; undefined when the call was cancelled meanwhile. `onSent` hears whether it went out. */
  const send = async (
    call: Call,
    params: JsonObject,
    onSent: ((taken: boolean) => void) | undefined,
  ): Promise<ResponseMessage | undefined> => {
    let wire: Wire;
    try {
      wire = await options.wire();
    } catch (error) {
      onSent?.(false);
      return failure(call.message.id, isObject(error) && 'code' in error ? (error as unknown as RpcError) : unreachable());
    }
    if (call.abort.signal.aborted) {
      onSent?.(false);
      return undefined;
    }
    return new Promise(resolve => {
      const message = {
        jsonrpc: '2.0',
        id: `midcall-${++minted}`,
        method: call.message.method,
        params: { ...params, _meta: { ...objectAt(params, '_meta'), ...meta() } },
      } as const;
      call.sent = wire.request(message, {
        onResponse(response) {
          delete call.sent;
          resolve(call.abort.signal.aborted ? undefined : response);
        },
        onNotification(note) {
          if (note.method === 'notifications/progress') call.progress.forward(note);
          else void host.send(note, { relatedTo: call.message.id });
        },
      });
      if (onSent !== undefined) void call.sent.sent.then(error => onSent(error === undefined));
      call.abort.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  };

  const run = async (call: Call): Promise<void> => {
    const params = paramsForModern(call.message.params);
    let outgoing = params;
    let onSent: ((taken: boolean) => void) | undefined;
    for (let round = 0; ; round += 1) {
      const response = await send(call, outgoing, onSent);
      if (response === undefined) return;
      if (isFailure(response)) return fail(call, response.error);
      const asked = isAsking(call.message.method) ? readRound(response) : undefined;
      if (asked === undefined) return end(call, final(call, response.result));
      if (asked.items.size === 0 && asked.state === undefined) return fail(call, broken('asked for nothing'));
      if (round >= options.rounds) return fail(call, tooManyRounds(asked));
      const answers = await answerRound(call, asked, round);
      if (answers === undefined) return;
      call.progress.nextRound();
      outgoing = retryParams(params, answers.values, asked.state);
      onSent = answers.settle;
    }
  };

  const final = (call: Call, value: JsonObject): ResponseMessage => {
    const type = value['resultType'];
    if (type === undefined || type === 'complete') return result(call.message.id, resultForLegacy(value));
    const told = errorForLegacy(broken('answered with a kind of result that this gateway does not know'), call.message.method);
    return 'result' in told ? result(call.message.id, told.result) : failure(call.message.id, told.error);
  };

  // --- one round ---------------------------------------------------------------------------------------------------

  const answerRound = async (call: Call, asked: Round, round: number): Promise<RoundAnswers | undefined> => {
    const together = new AbortController();
    const follow = (): void => together.abort(call.abort.signal.reason);
    call.abort.signal.addEventListener('abort', follow, { once: true });
    const stop = call.progress.waiting('Waiting for a person to answer a question of this server.');
    const fresh = [...asked.items].some(([key, item]) => !call.visited.has(visitKey(key, item)));
    if (!fresh) await pause(round, call.abort.signal);
    const answers = await Promise.all(
      [...asked.items].map(async ([key, item]) => {
        const answer = await answerItem(call, key, item, round, together.signal);
        if (typeof answer === 'object' && 'fail' in answer) together.abort('the call failed');
        return [key, answer] as const;
      }),
    );
    stop();
    call.abort.signal.removeEventListener('abort', follow);
    const settle = (delivered: boolean): void => {
      for (const [, answer] of answers) if (typeof answer === 'object' && 'settle' in answer) answer.settle(delivered);
    };
    const failed = answers.map(([, answer]) => answer).find(answer => typeof answer === 'object' && 'fail' in answer);
    if (call.abort.signal.aborted || failed !== undefined) {
      settle(false);
      if (!call.abort.signal.aborted && typeof failed === 'object' && 'fail' in failed) fail(call, failed.fail);
      return undefined;
    }
    const values = new Map<string, JsonObject>();
    for (const [key, answer] of answers) values.set(key, typeof answer === 'object' && 'value' in answer ? answer.value : { ...CANCELLED });
    return { values, settle };
  };

  const answerItem = async (call: Call, key: string, item: RoundItem, round: number, signal: AbortSignal): Promise<ItemAnswer> => {
    if (item.method !== 'elicitation/create') return passKind(call, item, signal);
    if (call.visited.has(visitKey(key, item))) return { value: { action: 'accept' }, settle: () => undefined };
    const reach = asker.reach(principal);
    const who = whoAnswers(item, modes, reach);
    if (who === 'refuse') return { value: { ...CANCELLED }, settle: () => undefined };
    const question = {
      params: item.params,
      revision: MODERN,
      principal,
      call: callView(call.message),
      key,
      round: `${String(call.message.id)}/${round}`,
      signal,
      ...(options.claim && { claim: options.claim }),
    } as const;
    const atDesk = async (): Promise<ItemAnswer> => {
      const reply = await asker.desk(question);
      // A question that cannot be shown has no slot for an error in this era (trap 7): nobody answered it.
      return reply.kind === 'error' ? { value: { ...CANCELLED }, settle: () => undefined } : taken(call, key, item, reply);
    };
    if (who === 'desk' || (machine.suspected && reach.deskReachable && reach.deskMode === 'auto')) return atDesk();
    const to = isRevision(revision) ? revision : '2025-06-18';
    const shown = forHost(item.params, { from: MODERN, to, ...(options.prefix && { serverName: options.serverName }) });
    // What the host's revision cannot show, a person at the desk can, if there is one.
    if (shown === undefined) return reach.deskReachable && reach.deskMode === 'auto' ? atDesk() : { fail: hostCannot() };
    const reply = await asker.host(question, (_params, withdrawn) => pushShown(call, shown, withdrawn), machine);
    if (reply.kind === 'error') {
      const cannot = reply.error.code === RPC.invalidParams || reply.error.code === RPC.methodNotFound;
      return cannot ? { fail: hostCannot() } : { value: { ...CANCELLED }, settle: () => undefined };
    }
    return taken(call, key, item, reply, shown.elicitationId);
  };

  /** Shows it, and again with the reason while the answer cannot be folded back into the server's form; three times at most (D4). */
  const pushShown = async (call: Call, shown: ShownQuestion, signal: AbortSignal): Promise<HostReply> => {
    let params = shown.params;
    for (let tries = 1; ; tries += 1) {
      const reply = await requests.ask('elicitation/create', params, { relatedTo: call.message.id, signal });
      if (reply.kind !== 'result') return reply;
      const back = shown.back(reply.result);
      if ('answer' in back) return { kind: 'result', result: back.answer };
      if (tries === 3) return { kind: 'result', result: { ...CANCELLED } };
      params = { ...shown.params, message: `${textAt(shown.params, 'message') ?? ''}\n\n${back.again}` };
    }
  };

  const taken = (
    call: Call,
    key: string,
    item: RoundItem,
    reply: Exclude<Reply, { kind: 'error' }>,
    elicitationId?: string,
  ): ItemAnswer => {
    if (reply.kind === 'gone') return 'gone';
    const { action, content } = reply.result;
    if (action === 'accept' && item.params['mode'] === 'url') {
      call.visited.add(visitKey(key, item));
      if (elicitationId !== undefined) call.completes.push(elicitationId);
    }
    return { value: { ...(action !== undefined && { action }), ...(content !== undefined && { content }) }, settle: reply.settle };
  };

  /** Sampling and roots: the host's own business, if it has it. */
  const passKind = async (call: Call, item: RoundItem, signal: AbortSignal): Promise<ItemAnswer> => {
    const kind = Object.hasOwn(PASSED_KINDS, item.method) ? PASSED_KINDS[item.method as keyof typeof PASSED_KINDS] : undefined;
    if (kind === undefined || objectAt(capabilities, kind) === undefined)
      return { fail: broken('asked for something this client cannot do') };
    const reply = await requests.ask(item.method, Object.keys(item.params).length > 0 ? item.params : undefined, {
      relatedTo: call.message.id,
      signal,
    });
    if (reply.kind === 'gone') return 'gone';
    if (reply.kind === 'error') return { fail: reply.error };
    const { _meta, ...bare } = isObject(reply.result) ? (reply.result as JsonObject) : {};
    return { value: bare, settle: () => undefined };
  };

  /** Paces rounds that show a person nothing new. */
  const pause = (round: number, signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const stop = clock.setTimeout(resolve, Math.min(250 * 2 ** round, 5_000));
      signal.addEventListener('abort', () => (stop(), resolve()), { once: true });
    });

  // --- the host's frames -------------------------------------------------------------------------------------------

  const reply = (message: RequestMessage, value: JsonObject): void => void host.send(result(message.id, value), { relatedTo: message.id });
  const refuse = (message: RequestMessage, error: RpcError): void => void host.send(failure(message.id, error), { relatedTo: message.id });

  const start = (message: RequestMessage): void => {
    const call: Call = {
      message,
      abort: new AbortController(),
      progress: progressLine(tokenOf(message), {
        clock,
        everyMs: options.patienceMs,
        send: note => void host.send(note, { relatedTo: message.id }),
      }),
      visited: new Set(),
      completes: [],
    };
    calls.set(idKey(message.id), call);
    run(call).catch(() => fail(call, { code: RPC.internalError, message: 'The gateway failed on this call.' }));
  };

  reply(options.first, initializeResult(options.discover, revision, options.serverName));

  return {
    request(message) {
      if (calls.has(idKey(message.id))) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host reused the id of a request that is still open.' });
        return;
      }
      const uri = textAt(message.params, 'uri');
      if (message.method === 'ping') return reply(message, {});
      if (message.method === 'initialize')
        return refuse(message, { code: RPC.invalidRequest, message: 'The connection is initialized already.' });
      if (message.method.startsWith('tasks/'))
        return refuse(message, { code: RPC.methodNotFound, message: 'Tasks do not cross this gateway.' });
      if (message.method === 'logging/setLevel') {
        logLevel = textAt(message.params, 'level');
        return reply(message, {});
      }
      if (message.method === 'resources/subscribe' || message.method === 'resources/unsubscribe') {
        if (uri === undefined) return refuse(message, { code: RPC.invalidParams, message: 'A subscription names a uri.' });
        const asked = message.method === 'resources/subscribe' ? relay.subscribe(uri) : relay.unsubscribe(uri);
        void asked.then(ok =>
          ok ? reply(message, {}) : refuse(message, { code: RPC.internalError, message: 'The server does not offer this subscription.' }),
        );
        return;
      }
      start(message);
    },
    notification(message) {
      if (message.method === 'notifications/initialized') return relay.start();
      const id = message.params?.['requestId'];
      if (message.method !== 'notifications/cancelled' || !isId(id)) return;
      const call = calls.get(idKey(id));
      if (call === undefined) return;
      calls.delete(idKey(id));
      call.progress.end();
      call.sent?.cancel(textAt(message.params, 'reason'));
      call.abort.abort('the host cancelled the call');
    },
    response(message) {
      if (!requests.answered(message))
        log({ level: 'warn', event: 'frame-dropped', message: 'The host answered a question that is not open.' });
    },
    serverNotification: note => void host.send(note),
    async end() {
      relay.end();
      for (const call of calls.values()) {
        call.progress.end();
        call.sent?.cancel('the host is gone');
        call.abort.abort('the host is gone');
      }
      calls.clear();
      await options.closeWire();
    },
  };
}

interface RoundAnswers {
  readonly values: ReadonlyMap<string, JsonObject>;
  readonly settle: (delivered: boolean) => void;
}

function visitKey(key: string, item: RoundItem): string {
  return `${key}\0${textAt(item.params, 'url') ?? '\0'}`;
}

function broken(how: string): RpcError {
  return { code: RPC.internalError, message: `The server ${how}.`, data: { code: 'SERVER_BROKE_PROTOCOL' } };
}

function tooManyRounds(asked: Round): RpcError {
  const key = [...asked.items.keys()][0];
  const message =
    key === undefined
      ? 'The server kept asking to be called again.'
      : `The server kept asking; the last question was "${key.slice(0, 64)}".`;
  return { code: RPC.internalError, message, data: { code: 'TOO_MANY_ROUNDS' } };
}

function hostCannot(): RpcError {
  return {
    code: RPC.internalError,
    message: 'This client could not show the question of the server. The call was ended, and nothing was sent on.',
  };
}

function unreachable(): RpcError {
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}
