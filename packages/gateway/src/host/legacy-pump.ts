/**
 * Legacy host, legacy server: frames go through as they are; questions are the one thing that is mediated.
 *
 * Invariants:
 *  1. A frame that needs no change is handed on as the same object, hence as its bytes (D29).
 *  2. A question nobody declared a mode for is answered -32602 and shown to nobody (E-X-01).
 *  3. A question dies with its call: when the host cancels the call, or leaves, it is withdrawn wherever it is shown and
 *     the server gets `cancel` where it still waits. With several calls in flight the asker cannot be known, so such a
 *     question stays until the server takes it back or no call is left.
 *  4. An answer reaches the question with exactly its id (type included), once; any other answer is dropped (B-084, B-174).
 */
import type { JsonObject, Revision } from '@midcall/core';
import { isRevision } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker, HostReply, MachineWatch, Reply } from '../asking/asker.js';
import { notDeclared, watchForMachine } from '../asking/asker.js';
import { callView, isAsking } from '../asking/call-view.js';
import { declaredModes, hostModes, modeOf, NOTHING, whoIsAsked, withElicitation } from '../asking/modes.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError, RpcId } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, notification, objectAt, result, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { toolFailure } from '../translate/results.js';
import type { SentRequest, Wire } from '../upstream/wire.js';
import type { ProgressLine } from './progress-line.js';
import { progressLine, tokenOf } from './progress-line.js';
import type { HostSide } from './side.js';
import { urlRequired } from './url-required.js';

export interface LegacyPumpOptions {
  readonly host: Link;
  readonly asker: Asker;
  readonly principal: string;
  readonly clock: Clock;
  readonly patienceMs: number;
  /** Connects anew after the server ended: initialized as before, joined, ready for requests. */
  readonly reopen: () => Promise<Wire>;
  readonly log: (event: GatewayEvent) => void;
}

export interface LegacyPump extends HostSide {
  /** The host's `initialize` as the server is to see it: with what can really be asked (N1). */
  declare(initialize: RequestMessage): RequestMessage;
  /** Joins the server's side; the pump owns `wire` from here on. */
  join(wire: Wire): void;
  /** What came from the server. */
  fromServer: {
    request(message: RequestMessage): void;
    notification(message: NotificationMessage): void;
  };
  /** The server's answer to `initialize`: learns the revision and the claim, then passes it on. */
  initialized(response: ResponseMessage): void;
}

interface OpenCall {
  readonly message: RequestMessage;
  readonly abort: AbortController;
  readonly progress: ProgressLine;
  sent?: SentRequest;
}

/** A request of the server that waits at the host or at the desk. */
interface OpenAsk {
  /** The one call in flight when it came, if there was one. */
  readonly call?: RpcId;
  readonly abort: AbortController;
  /** Set while the host has it. */
  answered?: (reply: HostReply) => void;
  /** It came while several calls were in flight. */
  readonly unsure: boolean;
  /** A plain request of the server (sampling, roots, ping): its answer is passed on as it is. */
  readonly plain: boolean;
}

