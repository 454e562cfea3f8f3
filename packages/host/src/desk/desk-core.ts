/**
 * The desk: one queue of questions between servers and people.
 *
 * Invariants:
 *  1. A question ends once: by the first answer that was stored, by its expiry, or by being withdrawn. Whatever comes
 *     later is refused with a reason (N12). An answer that was taken before the expiry fires wins over it.
 *  2. `ask` never rejects for what people or clocks do, and a question that nobody saw ends as `cancel` (N1, N2).
 *  3. A question exists only for its own principal; for everyone else it is unknown (N7).
 *  4. When a question ends, for whatever reason, every surface and every listener hears it at once, and its timers stop.
 *  5. An answer is stored before anyone is told that it is saved; the server's call gets it after that (D24).
 */
import type { JsonObject } from '@midcall/core';
import type { AuditStage, Draft, QuestionState, QuestionView } from '@midcall/core/contract';
import type { ElicitAction, ElicitResult } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { AuditEntry, AuditWriter } from '../audit/audit-writer.js';
import type { AnsweredBy, AnswerOutcome, Desk, DeskAnswer, DeskQuestion, Surface, Viewer } from '../desk.js';
import type { Gate, GateQuestion, Verdict } from '../policy/gate.js';
import { checkResult } from './check-result.js';
import type { Feed } from './feed.js';
import type { HoldLine } from './hold-line.js';
import { createHoldLine } from './hold-line.js';
import { endedRecord, newRecord } from './new-record.js';
import type { QuestionRecord } from './question-record.js';
import { isOpen } from './question-record.js';
import type { QuestionShelf } from './question-shelf.js';
import { isTakenOver } from './question-shelf.js';
import type { ReadQuestion } from './read-question.js';
import { readQuestion } from './read-question.js';
import { refuse, refuseEnded } from './refusals.js';
import type { SurfaceRack } from './surface-rack.js';

export interface DeskCoreParts {
  readonly clock: Clock;
  readonly id: () => string;
  readonly feed: Feed;
  readonly surfaces: SurfaceRack;
  readonly gate: Gate;
  readonly audit: AuditWriter;
  readonly shelf: QuestionShelf;
  readonly onClose: () => void | Promise<void>;
  readonly expiresIn: number;
  readonly maxExpiresIn: number;
  readonly keepEnded: number;
}

/** An answer by a person within this time after the question appeared is marked in the audit (milliseconds). */
const GUARD_TIME = 600;

/** How long before its expiry a question is brought to mind once more (milliseconds). */
export const REMIND_BEFORE = 60_000;

export class DeskCore implements Desk {
  readonly #parts: DeskCoreParts;
  readonly #records = new Map<string, QuestionRecord>();
  readonly #stopGate: (() => void) | undefined;
  readonly #held: HoldLine;
  /** Ended questions by principal, oldest first. */
  readonly #ended = new Map<string, string[]>();
  #closed = false;

