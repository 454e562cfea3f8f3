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
import type { QuestionShelf, ShelvedQuestion } from './question-shelf.js';

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

export interface ResumePorts {
  readonly sessions: () => readonly ResumableSession[];
  readonly suspended: SuspendedCalls;
  readonly shelf: QuestionShelf;
  /** Shows the person how a question of an earlier process ended. */
  readonly report: (view: QuestionView, principal: string) => void;
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
    if (shelved.owner === ports.suspended.owner || (!force && (await ports.suspended.alive(shelved.owner)))) continue;
    lost.push(await close(ports, shelved, shelved.answer === undefined ? 'withdrawn' : 'undeliverable', 'The call was lost.'));
  }
  return { calls, lost };
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
    answers.set(key, {
      result: shelved.answer,
      question: id,
      as: 'person',
      settle: (outcome, note) => void close(ports, shelved, outcome, note).catch(() => {}),
    });
  }
  const { id, server, principal, method, params, round, last } = row;
  return { id, server, principal, method, params, round, last, questions, answers };
}

async function reportInDoubt(ports: ResumePorts, row: SuspendedRow): Promise<QuestionView[]> {
  const reported: QuestionView[] = [];
  for (const [, id] of row.questions) {
    const shelved = await ports.shelf.load(id);
    if (shelved !== undefined) {
      reported.push(
        await close(ports, shelved, 'undeliverable', `It is not known whether ${row.server} got the answer; it was not sent again.`),
      );
    }
  }
  await ports.suspended.drop(row.id);
  return reported;
}

async function close(ports: ResumePorts, shelved: ShelvedQuestion, state: QuestionView['state'], note?: string): Promise<QuestionView> {
  const { draft: _draft, ...rest } = shelved.view;
  const view: QuestionView = {
    ...rest,
    state,
    extendable: false,
    ...(shelved.answer !== undefined && { action: shelved.answer.action }),
    ...(note !== undefined && { note }),
  };
  ports.report(view, shelved.principal);
  await ports.shelf.remove(view.id);
  return view;
}
