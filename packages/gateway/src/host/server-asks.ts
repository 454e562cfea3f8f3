/**
 * What a legacy server asks of a legacy host: its questions, at the host or at the desk, and its other requests, passed on.
 *
 * Invariants:
 *  1. A question nobody declared a mode for is answered -32602 and shown to nobody (E-X-01).
 *  2. A question dies with its call: it is withdrawn wherever it is shown, and the server gets `cancel` where it still waits.
 *     With several calls in flight the asker cannot be known, so such a question stays until the server takes it back or
 *     no call is left.
 *  3. An answer reaches the question with exactly its id (type included), once; any other answer is dropped (B-084, B-174).
 *  4. A question is the server's own frame, unless the host's revision cannot show it as it is: then it is rewritten, and
 *     its answer folded back (requirements §3.2).
 */
import type { JsonObject } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import type { Asker, HostReply, MachineWatch, Question, Reply } from '../asking/asker.js';
import { notDeclared, watchForMachine } from '../asking/asker.js';
import { callView } from '../asking/call-view.js';
import { forHost } from '../asking/for-host.js';
import { modeOf, whoIsAsked } from '../asking/modes.js';
import { showFolding } from '../asking/show-folding.js';
import { Stop } from '../asking/stop.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcId } from '../json-rpc/message.js';
import { failure, idKey, isFailure, notification, result } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { hostRequests } from './host-requests.js';
import type { LegacyTerms } from './legacy-terms.js';

export interface ServerAsks {
  /** A request of the server. */
  asked(message: RequestMessage): void;
  /** The server took back what it asked under this id. */
  withdrawn(id: RpcId, note: NotificationMessage): void;
  /** A response of the host. */
  answered(message: ResponseMessage): void;
  /** A call is over: its questions are withdrawn. Where none that asks is left, so are those whose call was never known. */
  dropOf(call: RpcId, reason: string, callsLeft: boolean): void;
  /** The host is gone. */
  dropAll(reason: string): void;
}

export interface ServerAsksOptions {
  readonly host: Link;
  readonly asker: Asker;
  readonly principal: string;
  readonly terms: LegacyTerms;
  /** The calls in flight that may ask, oldest first. */
  readonly asking: () => Iterable<RequestMessage>;
  /** False when the server could not be told. */
  readonly toServer: (message: ResponseMessage) => Promise<boolean>;
  /** Signs of life to the host of that call until the returned function is called. */
  readonly waiting: (call: RpcId) => (() => void) | undefined;
  readonly log: (event: GatewayEvent) => void;
}

/** A request of the server that waits at the host or at the desk. */
interface OpenAsk {
  readonly id: RpcId;
  /** The one call in flight when it came, if there was one. */
  readonly call?: RequestMessage;
  readonly stop: Stop;
  /** Set while the host has it under the server's own id. */
  answered?: (reply: HostReply) => void;
  /** It came while several calls were in flight. */
  readonly unsure: boolean;
  /** A plain request of the server (sampling, roots, ping): its answer is passed on as it is. */
  readonly plain: boolean;
}