  constructor(parts: DeskCoreParts) {
    this.#parts = parts;
    this.#held = createHoldLine(parts.clock, record => this.#judge(record));
    this.#stopGate = parts.gate.onChange?.(() => {
      this.#recall();
      this.#held.release();
    });
  }

  async ask(asked: DeskQuestion): Promise<DeskAnswer> {
    const read = this.#read(asked);
    return new Promise(resolve => {
      const { clock, id, expiresIn, maxExpiresIn } = this.#parts;
      const record = newRecord({ ...asked, id: asked.id ?? id() }, read, { now: clock.now(), expiresIn, maxExpiresIn }, resolve);
      this.#records.set(record.id, record);
      this.#audit('received', record, { by: 'desk' });
      this.#audit('attributed', record, { by: 'desk', ...(asked.call === undefined && { reason: 'unknown-call' }) });
      this.#audit('read', record, {
        by: 'desk',
        ...(read.issues.length > 0 && { detail: { issues: read.issues.map(issue => issue.rule) } }),
      });
      this.#audit('inspected', record, {
        by: 'desk',
        ...(read.findings.length > 0 && { detail: { findings: read.findings.map(f => f.id) } }),
      });
      this.#begin(record);
    });
  }

  list(viewer: Viewer): readonly QuestionView[] {
    const mine = [...this.#records.values()].filter(record => record.asked.principal === viewer.principal && record.phase !== 'held');
    return mine.map(record => record.view).sort((a, b) => a.askedAt - b.askedAt);
  }

  get(id: string, viewer: Viewer): QuestionView | undefined {
    return this.#visible(id, viewer)?.view;
  }

  /** @param letter of another desk by which it came. */
  async answer(id: string, result: ElicitResult, by: AnsweredBy, letter?: string): Promise<AnswerOutcome> {
    const record = this.#visible(id, by);
    if (record === undefined) return refuse('unknown');
    if (record.view.state === 'opened') return this.#answerOpened(record, result, by);
    if (!isOpen(record)) return this.#refuseLate(record, by);
    const checked = checkResult(record.view, result);
    if (!checked.ok) {
      this.#audit('refused', record, { ...actor(by), reason: checked.refusal.reason, action: result.action });
      return checked.refusal;
    }
    if (letter !== undefined) record.letter = letter;
    if (by.reviewed === true) this.#audit('reviewed', record, actor(by));
    return this.#take(record, checked.result, by);
  }

  async extend(id: string, viewer: Viewer): Promise<number | undefined> {
    const record = this.#visible(id, viewer);
    if (record === undefined || record.phase !== 'open' || record.claimed || record.view.expiresAt === undefined) return undefined;
    const expiresAt = Math.min(Math.max(record.view.expiresAt, this.#parts.clock.now() + record.step), record.hardLimit);
    if (expiresAt <= record.view.expiresAt) return undefined;
    this.#audit('queued', record, { by: 'person', reason: 'more-time' });
    this.#show(record, { expiresAt, extendable: expiresAt < record.hardLimit });
    this.#armExpiry(record);
    return expiresAt;
  }

  async saveDraft(id: string, draft: Draft, viewer: Viewer): Promise<boolean> {
    const record = this.#visible(id, viewer);
    if (record === undefined || !isOpen(record)) return false;
    if (record.view.draft === undefined) this.#audit('drafted', record, { by: 'person' });
    this.#show(record, { draft });
    await record.writes;
    return true;
  }

  shown(id: string, surface: string, viewer: Viewer): void {
    const record = this.#visible(id, viewer);
    if (record === undefined || record.phase !== 'open') return;
    record.shownAt ??= this.#parts.clock.now();
    this.#audit('shown', record, { by: 'desk', surface });
  }

  async opened(id: string, by: AnsweredBy, letter?: string): Promise<AnswerOutcome> {
    const record = this.#visible(id, by);
    if (record === undefined) return refuse('unknown');
    if (record.view.url?.openable !== true) return refuse('not-openable');
    if (record.view.state === 'opened') return { ok: true, question: record.view };
    return this.answer(id, { action: 'accept' }, by, letter);
  }

  async retry(id: string, by: AnsweredBy): Promise<AnswerOutcome> {
    const record = this.#visible(id, by);
    if (record === undefined) return refuse('unknown');
    if (record.view.state !== 'opened') return refuse('late');
    if (record.asked.onRetry === undefined) return refuse('not-openable');
    this.#audit('policy', record, { ...actor(by), reason: 'retry' });
    record.asked.onRetry();
    return { ok: true, question: record.view };
  }

  subscribe(viewer: Viewer, listener: (question: QuestionView) => void): () => void {
    return this.#parts.feed.subscribe(viewer, listener);
  }

  addSurface(surface: Surface): () => void {
    const remove = this.#parts.surfaces.add(surface);
    surface.attached?.(this);
    return remove;
  }

  reachable(principal: string): boolean {
    return !this.#closed && this.#parts.surfaces.reachable(principal);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopGate?.();
    this.#held.stop();
    for (const record of this.#records.values()) this.#cancel(record, 'closed');
    await Promise.all([...this.#records.values()].map(record => record.saving)); // an answer that was taken is still stored and told
    await Promise.all([...this.#records.values()].map(record => record.writes));
    await this.#parts.onClose();
    await this.#parts.surfaces.close();
    await this.#parts.audit.flush();
  }

  /** Shows how a question of another process ended, and writes it to the audit unless that has it. */
  report(view: QuestionView, principal: string, { audited }: { readonly audited: boolean }): void {
    const record = endedRecord(view, principal);
    this.#records.set(record.id, record);
    const stage = view.state === 'delivered' || view.state === 'undeliverable' ? view.state : 'closed';
    if (!audited) this.#audit(stage, record, { by: 'desk', reason: 'resumed' });
    this.#parts.feed.publish(principal, view);
    this.#parts.surfaces.changed(view, principal);
    this.#forgetOld(record);
  }

  /** Another desk, which thought this one dead, goes on with the question: here it ends without an answer. */
  takenOver(id: string): void {
    const record = this.#records.get(id);
    if (record !== undefined) this.#cancel(record, 'taken-over');
  }

  /** Nobody was present after all when this was asked, at `since` or later: it is brought before them in the ways there are. */
  raiseUnseen(since: number): void {
    const { surfaces } = this.#parts;
    for (const record of this.#records.values()) {
      const { principal, key } = record.asked;
      if (!isOpen(record) || record.shownAt !== undefined || record.view.askedAt < since || surfaces.isPresent(principal)) continue;
      surfaces.raise(record.view, principal, key === undefined ? {} : { key });
    }
  }

  #read(asked: DeskQuestion): ReadQuestion {
    const read = readQuestion(asked.params, asked.revision);
    asked.onRead?.(read.elicitationId === undefined ? {} : { elicitationId: read.elicitationId });
    return read;
  }

  #begin(record: QuestionRecord): void {
    const { signal } = record.asked;
    if (this.#closed || signal?.aborted === true) {
      this.#cancel(record, this.#closed ? 'closed' : 'withdrawn');
      return;
    }
    const withdraw = (): void => this.#cancel(record, 'withdrawn');
    signal?.addEventListener('abort', withdraw, { once: true });
    record.stop.push(() => signal?.removeEventListener('abort', withdraw));
    this.#armExpiry(record);
    if (record.asked.declinedBefore === true) this.#declineByRule(record, { kind: 'decline', rule: 'declined-before', afterMs: 0 });
    else this.#judge(record);
  }

  #judge(record: QuestionRecord): void {
    const verdict = this.#parts.gate.judge(gateQuestion(record));
    if (verdict.kind === 'hold') {
      this.#hold(record, verdict);
      return;
    }
    this.#held.remove(record);
    delete record.heldBy;
    if (verdict.kind === 'decline') this.#declineByRule(record, verdict);
    else if (verdict.kind === 'send') this.#sendByRule(record, verdict);
    else this.#open(record, verdict.prefill);
  }

  /** A cut-off takes back what is in front of the person: it leaves every surface now; the server hears `decline` when a person would have said so. */
  #recall(): void {
    for (const record of this.#records.values()) {
      const verdict = isOpen(record) ? this.#parts.gate.recall?.(gateQuestion(record)) : undefined;
      if (verdict === undefined) continue;
      record.phase = 'held';
      // The person has said no to all of this server: that is what they see from now on, though it goes out later.
      const ended = verdict.kind === 'decline' ? ({ state: 'saved', action: 'decline' } as const) : ({ state: 'withdrawn' } as const);
      this.#show(record, ended, { draft: true });
      if (verdict.kind === 'decline') this.#declineByRule(record, verdict);
      else this.#hold(record, verdict);
    }
  }

  #declineByRule(record: QuestionRecord, { rule, afterMs }: Extract<Verdict, { kind: 'decline' }>): void {
    this.#audit('policy', record, { by: 'rule', reason: rule, action: 'decline' });
    const decline = (): void => this.#finish(record, { action: 'decline' }, 'saved', { as: 'rule', reason: rule });
    record.stop.push(this.#parts.clock.setTimeout(decline, afterMs));
  }

  #sendByRule(record: QuestionRecord, { rule, content }: Extract<Verdict, { kind: 'send' }>): void {
    const checked = checkResult(record.view, { action: 'accept', content });
    if (!checked.ok) {
      this.#open(record, undefined);
      return;
    }
    this.#audit('policy', record, { by: 'rule', reason: rule, action: 'accept' });
    record.phase = 'open';
    const by = { principal: record.asked.principal, surface: 'policy', as: 'rule', reason: rule } as const;
    this.#take(record, checked.result, by).catch(() => this.#open(record, undefined));
  }

  #open(record: QuestionRecord, prefill: Draft | undefined): void {
    const { principal, key } = record.asked;
    if (record.phase === 'ended') return;
    if (!this.#parts.surfaces.reachable(principal)) {
      this.#cancel(record, 'no-surface');
      return;
    }
    record.phase = 'open';
    this.#parts.gate.shown(gateQuestion(record));
    this.#audit('queued', record, { by: 'desk' });
    this.#show(record, { state: 'waiting', ...(prefill !== undefined && record.view.draft === undefined && { draft: prefill }) });
    this.#parts.surfaces.raise(record.view, principal, key === undefined ? {} : { key });
  }

  #hold(record: QuestionRecord, verdict: Extract<Verdict, { kind: 'hold' }>): void {
    if (record.heldBy !== verdict.reason) this.#audit('policy', record, { by: 'rule', reason: verdict.reason });
    record.heldBy = verdict.reason;
    this.#held.add(record, verdict.until);
  }

  #armExpiry(record: QuestionRecord): void {
    record.stopExpiry?.();
    const { clock, surfaces } = this.#parts;
    const wait = Math.max(0, (record.view.expiresAt ?? 0) - clock.now());
    const stopExpiry = clock.setTimeout(() => this.#cancel(record, record.heldBy ?? 'expired', 'expired'), wait);
    // Once, a minute before, and only where the wait is long enough to have been forgotten.
    const remind = (): void => {
      if (isOpen(record)) surfaces.remind(record.view, record.asked.principal);
    };
    const stopReminder = wait > 2 * REMIND_BEFORE ? clock.setTimeout(remind, wait - REMIND_BEFORE) : undefined;
    record.stopExpiry = () => {
      stopExpiry();
      stopReminder?.();
    };
  }

  /** Ends a question that nobody answered. */
  #cancel(record: QuestionRecord, reason: string, state: QuestionState = 'withdrawn'): void {
    if (record.phase === 'ended') return;
    if (record.result !== undefined) {
      record.endAfterSave = { reason, state }; // an answer is being stored: it wins, unless storing fails
      return;
    }
    this.#finish(record, { action: 'cancel' }, state, { as: 'desk', reason });
  }

  #take(record: QuestionRecord, result: ElicitResult, by: AnsweredBy): Promise<AnswerOutcome> {
    record.claimed = true;
    record.result = result;
    const taken = this.#save(record, result, by);
    record.saving = taken.then(
      () => {},
      () => {},
    );
    return taken;
  }

  async #save(record: QuestionRecord, result: ElicitResult, by: AnsweredBy): Promise<AnswerOutcome> {
    try {
      await record.writes;
      await this.#parts.shelf.saveAnswer(record, result);
    } catch (error) {
      record.claimed = false;
      delete record.result;
      if (record.endAfterSave !== undefined) this.#cancel(record, record.endAfterSave.reason, record.endAfterSave.state);
      this.#recall(); // a cut-off that came while it was being stored
      if (isTakenOver(error)) {
        this.takenOver(record.id);
        return this.#refuseLate(record, by);
      }
      throw error;
    }
    const opened = record.view.url !== undefined && result.action === 'accept';
    this.#finish(record, result, opened ? 'opened' : 'saved', by);
    return { ok: true, question: record.view };
  }

  /** A page is open and the server has not said that it is done: it can be given up, not answered again. */
  async #answerOpened(record: QuestionRecord, result: ElicitResult, by: AnsweredBy): Promise<AnswerOutcome> {
    if (result.action !== 'cancel') return this.#refuseLate(record, by);
    this.#audit('closed', record, { ...actor(by), reason: 'given-up' });
    this.#show(record, { state: 'withdrawn', action: 'cancel', extendable: false });
    record.asked.onGiveUp?.(); // whoever cannot give the call up is at least no longer shown as waiting
    return { ok: true, question: record.view };
  }

  #finish(
    record: QuestionRecord,
    result: ElicitResult,
    state: QuestionState,
    by: Pick<AnsweredBy, 'reason'> & { as: DeskAnswer['as']; surface?: string },
  ): void {
    if (record.phase === 'ended') return;
    record.phase = 'ended';
    record.stopExpiry?.();
    for (const stop of record.stop.splice(0)) stop();
    const answered = by.as !== 'desk';
    const guarded = by.as === 'person' && record.shownAt !== undefined && this.#parts.clock.now() - record.shownAt < GUARD_TIME;
    const entry = {
      by: by.as,
      action: result.action,
      ...(by.surface !== undefined && { surface: by.surface }),
      ...(by.reason !== undefined ? { reason: by.reason } : guarded && { reason: 'guard-time' }),
      ...(record.shownAt !== undefined && { detail: { shownForMs: this.#parts.clock.now() - record.shownAt } }),
    };
    this.#audit(answered ? 'answered' : 'closed', record, entry, answered ? result.content : undefined);
    this.#show(record, { state, extendable: false, ...(answered && { action: result.action }) }, { draft: true });
    this.#parts.gate.ended(gateQuestion(record), { action: result.action, as: by.as });
    record.resolve({
      result,
      question: record.id,
      as: by.as,
      ...(by.reason !== undefined && { reason: by.reason }),
      settle: this.#settler(record, result.action),
    });
    this.#held.remove(record);
    this.#held.release();
    this.#forgetOld(record);
  }

  #settler(record: QuestionRecord, action: ElicitAction): DeskAnswer['settle'] {
    let settled = false;
    return (outcome, note) => {
      if (settled) return;
      settled = true;
      const answered = record.view.state === 'saved' || record.view.state === 'opened';
      if (!answered) return;
      this.#audit(outcome, record, { by: 'desk', action });
      this.#show(record, { state: outcome, ...(note !== undefined && { note }) });
    };
  }

  /** Makes a change visible: to the store, to whoever looks, to every surface. */
  #show(record: QuestionRecord, change: Partial<QuestionView>, drop: { readonly draft?: boolean } = {}): void {
    const { draft, ...rest } = record.view;
    record.view = { ...rest, ...(draft !== undefined && drop.draft !== true && { draft }), ...change };
    const { view } = record;
    record.writes = record.writes.then(() => this.#parts.shelf.saveView(record, view));
    this.#parts.feed.publish(record.asked.principal, view);
    this.#parts.surfaces.changed(view, record.asked.principal);
  }

  #visible(id: string, viewer: Viewer): QuestionRecord | undefined {
    const record = this.#records.get(id);
    return record !== undefined && record.asked.principal === viewer.principal && record.phase !== 'held' ? record : undefined;
  }

  #refuseLate(record: QuestionRecord, by: AnsweredBy): AnswerOutcome {
    const refusal = record.claimed && record.phase !== 'ended' ? refuse('second-answer') : refuseEnded(record.view.state);
    this.#audit('refused', record, { ...actor(by), reason: refusal.reason });
    return refusal;
  }

  #forgetOld(record: QuestionRecord): void {
    const ended = this.#ended.get(record.asked.principal) ?? [];
    this.#ended.set(record.asked.principal, ended);
    ended.push(record.id);
    while (ended.length > this.#parts.keepEnded) this.#records.delete(ended.shift() ?? '');
  }

  #audit(stage: AuditStage, record: QuestionRecord, entry: AuditEntry, content?: JsonObject): void {
    this.#parts.audit.write(stage, record.view, { principal: record.asked.principal, ...entry }, content);
  }
}

function actor(by: AnsweredBy): Pick<AuditEntry, 'by' | 'surface'> {
  return { by: by.as, surface: by.surface };
}

function gateQuestion(record: QuestionRecord): GateQuestion {
  return { id: record.id, principal: record.asked.principal, view: record.view, findings: record.view.findings };
}
