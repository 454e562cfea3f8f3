/**
 * What the rooms of midcall exchange: versioned JSON, so that a desk, an inbox and a terminal of different ages can
 * share one store. Parsers live beside the shapes; an unknown version is refused, never guessed.
 */
import type { FieldIssue, Form } from './form.js';
import type { Json, JsonObject } from './json.js';
import type { Revision } from './revision.js';
import type { AskingMethod, ElicitAction } from './wire.js';

/** Something a person should know before answering. Evidence is a span of the inspected text, in UTF-16 units. */
export interface Finding {
  /** Stable id in kebab-case: `secret-ask`, `punycode-host`, `mixed-script`, `userinfo`, `raw-ip`, `bidi` … */
  readonly id: string;
  readonly severity: 'info' | 'warning' | 'danger';
  /** Where: the message, the address, or a field's text. */
  readonly where: 'message' | 'url' | 'server' | { readonly field: string };
  readonly span?: readonly [start: number, end: number];
  /** One sentence for a person. */
  readonly sentence: string;
  /** What a `secret-ask` or `sensitive-ask` is after, for surfaces that speak another language. */
  readonly subject?: 'password' | 'key' | 'card' | 'code' | 'identity' | 'private';
}

/** Where a question stands. Only `waiting` and `opened` can still be answered. */
export type QuestionState =
  | 'waiting'
  /** URL mode: the person opened the page; the server has not said it is done. */
  | 'opened'
  /** Answered and stored; not yet taken by the server's call. */
  | 'saved'
  | 'delivered'
  /** Answered, but the call is gone (D24, N8). */
  | 'undeliverable'
  | 'expired'
  /** The server or the host took it back. */
  | 'withdrawn';

export interface ServerView {
  /** The operator's own name for the server; the only name shown as a heading (D36). */
  readonly name: string;
  /** Where it is reached, from the operator's own configuration (a host, a command): shown beside the name, and tells servers of one name apart. */
  readonly origin?: string;
  /** What the server calls itself: shown as a claim, used for nothing else (E-C-14c). */
  readonly claim?: { readonly name: string; readonly version?: string };
  /** Several people stand behind one account of this server: it cannot tell who answers (D26), and the sheet says so. */
  readonly shared?: boolean;
}

/** The call that asks. Absent on a question whose call cannot be known: said so, never guessed. */
export interface CallView {
  readonly method: AskingMethod;
  /** Tool or prompt name, or resource URI. */
  readonly name: string;
  /** Arguments as the host sent them, secret-looking values already masked. */
  readonly arguments?: JsonObject;
}

export interface UrlView {
  /** The address byte for byte as the server sent it (N10). */
  readonly href: string;
  /** The host as the browser would resolve it, ASCII. */
  readonly host: string;
  /** False: never offered for opening, whatever the person clicks. */
  readonly openable: boolean;
}

/** What the person has typed so far, by field: raw input, not yet an answer. */
export interface Draft {
  readonly v: 1;
  /** `[name, raw]` pairs: text as typed, option values, or true/false. Absent field = untouched. */
  readonly values: readonly (readonly [name: string, raw: string | boolean | readonly string[]])[];
  readonly at: number;
}

/** One question as every surface draws it. */
export interface QuestionView {
  readonly v: 1;
  /** Unguessable; the only handle by which it is answered. */
  readonly id: string;
  readonly server: ServerView;
  readonly call?: CallView;
  readonly revision: Revision;
  /** Untrusted text. */
  readonly message: string;
  /** Exactly one of `form` and `url`. */
  readonly form?: Form;
  readonly url?: UrlView;
  readonly findings: readonly Finding[];
  /** Why the server did not take the last answer, to be shown at the fields. */
  readonly rejected?: readonly FieldIssue[];
  readonly state: QuestionState;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds since the epoch; absent only where nothing limits the wait. */
  readonly expiresAt?: number;
  /** Whether "More time" would be granted. */
  readonly extendable: boolean;
  /** Questions of one round share it and are shown as one sheet. */
  readonly round?: string;
  readonly draft?: Draft;
  /** Set once answered. */
  readonly action?: ElicitAction;
  /** One sentence about how it ended, for people. */
  readonly note?: string;
}

/** What a live surface receives. */
export type DeskEvent =
  | { readonly v: 1; readonly type: 'snapshot'; readonly questions: readonly QuestionView[] }
  | { readonly v: 1; readonly type: 'question'; readonly question: QuestionView };

/** Pipeline stages in order; each writes one row (DESIGN §5). */
export type AuditStage =
  | 'received'
  | 'attributed'
  | 'read'
  | 'inspected'
  | 'policy'
  | 'queued'
  | 'shown'
  | 'drafted'
  | 'reviewed'
  | 'answered'
  | 'closed'
  | 'delivered'
  | 'undeliverable'
  | 'refused';

export interface AuditRow {
  readonly v: 1;
  readonly at: number;
  readonly question: string;
  readonly stage: AuditStage;
  readonly server: string;
  /** Whose question it was, as the desk spells principals. */
  readonly principal?: string;
  /** Who acted: a person on a surface, a rule, a script, or the desk itself. */
  readonly by: 'person' | 'rule' | 'script' | 'desk';
  readonly surface?: string;
  readonly action?: ElicitAction;
  /** Reason in kebab-case: `expired`, `withdrawn`, `no-surface`, `guard-time`, `late`, `second-answer` … */
  readonly reason?: string;
  /** SHA-256, base64url, of what was shown. */
  readonly shown?: string;
  readonly detail?: Readonly<Record<string, Json>>;
}

export { parseAuditRow, parseDeskEvent, parseDraft, parseQuestionView } from './parse-contract.js';