export function serverAsks(options: ServerAsksOptions): ServerAsks {
  const { host, asker, principal, terms, toServer, log } = options;
  const asks = new Map<string, OpenAsk>();
  const rewritten = hostRequests(host);
  const machine: MachineWatch = watchForMachine(() =>
    log({ level: 'info', event: 'host-answers-by-machine', message: 'This host answers faster than a person can; the desk takes over.' }),
  );

  const judge = (message: RequestMessage, ask: OpenAsk): Promise<Reply> => {
    const params: JsonObject = message.params ?? {};
    const mode = modeOf(params);
    const { revision } = terms;
    if (mode === 'unknown' || revision === undefined || (mode === 'url' && revision < '2025-11-25')) return Promise.resolve(undeclared());
    const reach = asker.reach(principal);
    const who = whoIsAsked(mode, terms.modes, reach);
    if (who === 'refuse') return Promise.resolve(undeclared());
    const question = new AskedQuestion(ask, { params, revision, principal }, terms.claim);
    const atDesk = (): Promise<Reply> => asker.desk(question);
    const deskStandsIn = reach.deskReachable && reach.deskMode === 'auto';
    if (who === 'desk' || (machine.suspected && deskStandsIn)) return atDesk();
    if (terms.hostRevision === undefined) return asker.host(question, (_params, stop) => pushOwn(message, ask, stop), machine);
    const shown = forHost(params, { from: revision, to: terms.hostRevision });
    if (shown === undefined) return deskStandsIn ? atDesk() : Promise.resolve(undeclared());
    const relatedTo = ask.call?.id;
    const push = (view: JsonObject, signal: AbortSignal): Promise<HostReply> =>
      rewritten.ask('elicitation/create', view, { signal, ...(relatedTo !== undefined && { relatedTo }) });
    return asker.host(question, (_params, stop) => showFolding(shown, view => push(view, stop.signal)), machine);
  };

  /** Hands the server's own frame to the host and waits for the response that carries its id; keeps the frame no longer than that takes. */
  const pushOwn = (message: RequestMessage, ask: OpenAsk, stop: Stop): Promise<HostReply> => {
    if (stop.stopped) return Promise.resolve({ kind: 'gone' });
    const waiting = answerOf(ask, stop);
    const { answered } = ask;
    void host.send(message, related(ask)).then(error => {
      if (error !== undefined && ask.answered === answered) answered?.({ kind: 'result', result: { action: 'cancel' } });
    });
    return waiting;
  };

  const answerOf = (ask: OpenAsk, stop: Stop): Promise<HostReply> =>
    new Promise(resolve => {
      const finish = (reply: HostReply): void => {
        delete ask.answered;
        stop.off(withdraw);
        resolve(reply);
      };
      const withdraw = (): void => {
        void host.send(notification('notifications/cancelled', { requestId: ask.id, reason: 'no longer needed' }), related(ask));
        finish({ kind: 'gone' });
      };
      ask.answered = finish;
      stop.onStop(withdraw);
    });

  /** Brings what came of a question to the server. `stop` ends the signs of life that the call shows meanwhile. */
  const bring = (ask: OpenAsk, replied: Promise<Reply>, stop?: () => void): void => {
    const end = async (reply: Reply): Promise<void> => {
      stop?.();
      if (asks.get(idKey(ask.id)) === ask) asks.delete(idKey(ask.id));
      if (reply.kind === 'gone') return;
      if (reply.kind === 'error') return void toServer(failure(ask.id, reply.error));
      reply.settle(await toServer(result(ask.id, reply.result)));
    };
    void replied.then(end, () => end({ kind: 'error', error: { code: RPC.internalError, message: 'The question could not be put.' } }));
  };

  /** Takes a question back everywhere and answers the server, which may still wait for it. */
  const drop = (ask: OpenAsk, reason: string): void => {
    asks.delete(idKey(ask.id));
    ask.stop.stop(reason);
    if (!ask.plain) void toServer(result(ask.id, { action: 'cancel' }));
    else void toServer(failure(ask.id, { code: RPC.internalError, message: 'The client is gone.' }));
  };

  return {
    asked(message) {
      const key = idKey(message.id);
      if (asks.has(key)) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The server reused the id of a request that is still open.' });
        return;
      }
      const [only, another] = options.asking();
      const ask: OpenAsk = {
        id: message.id,
        stop: new Stop(),
        plain: message.method !== 'elicitation/create',
        unsure: another !== undefined,
        ...(only !== undefined && another === undefined && { call: only }),
      };
      asks.set(key, ask);
      if (ask.plain) {
        ask.answered = () => undefined;
        void host.send(message, related(ask));
        return;
      }
      try {
        // Wherever a person is asked, the limit of the call's host runs on (D15).
        bring(ask, judge(message, ask), ask.call && options.waiting(ask.call.id));
      } catch (error) {
        bring(ask, Promise.reject(error));
      }
    },
    withdrawn(id, note) {
      const ask = asks.get(idKey(id));
      asks.delete(idKey(id));
      if (ask === undefined) return;
      const atHost = ask.answered !== undefined;
      delete ask.answered;
      if (atHost) void host.send(note, related(ask));
      ask.stop.stop('withdrawn by the server');
    },
    answered(message) {
      if (rewritten.answered(message)) return;
      const ask = asks.get(idKey(message.id));
      if (ask?.answered === undefined) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host answered a question that is not open.' });
        return;
      }
      if (ask.plain) {
        asks.delete(idKey(message.id));
        void toServer(message);
        return;
      }
      ask.answered(isFailure(message) ? { kind: 'error', error: message.error } : { kind: 'result', result: message.result });
    },
    dropOf(call, reason, callsLeft) {
      for (const ask of [...asks.values()]) if (ask.call?.id === call || (ask.unsure && !callsLeft)) drop(ask, reason);
    },
    dropAll(reason) {
      for (const ask of [...asks.values()]) drop(ask, reason);
    },
  };
}

function related(ask: OpenAsk): { readonly relatedTo: RpcId } | undefined {
  return ask.call && { relatedTo: ask.call.id };
}

function undeclared(): Reply {
  return { kind: 'error', error: notDeclared() };
}

/** The signal is on the prototype: it is made for whoever looks at it, and costs nothing before. */
class AskedQuestion implements Question {
  readonly params: JsonObject;
  readonly revision: Question['revision'];
  readonly principal: string;
  readonly stop: Stop;
  readonly call?: NonNullable<Question['call']>;
  readonly claim?: NonNullable<Question['claim']>;

  constructor(ask: OpenAsk, asked: Pick<Question, 'params' | 'revision' | 'principal'>, claim: Question['claim']) {
    this.params = asked.params;
    this.revision = asked.revision;
    this.principal = asked.principal;
    this.stop = ask.stop;
    if (ask.call !== undefined) this.call = callView(ask.call);
    if (claim !== undefined) this.claim = claim;
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }
}
