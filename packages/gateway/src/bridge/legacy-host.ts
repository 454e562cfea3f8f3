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
import type { Asker, MachineWatch } from '../asking/asker.js';
import { watchForMachine } from '../asking/asker.js';
import { isAsking } from '../asking/call-view.js';
import { declaredModes, elicitationCapability, hostModes } from '../asking/modes.js';
import type { Round } from '../asking/round.js';
import { readRound, retryParams } from '../asking/round.js';
import { envelopeMeta, MODERN } from '../envelope.js';
import { hostRequests } from '../host/host-requests.js';
import { progressLine, tokenOf } from '../host/progress-line.js';
import type { HostSide } from '../host/side.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, isObject, notification, objectAt, result, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { initializeResult, legacyRevision } from '../translate/capabilities.js';
import { errorForLegacy, paramsForModern, resultForLegacy } from '../translate/results.js';
import type { SentRequest, Wire } from '../upstream/wire.js';
import { listenRelay } from './listen-relay.js';
import type { AskingCall } from './round-answers.js';
import { roundAnswerer } from './round-answers.js';

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

interface Call extends AskingCall {
  sent?: SentRequest;
}

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

  const answer = roundAnswerer({
    asker,
    requests,
    clock,
    principal,
    modes,
    machine,
    capabilities,
    revision: isRevision(revision) ? revision : '2025-06-18',
    claim: options.claim,
    ...(options.prefix && { serverName: options.serverName }),
  });

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
      const answers = await answer(call, asked, round);
      if (answers === undefined) return;
      if ('fail' in answers) return fail(call, answers.fail);
      call.progress.nextRound();
      outgoing = retryParams(params, answers.values, asked.state);
      onSent = answers.settle;
    }
  };

  const final = (call: Call, value: JsonObject): ResponseMessage => {
    const type = value.resultType;
    if (type === undefined || type === 'complete') return result(call.message.id, resultForLegacy(value));
    const told = errorForLegacy(broken('answered with a kind of result that this gateway does not know'), call.message.method);
    return 'result' in told ? result(call.message.id, told.result) : failure(call.message.id, told.error);
  };

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
      const id = message.params?.requestId;
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

/** The server did what the protocol does not allow. */
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

function unreachable(): RpcError {
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}
