/** What the engine needs from outside: all effects come in here. */
import type { Clock, Store } from '@midcall/store';
import type { Awaitable, Sealer } from '../state/index.js';
import type { Observer } from '../telemetry/observer.js';
import type { PageServices } from '../visit/page-services.js';
import type { Question } from './question.js';

export interface Services {
  readonly clock: Clock;
  /** Absent: everything works but single use, `once`, `remember` and pages. */
  readonly store: Store | undefined;
  /** Seals state that travels. */
  readonly state: Sealer;
  /** Seals what is stored, longer than what travels may be. */
  readonly rows: Sealer;
  readonly digest: (text: string) => Awaitable<string>;
  /** The fingerprint of a question (D4). */
  readonly print: (identity: string) => Awaitable<string>;
  /** An unguessable id. */
  readonly randomId: () => string;
  /** Calls back after one turn of the event loop. */
  readonly turn: (fn: () => void) => void;
  /** Told of errors that have nobody else to go to, and of refused states with their reason. */
  readonly report: (error: unknown) => void;
  readonly limits: Limits;
  readonly observer: Observer | undefined;
  /** Looks once at each question that goes out, and tells what is not good about it; absent where nobody listens. */
  readonly lint: ((name: string, question: Question) => void) | undefined;
  /** The server can be reached from this machine only: nobody is somebody. */
  readonly anonymousMayKeep: boolean;
  /** What `visit` needs; absent without a store. */
  readonly pages: PageServices | undefined;
}

export interface Limits {
  /** Milliseconds a person has where the author says nothing, older revisions. */
  readonly questionMs: number;
  /** Milliseconds a state lives, newest revision. */
  readonly stateMs: number;
  /** Milliseconds after which a process that gives no sign of life no longer holds up others. */
  readonly leaseMs: number;
  /** Rounds of questions in one call. */
  readonly rounds: number;
}

/** No flow and no wait is longer (D2). */
export const LONGEST_FLOW = 7 * 24 * 3_600_000;
