/**
 * Modern host, modern server: requests go through as they are. A round that the host can answer is the host's; what it
 * cannot is asked at the desk, and the call is retried with the answers while the host still waits for its first request.
 *
 * Invariants:
 *  1. A frame that needs no change is handed on as the same object, hence as its bytes (D29).
 *  2. The server's `requestState` goes back exactly as given, and not at all when the last round had none (E-M-32, E-M-34).
 *  3. In a mixed round the desk is asked first; the host then gets its own keys only, and the server sees one retry with
 *     all of them. The server hears nothing before that.
 *  4. A cancelled request asks nobody any more and starts no further round (E-L-10).
 */
import type { JsonObject } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { callView, isAsking } from '../asking/call-view.js';
import { CANCELLED } from '../asking/check-answer.js';
import { declaredModes, hostModes, withElicitation } from '../asking/modes.js';
import type { Round } from '../asking/round.js';
import { asObject, readRound, retryParams, whoAnswers } from '../asking/round.js';
import type { RoundMemory } from '../asking/round-memory.js';
import type { StateWrapper } from '../asking/state-wrapper.js';
import { MODERN, readEnvelope, withCapabilities } from '../envelope.js';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isFailure, isId, isObject, objectAt, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import { callDigest } from '../seal.js';
import type { SentRequest, Wire } from '../upstream/wire.js';
import type { ProgressLine } from './progress-line.js';
import { progressLine, tokenOf } from './progress-line.js';
import type { HostSide } from './side.js';

export interface ModernPumpOptions {
  readonly host: Link;
  /** The connection to the server, opened again when it ended. */
  readonly wire: () => Promise<Wire>;
  readonly claim: () => { readonly name: string; readonly version?: string } | undefined;
  readonly asker: Asker;
  readonly states: StateWrapper;
  readonly memory: RoundMemory;
  readonly principal: string;
  readonly clock: Clock;
  readonly rounds: number;
  readonly patienceMs: number;
  readonly log: (event: GatewayEvent) => void;
}

/** One request of the host, over all the rounds that the desk answers for it. */
interface Flow {
  readonly message: RequestMessage;
  readonly modes: ElicitationModes;
  readonly capabilities: JsonObject;
  readonly abort: AbortController;
  readonly progress: ProgressLine;
  readonly headers?: Readonly<Record<string, string>>;
  /** In flight upstream; absent while somebody is asked. */
  sent?: SentRequest;
  round: number;
}

