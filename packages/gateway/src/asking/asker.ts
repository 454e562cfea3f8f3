/**
 * Puts one question before somebody and brings back one answer: the desk, the host, or the host with the desk coming in
 * when the host stays silent (D27).
 *
 * Invariants:
 *  1. One answer per question: whoever is first is taken, the other copy is withdrawn, what comes later is dropped.
 *  2. A host's answer is checked before it counts (D29); what fails is `cancel`, logged without its content.
 *  3. An aborted question has no answer: `gone`, and nothing may be sent for it.
 */
import type { JsonObject, Revision } from '@midcall/core';
import { isMidcallError } from '@midcall/core';
import type { ServerView } from '@midcall/core/contract';
import type { AskingMethod } from '@midcall/core/wire';
import { RPC } from '@midcall/core/wire';
import type { Desk } from '@midcall/host';
import type { Clock } from '@midcall/store';
import type { RpcError } from '../json-rpc/message.js';
import type { GatewayObserver, ObservedQuestion, QuestionOutcome } from '../observe/observer.js';
import type { DeskMode, GatewayEvent } from '../options.js';
import { CANCELLED, checkHostAnswer } from './check-answer.js';
import type { Reach } from './modes.js';
import { Stop } from './stop.js';

export interface Question {
  readonly params: JsonObject;
  /** The revision the question was written in. */
  readonly revision: Revision;
  readonly principal: string;
  readonly call?: { readonly method: AskingMethod; readonly name: string; readonly arguments?: JsonObject };
  readonly claim?: { readonly name: string; readonly version?: string };
  readonly key?: string;
  readonly round?: string;
  /** Aborted when the question has lost its asker. */
  readonly signal: AbortSignal;
  /** The same without a signal's weight, where the asker has it. */
  readonly stop?: Stop;
}

export type Reply =
  | {
      readonly kind: 'answer';
      readonly result: JsonObject;
      /** Why nobody answered: `expired`, `no-surface` …; absent when a person, a rule or a script did. */
      readonly reason?: string;
      /** Says whether the server took it (D24). Call once. */
      readonly settle: (delivered: boolean) => void;
    }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'gone' };

/** Shows the question in the host's own page; the stop takes it back there. */
export type HostPush = (params: JsonObject, stop: Stop) => Promise<HostReply>;

export type HostReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'gone' };

export interface Asker {
  reach(principal: string): Reach;
  desk(question: Question): Promise<Reply>;
  host(question: Question, push: HostPush, machine: MachineWatch): Promise<Reply>;
  check(answer: unknown, params: JsonObject, revision: Revision): JsonObject;
}

export interface AskerOptions {
  readonly desk: Desk | undefined;
  readonly deskMode: DeskMode;
  /** As the operator knows it; what the server calls itself comes with each question. */
  readonly server: ServerView;
  readonly clock: Clock;
  readonly graceMs: number;
  readonly answerBytes: number;
  readonly log: (event: GatewayEvent) => void;
  readonly observer?: GatewayObserver | undefined;
}

/** Notices a host that answers faster than a person can read; one per host connection. */
export interface MachineWatch {
  /** True once two answers came in under 150 ms. */
  readonly suspected: boolean;
  answeredAfter(ms: number): void;
}

/** Counts answers of one host. `onSuspect` is called once. */
export function watchForMachine(onSuspect: () => void): MachineWatch {
  let quick = 0;
  return {
    get suspected() {
      return quick >= 2;
    },
    answeredAfter(ms) {
      if (ms >= 150 || quick >= 2) return;
      quick += 1;
      if (quick === 2) onSuspect();
    },
  };
}

