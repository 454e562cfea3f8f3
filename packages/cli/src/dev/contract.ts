/** What the page of `midcall dev` and the process behind it say to each other. Types only: both sides compile it. */
import type { FieldIssue, Form, Json, JsonObject } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';

/** The switch of the page: one revision, or the newest that the server speaks. */
export type RevisionChoice = 'auto' | 'A' | 'B' | 'C';

export interface DevTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  /** The arguments as a form; absent where the schema cannot be drawn, and JSON is typed instead. */
  readonly form?: Form;
  readonly destructive: boolean;
}

export interface DevState {
  /** `failed` stays until the server is restarted, by hand or by a change. */
  readonly status: 'starting' | 'ready' | 'failed';
  /** Why it failed, and what to do. */
  readonly problem?: { readonly sentence: string; readonly hint?: string };
  readonly name: string;
  readonly command: string;
  readonly claim?: { readonly name: string; readonly version?: string };
  /** The revision agreed on. */
  readonly revision?: string;
  readonly settings: DevSettings;
  readonly tools: readonly DevTool[];
  /** The folder whose changes restart the server. */
  readonly watching?: string;
  /** How often it has been started, from 1. */
  readonly starts: number;
}

export interface DevSettings {
  readonly revision: RevisionChoice;
  /** Off: the host declares nothing and cannot show questions. */
  readonly canAsk: boolean;
}

/** One message on the wire. */
export interface DevFrame {
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly direction: 'sent' | 'received';
  /** Method, or `result of …`, or `error of …`. */
  readonly title: string;
  /** Worth a look: it asks, answers, or carries a round. */
  readonly asks: boolean;
  readonly failed: boolean;
  readonly bytes: number;
  readonly message: Json;
}

/** One line that the server wrote to standard error, or to standard output where it does not belong. */
export interface DevLine {
  readonly n: number;
  readonly at: number;
  readonly stream: 'stderr' | 'stdout' | 'midcall';
  readonly text: string;
}

export interface DevRun {
  readonly n: number;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly startedAt: number;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  readonly endedAt?: number;
  /** As the server sent it. */
  readonly result?: JsonObject;
  readonly error?: { readonly sentence: string; readonly code?: number | string; readonly data?: Json };
  /** The command that repeats this run without a person. */
  readonly command?: string;
}

/** What the page receives, in order. The first is always `hello`. */
export type DevEvent =
  | {
      readonly type: 'hello';
      readonly state: DevState;
      readonly run?: DevRun;
      readonly frames: readonly DevFrame[];
      readonly lines: readonly DevLine[];
      readonly questions: readonly QuestionView[];
    }
  | { readonly type: 'state'; readonly state: DevState }
  | { readonly type: 'run'; readonly run: DevRun }
  | { readonly type: 'frame'; readonly frame: DevFrame }
  | { readonly type: 'line'; readonly line: DevLine }
  | { readonly type: 'question'; readonly question: QuestionView };

/** What a person typed for one argument. */
export type RawEntry = readonly [name: string, raw: string | boolean | readonly string[]];

/** What the page sends. */
export type DevCommand =
  | { readonly type: 'run'; readonly tool: string; readonly entries?: readonly RawEntry[]; readonly json?: string }
  | { readonly type: 'stop' }
  | { readonly type: 'restart' }
  | { readonly type: 'settings'; readonly settings: DevSettings }
  | { readonly type: 'answer'; readonly id: string; readonly result: ElicitResult }
  | { readonly type: 'opened'; readonly id: string }
  | { readonly type: 'extend'; readonly id: string }
  | { readonly type: 'shown'; readonly id: string };

export type DevReply = { readonly ok: true } | { readonly ok: false; readonly sentence: string; readonly issues?: readonly FieldIssue[] };