export function createModernPump(options: ModernPumpOptions): HostSide {
  const { host, asker, states, memory, principal, log } = options;
  const flows = new Map<string, Flow>();
  let minted = 0;

  const toHost = (message: ResponseMessage | NotificationMessage, flow: Flow): void =>
    void host.send(message, { relatedTo: flow.message.id });

  const finish = (flow: Flow, response: ResponseMessage): void => {
    if (flows.get(idKey(flow.message.id)) !== flow) return;
    flows.delete(idKey(flow.message.id));
    flow.progress.end();
    toHost(response, flow);
  };

  const fail = (flow: Flow, error: RpcError): void => finish(flow, failure(flow.message.id, error));

  const forward = async (flow: Flow, message: RequestMessage): Promise<void> => {
    const wire = await options.wire().catch((error: unknown) => rpcError(error));
    if (flow.abort.signal.aborted) return;
    if ('code' in wire) return fail(flow, wire);
    flow.sent = wire.request(
      message,
      {
        onResponse(response) {
          delete flow.sent;
          if (flow.abort.signal.aborted) return;
          const own = response.id === flow.message.id ? response : { ...response, id: flow.message.id };
          const round = isAsking(flow.message.method) ? readRound(own) : undefined;
          if (round === undefined) finish(flow, own);
          else void mediate(flow, round, own);
        },
        onNotification(note) {
          if (note.method === 'notifications/progress') flow.progress.forward(note);
          else toHost(note, flow);
        },
      },
      flow.headers && { headers: flow.headers },
    );
  };

  const mediate = async (flow: Flow, round: Round, response: ResponseMessage): Promise<void> => {
    const reach = asker.reach(principal);
    const forHost = new Map([...round.items].filter(([, item]) => whoAnswers(item, flow.modes, reach) === 'host'));
    const rest = [...round.items].filter(([key]) => !forHost.has(key));
    if (rest.length === 0 && (forHost.size > 0 || canBeAsked(flow))) return handOn(flow, round, response);
    if (++flow.round > options.rounds) {
      const key = rest[0]?.[0];
      return fail(flow, { code: RPC.internalError, message: tooManyRounds(key), data: { code: 'TOO_MANY_ROUNDS' } });
    }
    const answers = new Map<string, JsonObject>();
    const settles: ((delivered: boolean) => void)[] = [];
    if (rest.length === 0) await pause(flow);
    const stop = flow.progress.waiting('Waiting for a person to answer a question of this server.');
    const replies = await Promise.all(
      rest.map(async ([key, item]) => {
        if (whoAnswers(item, flow.modes, reach) === 'refuse')
          return [key, { kind: 'answer', result: { ...CANCELLED }, settle: () => undefined }] as const;
        const claim = options.claim();
        return [
          key,
          await asker.desk({
            params: item.params,
            revision: MODERN,
            principal,
            call: callView(flow.message),
            key,
            round: `${String(flow.message.id)}/${flow.round}`,
            signal: flow.abort.signal,
            ...(claim && { claim }),
          }),
        ] as const;
      }),
    );
    stop();
    if (flow.abort.signal.aborted) {
      for (const [, reply] of replies) if (reply.kind === 'answer') reply.settle(false);
      return;
    }
    for (const [key, reply] of replies) {
      if (reply.kind === 'answer') settles.push(reply.settle);
      // A question that cannot be shown has no slot for an error here (trap 7): nobody answered it, so it is cancelled.
      answers.set(key, reply.kind === 'answer' ? reply.result : { ...CANCELLED });
    }
    if (forHost.size > 0) {
      const state = states.close({ principal, digest: digestOf(flow), state: round.state, answers });
      memory.remember(state, digestOf(flow), forHost);
      for (const settle of settles) settle(true);
      const shown = new Map([...forHost].map(([key, item]) => [key, { method: item.method, params: item.params }]));
      const held = isFailure(response) ? {} : response.result;
      return finish(flow, { ...response, result: { ...held, inputRequests: asObject(shown), requestState: state } } as ResponseMessage);
    }
    flow.progress.nextRound();
    const params = retryParams(withCapabilities(flow.message, flow.capabilities).params, answers, round.state);
    await forward(flow, { ...flow.message, id: `midcall-round-${++minted}`, params });
    const failed = flow.sent === undefined ? undefined : await flow.sent.sent;
    for (const settle of settles) settle(failed === undefined);
  };

  /** The round is the host's own: as it came, or with its state bound to this principal and call. */
  const handOn = (flow: Flow, round: Round, response: ResponseMessage): void => {
    if (isFailure(response) || !states.always) {
      memory.remember(round.state, digestOf(flow), round.items);
      finish(flow, response);
      return;
    }
    const state = states.close({ principal, digest: digestOf(flow), state: round.state, answers: new Map() });
    memory.remember(state, digestOf(flow), round.items);
    finish(flow, { ...response, result: { ...response.result, requestState: state } });
  };

  /** Paces a server that only wants to be called again; a host that can be asked nothing is spared those rounds. */
  const pause = (flow: Flow): Promise<void> =>
    new Promise(resolve => {
      options.clock.setTimeout(resolve, Math.min(250 * 2 ** (flow.round - 1), 5_000));
    });

  /** The host's answers, checked, with the desk's put back beside them; an error where the state is not good. */
  const incoming = (message: RequestMessage): RequestMessage | RpcError => {
    const params = message.params;
    if (params === undefined || !isAsking(message.method)) return message;
    // Most requests continue nothing; they are not worth a digest.
    if (params.inputResponses === undefined && params.requestState === undefined) return message;
    const given = objectAt(params, 'inputResponses');
    if (params.inputResponses !== undefined && given === undefined) return badAnswers();
    const state = params.requestState;
    const digest = callDigest(message.method, params);
    const opened = states.open(state, { principal, digest });
    if (opened === 'bad')
      return {
        code: RPC.invalidParams,
        message: 'This requestState is not valid for this call.',
        data: { reason: 'invalid_request_state' },
      };
    const asked = memory.recall(typeof state === 'string' ? state : undefined, digest);
    const answers = new Map<string, unknown>();
    let changed = opened !== undefined;
    for (const [key, value] of Object.entries(given ?? {})) {
      if (!isObject(value)) return badAnswers();
      const item = asked?.get(key);
      const checked = item?.method === 'elicitation/create' ? asker.check(value, item.params, MODERN) : value;
      if (checked !== value) changed = true;
      answers.set(key, checked);
    }
    if (!changed) return message;
    for (const [key, value] of opened?.answers ?? []) answers.set(key, value);
    return { ...message, params: retryParams(params, answers, opened === undefined ? textAt(params, 'requestState') : opened.state) };
  };

  return {
    request(message, headers) {
      const key = idKey(message.id);
      if (flows.has(key)) {
        log({ level: 'warn', event: 'frame-dropped', message: 'The host reused the id of a request that is still open.' });
        return;
      }
      const read = readEnvelope(message);
      // An incomplete envelope goes on as it is: the server says in its own words what it misses.
      const own = 'envelope' in read ? read.envelope.capabilities : {};
      const modes = hostModes(own, MODERN);
      const declared = declaredModes(modes, asker.reach(principal), MODERN);
      const capabilities = 'envelope' in read ? (withElicitation(own, modes, declared, MODERN) ?? own) : own;
      const flow: Flow = {
        message,
        modes,
        capabilities,
        abort: new AbortController(),
        progress: progressLine(tokenOf(message), {
          clock: options.clock,
          everyMs: options.patienceMs,
          send: note => void host.send(note, { relatedTo: message.id }),
        }),
        round: 0,
        ...(headers && { headers }),
      };
      flows.set(key, flow);
      const checked = incoming(message);
      if ('code' in checked) return fail(flow, checked);
      void forward(flow, 'envelope' in read ? withCapabilities(checked, capabilities) : checked);
    },
    notification(message) {
      const id = message.params?.requestId;
      if (message.method !== 'notifications/cancelled' || !isId(id)) {
        void options.wire().then(
          wire => wire.link.send(message),
          () => undefined,
        );
        return;
      }
      const flow = flows.get(idKey(id));
      if (flow === undefined) return;
      flows.delete(idKey(id));
      flow.progress.end();
      flow.abort.abort('the host cancelled the call');
      flow.sent?.cancel(textAt(message.params, 'reason'), message);
    },
    response() {
      log({ level: 'warn', event: 'frame-dropped', message: 'A modern host sent a response; there is nothing it could answer.' });
    },
    async end() {
      for (const flow of flows.values()) {
        flow.progress.end();
        flow.abort.abort('the host is gone');
        flow.sent?.cancel('the host is gone');
      }
      flows.clear();
    },
  };

  function canBeAsked(flow: Flow): boolean {
    return ['elicitation', 'sampling', 'roots'].some(
      kind => objectAt(objectAt(objectAt(flow.message.params, '_meta'), CAPABILITIES), kind) !== undefined,
    );
  }
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

function digestOf(flow: Flow): string {
  return callDigest(flow.message.method, flow.message.params);
}

function badAnswers(): RpcError {
  return { code: RPC.invalidParams, message: 'inputResponses is a map of answers, one object per key.' };
}

function tooManyRounds(key: string | undefined): string {
  return key === undefined
    ? 'The server kept asking to be called again.'
    : `The server kept asking; the last question was "${key.slice(0, 64)}".`;
}

function rpcError(error: unknown): RpcError {
  if (isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string') return error as unknown as RpcError;
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}