export function createAsker(options: AskerOptions): Asker {
  const { desk, deskMode, clock, log } = options;

  const reach = (principal: string): Reach => ({
    deskMode: desk === undefined ? 'never' : deskMode,
    deskReachable: desk?.reachable(principal) ?? false,
    shared: options.server.shared === true,
  });

  const check = (answer: unknown, params: JsonObject, revision: Revision): JsonObject => {
    const verdict = checkHostAnswer(answer, params, revision, options.answerBytes);
    if (verdict.ok) return verdict.result;
    log({
      level: 'warn',
      event: 'answer-refused',
      message: 'An answer from the host was not passed on; the server gets cancel.',
      data: { why: verdict.why },
    });
    return { ...CANCELLED };
  };

  /** Tells how a question was answered, whoever was asked. */
  const told = async (where: ObservedQuestion['where'], question: Question, asked: () => Promise<Reply>): Promise<Reply> => {
    const end = options.observer?.question?.({ where, mode: question.params.mode === 'url' ? 'url' : 'form' });
    if (end === undefined) return asked();
    const reply = await asked();
    end(outcomeOf(reply));
    return reply;
  };

  const askDesk = (question: Question): Promise<Reply> => told('desk', question, () => atDeskOf(question));

  const atDeskOf = async (question: Question): Promise<Reply> => {
    if (desk === undefined) return { kind: 'error', error: notDeclared() };
    if (question.signal.aborted) return { kind: 'gone' };
    try {
      const answer = await desk.ask({
        params: question.params,
        revision: question.revision,
        principal: question.principal,
        server: { ...options.server, ...(question.claim !== undefined && { claim: question.claim }) },
        signal: question.signal,
        ...(question.call !== undefined && { call: question.call }),
        ...(question.key !== undefined && { key: question.key }),
        ...(question.round !== undefined && { round: question.round }),
      });
      if (question.signal.aborted) {
        answer.settle('undeliverable', 'the call was lost');
        return { kind: 'gone' };
      }
      const settle = (delivered: boolean): void =>
        delivered ? answer.settle('delivered') : answer.settle('undeliverable', 'the call was lost');
      return {
        kind: 'answer',
        result: { ...answer.result },
        settle,
        ...(answer.as === 'desk' && { reason: answer.reason ?? 'unanswered' }),
      };
    } catch (error) {
      if (isMidcallError(error) && error.code === 'QUESTION_INVALID') {
        return { kind: 'error', error: { code: RPC.invalidParams, message: 'This question cannot be shown to a person.' } };
      }
      log({ level: 'error', event: 'desk-failed', message: 'The desk failed on a question; the server gets cancel.' });
      return { kind: 'answer', result: { ...CANCELLED }, settle: () => undefined };
    }
  };

  const askHost = (question: Question, push: HostPush, machine: MachineWatch): Promise<Reply> =>
    told('host', question, () => atHost(question, push, machine));

  const atHost = (question: Question, push: HostPush, machine: MachineWatch): Promise<Reply> => {
    const copy = copyAtHost(question, machine);
    push(question.params, copy.stop).then(copy.replied, copy.failed);
    return copy.reply;
  };

  /**
   * A replica holds a hundred thousand of these while people think: one promise, no signal, and nothing in scope of the
   * server's frame or of what sends it, which are let go once the host has them.
   */
  const copyAtHost = (question: Question, machine: MachineWatch) => {
    const asked = clock.now();
    const toHost = linked(question);
    let toDesk: Linked | undefined;
    let over = false;
    let settle: (reply: Reply) => void;
    const reply = new Promise<Reply>(resolve => {
      settle = resolve;
    });

    const finish = (end: Reply): void => {
      if (over) return;
      over = true;
      stopGrace?.();
      toHost.leave();
      toDesk?.leave();
      settle(isLost(question) ? gone(end) : end);
    };

    const graceOver = (): void => {
      if (over || desk?.reachable(question.principal) !== true) return;
      log({ level: 'info', event: 'grace-over', message: 'The host stays silent; the question is shown at the desk too.' });
      toDesk = linked(question);
      void askDesk({ ...question, signal: toDesk.stop.signal }).then(atDesk => {
        // Nobody's answer at the desk (expiry, no surface) does not end what the host may still answer.
        if (atDesk.kind !== 'answer') return;
        if (atDesk.reason === undefined && !over) finish(atDesk);
        else atDesk.settle(false);
      });
    };
    const stopGrace = desk === undefined || deskMode !== 'auto' ? undefined : clock.setTimeout(graceOver, options.graceMs);

    return {
      reply,
      stop: toHost.stop,
      replied(told: HostReply): void {
        if (told.kind === 'result' && !over) {
          machine.answeredAfter(clock.now() - asked);
          finish({ kind: 'answer', result: check(told.result, question.params, question.revision), settle: () => undefined });
        } else finish(told.kind === 'error' ? told : { kind: 'gone' });
      },
      failed: () => finish({ kind: 'error', error: { code: RPC.internalError, message: 'The question could not be put.' } }),
    };
  };

  return { reach, check, desk: askDesk, host: askHost };
}

/** The same asker, and how many of its questions are open at the desk now. */
export function countingAsker(asker: Asker): { readonly asker: Asker; readonly open: () => number } {
  let open = 0;
  return {
    open: () => open,
    asker: {
      ...asker,
      async desk(question) {
        open += 1;
        try {
          return await asker.desk(question);
        } finally {
          open -= 1;
        }
      },
    },
  };
}

/** The answer to a server that asks in a mode nobody declared (E-X-01). */
export function notDeclared(): RpcError {
  return { code: RPC.invalidParams, message: 'This client declared no support for this kind of question.' };
}

function outcomeOf(reply: Reply): QuestionOutcome {
  if (reply.kind === 'gone') return 'withdrawn';
  if (reply.kind === 'error') return 'invalid';
  if (reply.reason !== undefined) return reply.reason === 'expired' ? 'expired' : 'unanswered';
  const { action } = reply.result;
  return action === 'accept' || action === 'decline' ? action : 'cancel';
}

function gone(reply: Reply): Reply {
  if (reply.kind === 'answer') reply.settle(false);
  return { kind: 'gone' };
}

interface Linked {
  readonly stop: Stop;
  /** Takes the copy back, where it still is, and follows the question no longer. */
  leave(): void;
}

/** An end of its own for one copy of the question, which comes with the question's at the latest. */
function linked(question: Question): Linked {
  const { stop: parent } = question;
  // Not looked at where there is a stop: that would make a signal.
  const signal = parent === undefined ? question.signal : undefined;
  const own = new Stop();
  const follow = (): void => own.stop('the question is gone');
  if (parent !== undefined) {
    if (parent.stopped) follow();
    else parent.onStop(follow);
  } else if (signal?.aborted === true) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  return {
    stop: own,
    leave() {
      if (parent !== undefined) parent.off(follow);
      else signal?.removeEventListener('abort', follow);
      own.stop('answered elsewhere');
    },
  };
}

function isLost(question: Question): boolean {
  return question.stop === undefined ? question.signal.aborted : question.stop.stopped;
}