export function createLegacyPump(options: LegacyPumpOptions): LegacyPump {
  const { host, asker, principal, log } = options;
  const calls = new Map<string, OpenCall>();
  const asks = new Map<string, OpenAsk>();
  let wire: Wire | undefined;
  let modes: ElicitationModes = NOTHING;
  let revision: Revision | undefined;
  let claim: { name: string; version?: string } | undefined;

  const machine: MachineWatch = watchForMachine(() =>
    log({ level: 'info', event: 'host-answers-by-machine', message: 'This host answers faster than a person can; the desk takes over.' }),
  );

  const pages = urlRequired({ asker, clock: options.clock, principal, revision: () => revision, claim: () => claim });

  const toServer = async (message: ResponseMessage): Promise<boolean> =>
    wire !== undefined && (await wire.link.send(message)) === undefined;

  const askingCalls = (): readonly OpenCall[] => [...calls.values()].filter(call => isAsking(call.message.method));

  // --- the server's requests ---------------------------------------------------------------------------------------

  const fromServerRequest = (message: RequestMessage): void => {
    const key = idKey(message.id);
    if (asks.has(key)) {
      log({ level: 'warn', event: 'frame-dropped', message: 'The server reused the id of a request that is still open.' });
      return;
    }
    const asking = askingCalls();
    const call = asking.length === 1 ? asking[0]?.message : undefined;
    const ask: OpenAsk = {
      abort: new AbortController(),
      plain: message.method !== 'elicitation/create',
      unsure: asking.length > 1,
      ...(call && { call: call.id }),
    };
    asks.set(key, ask);
    if (ask.plain) {
      ask.answered = () => undefined;
      void host.send(message, call && { relatedTo: call.id });
      return;
    }
    const answering = judge(message, ask, call).catch(
      (): Reply => ({ kind: 'error', error: { code: RPC.internalError, message: 'The question could not be put.' } }),
    );
    void answering.then(async reply => {
      if (asks.get(key) === ask) asks.delete(key);
      if (reply.kind === 'gone') return;
      if (reply.kind === 'error') return void toServer(failure(message.id, reply.error));
      reply.settle(await toServer(result(message.id, reply.result)));
    });
  };

  const judge = async (message: RequestMessage, ask: OpenAsk, call: RequestMessage | undefined): Promise<Reply> => {
    const params: JsonObject = message.params ?? {};
    const mode = modeOf(params);
    if (mode === 'unknown' || revision === undefined || (mode === 'url' && revision < '2025-11-25')) {
      return { kind: 'error', error: notDeclared() };
    }
    const reach = asker.reach(principal);
    const asked = whoIsAsked(mode, modes, reach);
    if (asked === 'refuse') return { kind: 'error', error: notDeclared() };
    const question = {
      params,
      revision,
      principal,
      signal: ask.abort.signal,
      ...(call && { call: callView(call) }),
      ...(claim && { claim }),
    };
    if (asked === 'desk' || (machine.suspected && reach.deskReachable && reach.deskMode === 'auto')) {
      const stop = call && calls.get(idKey(call.id))?.progress.waiting(WAITING);
      return asker.desk(question).finally(() => stop?.());
    }
    return asker.host(question, (_params, signal) => push(message, ask, call, signal), machine);
  };

  /** Hands the server's own frame to the host and waits for the response that carries its id. */
  const push = (message: RequestMessage, ask: OpenAsk, call: RequestMessage | undefined, signal: AbortSignal): Promise<HostReply> =>
    new Promise(resolve => {
      const finish = (reply: HostReply): void => {
        delete ask.answered;
        signal.removeEventListener('abort', withdraw);
        resolve(reply);
      };
      const withdraw = (): void => {
        void host.send(
          notification('notifications/cancelled', { requestId: message.id, reason: 'no longer needed' }),
          call && { relatedTo: call.id },
        );
        finish({ kind: 'gone' });
      };
      if (signal.aborted) return finish({ kind: 'gone' });
      ask.answered = finish;
      signal.addEventListener('abort', withdraw, { once: true });
      void host.send(message, call && { relatedTo: call.id }).then(error => {
        if (error !== undefined && ask.answered === finish) finish({ kind: 'result', result: { action: 'cancel' } });
      });
    });

  const fromServerNotification = (message: NotificationMessage): void => {
    const id = message.params?.requestId;
    if (message.method === 'notifications/cancelled' && isId(id)) {
      const ask = asks.get(idKey(id));
      asks.delete(idKey(id));
      if (ask === undefined) return;
      const atHost = ask.answered !== undefined;
      delete ask.answered;
      if (atHost) void host.send(message, ask.call === undefined ? undefined : { relatedTo: ask.call });
      ask.abort.abort('withdrawn by the server');
      return;
    }
    const finished = textAt(message.params, 'elicitationId');
    if (message.method === 'notifications/elicitation/complete' && finished !== undefined && pages.completed(finished)) return;
    const only = calls.size === 1 ? [...calls.values()][0]?.message.id : undefined;
    void host.send(message, only === undefined ? undefined : { relatedTo: only });
  };

  /** Takes a question back everywhere and answers the server, which may still wait for it. */
  const drop = (key: string, ask: OpenAsk, reason: string): void => {
    const id = idOf(key);
    asks.delete(key);
    ask.abort.abort(reason);
    if (!ask.plain) void toServer(result(id, { action: 'cancel' }));
    else void toServer(failure(id, { code: RPC.internalError, message: 'The client is gone.' }));
  };

  const dropAsksOf = (call: RpcId, reason: string): void => {
    for (const [key, ask] of [...asks]) if (ask.call === call || (ask.unsure && askingCalls().length === 0)) drop(key, ask, reason);
  };

  /** One request of the host on its way; again, under the same id, after the pages of a -32042 are done. */
  const send = (call: OpenCall): void => {
    if (wire !== undefined && !wire.link.ended) {
      sendOn(wire, call);
      return;
    }
    void options.reopen().then(
      opened => {
        if (calls.get(idKey(call.message.id)) === call) sendOn(opened, call);
      },
      (error: unknown) => end(call, failure(call.message.id, asRpcError(error))),
    );
  };

  const sendOn = (line: Wire, call: OpenCall): void => {
    const { message } = call;
    const again = message.method === 'initialize';
    call.sent = line.request(again ? declare(message) : message, {
      onResponse(response) {
        if (again) learn(response);
        if (isFailure(response) && response.error.code === RPC.urlElicitationRequired && !modes.url) void needsPages(call, response.error);
        else end(call, response);
      },
      onNotification(note) {
        if (note.method === 'notifications/progress') call.progress.forward(note);
        else void host.send(note, { relatedTo: message.id });
      },
    });
  };

  const end = (call: OpenCall, response: ResponseMessage): void => {
    const { id } = call.message;
    if (calls.get(idKey(id)) !== call) return;
    calls.delete(idKey(id));
    call.progress.end();
    void host.send(response, { relatedTo: id });
    dropAsksOf(id, 'the call has ended');
  };

  /** The host cannot show the pages the server needs: the person is asked at the desk, if there is one. */
  const needsPages = async (call: OpenCall, error: RpcError): Promise<void> => {
    const { message } = call;
    if (whoIsAsked('url', modes, asker.reach(principal)) === 'desk') {
      const stop = call.progress.waiting(WAITING);
      const agreed = await pages.atDesk(message, error, call.abort.signal);
      stop();
      if (call.abort.signal.aborted) return;
      if (agreed) return send(call);
      return end(call, pagesNotOpened(message, 'The page was not opened, so nothing was done.'));
    }
    end(call, pagesNotOpened(message, 'This call needs a page to be opened, which this client cannot show. Nothing was done.'));
  };

  // --- the host's frames -------------------------------------------------------------------------------------------

  const declare = (initialize: RequestMessage): RequestMessage => {
    const asked = textAt(initialize.params, 'protocolVersion') ?? '';
    const capabilities = objectAt(initialize.params, 'capabilities');
    modes = hostModes(capabilities, asked);
    const declared = declaredModes(modes, asker.reach(principal), asked);
    const shown = withElicitation(capabilities, modes, declared, asked);
    return shown === capabilities ? initialize : { ...initialize, params: { ...initialize.params, capabilities: shown } };
  };

  const learn = (response: ResponseMessage): void => {
    if (isFailure(response)) return;
    const version = textAt(response.result, 'protocolVersion');
    revision = isRevision(version) ? version : undefined;
    if (revision === undefined) modes = NOTHING;
    else if (revision < '2025-11-25') modes = { form: modes.form || modes.url, url: false };
    const info = objectAt(response.result, 'serverInfo');
    const name = textAt(info, 'name');
    const claimed = textAt(info, 'version');
    if (name !== undefined) claim = { name, ...(claimed !== undefined && { version: claimed }) };
  };

  return {
    declare,
    join(joined) {
      wire = joined;
    },
    fromServer: { request: fromServerRequest, notification: fromServerNotification },
    initialized(response) {
      learn(response);
      void host.send(response, { relatedTo: response.id });
    },
    request(message) {
      const key = idKey(message.id);
      if (calls.has(key)) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host reused the id of a request that is still open.' });
        return;
      }
      // Known before it is sent: a question may come back before the sending returns.
      const call: OpenCall = {
        message,
        abort: new AbortController(),
        progress: progressLine(tokenOf(message), {
          clock: options.clock,
          everyMs: options.patienceMs,
          send: note => void host.send(note, { relatedTo: message.id }),
        }),
      };
      calls.set(key, call);
      send(call);
    },
    notification(message) {
      const id = message.params?.requestId;
      if (message.method !== 'notifications/cancelled' || !isId(id)) return void wire?.link.send(message);
      const call = calls.get(idKey(id));
      if (call === undefined) return;
      calls.delete(idKey(id));
      call.progress.end();
      call.abort.abort('the host cancelled the call');
      // The call first: a tool that hears `cancel` before it hears that its call is over might go on.
      call.sent?.cancel(textAt(message.params, 'reason'), message);
      dropAsksOf(id, 'the host cancelled the call');
    },
    response(message) {
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
    async end() {
      for (const call of calls.values()) {
        call.progress.end();
        call.sent?.cancel('the host is gone');
        call.abort.abort('the host is gone');
      }
      calls.clear();
      for (const [key, ask] of [...asks]) drop(key, ask, 'the host is gone');
      await wire?.close();
    },
  };
}

const WAITING = 'Waiting for a person to answer a question of this server.';

function pagesNotOpened(message: RequestMessage, text: string): ResponseMessage {
  return message.method === 'tools/call'
    ? result(message.id, toolFailure(text))
    : failure(message.id, { code: RPC.internalError, message: text });
}

function asRpcError(error: unknown): RpcError {
  const given = error as Partial<RpcError> | undefined;
  if (typeof given?.code === 'number' && typeof given.message === 'string') return given as RpcError;
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}

function idOf(key: string): RpcId {
  return key.startsWith('n') ? Number(key.slice(1)) : key.slice(1);
}
