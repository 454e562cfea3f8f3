/**
 * The answers to one round of a modern server, from a legacy host and the desk (requirements §3.4).
 *
 * Invariants:
 *  1. Every key gets an answer of its own, or the call fails as a whole: no answer is left out (E-M-30).
 *  2. When one item fails the call, its siblings are taken back.
 *  3. An answer is bare: action and content, nothing else (E-A-12).
 */
import type { JsonObject, Revision } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker, HostReply, MachineWatch, Reply } from '../asking/asker.js';
import { callView } from '../asking/call-view.js';
import { CANCELLED } from '../asking/check-answer.js';
import { forHost } from '../asking/for-host.js';
import type { Round, RoundItem } from '../asking/round.js';
import { whoAnswers } from '../asking/round.js';
import { showFolding } from '../asking/show-folding.js';
import { MODERN } from '../envelope.js';
import type { HostRequests } from '../host/host-requests.js';
import type { ProgressLine } from '../host/progress-line.js';
import type { RequestMessage, RpcError } from '../json-rpc/message.js';
import { isObject, objectAt, textAt } from '../json-rpc/message.js';

/** The host's call whose rounds are answered. */
export interface AskingCall {
  readonly message: RequestMessage;
  readonly abort: AbortController;
  readonly progress: ProgressLine;
  /** URL questions the person agreed to in this call, by key and address. */
  readonly visited: Set<string>;
  /** Ids minted for URL questions, told as completed when the call ends well (E-N-01). */
  readonly completes: string[];
}

export interface RoundAnswers {
  readonly values: ReadonlyMap<string, JsonObject>;
  /** Says whether the server took them (D24). */
  readonly settle: (delivered: boolean) => void;
}

/** Undefined when the call was cancelled meanwhile. */
export type AnswerRound = (
  call: AskingCall,
  asked: Round,
  round: number,
) => Promise<RoundAnswers | { readonly fail: RpcError } | undefined>;

export interface RoundAnswererOptions {
  readonly asker: Asker;
  readonly requests: HostRequests;
  readonly clock: Clock;
  readonly principal: string;
  readonly modes: ElicitationModes;
  readonly machine: MachineWatch;
  /** The host's capabilities, as it declared them. */
  readonly capabilities: JsonObject;
  readonly revision: Revision;
  readonly claim: { readonly name: string; readonly version?: string } | undefined;
  /** Put in front of messages; absent: nothing is. */
  readonly serverName?: string;
}

/** One answered item, or why the call cannot go on. */
type ItemAnswer = { readonly value: JsonObject; readonly settle: (delivered: boolean) => void } | { readonly fail: RpcError } | 'gone';

const PASSED_KINDS = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots' } as const;

export function roundAnswerer(options: RoundAnswererOptions): AnswerRound {
  const { asker, requests, clock, principal, modes, machine, capabilities } = options;

  const answerRound: AnswerRound = async (call, asked, round) => {
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
      return !call.abort.signal.aborted && typeof failed === 'object' && 'fail' in failed ? failed : undefined;
    }
    const values = new Map<string, JsonObject>();
    for (const [key, answer] of answers) values.set(key, typeof answer === 'object' && 'value' in answer ? answer.value : { ...CANCELLED });
    return { values, settle };
  };

  const answerItem = async (call: AskingCall, key: string, item: RoundItem, round: number, signal: AbortSignal): Promise<ItemAnswer> => {
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
    const shown = forHost(item.params, {
      from: MODERN,
      to: options.revision,
      ...(options.serverName !== undefined && { serverName: options.serverName }),
    });
    // What the host's revision cannot show, a person at the desk can, if there is one.
    if (shown === undefined) return reach.deskReachable && reach.deskMode === 'auto' ? atDesk() : { fail: hostCannot() };
    const reply = await asker.host(question, (_params, withdrawn) => showFolding(shown, push(call, withdrawn.signal)), machine);
    if (reply.kind === 'error') {
      const cannot = reply.error.code === RPC.invalidParams || reply.error.code === RPC.methodNotFound;
      return cannot ? { fail: hostCannot() } : { value: { ...CANCELLED }, settle: () => undefined };
    }
    return taken(call, key, item, reply, shown.elicitationId);
  };

  const push =
    (call: AskingCall, signal: AbortSignal) =>
    (params: JsonObject): Promise<HostReply> =>
      requests.ask('elicitation/create', params, { relatedTo: call.message.id, signal });

  const taken = (
    call: AskingCall,
    key: string,
    item: RoundItem,
    reply: Exclude<Reply, { kind: 'error' }>,
    elicitationId?: string,
  ): ItemAnswer => {
    if (reply.kind === 'gone') return 'gone';
    const { action, content } = reply.result;
    if (action === 'accept' && item.params.mode === 'url') {
      call.visited.add(visitKey(key, item));
      if (elicitationId !== undefined) call.completes.push(elicitationId);
    }
    return { value: { ...(action !== undefined && { action }), ...(content !== undefined && { content }) }, settle: reply.settle };
  };

  /** Sampling and roots: the host's own business, if it has it. */
  const passKind = async (call: AskingCall, item: RoundItem, signal: AbortSignal): Promise<ItemAnswer> => {
    const kind = Object.hasOwn(PASSED_KINDS, item.method) ? PASSED_KINDS[item.method as keyof typeof PASSED_KINDS] : undefined;
    if (kind === undefined || objectAt(capabilities, kind) === undefined)
      return { fail: { code: RPC.internalError, message: 'The server asked for something this client cannot do.' } };
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
      const giveUp = (): void => {
        stop();
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return answerRound;
}

function visitKey(key: string, item: RoundItem): string {
  return `${key}\0${textAt(item.params, 'url') ?? '\0'}`;
}

function hostCannot(): RpcError {
  return {
    code: RPC.internalError,
    message: 'This client could not show the question of the server. The call was ended, and nothing was sent on.',
  };
}
