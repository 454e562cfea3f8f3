/**
 * Legacy host, legacy server: frames go through as they are; questions are the one thing that is mediated (server-asks.ts).
 *
 * Invariants:
 *  1. A frame that needs no change is handed on as the same object, hence as its bytes (D29).
 *  2. The end of a call is told after its questions were taken back: over HTTP the call's stream ends with it.
 *  3. When the host cancels a call, the server hears that first and then that its question is cancelled: a tool that
 *     hears it the other way round might go on.
 */
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { isAsking } from '../asking/call-view.js';
import { whoIsAsked } from '../asking/modes.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, result, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { toolFailure } from '../translate/results.js';
import type { SentRequest, Wire } from '../upstream/wire.js';
import { wasNotTaken } from '../upstream/wire.js';
import { legacyTerms } from './legacy-terms.js';
import type { ProgressLine } from './progress-line.js';
import { progressLine, tokenOf } from './progress-line.js';
import { serverAsks } from './server-asks.js';
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
  /** Only while its pages are asked for. */
  abort?: AbortController;
  readonly progress: ProgressLine;
  sent?: SentRequest;
  /** It found its session gone and was sent once more. */
  resent?: true;
}

export function createLegacyPump(options: LegacyPumpOptions): LegacyPump {
  const { host, asker, principal, clock, log } = options;
  const calls = new Map<string, OpenCall>();
  const terms = legacyTerms(asker, principal);
  const pages = urlRequired({ asker, clock, principal, revision: () => terms.revision, claim: () => terms.claim });
  let wire: Wire | undefined;

  /** The calls in flight that may ask, oldest first; whoever wants to know whether it is one alone looks at two. */
  const asking = function* (): Iterable<RequestMessage> {
    for (const { message } of calls.values()) if (isAsking(message.method)) yield message;
  };
  const someAsk = (): boolean => {
    for (const _ of asking()) return true;
    return false;
  };

  const asks = serverAsks({
    host,
    asker,
    principal,
    terms,
    log,
    asking,
    toServer: async message => wire !== undefined && (await wire.link.send(message)) === undefined,
    waiting: call => calls.get(idKey(call))?.progress.waiting(WAITING),
  });

  const fromServerNotification = (message: NotificationMessage): void => {
    const id = message.params?.requestId;
    if (message.method === 'notifications/cancelled' && isId(id)) {
      asks.withdrawn(id, message);
      return;
    }
    if (message.method === 'notifications/elicitation/complete') {
      const finished = textAt(message.params, 'elicitationId');
      if ((finished !== undefined && pages.completed(finished)) || terms.hostRevision !== undefined) return;
    }
    const only = calls.size === 1 ? [...calls.values()][0]?.message.id : undefined;
    void host.send(message, only === undefined ? undefined : { relatedTo: only });
  };

  // --- one request of the host -------------------------------------------------------------------------------------

  /** On its way; again, under the same id, after the pages of a -32042 are done. */
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
    call.sent = line.request(again ? terms.declare(message) : message, {
      onResponse(given) {
        if (call.resent === undefined && wasNotTaken(given)) {
          call.resent = true;
          return send(call);
        }
        const response = again ? terms.learn(given) : given;
        if (isFailure(response) && response.error.code === RPC.urlElicitationRequired && !terms.modes.url)
          void needsPages(call, response.error);
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
    asks.dropOf(id, 'the call has ended', someAsk());
    void host.send(response, { relatedTo: id });
  };

  /** The host cannot show the pages the server needs: the person is asked at the desk, if there is one. */
  const needsPages = async (call: OpenCall, error: RpcError): Promise<void> => {
    const { message } = call;
    if (whoIsAsked('url', terms.modes, asker.reach(principal)) === 'desk') {
      const stop = call.progress.waiting(WAITING);
      call.abort = new AbortController();
      const { signal } = call.abort;
      const agreed = await pages.atDesk(message, error, signal);
      stop();
      if (signal.aborted) return;
      if (agreed) return send(call);
      return end(call, pagesNotOpened(message, 'The page was not opened, so nothing was done.'));
    }
    end(call, pagesNotOpened(message, 'This call needs a page to be opened, which this client cannot show. Nothing was done.'));
  };

  return {
    declare: terms.declare,
    join(joined) {
      wire = joined;
    },
    fromServer: { request: asks.asked, notification: fromServerNotification },
    initialized: response => void host.send(terms.learn(response), { relatedTo: response.id }),
    request(message) {
      const key = idKey(message.id);
      if (calls.has(key)) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host reused the id of a request that is still open.' });
        return;
      }
      // Known before it is sent: a question may come back before the sending returns.
      const call: OpenCall = {
        message,
        progress: progressLine(tokenOf(message), {
          clock,
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
      call.abort?.abort('the host cancelled the call');
      call.sent?.cancel(textAt(message.params, 'reason'), message);
      asks.dropOf(id, 'the host cancelled the call', someAsk());
    },
    response: asks.answered,
    async end() {
      for (const call of calls.values()) {
        call.progress.end();
        call.sent?.cancel('the host is gone');
        call.abort?.abort('the host is gone');
      }
      calls.clear();
      asks.dropAll('the host is gone');
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
