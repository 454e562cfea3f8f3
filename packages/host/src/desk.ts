/**
 * The desk: mediates between servers and a person. This file is its whole outward face; whatever draws questions
 * (inbox, terminal, element bridge, script) and whatever brings them (host session, gateway) meets it only here.
 */
import type { FieldIssue, JsonObject, Revision } from '@midcall/core';
import type { Draft, QuestionView, ServerView } from '@midcall/core/contract';
import type { AskingMethod, ElicitParams, ElicitResult } from '@midcall/core/wire';

export interface Desk {
  /**
   * Puts one question before the person and waits. Never rejects for what a person or the clock did: a question nobody
   * saw, an expiry, an abort of `signal` all end as `cancel` (N1, N2). Rejects with `MidcallError` `QUESTION_INVALID`
   * when `params` cannot be shown at all (unknown mode, unreadable schema): the caller answers -32602 (E-X-01).
   */
  ask(question: DeskQuestion): Promise<DeskAnswer>;
  /** Everything that waits, and what ended lately, oldest first. Only what `principal` may see (N7). */
  list(viewer: Viewer): readonly QuestionView[];
  get(id: string, viewer: Viewer): QuestionView | undefined;
  /** The first valid answer wins; every later one is refused with a reason. Invalid content changes nothing. */
  answer(id: string, result: ElicitResult, by: AnsweredBy): Promise<AnswerOutcome>;
  /** Asks for more time; gives the new expiry, or undefined when it cannot be had. Never rejects. */
  extend(id: string, viewer: Viewer): Promise<number | undefined>;
  saveDraft(id: string, draft: Draft, viewer: Viewer): Promise<boolean>;
  /** A visible surface reports that it has drawn the question (D22); "seen" in the audit. */
  shown(id: string, surface: string, viewer: Viewer): void;
  /** URL mode: the person opened the page after consent. */
  opened(id: string, by: AnsweredBy): Promise<AnswerOutcome>;
  /** Live changes, each question whole, to what `viewer` may see. Returns the way to stop. */
  subscribe(viewer: Viewer, listener: (question: QuestionView) => void): () => void;
  addSurface(surface: Surface): () => void;
  /**
   * Tries the waiting call again now, where that can help: a page was opened and the server has not said it is done
   * (E-A-11, E-N-06). Refused as `late` when nothing waits, as `not-openable` when the question's call cannot be tried again.
   */
  retry(id: string, by: AnsweredBy): Promise<AnswerOutcome>;
  /** Whether a person can be reached right now (D22). Judged per request in the modern era (N1). */
  reachable(principal: string): boolean;
  /** Closes every open question as cancelled and stops every surface. */
  close(): Promise<void>;
}

/** Who looks: questions of other principals do not exist for them. */
export interface Viewer {
  readonly principal: string;
}

export interface AnsweredBy extends Viewer {
  readonly surface: string;
  readonly as: 'person' | 'rule' | 'script';
  /** Why, in kebab-case, where it was not a person's own choice: a script without an answer says `unscripted`. */
  readonly reason?: string;
  /** The person saw the whole answer once more and sent it from there; the audit says so. */
  readonly reviewed?: boolean;
}

export interface DeskQuestion {
  readonly params: ElicitParams | JsonObject;
  readonly revision: Revision;
  readonly principal: string;
  readonly server: ServerView;
  readonly call?: { readonly method: AskingMethod; readonly name: string; readonly arguments?: JsonObject };
  /** The key under which the server asked, where it has one (2026-07-28); scripted answers go by it. */
  readonly key?: string;
  /** Questions of one round share it. */
  readonly round?: string;
  /** Milliseconds from now; the desk's own default (10 min) and maximum apply. */
  readonly expiresIn?: number;
  /** Aborted when the call is cancelled or its connection is lost; the question is withdrawn everywhere at once. */
  readonly signal?: AbortSignal;
  /** The call can be tried again while a page is open; called when the person asks for it. */
  readonly onRetry?: () => void;
  /** The call can be given up while a page is open; called when the person asks for it. */
  readonly onGiveUp?: () => void;
  /** The server's own id of a URL question in 2025-11-25, for callers that are told of its completion by that id. */
  readonly onRead?: (read: { readonly elicitationId?: string }) => void;
  /** The person declined this very question earlier in the same call: it is not asked again, the answer stays `decline` (N2). */
  readonly declinedBefore?: boolean;
  /** The handle, for askers that keep it beyond this process; must be unguessable. Default: the desk makes one. */
  readonly id?: string;
  /** What the person had typed before a restart. */
  readonly draft?: Draft;
}

export interface DeskAnswer {
  readonly result: ElicitResult;
  /** Reason in kebab-case when no person answered: `expired`, `withdrawn`, `no-surface`, `closed`. */
  readonly reason?: string;
  readonly question: string;
  /** Who answered; `desk` when nobody did. */
  readonly as: 'person' | 'rule' | 'script' | 'desk';
  /** Tell the desk what became of the answer (D24): delivered, or why not. Call exactly once. */
  readonly settle: (outcome: 'delivered' | 'undeliverable', note?: string) => void;
}

export type AnswerOutcome =
  | { readonly ok: true; readonly question: QuestionView }
  | {
      readonly ok: false;
      /** `unreachable`: the process that asks did not take it in time. `in-doubt`: it has it, and has not said what became of it. */
      readonly reason: 'unknown' | 'late' | 'second-answer' | 'guard-time' | 'invalid' | 'not-openable' | 'unreachable' | 'in-doubt';
      readonly sentence: string;
      readonly issues?: readonly FieldIssue[];
    };

/** A place where a person sees questions. */
export interface Surface {
  /** For the audit: `inbox`, `terminal`, `script`, `element` … */
  readonly name: string;
  /** Whether it can be seen, or raised, now by this principal. */
  reachable(principal: string): boolean;
  /**
   * Before whom it is open now, a page or a terminal in sight of them: no other surface needs to be raised for them, here
   * or at another desk on the store. Absent on surfaces that are only ways to one (a browser to open, a message to send).
   */
  present?(): readonly string[];
  /** A question was queued; raise it if that is this surface's way (open the browser, ring, prompt). */
  raise?(question: QuestionView, principal: string, detail: RaiseDetail): void;
  /** Called once by `addSurface`: the desk at which this surface answers. */
  attached?(desk: Desk): void;
  /** A question that still waits will expire within a minute. */
  remind?(question: QuestionView, principal: string): void;
  /** A question changed or is gone from the queue. */
  changed?(question: QuestionView, principal: string): void;
  close?(): void | Promise<void>;
}

/** What a surface may need beside the view when a question arrives. */
export interface RaiseDetail {
  /** The server's key of the question, where it has one. */
  readonly key?: string;
}
