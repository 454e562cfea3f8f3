/**
 * After a crash: calls of 2026-07-28 that waited go on where they stood; everything else that waited is reported lost.
 *
 * Invariants:
 *  1. An answer that was saved goes out if, and only if, it is certain that it has not gone out yet; otherwise it is
 *     reported as in doubt, never sent again (N5).
 *  2. Nothing that waited disappears without a word: it goes on, or the person sees that the call was lost (N8, N12).
 */
import type { QuestionView } from '@midcall/core/contract';
import type { AskingMethod } from '@midcall/core/wire';
import type { DeskAnswer } from '../desk.js';
import type { HostSession } from '../session/session.js';
import type { SuspendedCall, SuspendedCalls, SuspendedRow } from '../session/suspended-calls.js';
import type { FoundQuestion } from './question-shelf.js';
import type { EndPorts, QuestionEnd } from './report-end.js';
import { reportEnd } from './report-end.js';

export interface ResumeOptions {
  /** Take over the calls of every other desk on this store, alive or not. Only where no other process uses it. Default false. */
  readonly force?: boolean;
}

export interface ResumedCall {
  readonly id: string;
  readonly server: string;
  readonly principal: string;
  readonly method: AskingMethod;
  /** Tool or prompt name, or resource URI. */
  readonly name: string;
  /** `resumed`: goes on, `result` tells its end. `in-doubt`: its answer may or may not have arrived. */
  readonly outcome: 'resumed' | 'in-doubt';
  readonly result?: Promise<unknown>;
}

export interface ResumeReport {
  readonly calls: readonly ResumedCall[];
  /** Questions whose calls died with their process (2025, or calls in doubt). */
  readonly lost: readonly QuestionView[];
}

export interface ResumableSession extends HostSession {
  resume(call: SuspendedCall): Promise<unknown>;
}

export interface ResumePorts extends EndPorts {
  readonly sessions: () => readonly ResumableSession[];
  readonly suspended: SuspendedCalls;
  readonly alive: (owner: string) => Promise<boolean>;
}

export async function resumeCalls(ports: ResumePorts, { force = false }: ResumeOptions = {}): Promise<ResumeReport> {
  const sessionOf = (row: SuspendedRow): ResumableSession | undefined =>
    ports.sessions().find(one => one.server === row.server && one.principal === row.principal && one.client.transport !== undefined);
  const { rows, left } = await ports.suspended.takeOver({ force, wanted: row => row.phase === 'sending' || sessionOf(row) !== undefined });
  const calls: ResumedCall[] = [];
  const lost: QuestionView[] = [];
  const going = new Set<string>();
  for (const row of rows) {
    const session = sessionOf(row);
    if (row.phase === 'sending' || session === undefined) {
      lost.push(...(await reportInDoubt(ports, row)));
      calls.push(describe(row, 'in-doubt'));
      continue;
    }
    for (const [, id] of row.questions) going.add(id);
    const result = session.resume(await suspendedCall(ports, row));
    result.catch(() => {}); // the host may look at it later, or not at all
    calls.push({ ...describe(row, 'resumed'), result });
  }
  for (const shelved of await ports.shelf.all()) {
    if (going.has(shelved.view.id) || left.has(shelved.view.id)) continue;
    if (shelved.owner === ports.suspended.owner || (!force && (await ports.alive(shelved.owner)))) continue;
    lost.push(...one(await reportEnd(ports, shelved, lostCall(shelved))));
  }
  return { calls, lost };
}

/** How a question ends whose call died with its process. */
export function lostCall({ answer }: FoundQuestion): QuestionEnd {
  return { state: answer === undefined ? 'withdrawn' : 'undeliverable', note: 'The call was lost.' };
}

function describe(row: SuspendedRow, outcome: ResumedCall['outcome']): ResumedCall {
  const named = row.params[row.method === 'resources/read' ? 'uri' : 'name'];
  const { id, server, principal, method } = row;
  return { id, server, principal, method, name: typeof named === 'string' ? named : '', outcome };
}

async function suspendedCall(ports: ResumePorts, row: SuspendedRow): Promise<SuspendedCall> {
  const questions = new Map<string, { id: string; draft?: NonNullable<QuestionView['draft']> }>();
  const answers = new Map<string, DeskAnswer>();
  for (const [key, id] of row.questions) {
    const shelved = await ports.shelf.load(id);
    questions.set(key, { id, ...(shelved?.view.draft !== undefined && { draft: shelved.view.draft }) });
    if (shelved?.answer === undefined) continue;
    // From here on it is this desk that will say what became of the answer.
    const claimed = (await ports.shelf.claim(shelved)) ?? shelved;
    answers.set(key, {
      result: shelved.answer,
      question: id,
      as: 'person',
      settle: (state, note) => void reportEnd(ports, claimed, { state, note }).catch(() => {}),
    });
  }
  const { id, server, principal, method, params, round, last } = row;
  return { id, server, principal, method, params, round, last, questions, answers };
}

/** The answers of a call that died while they went out: sent or not, nobody knows, and nobody sends them again. */
export async function reportInDoubt(ports: EndPorts & { readonly suspended: SuspendedCalls }, row: SuspendedRow): Promise<QuestionView[]> {
  const reported: QuestionView[] = [];
  const note = `It is not known whether ${row.server} got the answer; it was not sent again.`;
  for (const [, id] of row.questions) {
    const shelved = await ports.shelf.load(id);
    if (shelved !== undefined) reported.push(...one(await reportEnd(ports, shelved, { state: 'undeliverable', note })));
  }
  await ports.suspended.drop(row.id);
  return reported;
}

function one<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
