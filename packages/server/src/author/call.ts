/**
 * `call`: what a handler asks with. Written as if the call simply waited; on the newest revision the handler runs again
 * from its top after every round of answers, on the older ones the same happens inside the process.
 */
import type { JsonObject } from '@midcall/core';
import type { ElicitParams, ElicitResult } from '@midcall/core/wire';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Ending } from '../engine/ending.js';
import type { AnswerSource } from '../engine/journal.js';
import type { OnceOptions } from '../engine/once.js';
import type { Principal } from '../gate/principal.js';
import type { VisitOptions } from '../visit/visit-options.js';
import type { Visited } from '../visit/visited.js';
import type { Duration } from './duration.js';
import type { ContentOf, FormSource } from './form-source.js';

/** How a question went: three answers, never two (N2). */
export type Answer<Content> =
  | {
      readonly action: 'accept';
      readonly content: Content;
      /** Where each value comes from. */
      readonly from: Readonly<Record<keyof Content & string, AnswerSource>>;
    }
  /** An explicit no. It is not asked again in this call. */
  | { readonly action: 'decline' }
  /** Closed or expired without a choice. */
  | { readonly action: 'cancel' };

export interface QuestionOptions {
  /** What the person reads: one or two sentences, with the facts the decision turns on. */
  readonly message: string;
  /** How long the person has. Default: 10 minutes on the older revisions, a day on the newest; at most 7 days. */
  readonly expiresIn?: Duration;
}

export interface EndingOptions {
  /** What the call returns when it does not go on, instead of midcall's own text. Must fit the tool's `outputSchema`. */
  readonly otherwise?: (ending: Ending) => unknown;
  /** A sentence behind the refusal: what could be done instead (D12). */
  readonly declined?: () => string;
}

export interface FormOptions<Source extends FormSource> extends QuestionOptions {
  readonly form: Source;
  /** Values that are known already, by field; commonly the arguments. Valid ones are not asked. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Names of the arguments that can stand for fields, where they differ from the fields' names. */
  readonly argument?: Readonly<Record<string, string>>;
  /** Fields that only the person may fill in: never taken from `given`. */
  readonly personOnly?: readonly string[];
  /** Defaults for this once, by field; the person sees and may change them. */
  readonly prefill?: Readonly<Record<string, unknown>>;
  /** Ask each principal once and remember the answer. Needs a store and a principal that is not anonymous. */
  readonly remember?: { readonly for: Duration };
}

export interface AskOptions<Source extends FormSource> extends FormOptions<Source> {
  /** What the call returns when the question cannot be asked, or was answered wrongly three times. */
  readonly otherwise?: (ending: Ending) => unknown;
}

export interface NeedOptions<Source extends FormSource> extends FormOptions<Source>, EndingOptions {}

export interface ConfirmOptions extends QuestionOptions, EndingOptions {
  /** What stands beside the box that must be ticked: name the stakes. */
  readonly tick?: string;
}

export interface ChooseOptions<T> extends QuestionOptions, EndingOptions {
  /** What there is to choose from *now*: read again on every round. */
  readonly from: readonly T[];
  /** Stable id of an item; strings are their own. */
  readonly id?: (item: T) => string;
  /** What the person reads; strings are their own. */
  readonly title?: (item: T) => string;
  /** Label of the field. */
  readonly label?: string;
  /** Id that is known already. */
  readonly given?: string | undefined;
  /** Name of the argument that can stand for the choice. */
  readonly argument?: string;
  /** Ask each principal once and remember the id. Needs a store and a principal that is not anonymous. */
  readonly remember?: { readonly for: Duration };
}

export interface Call {
  /** The three-way answer; goes on in any case. */
  ask<const Source extends FormSource>(key: string, options: AskOptions<Source>): Promise<Answer<ContentOf<Source>>>;
  /** The content; goes on only after an accepted answer, else the call ends with a plain result. */
  need<const Source extends FormSource>(key: string, options: NeedOptions<Source>): Promise<ContentOf<Source>>;
  /** Goes on only after an explicit, ticked yes. */
  confirm(key: string, options: ConfirmOptions): Promise<true>;
  /** One of many: the caller's own object. @throws MidcallError NO_OPTIONS */
  choose<T>(key: string, options: ChooseOptions<T>): Promise<T>;
  /**
   * Sends the person to a page of this server (URL mode), for what no form may ask: secrets, access to a third party, an
   * authorisation. Goes on once they are done there; a completed visit counts for later calls too.
   * @throws MidcallError STORE_REQUIRED, PRINCIPAL_REQUIRED, IDENTIFY_REQUIRED, PAGE_ADDRESS_REQUIRED, PAGE_FAILED, RATE_LIMITED
   */
  visit<Value>(key: string, options: VisitOptions<Value>): Promise<Visited<Value>>;
  /** The protocol's own shapes, for migration; content is checked. @throws MidcallError FORM_INVALID, MODE_UNKNOWN, URL_INVALID */
  elicit(params: ElicitParams, options?: { readonly key?: string; readonly expiresIn?: Duration }): Promise<ElicitResult>;
  /** A raw input request (sampling, roots), with the same journal, sealing and capability check (D16). */
  request(key: string, request: { readonly method: string; readonly params?: JsonObject }): Promise<JsonObject>;
  /** A value read once per flow and the same in every round; plain JSON, anything else is refused when it is read. */
  pin<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
  /** An effect at most once, recorded in the store; plain JSON. @throws MidcallError STORE_REQUIRED, EFFECT_IN_DOUBT */
  once<T>(key: string, fn: (idempotencyKey: string) => T | Promise<T>): Promise<T>;
  once<T>(key: string, options: OnceOptions, fn: (idempotencyKey: string) => T | Promise<T>): Promise<T>;
  /** Runs when this round ends for any reason; last first. `finally` does not run on rounds that only ask. */
  defer(fn: () => unknown): void;
  /** Whether this request's host can be asked that. */
  can(what: 'form' | 'url' | 'sampling' | 'roots'): boolean;
  /** Tells the host how far the work is; nothing without a progress token. */
  progress(progress: number, options?: { readonly total?: number; readonly message?: string }): Promise<void>;
  /** Who calls. */
  readonly principal: Principal;
  /** Aborts when this round is over or the host cancels the call. */
  readonly signal: AbortSignal;
  /** The SDK's own context of this request. */
  readonly sdk: ServerContext;
}
