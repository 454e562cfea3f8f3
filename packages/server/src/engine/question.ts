/**
 * A question on its way out: what is sent, what its answer will be held against, and how it comes to be asked (again).
 */
import type { FieldIssue, Form, JsonObject } from '@midcall/core';
import type { LaterNotice } from '../visit/notice.js';
import type { Ending } from './ending.js';

/** Why a host cannot be asked this, and what the caller could pass instead. */
export interface Blocked {
  /** What the host would have to declare. */
  readonly needs: 'form' | 'url' | 'sampling' | 'roots';
  /** The arguments by which the call could go on without asking; undefined if there is no such way. */
  readonly arguments?: readonly MissingArgument[];
}

/** A field that the caller can pass as an argument. */
export interface MissingArgument {
  readonly argument: string;
  /** The field's own schema. */
  readonly schema: JsonObject;
  readonly label: string;
  /** Why the value that was passed is not taken. */
  readonly problem?: string;
}

export interface Question {
  readonly key: string;
  readonly method: string;
  /** Form and URL questions: `mode`, `message` and what belongs to it, as for the newest revision. */
  readonly params: JsonObject;
  /** The form behind `requestedSchema`, for conversion to older revisions. */
  readonly form?: Form;
  /** Fingerprint (D4). */
  readonly print: string;
  readonly offered?: string;
  /** Takes any object as its answer (D16). */
  readonly raw?: true;
  /** Milliseconds the person has; undefined = the server's default. */
  readonly limit?: number;
  readonly again?: Again;
  /** URL mode on 2025-11-25: the id it is sent under. Default a new one each time. */
  readonly elicitationId?: string;
  /** May be told by -32042 instead, where the revision has it and nothing would be lost (D19). */
  readonly byError?: LaterNotice;
  /** Not shown: the host is only told to come again (D18). */
  readonly silent?: true;
  /** What the call returns if it ends because this could not be asked or answered. */
  readonly otherwise?: (ending: Ending) => unknown;
  readonly blocked?: Blocked;
}

/** Why a question that was answered is asked again (D4). */
export type Again =
  | { readonly why: 'changed' }
  | { readonly why: 'invalid'; readonly issues: readonly FieldIssue[] }
  | { readonly why: 'gone' }
  | { readonly why: 'malformed' };

/** Changed and invalid answers that are asked again before the call gives up (D4). */
export const MOST_BAD = 3;

/** Retries without an answer to an open question before the call gives up: a loop that nobody drives must end. */
export const MOST_MISSED = 8;
